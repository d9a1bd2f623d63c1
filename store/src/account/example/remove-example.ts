import { advisoryLocks } from '../../platform/advisory-locks.ts';
import { codes } from '../../platform/codes.ts';
import type { Fragment } from '../../platform/fragment.ts';
import { eraseContents } from '../../platform/kept-contents.ts';
import type { Tx } from '../../platform/transaction.ts';
import type { ExampleRow, IdRange } from './example-state.ts';
import { untoldly } from './played-rows.ts';

/** A record of the account that uses one of the example. */
export interface ExampleUse {
  kind:
    | 'flow'
    | 'sequence'
    | 'broadcast'
    | 'segment'
    | 'guard'
    | 'form'
    | 'toggle'
    | 'email'
    | 'layout'
    | 'component'
    | 'setting';
  id: number | null;
  key: string | null;
  name: string;
  status: string | null;
}

const nobody: IdRange = [0, -1];

/** Conditions on the ids of the example. */
function membership({ sql }: Tx, { id_ranges: ranges }: ExampleRow) {
  return (column: string, table: string): Fragment => {
    const [first, last] = ranges[table] ?? nobody;
    return sql`${sql(column)} between ${first}::bigint and ${last}::bigint`;
  };
}

/** Tables of named records, with the word by which others refer to them. */
const named = {
  segment: 'segments',
  flow: 'flows',
  guard: 'guards',
  sequence: 'sequences',
  email: 'emails',
  product: 'products',
} as const;

/** What the account made itself of records of the example, which would break without them. */
export async function findExampleUses(tx: Tx, example: ExampleRow): Promise<ExampleUse[]> {
  const { sql } = tx;
  const of = membership(tx, example);
  const names = Object.entries(named).map(
    ([kind, table]) => sql`
      r.kind = ${kind} and (${of('record_id', table)}
        or record_key in (select key from ${sql(table)} where ${of('id', table)}))`,
  );
  const fields = sql`r.kind = 'field' and record_key = any(${example.field_keys})`;
  const refers = names.reduce((all, one) => sql`${all} or ${one}`, fields);
  const emails = (column: string) => of(column, 'emails');
  return await sql<ExampleUse[]>`
    select 'flow' as kind, id, key, name, status from flows f
    where not ${of('id', 'flows')} and (
      exists (select from record_references r where r.flow_id = f.id and (${refers}))
      or exists (select from flow_emails e where e.flow_id = f.id and ${emails('email_id')})
      or exists (select from flow_sequences s where s.flow_id = f.id and ${of('sequence_id', 'sequences')}))
    union all
    select 'sequence', id, null, name, case when enabled then 'enabled' else 'disabled' end from sequences q
    where not ${of('id', 'sequences')}
      and exists (select from sequence_steps s where s.sequence_id = q.id and ${emails('email_id')})
    union all
    select 'broadcast', id, null, name, status from broadcasts b
    where not ${of('id', 'broadcasts')} and (${emails('email_id')} or ${of('segment_id', 'segments')}
      or exists (select from unnest(b.variant_email_ids) as x (email_id) where ${emails('email_id')})
      or exists (select from unnest(b.excluded_segment_ids) as x (segment_id) where ${of('segment_id', 'segments')})
      or exists (select from unnest(b.excluded_broadcast_ids) as x (broadcast_id)
        where ${of('broadcast_id', 'broadcasts')}))
    union all
    select 'segment', id, key, name, null from segments s
    where not ${of('id', 'segments')}
      and exists (select from record_references r where r.segment_id = s.id and (${refers}))
    union all
    select 'guard', id, key, name, case when enabled then 'enabled' else 'disabled' end from guards g
    where not ${of('id', 'guards')}
      and exists (select from record_references r where r.guard_id = g.id and (${refers}))
    union all
    select 'form', id, key, name, case when enabled then 'enabled' else 'disabled' end from forms f
    where ${emails('confirm_email_id')}
      or exists (select from record_references r where r.form_id = f.id and (${refers}))
    union all
    select distinct 'toggle', null::bigint, toggle, toggle, null from record_references r
    where toggle is not null and (${refers})
    union all
    select 'email', id, key, name, null from emails m
    where not ${emails('id')} and (${of('layout_id', 'layouts')} or exists (
      select from content_references c where c.email_id = m.id and ${contentOf(tx, example)}))
    union all
    select 'layout', id, key, name, null from layouts l
    where not ${of('id', 'layouts')} and (${of('theme_id', 'themes')} or exists (
      select from content_references c where c.layout_id = l.id and ${contentOf(tx, example)}))
    union all
    select 'component', id, key, name, null from components p
    where not ${of('id', 'components')} and exists (
      select from content_references c where c.component_id = p.id and ${contentOf(tx, example)})
    union all
    select 'setting', null, 'default layout', 'default layout', null from layouts
    where is_default and ${of('id', 'layouts')}
    union all
    select 'setting', null, 'default theme', 'default theme', null from themes
    where is_default and ${of('id', 'themes')}`;
}

function contentOf(tx: Tx, example: ExampleRow): Fragment {
  const { sql } = tx;
  const of = membership(tx, example);
  return sql`
    (c.kind = 'component' and c.key in (select key from components where ${of('id', 'components')})
      or c.kind = 'theme' and c.key in (select key from themes where ${of('id', 'themes')}))`;
}

