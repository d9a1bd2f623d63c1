import type { Statement, Tx } from './transaction.ts';

/*
 * What mails handed over is kept in groups of mails (`send_contents`), each found by the range that the ids
 * of its mails are in.
 */

/** Between the values of two mails. JSON has no control characters. */
export const betweenContents = '\u001e';

/** The range of a send. */
export const rangeOfSend = (sql: Tx['sql'], id: Statement): Statement => sql`${id} / 1000`;

/** Takes what these sends handed over out of its groups, whatever attempt it was. */
export async function eraseContents({ sql }: Tx, sends: readonly number[]): Promise<void> {
  if (sends.length === 0) return;
  const ids = sql`${[...sends]}::bigint[]`;
  // The next statement sees what others took out of the same groups.
  const groups = await sql<{ id: number }[]>`
    select id from send_contents
    where send_range = any(array(select distinct ${rangeOfSend(sql, sql`s`)} from unnest(${ids}) s))
      and send_ids && ${ids}
    order by id for update`;
  if (groups.length === 0) return;
  await sql`
    with parts as (
      select c.id, array_agg(m.send_id order by m.place) filter (where m.send_id <> all(${ids})) as send_ids,
        string_agg(m.merge_values, ${betweenContents} order by m.place)
          filter (where m.send_id <> all(${ids})) as merge_values
      from send_contents c
      cross join lateral unnest(c.send_ids, string_to_array(c.merge_values, ${betweenContents}))
        with ordinality as m (send_id, merge_values, place)
      where c.id = any(${groups.map(({ id }) => id)}::bigint[])
      group by c.id
    ), emptied as (
      delete from send_contents c using parts p where c.id = p.id and p.send_ids is null
    )
    update send_contents c set send_ids = p.send_ids, merge_values = p.merge_values
    from parts p where c.id = p.id and p.send_ids is not null`;
}
