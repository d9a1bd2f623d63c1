import { type Tx, transaction } from '@postroad/store/platform/transaction';
import { listSends, type SendPage, type SendView } from '@postroad/store/queue/send-view';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseKind, type OpenTestDatabase, openTestDatabase } from '../../support/database.ts';

let opened: OpenTestDatabase;
/** All mail, newest first. */
let everything: SendView[];

const people = 400;
const rows = 6_000;
const queued = 2_000;
const base = Date.parse('2031-01-01T00:00:00Z');

/** Half of the mail is of one broadcast; a third as much is queued as has ended. */
beforeAll(async () => {
  opened = await openTestDatabase();
  await transaction(opened.database, {}, async ({ sql }) => {
    await sql`
      insert into emails (key, subject, pre_header, body_markdown, created_at, updated_at)
      select 'email-' || i, '', '', '', now(), now() from generate_series(1, 20) i`;
    await sql`
      insert into people (email, subscribed_on, created_at, updated_at)
      select i || '@example.com', current_date, now(), now() from generate_series(1, ${people}::int) i`;
    const columns = sql`person_id, email_id, source_kind, source_id`;
    const values = sql`
      1 + i % ${people}::int, case when i % 2 = 0 then 1 else 1 + i % 20 end,
      case when i % 2 = 0 then 'broadcast' when i % 31 = 0 then 'test' else 'flow' end,
      case when i % 2 = 0 then 1 + i / 400 when i % 31 = 0 then null else 1 + i % 7 end`;
    const at = sql`to_timestamp(${base / 1_000}::float8 + i / 3)`;
    await sql`
      insert into send_log (id, ${columns}, status, attempts, due_at, ended_at)
      select i, ${values}, case i % 50 when 3 then 'failed' when 4 then 'skipped' when 5 then 'canceled'
        else 'sent' end, 1, ${at}, ${at}
      from generate_series(1, ${rows}::int) i`;
    await sql`
      insert into sends (id, ${columns}, status, hold_reason, due_at, created_at)
      overriding system value
      select 100000 + i, ${values}, (array['scheduled', 'scheduled', 'scheduled', 'uncertain', 'holding'])[1 + i % 5],
        case when i % 15 = 0 then 'Outside its send window' end, ${at}, now()
      from generate_series(1, ${queued}::int) i`;
    await sql`
      insert into in_hand (send_id, lease_token, attempted)
      select 100000 + i, gen_random_uuid(), i % 20 = 2
      from generate_series(1, ${queued}::int) i where i % 20 in (1, 2)`;
  });
  // What an earlier file left dead in a database that is passed on is read and counted too, and its wide
  // indexes would cost more than the table.
  await opened.database.pool`vacuum (full, analyze) sends, in_hand, send_log, people, emails`;
  everything = await inTransaction((tx) => listSends(tx, { ...all, limit: 1_000_000 }));
});

afterAll(() => opened.drop());

function inTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  return transaction(opened.database, { readOnly: true }, work);
}

const all: SendPage = {
  ...{ personId: null, emailId: null, sourceKind: null, sourceId: null, status: null },
  ...{ since: null, until: null, after: null, descending: true, limit: 50 },
};

const filters: [name: string, filter: Partial<SendPage>][] = [
  ['nothing', {}],
  ['a person', { personId: 7 }],
  ['an email', { emailId: 4 }],
  ['the email of most mail', { emailId: 1 }],
  ['a broadcast', { sourceKind: 'broadcast', sourceId: 3 }],
  ['a flow', { sourceKind: 'flow', sourceId: 2 }],
  ...(['sent', 'failed', 'scheduled', 'holding', 'sending', 'uncertain'] as const).map(
    (status): [string, Partial<SendPage>] => [`the status ${status}`, { status }],
  ),
  ['a time', { since: new Date(base + 50_000), until: new Date(base + 150_000) }],
  ['an email and a time', { emailId: 1, until: new Date(base + 150_000) }],
];

function fits(
  row: SendView,
  { personId, emailId, sourceKind, sourceId, status, ...page }: SendPage,
) {
  const at = row.at_us / 1_000;
  return (
    (personId === null || row.person_id === personId) &&
    (emailId === null || row.email_id === emailId) &&
    (sourceKind === null || row.source_kind === sourceKind) &&
    (sourceId === null || row.source_id === sourceId) &&
    (status === null || row.status === status) &&
    (page.since === null || at >= page.since.getTime()) &&
    (page.until === null || at <= page.until.getTime())
  );
}

describe('SENT-01 mail of queue and log as one', () => {
  it.each(filters)('of %s comes in order and whole, page by page', async (_, filter) => {
    const page = { ...all, ...filter };
    const found = await inTransaction(async (tx) => {
      const paged: SendView[] = [];
      const limit = 97;
      for (let after: SendPage['after'] = null; ; ) {
        const some = await listSends(tx, { ...page, limit, after });
        paged.push(...some);
        const last = some.at(-1);
        if (some.length < limit || !last) break;
        after = [last.at_us, last.id];
      }
      return paged;
    });
    expect(everything).toHaveLength(rows + queued);
    const wanted = everything.filter((row) => fits(row, page)).map(({ id }) => id);
    expect(wanted.length).toBeGreaterThan(10);
    expect(found.map(({ id }) => id)).toEqual(wanted);
  });

  it('runs backwards with the same rows', async () => {
    const oldest = await inTransaction((tx) =>
      listSends(tx, { ...all, limit: 1_000_000, descending: false }),
    );
    expect(oldest.map(({ id }) => id)).toEqual(everything.map(({ id }) => id).reverse());
  });

  /** Rows that the statements of a page read, of each table and index. */
  async function rowsRead(filter: Partial<SendPage>): Promise<number> {
    return await inTransaction(async (tx) => {
      const read = async () => {
        const [row] = await tx.sql<{ read: number }[]>`
          select sum(pg_stat_get_xact_tuples_returned(oid) + pg_stat_get_xact_tuples_fetched(oid))::int as read
          from pg_class where relname in ('sends', 'send_log_p0')
            or oid in (select indexrelid from pg_index where indrelid in ('sends'::regclass, 'send_log_p0'::regclass))`;
        return row?.read ?? 0;
      };
      const before = await read();
      await listSends(tx, { ...all, ...filter });
      return (await read()) - before;
    });
  }

  // The embedded database plans the same, and counts what earlier files left in it.
  const counted = databaseKind() === 'postgres' ? filters : filters.slice(0, 1);
  it.each(counted)('of %s reads the rows of a page, not the table', async (_, filter) => {
    // Two reads a row and at most 6 parts of 50 rows; of a person all mail.
    expect(await rowsRead(filter)).toBeLessThan(1_300);
  });
});
