import { Refusal } from '@postroad/core/platform/refusal';
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

const upsert = (email: string, values: object = {}) =>
  calls.call('upsert_person', { email, ...values });
const read = async (person: string) => (await calls.call('get_person', { person })).person;
const own = async (person: string) =>
  (await calls.call('list_events', { person })).events
    .filter((event) => event.source === 'service')
    .map(({ name, details }) => ({ name, details }))
    .toReversed();
const settle = () => calls.call('move_clock', { advance: { amount: 0, unit: 'seconds' } });

async function liveFlow(key: string, trigger: object, nodes: object[]): Promise<void> {
  await calls.call('create_flow', { key, run_policy: 'repeat', definition: { trigger, nodes } });
  await calls.call('activate_flow', { flow_key: key });
}

describe('upsert', () => {
  it('EVENT-04 creates by lower-case address with 201, then changes with 200', async () => {
    const send = (values: object) =>
      opened.service.invoke('upsert_person', values, { actor: opened.actor });
    const first = await send({ email: ' Ada@Example.com ', first_name: 'Ada', tags: ['One'] });
    expect(first.status).toBe(201);
    expect(first.output).toMatchObject({
      created: true,
      person: { email: 'ada@example.com', first_name: 'Ada', tags: ['One'] },
    });
    const again = await send({ email: 'ada@example.com', last_name: 'L', tags: ['one', 'two'] });
    expect(again.status).toBe(200);
    expect(again.output).toMatchObject({
      created: false,
      person: { first_name: 'Ada', last_name: 'L', tags: ['One', 'two'] },
    });
  });

  it.each([
    [{ email: 'no address' }, 'email'],
    [{ email: 'b@ex.com, evil@x.com' }, 'email'],
    [{ fields: { 'a b': 1 } }, 'fields.a b'],
    [{ fields: { list: [1] } }, 'fields.list'],
    [{ tags: ['ok', ' '] }, 'tags[1]'],
    [{ tags: ['bad\u202etag'] }, 'tags[0]'],
    [{ timezone: 'Mars/Olympus' }, 'timezone'],
    [{ external_id: 'a\nb' }, 'external_id'],
    [{ reason: 'other' }, 'reason'],
    [{ hard_bounced: true }, 'hard_bounced'],
    [{ frist_name: 'Ada' }, 'frist_name'],
    [{ complained_at: null }, 'complained_at'],
  ])('refuses %j and names it', async (values, path) => {
    const refusal = await calls.refused('upsert_person', { email: 'bad@example.com', ...values });
    expect(refusal.code).toBe('validation_failed');
    expect(pathsOf(refusal)).toEqual([path]);
    expect((await calls.refused('get_person', { person: 'bad@example.com' })).code).toBe(
      'not_found',
    );
  });

  it('WAIT-03 takes a blank time zone as none, as blank names', async () => {
    const blank = { email: 'blank-zone@example.com', first_name: ' ', timezone: ' ' };
    const { person } = await calls.call('upsert_person', blank);
    expect(person).toMatchObject({ first_name: null, timezone: null });
  });

  it('names the key that a misspelt one most likely meant', async () => {
    const refusal = await calls.refused('upsert_person', { email: 'a@b.co', frist_name: 'A' });
    expect(refusal.detail).toContain('Did you mean first_name?');
  });

  it('takes controls and what has no width out of names', async () => {
    const { person } = await upsert('clean@example.com', {
      first_name: ' A\u202ed\u0007a\n\u200bB ',
      last_name: '\u200b ',
    });
    expect(person).toMatchObject({ first_name: 'Ada B', last_name: null });
  });

  it('EVENT-10 checks values against the types of their fields', async () => {
    await calls.call('create_field', { key: 'born', type: 'date' });
    await upsert('typed@example.com', { fields: { born: '1815-12-10', seats: 3 } });
    const refusal = await calls.refused('upsert_person', {
      email: 'typed@example.com',
      fields: { born: '10.12.1815' },
    });
    expect(pathsOf(refusal)).toEqual(['fields.born']);
    const other = await calls.refused('upsert_person', {
      email: 'typed@example.com',
      fields: { seats: 'three' },
    });
    expect(pathsOf(other)).toEqual(['fields.seats']);
  });
});

