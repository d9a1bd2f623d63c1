import type { Tx } from './transaction.ts';

/** Keeps which mail somebody left by. */
export async function addUnsubscribe(
  { sql, now }: Tx,
  left: { person_id: number; email_id: number; send_id: number | null },
): Promise<void> {
  await sql`
    insert into unsubscribes (person_id, email_id, send_id, at)
    values (${left.person_id}, ${left.email_id}, ${left.send_id}, ${now})`;
}
