import { EventTypeIds } from '@postroad/service/events/event-type-ids';
import type { EventReaction, RecordedEvent } from '@postroad/service/events/record-events';
import { recordEvents } from '@postroad/service/events/record-events';
import { Fact } from '@postroad/service/platform/fact';
import { type Tx, transaction } from '@postroad/store/platform/transaction';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type OpenTestDatabase, openTestDatabase } from '../../support/database.ts';

let opened: OpenTestDatabase;
/** What subscribers saw, in order. */
let seen: string[];

beforeEach(async () => {
  opened = await openTestDatabase();
  seen = [];
  await opened.database.pool`
    insert into people (email, subscribed_on, created_at, updated_at)
    select i || '@example.com', current_date, now(), now() from generate_series(1, 3) i`;
});

afterEach(() => opened.drop());

async function written({ sql }: Tx): Promise<number> {
  const [row] = await sql<[{ count: number }]>`select count(*)::int as count from events`;
  return row.count;
}

/** Says when it is called, with how many events, and how many rows there are then. */
function watching(name: string): EventReaction {
  const note = async (when: string, tx: Tx, events: readonly RecordedEvent[]) => {
    seen.push(`${name} ${when} ${events.length} events, ${await written(tx)} rows`);
  };
  return {
    ahead: Promise.resolve(seen.push(`${name} ahead`)),
    before: (tx, events) => note('before', tx, events),
    beside: (tx, events) => note('beside', tx, events),
  };
}

async function happenings() {
  const people = await opened.database.pool<{ id: number }[]>`select id from people order by id`;
  return people.map(({ id }) => ({
    ...{ person_id: id, name: 'seen', details: {}, occurred_at: new Date() },
    ...{ historical: false, source: 'api' },
  }));
}

it('UNIT-04 calls who subscribed once a batch, in order, before and behind the write', async () => {
  const some = await happenings();
  const facts = {
    warningsOf: () => [],
    eventsRecorded: [() => watching('one'), () => watching('two')],
  };
  const deps = { eventTypes: new EventTypeIds(), facts };
  await transaction(opened.database, {}, (tx) => recordEvents(tx, deps, some));
  expect(seen).toEqual([
    ...['one ahead', 'two ahead'],
    ...['one before 3 events, 0 rows', 'two before 3 events, 0 rows'],
    ...['one beside 3 events, 3 rows', 'two beside 3 events, 3 rows'],
  ]);
  seen = [];
  expect(await transaction(opened.database, {}, (tx) => recordEvents(tx, deps, []))).toEqual([]);
  expect(seen).toEqual([]);
});

it('UNIT-04 undoes an event where one who learns of it fails', async () => {
  const failing = async () => {
    throw new Error('on purpose');
  };
  const facts = { warningsOf: () => [], eventsRecorded: [() => ({ beside: failing })] };
  const deps = { eventTypes: new EventTypeIds(), facts };
  const some = await happenings();
  const recording = transaction(opened.database, {}, (tx) => recordEvents(tx, deps, some));
  await expect(recording).rejects.toThrow('on purpose');
  expect(await transaction(opened.database, {}, written)).toBe(0);
});

it('UNIT-04 sends what subscribers to a fact ask in their order, and waits for all of them', async () => {
  const asking = (name: string) => async (tx: Tx, what: number) => {
    seen.push(`${name} ${what}`);
    await tx.sql`select`;
    seen.push(`${name} done`);
  };
  const fact = new Fact([asking('one'), asking('two'), () => seen.push('three')]);
  await transaction(opened.database, {}, (tx) => fact.publish(tx, 7));
  expect(seen).toEqual(['one 7', 'two 7', 'three', 'one done', 'two done']);
});
