import type { Tx } from '../platform/transaction.ts';

/** Records the mail through which a person unsubscribed; returns whether it is the first time. */
export async function addUnsubscribe(
  { sql, now }: Tx,
  left: { person_id: number; email_id: number; send_id: number | null },
): Promise<boolean> {
  const [row] = await sql<[{ first: boolean }]>`
    insert into unsubscribes (person_id, email_id, send_id, unsubscribed_at)
    values (${left.person_id}, ${left.email_id}, ${left.send_id}, ${now})
    returning not exists (select from unsubscribes u where u.send_id = ${left.send_id}) as first`;
  return row.first;
}

/** The mail through which the person unsubscribed at this time; null if there was none. */
export async function findUnsubscribe(
  { sql }: Tx,
  personId: number,
  at: Date,
): Promise<{ email_id: number; title: string; send_id: number | null } | null> {
  const [row] = await sql<{ email_id: number; title: string; send_id: number | null }[]>`
    select u.email_id, coalesce(e.name, '') as title, u.send_id
    from unsubscribes u left join emails e on e.id = u.email_id
    where u.person_id = ${personId} and u.unsubscribed_at = ${at}
    order by u.id desc limit 1`;
  return row ?? null;
}