describe('change', () => {
  it('LANG-01, EVENT-10 warns of a language under a key where emails do not look for it', async () => {
    const { warnings } = await upsert('lang@example.com', { fields: { Language: 'de' } });
    expect(warnings).toMatchObject([
      {
        path: 'fields.Language',
        code: 'field_misplaced',
        fix: 'Write language in place of Language.',
      },
    ]);
    const event = { email: 'lang@example.com', name: 'x', person: { fields: { LANGUAGE: 'de' } } };
    expect((await calls.call('record_event', event)).warnings).toMatchObject([
      { path: 'person.fields.LANGUAGE', code: 'field_misplaced' },
    ]);
    const cleared = { fields: { Language: null, language: 'de' } };
    expect(await upsert('lang@example.com', cleared)).not.toHaveProperty('warnings');
  });

  it('EVENT-10 warns of a custom field that is named like a member of the person', async () => {
    const fields = { timezone: 'Europe/Lisbon', firstName: 'Ada', language: 'pt' };
    const made = await upsert('zone@example.com', { fields });
    expect(made.person).toMatchObject({ fields, timezone: null, first_name: null });
    expect(made.warnings).toMatchObject([
      { path: 'fields.timezone', code: 'field_misplaced', fix: expect.stringContaining('beside') },
      { path: 'fields.firstName', message: expect.stringContaining('first_name') },
    ]);
    const { warnings } = await calls.call('update_person', {
      person: 'zone@example.com',
      fields: { tags: 'vip', timezone: null },
    });
    expect(warnings?.map(({ path }) => path)).toEqual(['fields.tags']);
    const { results } = await calls.call('upsert_people', {
      people: [{ email: 'zone@example.com', fields }, { email: 'none@example.com' }],
    });
    expect(results.map((one) => one.warnings?.length)).toEqual([2, undefined]);
  });

  it('changes what is sent, leaves the rest, and clears with null', async () => {
    const email = 'change@example.com';
    await upsert(email, {
      ...{ first_name: 'A', last_name: 'B', external_id: 'x1', timezone: 'Europe/Lisbon' },
      fields: { plan: 'free', seats: 3 },
    });
    await calls.call('update_person', {
      person: email,
      last_name: null,
      timezone: null,
      fields: { seats: null },
    });
    expect(await read(email)).toMatchObject({
      ...{ first_name: 'A', last_name: null, external_id: 'x1', timezone: null },
      fields: { plan: 'free' },
    });
  });

  it('moves to another address, unless somebody has it', async () => {
    const { person } = await upsert('old@example.com');
    await upsert('taken@example.com');
    await calls.call('update_person', { person: String(person.id), email: 'New@Example.com' });
    expect((await read('new@example.com')).id).toBe(person.id);
    const refusal = await calls.refused('update_person', {
      person: 'new@example.com',
      email: 'taken@example.com',
    });
    expect([refusal.code, ...pathsOf(refusal)]).toEqual(['conflict', 'email']);
  });

  it.each([
    ['email', 'wanted@example.com'],
    ['external_id', 'wanted'],
  ] as const)('SEC-34 gives %s to one of several who want it at once', async (path, wanted) => {
    const people = Array.from({ length: 8 }, (_, n) => `${path}-${n}@example.com`);
    for (const email of people) await calls.call('upsert_person', { email });
    const answers = await Promise.allSettled(
      people.map((person) => calls.call('update_person', { person, [path]: wanted })),
    );
    const refused = answers.flatMap((answer) =>
      answer.status === 'rejected' ? [answer.reason] : [],
    );
    expect(refused).toHaveLength(people.length - 1);
    for (const refusal of refused) {
      expect(refusal).toBeInstanceOf(Refusal);
      expect([refusal.code, ...pathsOf(refusal)]).toEqual(['conflict', path]);
    }
  });

  it('keeps external ids to one person', async () => {
    await upsert('e1@example.com', { external_id: 'crm-1' });
    const refusal = await calls.refused('upsert_person', {
      email: 'e2@example.com',
      external_id: 'crm-1',
    });
    expect([refusal.code, ...pathsOf(refusal)]).toEqual(['conflict', 'external_id']);
    const { people } = await calls.call('list_people', { external_id: 'crm-1' });
    expect(people.map((found) => found.email)).toEqual(['e1@example.com']);
  });
});

