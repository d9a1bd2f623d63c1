import type { Outcome } from '@postroad/mail/providers/provider';
import { openService } from '@postroad/service/app/open-service';
import { createLog } from '@postroad/service/platform/log';
import { logFields } from '@postroad/service/platform/observing/log-fields';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accepted, fakeProvider } from '../../support/fake-provider.ts';
import { openTestService, renderer, type TestService } from '../../support/service.ts';
import { type Calling, calling } from './calling.ts';

let opened: TestService;
let calls: Calling;
const provider = fakeProvider();
const lines: Record<string, unknown>[] = [];

beforeAll(async () => {
  const log = createLog('debug', (line) => lines.push(JSON.parse(line)) > 0);
  opened = await openTestService({ provider: () => provider, log });
  calls = calling(opened);
  const { email } = await calls.call('create_email', { subject: 'Psst', body_markdown: 'A word' });
  const definition = {
    trigger: { event: 'go' },
    nodes: [{ type: 'send_email', email_id: email.id }],
  };
  await calls.call('create_flow', { key: 'mail', run_policy: 'repeat', definition });
  await calls.call('activate_flow', { flow_key: 'mail' });
  await calls.call('create_form', { key: 'letter' });
});

afterAll(() => opened.close());

beforeEach(() => {
  lines.length = 0;
});

/** What a mail to somebody with this outcome leaves in the log, besides rounds. */
async function mailedWith(outcome: Outcome, person = 'ada'): Promise<Record<string, unknown>[]> {
  provider.answer = outcome;
  await calls.call('record_event', { email: `${person}@example.com`, name: 'go' });
  while (await opened.service.tick());
  return lines.filter(({ lane }) => lane === undefined);
}

/** The same of the mail that confirms a sign-up. */
async function confirmedWith(outcome: Outcome, person = 'heidi') {
  provider.answer = outcome;
  await opened.service.forms.signUp('letter', {
    ...{ values: { email: `${person}@example.com` }, language: 'en', proof: null },
    visitor: { ip: '203.0.113.1', userAgent: undefined },
  });
  while (await opened.service.tick());
  return lines.filter(({ lane }) => lane === undefined);
}

const refusal = (status: number, enhanced: string | null, permanent: boolean): Outcome => ({
  ...{ kind: 'refused', status, enhanced, permanent },
  reason: 'bob@example.com is no address of ours',
});

describe('OBS-01', () => {
  it('a round with work is one line, and one without is none', async () => {
    await mailedWith(accepted);
    expect(lines).toEqual(
      ['runs', 'sends'].map((lane) => ({
        time: expect.any(String),
        level: 'info',
        message: 'A round is done.',
        lane,
        count: 1,
        ms: expect.any(Number),
      })),
    );
    lines.length = 0;
    await opened.service.tick();
    expect(lines).toEqual([]);
  });

  it('a mail that goes out leaves no line of its own', async () => {
    expect(await mailedWith(accepted)).toEqual([]);
  });

  it('a failed mail is one line with the class of its reason and the codes of the provider', async () => {
    const said = await mailedWith(refusal(550, '5.7.1', true));
    expect(said).toEqual([
      {
        time: expect.any(String),
        level: 'info',
        message: 'A mail failed.',
        send_id: expect.any(Number),
        provider: 'fake',
        reason_class: 'refused',
        reply: 550,
        enhanced: '5.7.1',
      },
    ]);
  });

  it('a mail that is tried in vain is one line once it is given up', async () => {
    const later = refusal(421, null, false);
    expect(await mailedWith(later, 'bob')).toEqual([]);
    provider.answer = later;
    await calls.call('move_clock', { advance: { amount: 9, unit: 'days' } });
    const said = lines.filter(({ send_id }) => send_id !== undefined);
    expect(said).toMatchObject([
      { message: 'A mail failed.', reason_class: 'gave_up', reply: 421 },
    ]);
  });

  it('an uncertain mail is one line', async () => {
    const reason = 'eve@example.com: no answer to "A word"';
    expect(await mailedWith({ kind: 'uncertain', reason }, 'eve')).toMatchObject([
      {
        level: 'warn',
        message: 'A mail may or may not have arrived.',
        send_id: expect.any(Number),
        provider: 'fake',
        reason_class: 'uncertain',
      },
    ]);
  });

  it('a mail that confirms a sign-up is one line where nobody gets it', async () => {
    expect(await confirmedWith(accepted)).toEqual([]);
    expect(await confirmedWith(refusal(550, '5.7.1', true), 'ivan')).toEqual([
      {
        ...{ time: expect.any(String), level: 'info', message: 'A mail failed.' },
        ...{ send_id: expect.any(Number), provider: 'fake', reason_class: 'refused' },
        ...{ reply: 550, enhanced: '5.7.1' },
      },
    ]);
    lines.length = 0;
    const doubt = await confirmedWith({ kind: 'uncertain', reason: 'no answer' }, 'judy');
    expect(doubt).toMatchObject([{ level: 'warn', reason_class: 'uncertain' }]);
  });

  it('no line names an address or what a mail says, or has a name of its own', async () => {
    await mailedWith(refusal(550, '5.1.1', true), 'carol');
    await mailedWith({ kind: 'uncertain', reason: 'A word' }, 'dave');
    expect(lines.length).toBeGreaterThan(3);
    expect(JSON.stringify(lines)).not.toMatch(/@|A word|Psst/);
    const known = ['time', 'level', 'message', ...Object.keys(logFields)];
    const names = lines.flatMap((line) => Object.keys(line));
    expect(names.filter((name) => !known.includes(name))).toEqual([]);
  });
});

