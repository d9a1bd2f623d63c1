import { limits } from '@postroad/core/platform/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling, pathsOf } from '../app/calling.ts';

let opened: TestService;
let calls: Calling;

beforeAll(async () => {
  opened = await openTestService();
  calls = calling(opened);
});

afterAll(async () => {
  await opened.close();
});

const person = async (email: string) => (await calls.call('get_person', { person: email })).person;
const types = async (name: string) =>
  (await calls.call('list_event_types', {})).event_types.find((type) => type.name === name);
const settle = () => calls.call('move_clock', { advance: { amount: 0, unit: 'seconds' } });

async function liveFlow(key: string, trigger: object, nodes: object[]): Promise<void> {
  await calls.call('create_flow', { key, run_policy: 'repeat', definition: { trigger, nodes } });
  await calls.call('activate_flow', { flow_key: key });
}

describe('one event', () => {
  it('EVENT-01, EVENT-04 is recorded, and makes its person with a lower-case address', async () => {
    const { status, output } = await opened.service.invoke(
      'record_event',
      { email: '  New.One@Example.COM ', name: 'signed_up' },
      { actor: opened.actor },
    );
    expect(status).toBe(201);
    const made = await person('new.one@example.com');
    expect(output).toEqual({ status: 'created', person_id: made.id, event_id: expect.any(Number) });
    expect(made.email).toBe('new.one@example.com');
  });

  it('EVENT-05, EVENT-19 a trigger matches its name exactly', async () => {
    await liveFlow('exactly', { event: 'Order placed' }, [{ type: 'add_tag', tag: 'matched' }]);
    for (const [email, name] of [
      ['exact@example.com', 'Order placed'],
      ['case@example.com', 'order placed'],
      ['longer@example.com', 'Order placed twice'],
    ] as const) {
      await calls.call('record_event', { email, name });
    }
    await settle();
    expect((await person('exact@example.com')).tags).toEqual(['matched']);
    expect((await person('case@example.com')).tags).toEqual([]);
    expect((await person('longer@example.com')).tags).toEqual([]);
  });

  it('EVENT-06, EVENT-23 internal_note is reserved, in any spelling of its white space', async () => {
    for (const name of ['internal_note', ' internal_note ']) {
      const refusal = await calls.refused('record_event', { email: 'a@example.com', name });
      expect(refusal.code).toBe('validation_failed');
      expect(refusal.detail).toContain('internal_note');
    }
  });

  it('EVENT-07, EVENT-08 keeps any JSON object, and happened now unless it says otherwise', async () => {
    const details = { a: [1, 'two', null, { b: false }], ключ: '✓', big: 1e300, neg: -0.5, t: '' };
    const { now } = await calls.call('get_clock', {});
    const occurred_at = new Date(Date.parse(now) - 3_600_000).toISOString();
    await calls.call('record_event', { email: 'json@example.com', name: 'now', details });
    await calls.call('record_event', { email: 'json@example.com', name: 'then', occurred_at });
    const { events } = await calls.call('list_events', { person: 'json@example.com' });
    expect(events[0]).toMatchObject({ name: 'now', details, occurred_at: now, recorded_at: now });
    expect(events[1]).toMatchObject({ name: 'then', details: {}, occurred_at, recorded_at: now });
  });

  it('EVENT-09 a repeat of an idempotency key is a duplicate that answers 200 and does nothing', async () => {
    const event = { email: 'once@example.com', name: 'once', idempotency_key: 'e1' };
    const first = await calls.call('record_event', event);
    const again = await opened.service.invoke(
      'record_event',
      { ...event, email: 'someone@example.com', person: { first_name: 'No' } },
      { actor: opened.actor },
    );
    expect(again.status).toBe(200);
    expect(again.output).toMatchObject({ ...first, status: 'duplicate' });
    expect((await calls.refused('get_person', { person: 'someone@example.com' })).code).toBe(
      'not_found',
    );
    expect((await types('once'))?.count).toBe(1);
  });

  it('EVENT-09 a blank idempotency key is refused without being called required', async () => {
    const blank = { email: 'blank@example.com', name: 'blank', idempotency_key: ' ' };
    const refusal = await calls.refused('record_event', blank);
    expect(refusal.members.errors).toMatchObject([
      { path: 'idempotency_key', message: 'idempotency_key must not be blank.' },
    ]);
  });

  it('SPEC-12 a key that was used for another address or name is answered with a warning', async () => {
    const event = { email: 'key@example.com', name: 'keyed', idempotency_key: 'shared' };
    const { event_id, person_id } = await calls.call('record_event', event);
    const first = { status: 'duplicate', event_id, person_id };
    expect(await calls.call('record_event', event)).toEqual(first);
    const other = { ...event, email: 'else@example.com' };
    expect(await calls.call('record_event', other)).toMatchObject({
      ...first,
      warnings: [{ path: 'idempotency_key', message: expect.stringContaining('address differs') }],
    });
    const { results } = await calls.call('record_events', {
      events: [{ ...event, name: 'other' }, { ...other, name: 'other' }, event],
    });
    expect(results).toMatchObject([first, first, first]);
    expect(results[0]?.warnings?.[0]).toMatchObject({
      path: 'events[0].idempotency_key',
      message: expect.stringContaining('name differs'),
    });
    expect(results[1]?.warnings?.[0]?.message).toContain('address and name differ');
    expect(results[2]?.warnings).toBeUndefined();
  });

  it('EVENT-09 a hundred requests at once with one key make one event and one run', async () => {
    await liveFlow('hundred', { event: 'hundredfold' }, [
      { type: 'delay', duration: { amount: 1, unit: 'days' } },
    ]);
    const event = { email: 'hundred@example.com', name: 'hundredfold', idempotency_key: 'e2' };
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => calls.call('record_event', event)),
    );
    const created = answers.filter((answer) => answer.status === 'created');
    expect(created).toHaveLength(1);
    for (const answer of answers) {
      expect(answer).toMatchObject({
        event_id: created[0]?.event_id,
        person_id: created[0]?.person_id,
      });
    }
    const [{ count }] = await opened.database.pool<[{ count: number }]>`
      select count(*) as count from runs r join flows f on f.id = r.flow_id where f.key = 'hundred'`;
    expect(count).toBe(1);
  });

  it('EVENT-10 changes what it brings of the person and leaves the rest', async () => {
    const email = 'upsert@example.com';
    await calls.call('record_event', {
      email,
      name: 'changed',
      person: {
        first_name: 'Ada',
        last_name: 'Lovelace',
        fields: { plan: 'free', seats: 3, vip: true },
        tags: ['One', 'two'],
      },
    });
    await calls.call('record_event', {
      email,
      name: 'changed',
      person: { last_name: null, fields: { plan: 'pro', seats: null }, tags: [' ONE ', 'three'] },
    });
    expect(await person(email)).toMatchObject({
      first_name: 'Ada',
      last_name: null,
      fields: { plan: 'pro', vip: true },
      tags: ['One', 'two', 'three'],
    });
  });

  it('EVENT-10 warns of a field that is named like a member of its person', async () => {
    const person = { fields: { timezone: 'Europe/Lisbon', last_name: 'Lovelace', plan: 'gold' } };
    const { results = [] } = await calls.call('record_events', {
      events: [{ email: 'zone@example.com', name: 'zoned', person }],
    });
    expect(results[0]?.warnings).toMatchObject([
      { path: 'events[0].person.fields.timezone', fix: expect.stringContaining('upsert') },
      { path: 'events[0].person.fields.last_name', fix: expect.stringContaining('beside') },
    ]);
  });

  it('EVENT-10 a field keeps the type it first came in', async () => {
    const event = { email: 'typed@example.com', name: 'typed' };
    await calls.call('record_event', { ...event, person: { fields: { score: 1 } } });
    const refusal = await calls.refused('record_event', {
      ...event,
      person: { fields: { score: 'high' } },
    });
    expect(pathsOf(refusal)).toEqual(['person.fields.score']);
    expect((await person(event.email)).fields).toEqual({ score: 1 });
  });

  it('EVENT-03 names a field of an event whole, also one with a hyphen in its key', async () => {
    const event = { email: 'hyphens@example.com', name: 'typed' };
    const refusal = await calls.refused('record_event', {
      ...event,
      person: { fields: { 'plan-tier': { level: 1 } } },
    });
    expect(pathsOf(refusal)).toEqual(['person.fields.plan-tier']);
  });

  it('EVENT-11 attribution is kept from the first event that brings one', async () => {
    const email = 'touch@example.com';
    const first = { landing_page: '/a', utm_source: 'news', device: 'phone', country: 'PT' };
    await calls.call('record_event', { email, name: 'seen' });
    expect((await person(email)).attribution).toBeNull();
    await calls.call('record_event', { email, name: 'seen', attribution: {} });
    await calls.call('record_event', { email, name: 'seen', attribution: { country: null } });
    expect((await person(email)).attribution).toBeNull();
    await calls.call('record_event', { email, name: 'seen', attribution: first });
    await calls.call('record_event', { email, name: 'seen', attribution: { landing_page: '/b' } });
    expect((await person(email)).attribution).toEqual(first);
  });

  it.each([
    [
      'a day late',
      (now: number) => ({ occurred_at: new Date(now - 24 * 3_600_000 - 1).toISOString() }),
      true,
    ],
    ['said to be', () => ({ historical: true }), true],
    [
      'a day late to the millisecond',
      (now: number) => ({ occurred_at: new Date(now - 24 * 3_600_000).toISOString() }),
      false,
    ],
    [
      'of the future',
      (now: number) => ({ occurred_at: new Date(now + 3_600_000).toISOString() }),
      false,
    ],
  ] as const)(
    'TRIG-05, TRIG-06 one %s starts flows as its trigger says',
    async (_what, times, historical) => {
      const name = `backfilled ${_what}`;
      const email = `${_what.replaceAll(' ', '-')}@example.com`;
      const slug = _what.replaceAll(' ', '-');
      await liveFlow(`${slug}-fresh`, { event: name }, [{ type: 'add_tag', tag: 'fresh' }]);
      await liveFlow(`${slug}-all`, { event: name, ignore_historical: false }, [
        { type: 'add_tag', tag: 'all' },
      ]);
      const { now } = await calls.call('get_clock', {});
      await calls.call('record_event', { email, name, ...times(Date.parse(now)) });
      await settle();
      expect((await person(email)).tags.toSorted()).toEqual(
        historical ? ['all'] : ['all', 'fresh'],
      );
      const { events } = await calls.call('list_events', { person: email, name });
      expect(events[0]?.historical).toBe(historical);
    },
  );
});

