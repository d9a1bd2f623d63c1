import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '@postroad/core/platform/limits';
import { Refusal } from '@postroad/core/platform/refusal';
import type { LoadedTemplate } from '@postroad/service/content/compile/compiled-email-cache';
import { processorTime } from '@postroad/service/content/render/processor-time';
import type { FilledMail } from '@postroad/service/content/render/render-job';
import { SlowMails } from '@postroad/service/content/render/slow-mails';
import { createLog } from '@postroad/service/platform/log';
import { quarantineCompile } from '@postroad/store/content/email-compile';
import { transaction } from '@postroad/store/platform/transaction';
import PostalMime from 'postal-mime';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Calling, calling } from '../service/app/calling.ts';
import { accepted, type FakeProvider, fakeProvider } from '../support/fake-provider.ts';
import { openTestService, renderer, type TestService } from '../support/service.ts';

let provider: FakeProvider;
let opened: TestService;
let calls: Calling;

beforeEach(async () => {
  provider = fakeProvider();
  opened = await openTestService({ provider: () => provider, env: { LOG_LEVEL: 'silent' } });
  calls = calling(opened);
});

afterEach(async () => {
  vi.restoreAllMocks();
  await opened.close();
});

/** Loops over the list of an event. */
const loop = 'Hello.{% for i in event.details.a %}{% if i == -1 %}x{% endif %}{% endfor %}';
/** The same, in loops inside each other. */
const loops = `${'{% for i in event.details.a %}'.repeat(3)}${loop}${'{% endfor %}'.repeat(3)}`;

async function mailFlow(body_markdown: string): Promise<number> {
  const { email } = await calls.call('create_email', { subject: 'Hi', body_markdown });
  const nodes = [{ type: 'send_email', email_id: email.id }];
  await calls.call('create_flow', { key: 'mail', definition: { trigger: { event: 'go' }, nodes } });
  await calls.call('activate_flow', { flow_key: 'mail' });
  return email.id;
}

const entries = (count: number) => Array.from({ length: count }, (_, at) => at);

async function post(count: number, details: Record<string, unknown>, first = 0): Promise<void> {
  const events = entries(count).map((at) => ({
    ...{ email: `person-${first + at}@example.com`, name: 'go', details },
  }));
  await calls.call('record_events', { events });
}

const advance = (amount: number, unit: 'seconds' | 'minutes' | 'hours' = 'minutes') =>
  calls.call('move_clock', { advance: { amount, unit } });

const queue = async (status: 'sent' | 'failed' | 'scheduled') =>
  (await calls.call('list_queue', { status })).queue;

const textOf = async (index: number) =>
  (await new PostalMime().parse(provider.messages[index]?.data ?? '')).text
    ?.replace(/\/unsubscribe\/\S+/g, '/unsubscribe/')
    .trim();

/**
 * Has time pass here whenever it is looked at, so that a loop of some entries takes too long: time in
 * which this thread works, or waits for its turn.
 */
function slowHere(does: 'work' | 'wait' = 'work'): void {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 1;
    return now;
  });
  vi.spyOn(processorTime, 'of').mockImplementation(() => (does === 'work' ? now : 0));
}

const run = renderer.run.bind(renderer);

/** The jobs of mails that went to a thread, which say that they took so long. */
function threadJobs(ms?: number): () => number {
  const spy = vi.spyOn(renderer, 'run').mockImplementation(async (name, job, urgency) => {
    const answer = await run(name, job, urgency);
    return 'ms' in answer && ms !== undefined ? { ...answer, ms } : answer;
  });
  return () => spy.mock.calls.filter(([name]) => name === 'mail').length;
}