describe('OBS-04 /metrics', () => {
  const counts = async (name: string) => {
    const found = (await opened.service.metrics()).matchAll(
      new RegExp(`^postroad_${name}_duration_seconds_count\\{([^}]*)\\} (\\d+)$`, 'gm'),
    );
    return new Map([...found].map(([, labels = '', count]) => [labels, Number(count)]));
  };

  it('has a histogram of rounds by lane and what they found', async () => {
    const before = await counts('round');
    await mailedWith(accepted);
    const after = await counts('round');
    const more = (labels: string) => (after.get(labels) ?? 0) - (before.get(labels) ?? 0);
    expect(more('lane="sends",outcome="work"')).toBe(1);
    expect(more('lane="runs",outcome="work"')).toBe(1);
    expect(more('lane="upkeep",outcome="idle"')).toBeGreaterThan(0);
  });

  it('has a histogram of hand-offs by provider and outcome', async () => {
    const before = await counts('hand_off');
    for (const outcome of [accepted, refusal(550, null, true), refusal(451, null, false)]) {
      await mailedWith(outcome, 'frank');
    }
    await mailedWith({ kind: 'uncertain', reason: 'x' }, 'grace');
    const after = await counts('hand_off');
    const grown = [...after].filter(([labels, count]) => count > (before.get(labels) ?? 0));
    expect(grown.map(([labels]) => labels).toSorted()).toEqual([
      'provider="fake",outcome="accepted"',
      'provider="fake",outcome="deferred"',
      'provider="fake",outcome="refused"',
      'provider="fake",outcome="uncertain"',
    ]);
  });

  it('OBS-04 measures mails that confirm sign-ups too', async () => {
    const labels = 'provider="fake",outcome="refused"';
    const before = (await counts('hand_off')).get(labels) ?? 0;
    await confirmedWith(refusal(550, null, true), 'kim');
    expect((await counts('hand_off')).get(labels)).toBe(before + 1);
  });

  it('tells of the process also while the database does not answer', async () => {
    let fault: string | null = null;
    const database = { ...opened.database, fault: () => fault };
    const service = await openService(opened.config, { database, renderer, provider });
    try {
      const texts = [await service.metrics()];
      fault = 'The disk is full.';
      texts.push(await service.metrics());
      const values = (name: string) =>
        texts.map((text) => new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
      expect(values('postroad_database_up')).toEqual(['1', '0']);
      expect(values('postroad_sending_held')).toEqual(['0', undefined]);
      for (const memory of values('postroad_memory_bytes'))
        expect(Number(memory)).toBeGreaterThan(0);
    } finally {
      fault = null;
      await service.close();
    }
  });
});
