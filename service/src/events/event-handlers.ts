import { invalid, type Refusal } from '@postroad/core/platform/refusal';
import { parseTimestamp } from '@postroad/core/platform/timestamp';
import type { ZoneClock } from '@postroad/core/platform/zone-clock';
import { type EventRow, listEvents } from '@postroad/store/events/event';
import { findEventType, listEventTypes } from '@postroad/store/events/event-type';
import { getPerson } from '../people/get-person.ts';
import { clockFor } from '../platform/account-clock.ts';
import { grouped, type Handlers, read } from '../platform/handler.ts';
import { idPageOf, pageOf, shownOf } from '../platform/page.ts';
import { askAhead, type EventResult, type IngestDeps, ingest } from './ingest.ts';

/** A faulty event sent alone is a 422; in a batch it is one invalid entry (EVENT-03). */
function single(result: EventResult | undefined): EventResult | Refusal {
  if (result?.status !== 'invalid')
    return result ?? { status: 'invalid', error: 'Nothing was sent.' };
  const message = result.error ?? 'The event is not valid.';
  const path = /^[A-Za-z_.[\]0-9-]+/.exec(message)?.[0] ?? '';
  return invalid([{ path, code: 'value_invalid', message }]);
}

function entriesIn(batch: { events: readonly unknown[] }): readonly unknown[] {
  return batch.events;
}

/** The result of an entry, whose paths lead from the batch (FIX-04). */
function entryOfBatch(result: EventResult, index: number): EventResult {
  const { error, warnings } = result;
  if (error === undefined && warnings === undefined) return result;
  const at = `events[${index}]`;
  return {
    ...result,
    ...(error === undefined ? {} : { error: errorAt(at, error) }),
    ...(warnings && {
      warnings: warnings.map((found) => ({ ...found, path: `${at}.${found.path}` })),
    }),
  };
}

/** The sentence about an entry begins with the path of its field, or with "The event". */
function errorAt(at: string, error: string): string {
  const whole = /^The event\b/;
  if (whole.test(error)) return error.replace(whole, at);
  if (error.startsWith('[')) return `${at}${error}`;
  return /^[a-z_]/.test(error) ? `${at}.${error}` : `${at}: ${error}`;
}

function timeOf(text: string | undefined, clock: ZoneClock): Date | null {
  return text === undefined ? null : parseTimestamp(text, clock);
}

/** An event as every surface shows one. */
export function eventView(row: EventRow) {
  return {
    id: row.id,
    name: row.name,
    person_id: row.person_id,
    email: row.email,
    details: row.details,
    occurred_at: row.occurred_at.toISOString(),
    recorded_at: row.recorded_at.toISOString(),
    source: row.source,
    historical: row.historical,
  };
}

export const eventHandlers: Pick<
  Handlers<IngestDeps>,
  'record_event' | 'record_events' | 'list_events' | 'list_event_types'
> = {
  record_event: grouped((all, opening, deps, attempt) => {
    const asked = askAhead(opening, deps, all, attempt);
    return async (inputs, { tx }) => (await ingest(tx, deps, inputs, 'api', asked)).map(single);
  }),
  record_events: grouped((all, opening, deps, attempt) => {
    const asked = askAhead(opening, deps, all.flatMap(entriesIn), attempt);
    return async (inputs, { tx }) => {
      const results = await ingest(tx, deps, inputs.flatMap(entriesIn), 'api', asked);
      let start = 0;
      return inputs.map((input) => {
        const own = results.slice(start, start + input.events.length);
        start += input.events.length;
        return { results: own.map(entryOfBatch) };
      });
    };
  }),
  list_events: read(async (input, { tx, deps }) => {
    const page = pageOf(input, 2);
    const clock = await clockFor(tx, deps, [input.since, input.until]);
    const person = input.person === undefined ? null : await getPerson(tx, input.person);
    const typeId = input.name === undefined ? null : await findEventType(tx, input.name.trim());
    if (input.name !== undefined && typeId === null) return { events: [], next_cursor: null };
    const [occurredUs, id] = page.after ?? [];
    const rows = await listEvents(tx, {
      personId: person?.id ?? null,
      typeId,
      since: timeOf(input.since, clock),
      until: timeOf(input.until, clock),
      before: occurredUs === undefined || id === undefined ? null : { occurredUs, id },
      limit: page.read,
    });
    const { shown, next_cursor } = shownOf(rows, page, (row) => [row.occurred_us, row.id]);
    return { events: shown.map(eventView), next_cursor };
  }),
  list_event_types: read(async (input, { tx }) => {
    const page = pageOf(input, 1);
    const query = { q: input.q ?? null, ...idPageOf(page) };
    const { shown, next_cursor } = shownOf(await listEventTypes(tx, query), page, (row) => [
      row.id,
    ]);
    return {
      next_cursor,
      event_types: shown.map((row) => ({
        name: row.name,
        count: row.count,
        sources: row.sources,
        first_seen: row.first_seen_at.toISOString(),
        last_seen: row.last_seen_at.toISOString(),
        shape: row.shape,
      })),
    };
  }),
};
