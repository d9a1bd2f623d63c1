import { limits } from '@postroad/core/platform/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling } from '../app/calling.ts';

let opened: TestService;
let calls: Calling;

beforeAll(async () => {
  opened = await openTestService();
  calls = calling(opened);
});

afterAll(async () => {
  await opened.close();
});

const deep = (levels: number): Record<string, unknown> =>
  levels === 1 ? {} : { a: deep(levels - 1) };

/** Far deeper than a recursion of JavaScript gets. */
function bottomless(): unknown {
  let value: unknown = 1;
  for (let level = 0; level < 100_000; level += 1) value = [value];
  return value;
}

const event = { email: 'good@example.com', name: 'batched' };
const faulty: [what: string, entry: unknown, named: RegExp][] = [
  [
    'NUL in a text',
    { ...event, details: { note: 'a\u0000b' } },
    /^events\[1\]\.details\.note: .*NUL/,
  ],
  ['NUL in a key', { ...event, details: { 'a\u0000b': 1 } }, /^events\[1\]\.details: A key: .*NUL/],
  ['NUL in the name', { ...event, name: 'a\u0000' }, /^events\[1\]\.name: .*NUL/],
  [
    'a lone surrogate',
    { ...event, person: { tags: ['\ud83d'] } },
    /^events\[1\]\.person\.tags\[0\]: .*surrog/,
  ],
  [
    'a number that overflows',
    { ...event, details: { n: Infinity } },
    /^events\[1\]\.details\.n: The number/,
  ],
  [
    'details a level too deep',
    { ...event, details: deep(limits.jsonDepth + 1) },
    /^events\[1\]\.details\.a.*32 levels/,
  ],
  ['an entry without a bottom', bottomless(), /32 levels/],
  ['__proto__', JSON.parse('{"__proto__": {}}'), /^events\[1\]\.__proto__: No key/],
  [
    'details over 64 KB',
    { ...event, details: { t: 'x'.repeat(65_536) } },
    /^events\[1\]\.details may be at/,
  ],
  [
    'attribution over 64 KB',
    { ...event, attribution: { t: 'x'.repeat(65_536) } },
    /^events\[1\]\.attribution/,
  ],
  [
    'details that are a list',
    { ...event, details: [] },
    /^events\[1\]\.details must be a JSON object/,
  ],
  [
    'no such day',
    { ...event, occurred_at: '2026-02-30T00:00:00Z' },
    /^events\[1\]\.occurred_at must be an ISO/,
  ],
  [
    'a time as a number',
    { ...event, occurred_at: 1767225600 },
    /^events\[1\]\.occurred_at must be/,
  ],
  [
    'a time far off',
    { ...event, occurred_at: '9999-01-01T00:00:00Z' },
    /^events\[1\]\.occurred_at must be/,
  ],
  [
    'a homograph',
    { ...event, email: 'ada@exаmple.com' },
    /^events\[1\]\.email must not mix letters/,
  ],
  [
    'two addresses',
    { ...event, email: 'a@example.com, b@example.com' },
    /^events\[1\]\.email must be one/,
  ],
  [
    'an address that is too long',
    { ...event, email: `${'a'.repeat(250)}@x.de` },
    /^events\[1\]\.email /,
  ],
  ['no object', 7, /^events\[1\] must be a JSON object/],
  ['null', null, /must be a JSON object/],
  ['a list', [event], /must be a JSON object/],
];

describe('an entry that cannot be kept', () => {
  it.each(faulty)('EVENT-03 of a batch is invalid alone: %s', async (_what, entry, named) => {
    const { results } = await calls.call('record_events', { events: [event, entry, event] });
    expect(results.map(({ status }) => status)).toEqual(['created', 'invalid', 'created']);
    expect(results[1]).toEqual({ status: 'invalid', error: expect.stringMatching(named) });
    expect(results[1]?.error?.length).toBeLessThan(700);
  });

  it('EVENT-03 leaves the rest whole under an idempotency key too, which then replays', async () => {
    const events = [...faulty.map(([, entry]) => entry), event];
    const options = { actor: opened.actor, idempotencyKey: 'all of them' };
    const first = await opened.service.invoke('record_events', { events }, options);
    expect(first.output.results.at(-1)?.status).toBe('created');
    const again = await opened.service.invoke('record_events', { events }, options);
    expect(again.output).toEqual(first.output);
  });

  it.each(faulty.filter(([, entry]) => typeof entry === 'object' && entry !== null))(
    'on its own is refused: %s',
    async (_what, entry) => {
      const refusal = await calls.refused('record_event', entry as object);
      expect(refusal.code).toBe('validation_failed');
    },
  );

  it('details of as many levels as there may be are kept, alone and in a batch', async () => {
    const details = deep(limits.jsonDepth);
    const entry = { email: 'levels@example.com', name: 'levels', details };
    await calls.call('record_event', entry);
    await calls.call('record_events', { events: [entry] });
    const { events } = await calls.call('list_events', { person: 'levels@example.com' });
    expect(events.map((row) => row.details)).toEqual([details, details]);
  });
});