describe("the service's own events", () => {
  it('EVENT-15 tags that really change, under the name they were first written with', async () => {
    const email = 'tags@example.com';
    await upsert(email, { tags: ['Gold', 'gold ', 'New'] });
    await calls.call('tag_person', { person: email, tag: ' GOLD' });
    await calls.call('untag_person', { person: email, tag: 'gold' });
    await calls.call('untag_person', { person: email, tag: 'gold' });
    await calls.call('untag_person', { person: email, tag: 'never seen' });
    expect(await own(email)).toEqual([
      { name: 'tag_added', details: { tag: 'Gold' } },
      { name: 'tag_added', details: { tag: 'New' } },
      { name: 'tag_removed', details: { tag: 'Gold' } },
    ]);
    expect((await read(email)).tags).toEqual(['New']);
  });

  it('EVENT-16 custom fields that really change, with key, old and new value', async () => {
    const email = 'fields@example.com';
    await upsert(email, { fields: { tier: 'a', score: 1 } });
    await upsert(email, { fields: { tier: 'a', score: 2, absent: null }, first_name: 'X' });
    await upsert(email, { fields: { tier: null } });
    expect(await own(email)).toEqual([
      { name: 'field_changed', details: { key: 'tier', old: null, new: 'a' } },
      { name: 'field_changed', details: { key: 'score', old: null, new: 1 } },
      { name: 'field_changed', details: { key: 'score', old: 1, new: 2 } },
      { name: 'field_changed', details: { key: 'tier', old: 'a', new: null } },
    ]);
  });

  it('EVENT-17 unsubscribes and resubscribes, with the reason and how', async () => {
    const email = 'unsub@example.com';
    await upsert(email, { unsubscribed: true, reason: 'too_frequent' });
    const once = await read(email);
    expect(once).toMatchObject({ unsubscribed: true, reason: 'too_frequent' });
    await upsert(email, { unsubscribed: true, reason: 'other' });
    expect(await read(email)).toMatchObject({
      unsubscribed_at: once.unsubscribed_at,
      reason: 'other',
    });
    await upsert(email, { unsubscribed: false, reason: 'asked for it' });
    expect(await read(email)).toMatchObject({ unsubscribed: false, reason: null });
    expect(await own(email)).toEqual([
      { name: 'unsubscribed', details: { reason: 'too_frequent', how: 'operator' } },
      { name: 'resubscribed', details: { reason: 'asked for it', how: 'operator' } },
    ]);
  });

  it('EVENT-19 start flows, in the transaction that makes the change', async () => {
    await liveFlow(
      'on-tag',
      { event: 'tag_added', match: { detail: 'tag', op: 'equals', value: 'start' } },
      [{ type: 'add_tag', tag: 'started' }],
    );
    await liveFlow(
      'on-started',
      { event: 'tag_added', match: { detail: 'tag', op: 'equals', value: 'started' } },
      [{ type: 'add_tag', tag: 'chained' }],
    );
    const email = 'chain@example.com';
    await upsert(email, { tags: ['start'] });
    await settle();
    expect((await read(email)).tags).toEqual(['start', 'started', 'chained']);
    expect((await own(email)).map(({ details }) => details.tag)).toEqual([
      'start',
      'started',
      'chained',
    ]);
  });

  it('EVENT-15, EVENT-16 come of events that bring changes, and are as historical as those', async () => {
    const email = 'backfill@example.com';
    const occurred_at = '2020-01-01T00:00:00.000Z';
    const person = { tags: ['start'], fields: { level: 1 } };
    await calls.call('record_event', { email, name: 'migrated', occurred_at, person });
    await settle();
    const { events } = await calls.call('list_events', { person: email });
    expect(events.map(({ name, historical }) => [name, historical])).toEqual([
      ['tag_added', true],
      ['field_changed', true],
      ['migrated', true],
    ]);
    expect(new Set(events.map((event) => event.occurred_at))).toEqual(new Set([occurred_at]));
    expect((await read(email)).tags).toEqual(['start']);
  });

  it('EVENT-16 within one batch follow each other', async () => {
    const email = 'batch@example.com';
    const event = (step: number) => ({ email, name: 'moved', person: { fields: { step } } });
    await calls.call('record_events', { events: [event(1), event(2), event(2)] });
    expect((await own(email)).map(({ details }) => [details.old, details.new])).toEqual([
      [null, 1],
      [1, 2],
    ]);
  });

  it('EVENT-12 are in the registry, from the source service', async () => {
    await settle();
    const { event_types } = await calls.call('list_event_types', { q: 'resubscribed' });
    expect(event_types).toMatchObject([
      { name: 'resubscribed', sources: ['service'], shape: { reason: 'string', how: 'string' } },
    ]);
  });
});

