import { setTimeout as pause } from 'node:timers/promises';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseKind } from '../../support/database.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling } from '../app/calling.ts';

let opened: TestService;
let calls: Calling;

beforeAll(async () => {
  opened = await openTestService({ poolSize: 8 });
  calls = calling(opened);
  const definition = {
    trigger: { event: 'asked' },
    nodes: [
      { type: 'add_tag', tag: 'asked' },
      { type: 'fire_event', event: 'answered' },
    ],
  };
  await calls.call('create_flow', { key: 'asking', run_policy: 'repeat', definition });
  await calls.call('activate_flow', { flow_key: 'asking' });
});

afterAll(async () => {
  await opened.close();
});

const settle = () => calls.call('move_clock', { advance: { amount: 0, unit: 'seconds' } });

/** Events of people who are not there (docs/decisions/0107). */
async function orphans(): Promise<number> {
  const [row] = await opened.database.pool<{ count: number }[]>`
    select count(*)::int as count from events e
    where not exists (select from people p where p.id = e.person_id)`;
  return row?.count ?? Number.NaN;
}

async function eventsOf(personId: number | null | undefined): Promise<number> {
  const rows = await opened.database.pool`
    select from events where person_id = ${personId ?? 0}`;
  return rows.length;
}

describe('erasing somebody while their events are written', () => {
  it('leaves no event of who was erased, and loses none of who is there', async () => {
    for (let round = 0; round < 25; round += 1) {
      const email = `both${round % 3}@example.com`;
      const events = Array.from({ length: 5 }, () => ({ email, name: 'asked' }));
      await calls.call('record_event', { email, name: 'asked' });
      const erase = () => calls.call('delete_person', { person: email }).catch(() => null);
      const [batch, , one] = await Promise.all([
        calls.call('record_events', { events }),
        erase(),
        calls.call('record_event', { email, name: 'asked', person: { tags: [`r${round}`] } }),
        calls.call('upsert_person', { email, fields: { round } }),
        settle(),
      ]);
      expect(await orphans()).toBe(0);
      for (const { status, person_id, event_id } of [...batch.results, one]) {
        expect(status).toBe('created');
        const pool = opened.database.pool;
        const isThere = (await pool`select from people where id = ${person_id ?? 0}`).length;
        const kept = await pool`select from events where id = ${event_id ?? 0}`;
        expect(kept.length).toBe(isThere);
      }
    }
  });

  it('goes with a person who is deleted by hand', async () => {
    const email = 'hand@example.com';
    const { person_id } = await calls.call('record_event', { email, name: 'asked' });
    await settle();
    expect(await eventsOf(person_id)).toBeGreaterThan(0);
    await opened.database.pool`delete from people where email = ${email}`;
    expect(await eventsOf(person_id)).toBe(0);
    expect(await orphans()).toBe(0);
  });

  it('would see an event of nobody', async () => {
    const { pool } = opened.database;
    await pool`
      insert into events (person_id, type_id, occurred_at, recorded_at, source)
      select 999999, min(id), now(), now(), 'api' from event_types`;
    expect(await orphans()).toBe(1);
    await pool`delete from events where person_id = 999999`;
  });
});

const shared = databaseKind() === 'postgres' ? ['PostgreSQL'] : [];

describe.each(shared)('on %s, statement by statement', () => {
  let sql: postgres.Sql;

  beforeAll(() => {
    sql = postgres(opened.config.databaseUrl ?? '', { max: 3, onnotice: () => undefined });
  });

  afterAll(async () => {
    await sql.end({ timeout: 5 });
  });

  /** Resolves once a session waits for another one's lock. */
  async function waiting(part: string): Promise<void> {
    for (;;) {
      const found = await sql`
        select from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database() and query like ${`%${part}%`}`;
      if (found.length > 0) return;
      await pause(5);
    }
  }

  it('an event that finds somebody who is being erased waits, and makes a new person', async () => {
    const email = 'first@example.com';
    const { person_id } = await calls.call('record_event', { email, name: 'plain' });
    const erasing = await sql.reserve();
    await erasing`begin`;
    await erasing`select from people where email = ${email} for update`;
    const posted = calls.call('record_event', { email, name: 'plain' });
    await waiting('for key share');
    await erasing`delete from people where email = ${email}`;
    await erasing`commit`;
    erasing.release();
    const after = await posted;
    expect(after.person_id).not.toBe(person_id);
    expect(await eventsOf(person_id)).toBe(0);
    expect(await eventsOf(after.person_id)).toBe(1);
    expect(await orphans()).toBe(0);
  });

  it('an erasure waits for an event that is being written, and deletes it', async () => {
    const email = 'second@example.com';
    const { person_id } = await calls.call('record_event', { email, name: 'plain' });
    await sql`
      create function stop_here() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock_shared(9007); return null; end $$`;
    await sql`
      create trigger stop_here after insert on events
      for each statement execute function stop_here()`;
    const held = await sql.reserve();
    await held`select pg_advisory_lock(9007)`;
    const posted = calls.call('record_event', { email, name: 'plain' });
    await waiting('insert into events');
    const erased = calls.call('delete_person', { person: email });
    await waiting('for update');
    await held`select pg_advisory_unlock(9007)`;
    held.release();
    expect((await posted).person_id).toBe(person_id);
    expect(await erased).toEqual({ deleted: true });
    expect(await eventsOf(person_id)).toBe(0);
    expect(await orphans()).toBe(0);
    await sql`drop trigger stop_here on events`;
  });

  it('EVENT-17 an erasure suppresses the address that somebody has once it is their turn', async () => {
    await calls.call('record_event', { email: 'before@example.com', name: 'plain' });
    const moving = await sql.reserve();
    await moving`begin`;
    await moving`
      update people set email = 'after@example.com' where email = 'before@example.com'`;
    const erased = calls.call('delete_person', { person: 'before@example.com' });
    await waiting('for update');
    await moving`commit`;
    moving.release();
    expect(await erased).toEqual({ deleted: true });
    const { person } = await calls.call('upsert_person', { email: 'after@example.com' });
    expect(person).toMatchObject({ unsubscribed: true, reason: 'erased' });
  });
});
