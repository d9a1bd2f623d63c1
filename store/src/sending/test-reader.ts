import type { Tx } from '../platform/transaction.ts';

/** Notes the person whose values a test has. */
export async function keepTestReader({ sql }: Tx, sendId: number, personId: number): Promise<void> {
  await sql`insert into test_readers (send_id, person_id) values (${sendId}, ${personId})`;
}

/** The people whose values tests have, by send; sends with the values of their recipient are missing. */
export async function findTestReaders(
  { sql }: Tx,
  sendIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await sql<{ send_id: number; person_id: number }[]>`
    select send_id, person_id from test_readers where send_id = any(${[...sendIds]}::bigint[])`;
  return new Map(rows.map(({ send_id, person_id }) => [send_id, person_id]));
}
