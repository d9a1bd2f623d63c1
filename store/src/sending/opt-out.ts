import type { Tx } from '../platform/transaction.ts';

/** The subscription state of a person to report to the provider. */
export interface OptOut {
  person_id: number;
  /** Whether the provider must suppress the person's address. */
  suppressed: boolean;
}

export interface ClaimedOptOut extends OptOut {
  email: string;
  /** A new id for every change. */
  change_id: string;
  attempts: number;
}

/** Queues a report to the provider; replaces an earlier report about the same person. */
export async function queueOptOuts({ sql, now }: Tx, optOuts: OptOut[]): Promise<void> {
  await sql`
    insert into opt_outs (person_id, suppressed, due_at, created_at)
    select person_id, suppressed = 1, ${now}, ${now} from unnest(
      ${optOuts.map(({ person_id }) => person_id)}::bigint[],
      ${optOuts.map(({ suppressed }) => (suppressed ? 1 : 0))}::int[]) as w (person_id, suppressed)
    order by person_id
    on conflict (person_id) do update set suppressed = excluded.suppressed,
      change_id = gen_random_uuid(), status = 'waiting', attempts = 0, due_at = excluded.due_at, last_error = null,
      created_at = excluded.created_at`;
}

/**
 * Claims reports that are due, until a time at which they become due again; each claim counts as an
 * attempt.
 */
export async function claimOptOuts(
  { sql, now }: Tx,
  { until, limit }: { until: Date; limit: number },
): Promise<ClaimedOptOut[]> {
  return await sql<ClaimedOptOut[]>`
    update opt_outs o set due_at = ${until}, attempts = o.attempts + 1
    from people p
    where p.id = o.person_id and o.person_id = any(array(
      select person_id from opt_outs where status = 'waiting' and due_at <= ${now}
      order by due_at, person_id limit ${limit} for update skip locked))
    returning o.person_id, o.suppressed, o.change_id::text as change_id, o.attempts::int as attempts, p.email`;
}

/** A claimed report, by its person and what the person wanted then. */
export type SettledOptOut = Pick<ClaimedOptOut, 'person_id' | 'change_id'>;

/** Outcomes of claimed reports; one that changed meanwhile is not written. */
export interface SettledOptOuts {
  done: SettledOptOut[];
  deferred: (SettledOptOut & { due_at: Date; last_error: string })[];
  givenUp: (SettledOptOut & { last_error: string })[];
}

/** Finds the reports by their people: after an import, millions may wait beside them. */
export async function settleOptOuts(
  { sql }: Tx,
  { done, deferred, givenUp }: SettledOptOuts,
): Promise<void> {
  const ids = (reports: readonly SettledOptOut[]) => sql`
    ${reports.map(({ person_id }) => person_id)}::bigint[],
    ${reports.map(({ change_id }) => change_id)}::uuid[]`;
  const same = sql`o.person_id = w.person_id and o.change_id = w.change_id`;
  if (done.length > 0) {
    await sql`
      delete from opt_outs o using unnest(${ids(done)}) as w (person_id, change_id) where ${same}`;
  }
  if (deferred.length > 0) {
    await sql`
      update opt_outs o set due_at = w.due_at, last_error = w.last_error from unnest(
        ${ids(deferred)},
        ${deferred.map(({ due_at }) => due_at.toISOString())}::timestamptz[],
        ${deferred.map(({ last_error }) => last_error)}::text[]
      ) as w (person_id, change_id, due_at, last_error)
      where ${same}`;
  }
  if (givenUp.length > 0) {
    await sql`
      update opt_outs o set status = 'given_up', last_error = w.last_error from unnest(
        ${ids(givenUp)},
        ${givenUp.map(({ last_error }) => last_error)}::text[]
      ) as w (person_id, change_id, last_error)
      where ${same}`;
  }
}

/** Deletes every report, if the provider takes none. */
export async function forgetOptOuts({ sql }: Tx): Promise<void> {
  await sql`delete from opt_outs`;
}

/** Counts reports that wait and those that were given up, each to `most`. */
export async function countOptOuts(
  { sql }: Tx,
  most: number,
): Promise<{ waiting: number; givenUp: number }> {
  const [row] = await sql<[{ waiting: number; given_up: number }]>`
    select
      (select count(*) from (
        select from opt_outs where status = 'waiting' limit ${most}) w)::bigint as waiting,
      (select count(*) from (
        select from opt_outs where status = 'given_up' limit ${most}) g)::bigint as given_up`;
  return { waiting: row.waiting, givenUp: row.given_up };
}