describe('SEC-14 a mail that takes longer than the thread of all calls has time', () => {
  it('is made in another, and is the same', async () => {
    await mailFlow(loop);
    const jobs = threadJobs();
    slowHere();
    await post(1, { a: entries(2) });
    await advance(1);
    expect(jobs()).toBe(0);
    await post(1, { a: entries(50) }, 1);
    await advance(1);
    expect(jobs()).toBe(1);
    expect(await queue('sent')).toHaveLength(2);
    expect(await textOf(1)).toBe(await textOf(0));
  });

  it('is made here where this thread only waited for its turn', async () => {
    await mailFlow(loop);
    const jobs = threadJobs();
    slowHere('wait');
    await post(1, { a: entries(50) });
    await advance(1);
    expect(jobs()).toBe(0);
    expect(await queue('sent')).toHaveLength(1);
  });

  it('goes back to the queue where the machine finds no time for it', async () => {
    await mailFlow(loop);
    slowHere();
    const starved = new Refusal(
      'unavailable',
      'The machine is too busy to render this now. Try again in a moment.',
    );
    const run = vi.spyOn(renderer, 'run').mockRejectedValueOnce(starved);
    await post(1, { a: entries(50) });
    await advance(1, 'seconds');
    expect(run).toHaveBeenCalledTimes(1);
    expect(await queue('scheduled')).toHaveLength(1);
    await advance(5);
    expect(await queue('sent')).toHaveLength(1);
  });

  it('and fails where it takes too long there, with a reason for its author', async () => {
    await mailFlow(loops);
    await post(1, { a: entries(2_000) });
    // On a machine that is busy it goes back to the queue before.
    const failures = async () => {
      await advance(1);
      return (await queue('failed')).length;
    };
    await expect.poll(failures).toBe(1);
    const [failed] = await queue('failed');
    expect(failed?.last_error).toMatch(/^The mail could not be made: it takes too long\. Look for/);
    expect(provider.messages).toEqual([]);
  });

  it('holds no other mail up', async () => {
    await mailFlow(loop);
    const { email } = await calls.call('create_email', { subject: 'Quick', body_markdown: 'Now' });
    const nodes = [{ type: 'send_email', email_id: email.id }];
    const definition = { trigger: { event: 'quick' }, nodes };
    await calls.call('create_flow', { key: 'quick', definition });
    await calls.call('activate_flow', { flow_key: 'quick' });
    await post(2, { a: entries(50) });
    await calls.call('record_event', { email: 'bo@example.com', name: 'quick' });
    const quickIsSent = new Promise<void>((resolve) => {
      provider.answer = ({ to }) => {
        if (to === 'bo@example.com') resolve();
        return accepted;
      };
    });
    const spy = vi.spyOn(renderer, 'run').mockImplementation(async (name, job, urgency) => {
      if (name === 'mail') await quickIsSent;
      return await run(name, job, urgency);
    });
    slowHere();
    await advance(1);
    expect(provider.messages.map(({ to }) => to)).toHaveLength(3);
    expect(provider.messages[0]?.to).toBe('bo@example.com');
    expect(spy).toHaveBeenCalledTimes(2);
  });

  it('is made as well for a test, and again for who reads what was sent', async () => {
    const body_markdown = loop.replace('event.details.a', '(1..50)');
    const { email } = await calls.call('create_email', { subject: 'Hi', body_markdown });
    const jobs = threadJobs();
    slowHere();
    const { sent, sends } = await calls.call('send_test_email', {
      ...{ email_id: email.id, to: 'ada@example.com' },
    });
    expect(sent).toBe(true);
    expect(jobs()).toBe(1);
    const content = await calls.call('get_send_content', { send_id: sends[0]?.send_id ?? 0 });
    expect(content.text.trim()).toMatch(/^Hello\./);
    expect(jobs()).toBe(2);
  });
});