/** How many records the example has of each of these tables now. */
export async function countExample(
  tx: Tx,
  example: ExampleRow,
  tables: readonly string[],
): Promise<Map<string, number>> {
  const { sql } = tx;
  const of = membership(tx, example);
  const counts = new Map<string, number>();
  for (const table of tables) {
    const where = table === 'fields' ? sql`key = any(${example.field_keys})` : of('id', table);
    const [{ count }] = await sql<[{ count: number }]>`
      select count(*)::int as count from ${sql(table)} where ${where}`;
    counts.set(table, count);
  }
  return counts;
}

/** Records of the example, those that refer to others first. */
const authored = [
  'broadcasts',
  'flows',
  'guards',
  'segments',
  'sequences',
  'emails',
  'layouts',
  'components',
  'themes',
] as const;

export interface RemovedMail {
  id: number;
  /** Whether it went to a person who stays. */
  to_others: boolean;
}

/**
 * Deletes the people of the example, its records, and all that came of both: also mail to others that
 * was sent by them. Tags and event types stay, as they do for everybody: processes remember their ids.
 * Rows are locked in the order of every writer. Returns the mails.
 */
export async function removeExample(tx: Tx, example: ExampleRow): Promise<RemovedMail[]> {
  const { sql } = tx;
  const of = membership(tx, example);
  await sql`select pg_advisory_xact_lock(${advisoryLocks.figures}::bigint)`;
  for (const table of ['flows', 'sequences', 'broadcasts', 'people'] as const) {
    await sql`select from ${sql(table)} where ${of('id', table)} order by id for update`;
  }
  const runs = sql`${of('person_id', 'people')} or ${of('flow_id', 'flows')}`;
  await sql`select from runs where ${runs} order by id for update`;
  const source = sql`(source_kind = 'flow' and ${of('source_id', 'flows')}
    or source_kind = 'sequence' and ${of('source_id', 'sequences')}
    or source_kind = 'broadcast' and ${of('source_id', 'broadcasts')})`;
  const mail = sql`(${of('person_id', 'people')} or ${of('email_id', 'emails')} or ${source})`;
  const toOthers = sql`not (${of('person_id', 'people')}) as to_others`;
  const rows = await sql<RemovedMail[]>`
    select id, ${toOthers} from sends where ${mail}
    union all select id, ${toOthers} from send_log where ${mail}`;
  const ids = rows.map(({ id }) => id);
  await untoldly(tx, async () => {
    await removeMail(tx, ids);
    await removeFigures(tx, sql`(${of('email_id', 'emails')} or ${source})`);
    await sql`delete from run_steps where run_id in (select id from runs where ${runs})`;
    await sql`delete from renewal_occurrences where run_id in (select id from runs where ${runs})`;
    await sql`delete from webhook_deliveries where ${of('person_id', 'people')} or ${of('run_id', 'runs')}`;
    await sql`delete from runs where ${runs}`;
    for (const table of [
      'sequence_turns',
      'segment_checks',
      'trigger_refusals',
      'consents',
      'unsubscribes',
    ]) {
      await sql`delete from ${sql(table)} where ${of('person_id', 'people')}`;
    }
    await sql`delete from trigger_refusals where ${of('flow_id', 'flows')}`;
    await sql`delete from sequence_turns where ${of('sequence_id', 'sequences')}`;
    await sql`delete from people where ${of('id', 'people')}`;
    await sql`delete from imports where ${of('id', 'imports')}`;
    for (const table of authored) await sql`delete from ${sql(table)} where ${of('id', table)}`;
    // Events of others about money may have named these since.
    await sql`
      delete from products p where ${of('id', 'products')}
        and not exists (select from payments where product_id = p.id)
        and not exists (select from subscriptions where product_id = p.id)`;
    await sql`delete from fields where key = any(${example.field_keys})`;
    await sql`delete from changes where ${of('id', 'changes')}`;
    await sql`delete from example`;
  });
  await sql`
    update engine_state set flows_version = flows_version + 1, guards_version = guards_version + 1`;
  return rows;
}

async function removeMail(tx: Tx, ids: number[]): Promise<void> {
  const { sql } = tx;
  const mails = sql`${ids}::bigint[]`;
  await eraseContents(tx, ids);
  // As for an erasure: what a process is handing over ends there.
  await sql`delete from in_hand where send_id = any(${mails}) and not attempted`;
  for (const table of [
    'send_feedback',
    'tracking_hits',
    'figure_waits',
    'draft_tests',
    'test_readers',
  ]) {
    await sql`delete from ${sql(table)} where send_id = any(${mails})`;
  }
  await sql`delete from sends where id = any(${mails})`;
  await sql`delete from send_log where id = any(${mails})`;
  await sql`delete from past_sends where id = any(${mails})`;
}

/** Takes the figures out of all sums; those by day alone have no source. */
async function removeFigures({ sql }: Tx, where: Fragment): Promise<void> {
  const names = codes['figure_changes.figure'];
  const list = (column: (name: string) => Fragment) =>
    names.map(column).reduce((all, one) => sql`${all}, ${one}`);
  await sql`
    update figure_day_totals t set ${list((name) => sql`${sql(name)} = t.${sql(name)} - d.${sql(name)}`)}
    from (
      select happened_on, ${list((name) => sql`sum(${sql(name)}) as ${sql(name)}`)} from figure_days
      where ${where} and link_set = 0 group by happened_on) d
    where t.happened_on = d.happened_on`;
  for (const table of [
    'figure_changes',
    'figure_quarters',
    'figure_days',
    'figure_months',
    'figure_totals',
  ]) {
    await sql`delete from ${sql(table)} where ${where}`;
  }
}
