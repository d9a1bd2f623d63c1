import { setTimeout as pause } from 'node:timers/promises';
import postgres from 'postgres';

/** A statement of the sending pipeline at which a worker can be paused. */
export type PausePoint = 'before attempt' | 'before settle';

const keys: Record<PausePoint, number> = { 'before attempt': 9_001, 'before settle': 9_002 };

export interface DatabasePauses {
  /** Pauses every session that reaches the statement, until the returned pause is released. */
  at(point: PausePoint): Promise<{
    /** Resolves with the name of a worker, once one of its sessions is paused. */
    caught(workers: readonly string[]): Promise<string>;
    release(): Promise<void>;
  }>;
  close(): Promise<void>;
}

/**
 * Pauses sessions with advisory locks that the test holds. Triggers in the test's own database wait
 * for the locks, so that the service needs no change.
 */
export async function installPauses(url: string): Promise<DatabasePauses> {
  const sql = postgres(url, { max: 4, onnotice: () => undefined });
  await sql`
    create function pass_by() returns trigger language plpgsql as $$
    begin
      if tg_table_name = 'send_log' then
        perform pg_advisory_xact_lock_shared(9002);
      elsif current_query() like '%set attempted = true%' then
        perform pg_advisory_xact_lock_shared(9001);
      end if;
      return null;
    end $$`;
  await sql`
    create trigger pass_by before update on in_hand
      for each statement execute function pass_by()`;
  await sql`
    create trigger pass_by before insert on send_log
      for each statement execute function pass_by()`;
  return {
    async at(point) {
      const held = await sql.reserve();
      await held`select pg_advisory_lock(${keys[point]}::bigint)`;
      return {
        async caught(workers) {
          for (;;) {
            const [paused] = await sql<{ name: string }[]>`
              select application_name as name from pg_stat_activity
              where application_name = any (${workers})
                and wait_event_type = 'Lock' and wait_event = 'advisory'`;
            if (paused) return paused.name;
            await pause(10);
          }
        },
        async release() {
          await held`select pg_advisory_unlock(${keys[point]}::bigint)`;
          held.release();
        },
      };
    },
    close: () => sql.end({ timeout: 5 }),
  };
}