describe('SEC-15 an email whose mails keep taking long', () => {
  const quarantinedAt = async (email_id: number) =>
    (await calls.call('get_email', { email_id })).email.quarantined_at;

  it('is quarantined, which shows, and its mails go straight to the thread until a save', async () => {
    const id = await mailFlow(loop);
    const most = limits.slowMailsMost;
    threadJobs(limits.slowMailMs);
    slowHere();
    for (let at = 0; at < most; at += 1) {
      expect(await quarantinedAt(id)).toBeNull();
      await post(1, { a: entries(50) }, at);
      await advance(1);
    }
    expect(await quarantinedAt(id)).not.toBeNull();
    const { emails } = await calls.call('list_emails', {});
    expect(emails[0]?.quarantined_at).toBe(await quarantinedAt(id));

    // Mail that takes no time goes out as before, from the thread.
    vi.restoreAllMocks();
    const jobs = threadJobs();
    await post(1, { a: [1] }, most);
    await advance(1);
    expect(jobs()).toBe(1);
    expect(await queue('sent')).toHaveLength(most + 1);

    await calls.call('update_email', { email_id: id, body_markdown: 'Short.' });
    expect(await quarantinedAt(id)).toBeNull();
    await post(1, { a: [1] }, most + 1);
    await advance(1);
    expect(jobs()).toBe(1);
    expect(await queue('sent')).toHaveLength(most + 2);
  });

  it('gives its mails turns, and loses none where many wait', async () => {
    const id = await mailFlow('Hello {{ event.details.n }}');
    await transaction(opened.database, {}, async (tx) => {
      await quarantineCompile(tx, id, 1);
    });
    const many = limits.slowMailsWaiting * 2;
    await post(many, { n: 1 });
    await advance(1);
    await advance(1, 'hours');
    expect(new Set(provider.messages.map(({ to }) => to)).size).toBe(many);
    expect(provider.messages).toHaveLength(many);
  });

  it('has a round pause that waits for slow mail of others alone', async () => {
    const id = await mailFlow('Hello');
    await transaction(opened.database, {}, async (tx) => {
      await quarantineCompile(tx, id, 1);
    });
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const jobs = vi.spyOn(renderer, 'run').mockImplementation(async (name, job, urgency) => {
      if (name === 'mail') await released;
      return await run(name, job, urgency);
    });
    const tests = entries(limits.slowMailsAtOnce).map((at) =>
      calls.call('send_test_email', { email_id: id, to: `reader-${at}@example.com` }),
    );
    await vi.waitUntil(() => jobs.mock.calls.length === limits.slowMailsAtOnce);
    await post(1, {});
    const looks = vi.spyOn(SlowMails.prototype, 'room');
    const start = performance.now();
    const round = advance(1);
    // Any time will do: the round looks once at its start, and then once a pause.
    await pause(3 * limits.sendWidthMs);
    const looked = looks.mock.calls.length;
    expect(looked).toBeLessThanOrEqual(2 + (performance.now() - start) / limits.sendWidthMs);
    release();
    await Promise.all([...tests, round]);
    await advance(1);
    expect(provider.messages).toHaveLength(limits.slowMailsAtOnce + 1);
  });
});

describe('SEC-15 counts mails that are slow themselves', () => {
  const email = { emailId: 1, version: 1, kept: { digest: 'x', compiled: {} } };
  const filling = { context: {}, links: null };

  /** How often it tried to quarantine the email, each time without a database. */
  async function triedAfter(answers: readonly Partial<FilledMail>[]): Promise<number> {
    const log = { ...createLog('silent'), warn: vi.fn() };
    const left = [...answers];
    const slow = new SlowMails({
      ...{ log, config: { testClock: false }, database: {} as never },
      renderer: { run: async () => left.shift() as never },
    });
    for (const _ of answers) {
      await slow.fill(email as unknown as LoadedTemplate, filling as never, true);
    }
    return log.warn.mock.calls.length;
  }

  it('and not those that only came at a busy moment', async () => {
    const quick = { filled: {} as never, ms: limits.slowMailMs - 1 };
    const slow = { filled: {} as never, ms: limits.slowMailMs };
    const most = limits.slowMailsMost;
    expect(await triedAfter(Array.from({ length: 5 * most }, () => quick))).toBe(0);
    expect(await triedAfter(Array.from({ length: most - 1 }, () => slow))).toBe(0);
    // A write that fails is tried with the next slow mails.
    expect(await triedAfter(Array.from({ length: 2 * most }, () => slow))).toBe(2);
  });

  it('within an hour', async () => {
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const answers = Array.from({ length: 3 * limits.slowMailsMost }, () => ({
      filled: {} as never,
      get ms() {
        now += limits.slowMailsWithinMs / (limits.slowMailsMost - 1) + 1;
        return limits.slowMailMs;
      },
    }));
    expect(await triedAfter(answers)).toBe(0);
  });
});
