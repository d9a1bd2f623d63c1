import type { OperationOutput, OperationRequest } from '@postroad/core/catalog/catalog';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runs } from '../../support/property-tests.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling, pathsOf } from '../app/calling.ts';

type Filter = OperationRequest<'list_events'>;
type Row = OperationOutput<'list_events'>['events'][number];

let opened: TestService;
let calls: Calling;
let all: Row[];

const start = Date.parse('2026-03-01T00:00:00Z');
const at = (minute: number) => new Date(start + minute * 60_000).toISOString();

beforeAll(async () => {
  opened = await openTestService();
  calls = calling(opened);
  // Recorded in another order than they occurred, several at the same time.
  const events = Array.from({ length: 60 }, (_, index) => ({
    email: `person${index % 3}@example.com`,
    name: ['opened_app', 'bought', 'left'][index % 5] ?? 'opened_app',
    occurred_at: at((index * 7) % 20),
    details: { index },
  }));
  await calls.call('record_events', { events });
  // Finer than a Date, as another writer of the database may be.
  await opened.database.pool`
    update events set occurred_at = occurred_at + id * interval '1 microsecond' where id % 3 = 0`;
  all = await everything({}, 200);
});

afterAll(async () => {
  await opened.close();
});

async function everything(filter: Filter, limit: number): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | undefined;
  do {
    const page = await calls.call('list_events', { ...filter, limit, ...(cursor && { cursor }) });
    rows.push(...page.events);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return rows;
}

describe('the feed', () => {
  it('EVENT-14 shows the newest occurrence first, whenever it was recorded', () => {
    const times = all.map((row) => row.occurred_at);
    expect(all).toHaveLength(60);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(new Set(all.map((row) => row.id)).size).toBe(60);
  });

  it('EVENT-14 answers any filters on pages of any size as picking from all of it would', async () => {
    const minute = fc.option(fc.integer({ min: -2, max: 22 }), { nil: undefined });
    const option = <T>(...values: T[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
    await fc.assert(
      fc.asyncProperty(
        option('person0@example.com', 'PERSON1@example.com'),
        option('bought', 'opened_app', 'never'),
        minute,
        minute,
        fc.integer({ min: 1, max: 9 }),
        async (person, name, since, until, limit) => {
          const wanted = all.filter(
            (row) =>
              (person === undefined || row.email === person.toLowerCase()) &&
              (name === undefined || row.name === name) &&
              (since === undefined || row.occurred_at >= at(since)) &&
              (until === undefined || row.occurred_at < at(until)),
          );
          const found = await everything(
            {
              ...(person !== undefined && { person }),
              ...(name !== undefined && { name }),
              ...(since !== undefined && { since: at(since) }),
              ...(until !== undefined && { until: at(until) }),
            },
            limit,
          );
          expect(found.map((row) => row.id)).toEqual(wanted.map((row) => row.id));
        },
      ),
      { numRuns: runs(40) },
    );
  });

  it('continues where it was while new events arrive', async () => {
    const first = await calls.call('list_events', { limit: 10 });
    await calls.call('record_event', { email: 'late@example.com', name: 'later' });
    const second = await calls.call('list_events', { limit: 10, cursor: first.next_cursor ?? '' });
    expect([...first.events, ...second.events].map((row) => row.id)).toEqual(
      all.slice(0, 20).map((row) => row.id),
    );
  });

  it.each([
    [{ since: 'yesterday' }, ['since']],
    [{ until: '2026-02-30' }, ['until']],
    [{ since: '1969-12-31T23:59:59Z', until: '' }, ['since', 'until']],
    [{ since: 1767225600 }, ['since']],
    [{ cursor: '1' }, ['cursor']],
    [{ cursor: '1.2.3' }, ['cursor']],
  ])('refuses %j and names it', async (filter, paths) => {
    expect(pathsOf(await calls.refused('list_events', filter))).toEqual(paths);
  });

  it('takes a date or an offset for a time', async () => {
    const rows = await everything(
      { since: '2026-03-01T00:00:00Z', until: '2026-03-01T01:05:00+01:00' },
      200,
    );
    expect(rows.map((row) => row.id)).toEqual(
      all.filter((row) => row.occurred_at < at(5)).map((row) => row.id),
    );
  });
});
