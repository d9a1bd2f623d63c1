import { OldPartitions } from '@postroad/service/app/upkeep/old-partitions';
import { changePartitions } from '@postroad/service/app/upkeep/partitions';
import type { Database } from '@postroad/store/platform/connection/database';
import { keepPartitionsAhead, lockPartitions } from '@postroad/store/platform/partitions/ahead';
import { listPartitions } from '@postroad/store/platform/partitions/partition';
import { isPassing } from '@postroad/store/platform/retry';
import { transaction } from '@postroad/store/platform/transaction';

const tables = ['send_log', 'send_feedback', 'tracking_hits'] as const;
const width = 1_000;

/**
 * Partitions of ended mail that are taken over while mail ends: ids jump into the last one, where a mail,
 * its feedback and a hit lie then, so it gets a bound, is read and ends there; and what retention
 * emptied is dropped. The database may be away meanwhile.
 */
export class MovingPartitions {
  readonly #within: (body: (database: Database) => Promise<void>) => Promise<void>;
  readonly #sourceId: number;
  readonly #old = new OldPartitions();
  /** Mails that were added for sure, and those of which the answer was lost. */
  added = 0;
  unsure = 0;
  /** How often the last partition of every table was taken over. */
  taken = 0;

  /** `within` opens the database. Each mail that is added is of `source_id`, and long ended. */
  constructor(
    within: (body: (database: Database) => Promise<void>) => Promise<void>,
    sourceId: number,
  ) {
    this.#within = within;
    this.#sourceId = sourceId;
  }

  async move(): Promise<void> {
    try {
      await this.#within((database) => this.#moveIn(database));
    } catch (error) {
      if (!isPassing(error)) throw error;
    }
  }

  async #moveIn(database: Database): Promise<void> {
    // What a crash left in the middle has a bound, which ids do not reach in one jump.
    if (!(await this.#takeOver(database))) return;
    this.unsure += 1;
    await this.#jump(database);
    this.unsure -= 1;
    this.added += 1;
    if (await this.#takeOver(database)) this.taken += 1;
    await this.#old.drop({ database, config: { testClock: false } });
  }

  /** Answers false where others used a table for too long. */
  async #takeOver(database: Database): Promise<boolean> {
    const clock = { testClock: false };
    for (const table of tables) {
      for (let isMore: boolean | null = true; isMore; ) {
        isMore = await changePartitions({ database, config: clock }, async (tx) => {
          if (!(await lockPartitions(tx))) return true;
          return await keepPartitionsAhead(tx, table, () => width);
        });
        if (isMore === null) return false;
      }
    }
    return true;
  }

  /** Adds a mail with an id in the last partition of each table. */
  async #jump(database: Database): Promise<void> {
    await transaction(database, {}, async (tx) => {
      const lists = await Promise.all(tables.map((table) => listPartitions(tx, table)));
      const starts = lists.map((partitions) => partitions.at(-1)?.from ?? 0);
      const { sql } = tx;
      await sql`
        with next as (
          select setval('sends_id_seq', greatest(nextval('sends_id_seq'), ${Math.max(...starts)}::bigint)) as id
        ), feedback as (
          insert into send_feedback (send_id, kind, provider, occurred_at)
          select id, 'delivered', 'smtp', now() - interval '60 days' from next
        ), hits as (
          insert into tracking_hits (send_id, number, kind, occurred_at, head, prefetch, verdict)
          select id, 0, 'open', now() - interval '60 days', false, false, 'human' from next
        )
        insert into send_log (id, person_id, email_id, source_kind, source_id, status, attempts,
          due_at, ended_at)
        select id, (select min(id) from people), 1, 'broadcast', ${this.#sourceId}, 'sent', 1,
          now() - interval '60 days', now() - interval '60 days' from next`;
    });
  }
}