describe('a batch', () => {
  it('TRIG-05 keeps the time of each event, and which of them are historical', async () => {
    const late = '2020-02-29T12:34:56.789Z';
    const { now } = await calls.call('get_clock', {});
    await calls.call('record_events', {
      events: [
        { email: 'times@example.com', name: 'mixed 1' },
        { email: 'times@example.com', name: 'mixed 2', occurred_at: late },
        { email: 'times@example.com', name: 'mixed 3', historical: true },
      ],
    });
    const { events } = await calls.call('list_events', { person: 'times@example.com' });
    const kept = events
      .map(({ name, occurred_at, historical }) => [name, occurred_at, historical])
      .toSorted();
    expect(kept).toEqual([
      ['mixed 1', now, false],
      ['mixed 2', late, true],
      ['mixed 3', now, true],
    ]);
  });

  it('EVENT-02, EVENT-03, FIX-04 answers each entry in its place; an invalid one leaves the others whole', async () => {
    const { results } = await calls.call('record_events', {
      events: [
        { email: 'b1@example.com', name: 'batched', idempotency_key: 'b1' },
        { email: 'not an address', name: 'batched' },
        { email: 'b2@example.com' },
        { email: 'b3@example.com', name: 'batched', idempotency_key: 'b1' },
        { email: 'b4@example.com', name: 'batched', nmae: 'x' },
        { email: 'b5@example.com', name: 'internal_note' },
        { email: 'b6@example.com', name: 'batched', occurred_at: 'yesterday' },
        { email: 'b7@example.com', name: 'batched', details: [] },
        { email: 'b8@example.com', name: 'batched', person: { fields: { 'bad key': 1 } } },
        { email: 'B1@example.com', name: 'batched' },
      ],
    });
    expect(results.map(({ status }) => status)).toEqual([
      'created',
      'invalid',
      'invalid',
      'duplicate',
      'invalid',
      'invalid',
      'invalid',
      'invalid',
      'invalid',
      'created',
    ]);
    expect(results[3]).toMatchObject({
      event_id: results[0]?.event_id,
      person_id: results[0]?.person_id,
    });
    expect(results[9]?.person_id).toBe(results[0]?.person_id);
    const named = [
      'email',
      'name',
      'nmae',
      'internal_note',
      'occurred_at',
      'details',
      'person.fields.bad key',
    ];
    const invalid = results.filter(({ status }) => status === 'invalid');
    for (const [index, result] of invalid.entries()) {
      expect(Object.keys(result).sort()).toEqual(['error', 'status']);
      expect(result.error).toContain(named[index]);
    }
    // Where in the batch, and where in the entry.
    expect(results[1]?.error).toMatch(/^events\[1\]\.email /);
    expect(results[8]?.error).toMatch(/^events\[8\]\.person\.fields\.bad key/);
    for (const email of ['b2', 'b3', 'b4', 'b5', 'b6', 'b7', 'b8']) {
      const refusal = await calls.refused('get_person', { person: `${email}@example.com` });
      expect(refusal.code).toBe('not_found');
    }
  });

  it('LIM-01, EVENT-01 takes a hundred entries, not a hundred and one, not none', async () => {
    const events = Array.from({ length: limits.eventsPerBatch }, (_, index) => ({
      email: `lim${index}@example.com`,
      name: 'limited',
    }));
    const { results } = await calls.call('record_events', { events });
    expect(results.map(({ status }) => status)).toEqual(events.map(() => 'created'));
    const more = [...events, { email: 'more@example.com', name: 'limited' }];
    expect(pathsOf(await calls.refused('record_events', { events: more }))).toEqual(['events']);
    expect(pathsOf(await calls.refused('record_events', { events: [] }))).toEqual(['events']);
    expect((await types('limited'))?.count).toBe(limits.eventsPerBatch);
  });

  it('later entries for one person win, and tags come together', async () => {
    const email = 'merged@example.com';
    const events = ['a', 'b', 'c'].map((tag) => ({
      email,
      name: 'merged',
      person: { first_name: tag, tags: [tag], fields: { last: tag, [tag]: tag } },
    }));
    await calls.call('record_events', { events });
    expect(await person(email)).toMatchObject({
      first_name: 'c',
      tags: ['a', 'b', 'c'],
      fields: { last: 'c', a: 'a', b: 'b', c: 'c' },
    });
  });
});

