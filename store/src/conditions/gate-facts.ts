import type { Match } from '@postroad/core/conditions/match';
import type { Tx } from '../platform/transaction.ts';
import { withoutPrepare } from '../platform/unprepared.ts';
import { matchSql } from './match-sql.ts';

/** People, each with the event after which to look. */
export interface AfterEvents {
  people: number[];
  /** Only events with a higher id count. */
  after: number[];
}

/**
 * When the first event with one name was recorded that came after another event and satisfies a
 * match. Leaves out people without one. Reads the person's events of that name.
 */
export async function firstEventsAfter(
  { sql }: Tx,
  asked: AfterEvents,
  event: { name: string; match: Match | null; historical: boolean },
): Promise<{ person_id: number; after: number; at: Date; id: number }[]> {
  const { name, match, historical } = event;
  return await withoutPrepare(sql<{ person_id: number; after: number; at: Date; id: number }[]>`
    select a.person_id, a.after, found.at, found.id
    from unnest(${asked.people}::bigint[], ${asked.after}::bigint[]) as a (person_id, after)
    join event_types t on t.name = ${name}
    cross join lateral (
      select min(e.recorded_at) as at, min(e.id) as id from events e
      where e.person_id = a.person_id and e.type_id = t.id and e.id > a.after
        ${historical ? sql`` : sql`and not e.historical`}
        ${match === null ? sql`` : sql`and ${matchSql(sql, match, sql`e.details`)}`}
    ) found
    where found.at is not null`);
}

/** Of these people, each with an event, those who have had a later one under one of the names. */
export async function peopleWithLaterEvents(
  { sql }: Tx,
  { people, after }: AfterEvents,
  names: readonly string[],
): Promise<{ person_id: number; after: number }[]> {
  return await sql<{ person_id: number; after: number }[]>`
    select a.person_id, a.after
    from unnest(${people}::bigint[], ${after}::bigint[]) as a (person_id, after)
    where exists (
      select from events e join event_types t on t.id = e.type_id
      where e.person_id = a.person_id and e.id > a.after and t.name = any(${[...names]}::text[]))`;
}

/** The highest event id drawn so far. */
export async function lastEventId({ sql }: Tx): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    select case when is_called then last_value else 0 end as id from events_id_seq`;
  return row?.id ?? 0;
}
