import type { Statement, Tx } from '../platform/transaction.ts';

/*
 * Mail in hand: a row of `in_hand` for each mail that a process has claimed, or is handing over. Its
 * row in `sends` stays as it is until the mail ends, so that a claim and an attempt write no index of
 * the queue. A claim locks the row of `sends`; a statement that changes or deletes one comes after
 * `takeClaims`, or before `takeClaimsOf`.
 */

/** Ids of mail that is being handed over, to find it by id. */
export const attempted = (sql: Tx['sql']): Statement =>
  sql`any(array(select send_id from in_hand where attempted))`;

/** Whether mail `id` is being handed over. Hashed once for a statement, and never joined. */
export const isAttempted = (sql: Tx['sql'], id: Statement): Statement =>
  sql`${id} in (select send_id from in_hand where attempted)`;

/** Whether mail `id` is not being handed over: claimed by no process, or nothing of it has left. */
export const notAttempted = (sql: Tx['sql'], id: Statement): Statement =>
  sql`${id} not in (select send_id from in_hand where attempted)`;

/** Whether no process has mail `id` in hand. */
export const notInHand = (sql: Tx['sql'], id: Statement): Statement =>
  sql`${id} not in (select send_id from in_hand)`;

/**
 * Takes mail `s` of the queue away from processes that have claimed it, and keeps it from being
 * claimed until the transaction ends. Mail that is being handed over stays where it is. The statement
 * after this one sees all attempts that begin.
 */
export async function takeClaims({ sql }: Tx, which: Statement): Promise<void> {
  const lock = sql`
    select count(*) from (
      select from sends s where ${which} and ${notAttempted(sql, sql`s.id`)} for update) locked`;
  // Sent before the statement that reads claims, whose snapshot is then taken once the rows are locked.
  lock.execute();
  await Promise.all([
    lock,
    sql`
      delete from in_hand h using sends s
      where h.send_id = s.id and not h.attempted and ${which}`,
  ]);
}

/** Takes back claims of a source. The caller has locked the source, so that no attempt begins. */
export async function takeClaimsOf(
  { sql }: Tx,
  source: { kind: string; id: number },
): Promise<void> {
  await sql`
    delete from in_hand h using sends s
    where h.send_id = s.id and not h.attempted
      and s.source_kind = ${source.kind} and s.source_id = ${source.id}`;
}