describe('notes', () => {
  it('EVENT-23 are in the timeline and start nothing', async () => {
    await liveFlow('on-note', { event: 'noted' }, [{ type: 'add_tag', tag: 'wrong' }]);
    await upsert('noted@example.com');
    const { note } = await calls.call('add_note', {
      person: 'noted@example.com',
      body: ' <b>Called</b>\nagain ',
    });
    expect(note).toMatchObject({ body: '<b>Called</b>\nagain', author: 'test' });
    const { timeline } = await calls.call('get_timeline', { person: 'noted@example.com' });
    expect(timeline).toMatchObject([{ kind: 'note', id: note.id, body: note.body }]);
    expect(await own('noted@example.com')).toEqual([]);
  });

  it('of nothing are refused', async () => {
    const refusal = await calls.refused('add_note', { person: 'noted@example.com', body: '  ' });
    expect(pathsOf(refusal)).toEqual(['body']);
  });
});

describe('search', () => {
  beforeAll(async () => {
    for (let index = 0; index < 12; index += 1) {
      await upsert(`zoe${index}@search.test`, {
        first_name: index % 2 === 0 ? 'Zélie' : null,
        last_name: index === 3 ? 'Zébulon%' : null,
        tags: index % 3 === 0 ? ['zoo'] : [],
      });
    }
  });

  it.each([
    [{ q: 'ZOE1' }, [11, 10, 1]],
    [{ q: 'zéb' }, [3]],
    [{ q: 'z', tag: 'Zoo' }, [9, 6, 3, 0]],
    [{ tag: 'zoo' }, [9, 6, 3, 0]],
    [{ q: '%' }, [3]],
    [{ q: 'zéliex' }, []],
    [{ q: 'zoe1', tag: 'nothing' }, []],
  ])('%j finds parts of addresses and names, newest first', async (query, expected) => {
    const found: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await calls.call('list_people', {
        ...query,
        limit: 2,
        ...(cursor ? { cursor } : {}),
      });
      expect(page.people.length).toBeLessThanOrEqual(2);
      found.push(...page.people.map(({ email }) => Number(/\d+/.exec(email)?.[0])));
      cursor = page.next_cursor ?? undefined;
    } while (cursor);
    expect(found).toEqual(expected);
  });
});

