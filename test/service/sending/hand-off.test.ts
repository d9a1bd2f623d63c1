import { limits } from '@postroad/core/platform/limits';
import type { Outcome } from '@postroad/mail/providers/provider';
import { createLog } from '@postroad/service/platform/log';
import { Measures } from '@postroad/service/platform/observing/measures';
import { HandOff, type Journal } from '@postroad/service/sending/hand-off';
import type { MadeMail } from '@postroad/service/sending/make-mail';
import type { ClaimedSend } from '@postroad/store/queue/send';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { accepted, fakeProvider } from '../../support/fake-provider.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'], now: 1_000_000 });
});

afterEach(() => {
  vi.useRealTimers();
});

let lastId = 0;

function mailTo(to: string, kind: ClaimedSend['source_kind'] = 'flow'): MadeMail {
  lastId += 1;
  const send = {
    ...{ id: lastId, person_id: lastId, email_id: 1, attempts: 0, due_at: new Date(0) },
    ...{ source_kind: kind, source_id: 1, step_id: null, run_id: null, event_id: null },
  };
  const message = { sendId: lastId, from: 'post@example.com', to, data: Buffer.from('') };
  return { send, message };
}

const mails = (count: number, domain: string, kind?: ClaimedSend['source_kind']) =>
  Array.from({ length: count }, (_, index) => mailTo(`p${index}@${domain}`, kind));

/** A provider whose mails end when the test says so, by recipient. */
function heldProvider(concurrency: number) {
  const provider = fakeProvider(concurrency);
  const held = new Map<string, (outcome: Outcome) => void>();
  provider.answer = ({ to }) =>
    new Promise((resolve) => {
      held.set(to, resolve);
    });
  const end = async (...recipients: string[]) => {
    for (const to of recipients) {
      held.get(to)?.(accepted);
      held.delete(to);
    }
    await vi.advanceTimersByTimeAsync(0);
  };
  return { provider, held, end };
}

const open = (
  provider: ReturnType<typeof fakeProvider>,
  mayStart = () => true,
  journal: Journal | null = null,
) =>
  new HandOff(
    { provider, log: createLog('silent'), measures: new Measures(), tracer: null },
    mayStart,
    journal,
  );

it('HANDOFF-01 a mail without an answer holds one connection, and the others refill', async () => {
  const { provider, held, end } = heldProvider(2);
  const handOff = open(provider);
  handOff.add(mails(5, 'example.com'));
  for (const name of ['p1', 'p2', 'p3', 'p4']) {
    expect([...held.keys()]).toEqual(['p0@example.com', `${name}@example.com`]);
    await end(`${name}@example.com`);
  }
  expect(handOff.takeFinished()).toHaveLength(4);
  expect(handOff.isEmpty).toBe(false);
});

it('HANDOFF-03 a domain whose mails stall holds half of the connections', async () => {
  const { provider, held, end } = heldProvider(4);
  const handOff = open(provider);
  handOff.add(mails(2, 'slow.example'));
  await vi.advanceTimersByTimeAsync(limits.sendStalledMs + 1);
  handOff.add([...mails(4, 'slow.example').slice(2), ...mails(3, 'quick.example')]);
  expect([...held.keys()]).toEqual([
    ...['p0@slow.example', 'p1@slow.example', 'p0@quick.example', 'p1@quick.example'],
  ]);
  await end('p0@quick.example', 'p1@quick.example');
  expect(held.has('p2@quick.example')).toBe(true);
  await vi.advanceTimersByTimeAsync(limits.sendUnstartedMs);
  const { stalled, overdue } = handOff.takeUnstarted(false);
  expect(stalled).toHaveLength(2);
  expect(overdue).toEqual([]);
});

it('HANDOFF-03 a domain that never answers gets its share at most, though all of its mails begin together', async () => {
  const { provider, held, end } = heldProvider(10);
  const handOff = open(provider);
  handOff.add([...mails(20, 'slow.example'), ...mails(8, 'quick.example')]);
  const toSlow = () => [...held.keys()].filter((to) => to.endsWith('@slow.example'));
  expect(toSlow()).toHaveLength(5);
  await end(...mails(5, 'quick.example').map((_, index) => `p${index}@quick.example`));
  expect(toSlow()).toHaveLength(5);
  expect([...held.keys()].slice(5)).toEqual(
    ['p5', 'p6', 'p7'].map((name) => `${name}@quick.example`),
  );
});

it('HANDOFF-03 a domain that answers gets all connections that no other needs', async () => {
  const { provider, held, end } = heldProvider(10);
  const handOff = open(provider);
  handOff.add(mails(40, 'example.com'));
  expect(held.size).toBe(5);
  for (let answered = 0; answered < 6; answered += 1) await end(`p${answered}@example.com`);
  expect(held.size).toBe(10);
});