describe('hostile details', () => {
  const deep = (levels: number): Record<string, unknown> =>
    levels === 1 ? {} : { a: deep(levels - 1) };

  it.each<[string, object]>([
    ['over 64 KB', { text: 'x'.repeat(limits.eventDetailsBytes) }],
    ['over 64 KB in UTF-8', { text: '漢'.repeat(limits.eventDetailsBytes / 3) }],
    ['of 33 levels', deep(limits.jsonDepth + 1)],
    ['with NUL', { note: 'a\u0000b' }],
    ['with NUL in a key', { 'a\u0000b': 1 }],
    ['with a lone surrogate', { note: 'a\ud83d' }],
    ['with the other half alone', { note: '\ude00a' }],
  ])('%s are refused and write nothing', async (_what, details) => {
    const event = { email: 'hostile@example.com', name: 'hostile', details };
    for (const [name, input] of [
      ['record_event', event],
      ['record_events', { events: [event] }],
    ] as const) {
      const said = await opened.service.invoke(name, input, { actor: opened.actor }).then(
        ({ output }) => output,
        (error: unknown) => error,
      );
      expect(JSON.stringify(said)).toMatch(/details/);
    }
    expect((await calls.refused('get_person', { person: event.email })).code).toBe('not_found');
  });

  it('up to the limits are kept as they are', async () => {
    const details = {
      text: 'x'.repeat(limits.eventDetailsBytes - 50),
      __proto__x: 1,
      constructor: 'c',
    };
    const nested = deep(limits.jsonDepth - 1);
    await calls.call('record_event', { email: 'edge@example.com', name: 'edge', details });
    await calls.call('record_event', { email: 'edge@example.com', name: 'edge', details: nested });
    const { events } = await calls.call('list_events', { person: 'edge@example.com' });
    expect(events.map((event) => event.details)).toEqual([nested, details]);
  });
});