describe('erasure', () => {
  const tables = () => opened.database.pool<{ table_name: string }[]>`
    select table_name from information_schema.columns
    where table_schema = 'public' and column_name = 'person_id' order by 1`;

  it('removes everything personal and leaves the count of what was sent', async () => {
    const email = 'erase@example.com';
    const { email: mail } = await calls.call('create_email', { subject: 'S', body_markdown: 'B' });
    await liveFlow('erasing', { event: 'erasing' }, [
      { type: 'send_email', email_id: mail.id },
      { type: 'delay', duration: { amount: 1, unit: 'days' } },
    ]);
    const idempotency_key = 'erase-1';
    const { person_id } = await calls.call('record_event', {
      ...{ email, name: 'erasing', idempotency_key, person: { fields: { secret: 'tell' } } },
    });
    await settle();
    await calls.call('add_note', { person: email, body: 'private' });
    expect(await calls.call('delete_person', { person: email })).toEqual({ deleted: true });

    expect((await calls.refused('get_person', { person: email })).code).toBe('not_found');
    // The list of erasures has the id, so that a backup does not bring the person back (BACK-06).
    const others = (await tables()).filter(({ table_name }) => table_name !== 'erasures');
    for (const { table_name } of others) {
      const rows = await opened.database.pool`
        select from ${opened.database.pool(table_name)} where person_id = ${person_id ?? 0}`;
      expect(rows.length, table_name).toBe(0);
    }
    const { queue } = await calls.call('list_queue', { status: 'sent' });
    expect(queue).toMatchObject([{ person: null, email: { id: mail.id }, last_error: null }]);
    const again = await calls.call('record_event', { email, name: 'erasing', idempotency_key });
    expect(again).toMatchObject({ status: 'duplicate', person_id: null });
    await settle();
  });

  it('leaves no table that knows people without saying what becomes of them', async () => {
    const kept = await opened.database.pool<{ name: string; rule: string | null }[]>`
      select c.relname as name, k.confdeltype as rule from pg_attribute a
      join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p') and not c.relispartition
      left join pg_constraint k
        on k.conrelid = c.oid and k.contype = 'f' and k.conkey = array[a.attnum]
      where a.attname = 'person_id' and c.relnamespace = 'public'::regnamespace`;
    const cascades = 'c';
    const others = kept.filter(({ rule }) => rule !== cascades).map(({ name }) => name);
    // Erasing takes care of these itself; consents keeps what was said without who, unsubscribes
    // keeps its count without the person, and erasures has the id alone. A trigger deletes events.
    expect(others.toSorted()).toEqual([
      ...[
        'consents',
        'erasures',
        'events',
        'past_sends',
        'segment_checks',
        'send_log',
        'sequence_turns',
        'unsubscribes',
      ],
      'webhook_deliveries',
    ]);
  });

  it('EVENT-17 keeps the address suppressed, whatever brings it back, until it resubscribes', async () => {
    const back = { unsubscribed: true, reason: 'erased' };
    const email = 'again@example.com';
    const erase = () => calls.call('delete_person', { person: email });
    await upsert(email);
    await erase();
    expect((await upsert(email)).person).toMatchObject(back);
    await erase();
    await calls.call('record_event', { email: ' AGAIN@example.com', name: 'back' });
    expect(await read(email)).toMatchObject(back);
    await upsert('mover@example.com');
    await erase();
    await calls.call('update_person', { person: 'mover@example.com', email });
    expect(await read(email)).toMatchObject(back);

    await upsert(email, { unsubscribed: false });
    await calls.call('update_person', { person: email, email: 'gone@example.com' });
    expect((await upsert(email)).person).toMatchObject({ unsubscribed: false, reason: null });
  });

  it('keeps no address in what is left', async () => {
    await upsert('traceless@example.com', { first_name: 'Traceless' });
    await calls.call('delete_person', { person: 'traceless@example.com' });
    const rows = await opened.database.pool<{ hash: string }[]>`
      select encode(hash, 'escape') as hash from suppressions`;
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain('traceless');
  });

  it('while events arrive, loses none and fails none', async () => {
    const email = 'race@example.com';
    await upsert(email);
    const work = Array.from({ length: 30 }, (_, index) =>
      index % 3 === 0
        ? calls.call('delete_person', { person: email }).catch((error: unknown) => error)
        : calls.call('record_event', { email, name: 'raced', person: { tags: [`t${index}`] } }),
    );
    const answers = await Promise.all(work);
    for (const answer of answers) {
      if (answer instanceof Refusal) expect(answer.code).toBe('not_found');
      else expect(answer).not.toBeInstanceOf(Error);
    }
  });
});

it('COND-06 a bounce is one of an address, so a corrected one has none', async () => {
  await upsert('tpyo@example.com');
  await upsert('same@example.com');
  await opened.database.pool`
    update people set hard_bounced_at = now() where email = any(${['tpyo@example.com', 'same@example.com']})`;
  const fixed = { person: 'tpyo@example.com', email: 'typo@example.com' };
  const { person } = await calls.call('update_person', fixed);
  expect(person.hard_bounced_at).toBeNull();
  expect(await own('typo@example.com')).toEqual([
    { name: 'resubscribed', details: expect.objectContaining({ reason: 'hard_bounced_cleared' }) },
  ]);
  const same = { person: 'same@example.com', email: 'Same@Example.com', first_name: 'Sam' };
  expect((await calls.call('update_person', same)).person.hard_bounced_at).not.toBeNull();
});
