import type { Tx } from './transaction.ts';

/** When the next run, turn of a sequence, send, broadcast, import or look at a gate comes due, at the latest at `until`; null where none does. */
export async function nextDue({ sql }: Tx, until: Date): Promise<Date | null> {
  const [row] = await sql<{ due: Date | null }[]>`
    select least(
      (select min(due_at) from runs where status = 0 and due_at <= ${until}),
      (select min(due_at) from sends where status = 0 and due_at <= ${until}),
      (select min(created_at) from imports where status = 'working'),
      (select min(at) from sequence_turns),
      (select min(created_at) from sequence_checks),
      (select min(send_at) from broadcasts where status = 'scheduled' and send_at <= ${until}),
      (select min(started_at) from broadcasts
        where status = 'sending' and fill_through is not null),
      (select min(finished_at) from broadcasts where clearing),
      (select min(created_at) from gate_checks)) as due`;
  return row?.due ?? null;
}

/** Whether a process has mail in hand: what it claimed is neither due nor done. */
export async function mailInHand({ sql }: Tx): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`
    select exists (select from sends where status in (1, 2)) as found`;
  return row?.found ?? false;
}

/** Work that is due for longer than it should be: how much, and since when. */
export async function overdue(
  { sql }: Tx,
  before: Date,
): Promise<{ runs: number; sends: number; oldest: Date | null }> {
  const [row] = await sql<[{ runs: number; sends: number; oldest: Date | null }]>`
    select
      (select count(*) from (select from runs where status = 0 and due_at < ${before} limit 10000) r)::bigint as runs,
      (select count(*) from (select from sends where status = 0 and due_at < ${before} limit 10000) s)::bigint as sends,
      least(
        (select min(due_at) from runs where status = 0 and due_at < ${before}),
        (select min(due_at) from sends where status = 0 and due_at < ${before})) as oldest`;
  return row;
}