describe('the registry', () => {
  it('EVENT-12, EVENT-13 counts each name from its first arrival, with sources and merged shape', async () => {
    const email = 'registry@example.com';
    expect(await types('registered')).toBeUndefined();
    const { now: first } = await calls.call('get_clock', {});
    await calls.call('record_event', {
      email,
      name: 'registered',
      details: { plan: 'pro', items: [{ qty: 1 }] },
    });
    await calls.call('move_clock', { advance: { amount: 1, unit: 'hours' } });
    await calls.call('record_event', {
      email,
      name: 'registered',
      details: { plan: 7, more: null },
    });
    const { now: last } = await calls.call('get_clock', {});
    expect(await types('registered')).toEqual({
      name: 'registered',
      count: 2,
      sources: ['api'],
      first_seen: first,
      last_seen: last,
      shape: { plan: 'number|string', 'items[].qty': 'number', more: 'null' },
    });
  });

  it('finds names by a part of them, taken as it is written', async () => {
    await calls.call('record_event', { email: 'r@example.com', name: '100%_sure' });
    const found = async (q: string) =>
      (await calls.call('list_event_types', { q })).event_types.map((type) => type.name);
    expect(await found('%_S')).toEqual(['100%_sure']);
    expect(await found('___')).toEqual([]);
  });
});