it('HANDOFF-03 a domain that stops answering beside others gets its share at most', async () => {
  const { provider, held, end } = heldProvider(10);
  const handOff = open(provider);
  handOff.add([...mails(3, 'slow.example'), ...mails(6, 'quick.example')]);
  await end('p0@slow.example');
  handOff.add(mails(20, 'slow.example').slice(3));
  for (const name of ['p0', 'p1', 'p2', 'p3', 'p4', 'p5']) await end(`${name}@quick.example`);
  expect([...held.keys()]).toEqual(
    ['p1', 'p2', 'p3', 'p4', 'p5'].map((name) => `${name}@slow.example`),
  );
});

it('HANDOFF-04 the width follows what was handed over recently, and is never less than the connections', async () => {
  const { provider, end } = heldProvider(3);
  const handOff = open(provider);
  expect(handOff.room()).toBe(3);
  for (const round of ['first', 'second']) {
    const domains = ['com', 'net', 'org'].map((end) => `${round}.example.${end}`);
    handOff.add(domains.flatMap((domain) => mails(1, domain)));
    expect(handOff.room()).toBe(0);
    await end(...domains.map((domain) => `p0@${domain}`));
  }
  expect(handOff.room()).toBe(6);
  await vi.advanceTimersByTimeAsync(limits.sendWidthMs);
  expect(handOff.room()).toBe(3);
});

it('HANDOFF-04 the width grows further where a journal says what began, and only what began is noted', async () => {
  const { provider, end } = heldProvider(2);
  const begun: number[] = [];
  const journal = { isKept: true, start: (id: number) => begun.push(id) > 0, accept() {} };
  const handOff = open(provider, () => true, journal);
  for (let round = 0; round < 8; round += 1) {
    handOff.add(mails(2, `${round}.example`));
    await end(`p0@${round}.example`, `p1@${round}.example`);
  }
  expect(handOff.room()).toBe(16);
  journal.isKept = false;
  expect(handOff.room()).toBe(limits.sendsCommittedEach * 2);
  journal.isKept = true;
  const next = mails(3, 'example.com');
  handOff.add(next);
  expect(begun.slice(16)).toEqual(next.slice(0, 2).map(({ send }) => send.id));
});

it('HANDOFF-07 a mail that cannot be noted is not handed over', async () => {
  const { provider } = heldProvider(1);
  const journal = { isKept: false, start: () => false, accept() {} };
  const handOff = open(provider, () => true, journal);
  handOff.add(mails(1, 'example.com'));
  await vi.advanceTimersByTimeAsync(0);
  expect(provider.messages).toEqual([]);
  expect(handOff.takeFinished()).toMatchObject([{ outcome: { kind: 'unreachable' } }]);
});

it('HANDOFF-05 at 14 mails a second at most two mails are committed ahead', async () => {
  const { provider } = heldProvider(14);
  let next = 0;
  const pace = { gapMs: 1000 / 14, waitMs: () => Math.max(0, next - performance.now()) };
  const answer = provider.answer;
  provider.answer = (message) => {
    next = Math.max(next, performance.now()) + pace.gapMs;
    return typeof answer === 'function' ? answer(message) : answer;
  };
  const handOff = open({ ...provider, pace });
  expect(handOff.room()).toBe(2);
  handOff.add(mails(2, 'example.com'));
  expect(provider.messages).toHaveLength(1);
  expect(handOff.room()).toBe(0);
  await vi.advanceTimersByTimeAsync(Math.ceil(pace.gapMs));
  expect(provider.messages).toHaveLength(2);
});

it('HANDOFF-06 nothing starts once the lease is past its term, and it goes back', async () => {
  const { provider, end } = heldProvider(1);
  let holds = true;
  const handOff = open(provider, () => holds);
  handOff.add(mails(3, 'example.com'));
  holds = false;
  await end('p0@example.com');
  expect(provider.messages).toHaveLength(1);
  expect(handOff.takeUnstarted(true).overdue).toHaveLength(2);
});

it('HANDOFF-08 a mail that did not start in time is looked at again before it starts', async () => {
  const { provider, end } = heldProvider(1);
  const handOff = open(provider);
  handOff.add(mails(2, 'example.com'));
  await vi.advanceTimersByTimeAsync(limits.sendUnstartedMs + 1);
  await end('p0@example.com');
  expect(provider.messages).toHaveLength(1);
  expect(handOff.takeUnstarted(false).overdue).toHaveLength(1);
});

it('SENDCTL-10 mail that is not a broadcast’s starts before broadcast mail that waits', async () => {
  const { provider, held, end } = heldProvider(1);
  const handOff = open(provider);
  handOff.add(mails(2, 'news.example', 'broadcast'));
  handOff.add(mails(1, 'flow.example'));
  await end('p0@news.example');
  expect([...held.keys()]).toEqual(['p0@flow.example']);
});

it('stops once as many mails in a row as it takes at once did not reach the provider', async () => {
  const provider = fakeProvider(2);
  provider.answer = { kind: 'unreachable', reason: 'connect ECONNREFUSED' };
  const handOff = open(provider);
  handOff.add(mails(1, 'example.com'));
  await vi.advanceTimersByTimeAsync(0);
  expect(handOff.awayReason).toBeNull();
  handOff.add(mails(1, 'example.com'));
  await vi.advanceTimersByTimeAsync(0);
  expect(handOff.awayReason).toBe('connect ECONNREFUSED');
});
