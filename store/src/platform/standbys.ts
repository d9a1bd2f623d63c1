import type { Tx } from './transaction.ts';

/** How many standbys follow the server, by how they do. */
export interface Standbys {
  /** A commit waits for them. */
  synchronous: number;
  asynchronous: number;
  /** The role may not see how they follow. */
  hidden: number;
}

export async function countStandbys({ sql }: Tx): Promise<Standbys> {
  // A base backup has a row too, and a standby that may become synchronous is not.
  const [row] = await sql<Standbys[]>`
    select
      count(*) filter (where sync_state in ('sync', 'quorum'))::bigint as synchronous,
      count(*) filter (where sync_state in ('async', 'potential'))::bigint as asynchronous,
      count(*) filter (where sync_state is null)::bigint as hidden
    from pg_stat_replication where state is null or state in ('streaming', 'catchup')`;
  return row ?? { synchronous: 0, asynchronous: 0, hidden: 0 };
}