describe('the feed', () => {
  it('EVENT-14 pages through single occurrences, newest first, each once', async () => {
    const events = Array.from({ length: 23 }, (_, index) => ({
      email: index % 2 === 0 ? 'feed@example.com' : 'other@example.com',
      name: index % 3 === 0 ? 'third' : 'feed',
      details: { index },
    }));
    await calls.call('record_events', { events });
    const read = async (filter: object) => {
      const seen: number[] = [];
      let cursor: string | undefined;
      do {
        const page = await calls.call('list_events', {
          ...filter,
          limit: 4,
          ...(cursor ? { cursor } : {}),
        });
        expect(page.events.length).toBeLessThanOrEqual(4);
        seen.push(...page.events.map((event) => Number(event.details.index)));
        cursor = page.next_cursor ?? undefined;
      } while (cursor);
      return seen;
    };
    const wanted = (keep: (event: (typeof events)[number]) => boolean) =>
      events
        .filter(keep)
        .map((event) => event.details.index)
        .toReversed();
    expect(await read({ person: 'feed@example.com' })).toEqual(
      wanted(({ email }) => email.startsWith('feed')),
    );
    expect(await read({ name: 'third' })).toEqual(wanted(({ name }) => name === 'third'));
    const { id } = await person('other@example.com');
    expect(await read({ person: String(id), name: 'feed' })).toEqual(
      wanted(({ email, name }) => email.startsWith('other') && name === 'feed'),
    );
  });

  it('is empty for an unknown name and 404 for an unknown person', async () => {
    expect(await calls.call('list_events', { name: 'never' })).toEqual({
      events: [],
      next_cursor: null,
    });
    expect((await calls.refused('list_events', { person: 'none@example.com' })).code).toBe(
      'not_found',
    );
  });
});

it('events for the same people from many callers at once neither fail nor get lost', async () => {
  const emails = Array.from({ length: 20 }, (_, index) => `crowd${index}@example.com`);
  const batch = (round: number) =>
    emails
      .toSorted(() => (round % 2 === 0 ? 1 : -1))
      .map((email, index) => ({
        email,
        name: `crowd ${(round + index) % 5}`,
        person: { tags: [`t${(round * index) % 7}`], fields: { [`f${round % 3}`]: round } },
      }));
  const rounds = Array.from({ length: 16 }, (_, round) =>
    calls.call('record_events', { events: batch(round) }),
  );
  for (const { results } of await Promise.all(rounds)) {
    expect(results.every(({ status }) => status === 'created')).toBe(true);
  }
  const [{ count }] = await opened.database.pool<[{ count: number }]>`
    select count(*) as count from events e join event_types t on t.id = e.type_id where t.name like 'crowd %'`;
  expect(count).toBe(320);
});
