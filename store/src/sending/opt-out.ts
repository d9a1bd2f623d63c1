import type { Tx } from '../platform/transaction.ts';

/** What the provider is to know of a person. */
export interface OptOut {
  person_id: number;
  /** Whether it is to hold mail to the person's address back. */
  held: boolean;
}

export interface ClaimedOptOut extends OptOut {
  email: string;
  /** New with every change of the person's mind. */
  change: string;
  attempts: number;
}

/** To be told to the provider; what was to be told of the person before is told no more. */
export async function queueOptOuts({ sql, now }: Tx, optOuts: OptOut[]): Promise<void> {
  await sql`
    insert into opt_outs (person_id, held, due_at, created_at)
    select person_id, held = 1, ${now}, ${now} from unnest(
      ${optOuts.map(({ person_id }) => person_id)}::bigint[],
      ${optOuts.map(({ held }) => (held ? 1 : 0))}::int[]) as w (person_id, held)
    order by person_id
    on conflict (person_id) do update set held = excluded.held, change = gen_random_uuid(),
      status = 0, attempts = 0, due_at = excluded.due_at, last_error = null,
      created_at = excluded.created_at`;
}

/** Takes some that are due until a time, after which they are due again; each counts as an attempt. */
export async function claimOptOuts(
  { sql, now }: Tx,
  { until, limit }: { until: Date; limit: number },
): Promise<ClaimedOptOut[]> {
  return await sql<ClaimedOptOut[]>`
    update opt_outs o set due_at = ${until}, attempts = o.attempts + 1
    from people p
    where p.id = o.person_id and o.person_id = any(array(
      select person_id from opt_outs where status = 0 and due_at <= ${now}
      order by due_at, person_id limit ${limit} for update skip locked))
    returning o.person_id, o.held, o.change::text as change, o.attempts::int as attempts, p.email`;
}

/** What became of some; nothing is written of those that changed meanwhile. */
export interface SettledOptOuts {
  done: { change: string }[];
  deferred: { change: string; due_at: Date; last_error: string }[];
  givenUp: { change: string; last_error: string }[];
}

export async function settleOptOuts(
  { sql }: Tx,
  { done, deferred, givenUp }: SettledOptOuts,
): Promise<void> {
  if (done.length > 0) {
    await sql`delete from opt_outs where change = any(${done.map(({ change }) => change)}::uuid[])`;
  }
  if (deferred.length > 0) {
    await sql`
      update opt_outs o set due_at = w.due_at, last_error = w.last_error from unnest(
        ${deferred.map(({ change }) => change)}::uuid[],
        ${deferred.map(({ due_at }) => due_at.toISOString())}::timestamptz[],
        ${deferred.map(({ last_error }) => last_error)}::text[]) as w (change, due_at, last_error)
      where o.change = w.change`;
  }
  if (givenUp.length > 0) {
    await sql`
      update opt_outs o set status = 1, last_error = w.last_error from unnest(
        ${givenUp.map(({ change }) => change)}::uuid[],
        ${givenUp.map(({ last_error }) => last_error)}::text[]) as w (change, last_error)
      where o.change = w.change`;
  }
}

/** Where the provider is told nothing any more. */
export async function forgetOptOuts({ sql }: Tx): Promise<void> {
  await sql`delete from opt_outs`;
}

export async function countOptOuts({ sql }: Tx): Promise<{ waiting: number; givenUp: number }> {
  const [row] = await sql<[{ waiting: number; given_up: number }]>`
    select count(*) filter (where status = 0)::bigint as waiting,
      count(*) filter (where status = 1)::bigint as given_up from opt_outs`;
  return { waiting: row.waiting, givenUp: row.given_up };
}
