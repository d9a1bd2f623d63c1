import { sendStatus } from '../queue/send.ts';
import type { Tx } from './transaction.ts';

/** Mail that is to go out no more: of people, or of a source. */
export type Stopped = { people: number[] } | { kind: number; id: number };

/** Whether any of it is being handed over. */
export async function anyAttempted({ sql }: Tx, what: readonly Stopped[]): Promise<boolean> {
  const people = what.flatMap((one) => ('people' in one ? one.people : []));
  const sources = what.flatMap((one) => ('people' in one ? [] : [one]));
  const [row] = await sql<{ found: boolean }[]>`
    select exists (
      select from sends where status = ${sendStatus.sending} and (
        person_id = any(${people}::bigint[])
        or (source_kind, source_id) in (
          select * from unnest(${sources.map(({ kind }) => kind)}::int[],
            ${sources.map(({ id }) => id)}::bigint[])))) as found`;
  return row?.found ?? false;
}
