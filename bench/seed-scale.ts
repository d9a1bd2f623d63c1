import type postgres from 'postgres';
import { runMigrationPart } from './migration-part.ts';

type Sql = postgres.Sql<{ bigint: number }>;

/** What every account has, whatever its size. */
export const catalog = {
  flows: 20,
  sequences: 7,
  stepsOfSequence: 5,
  broadcasts: 60,
  segments: 10,
  tags: 51,
  eventTypes: 20,
};

const emails = {
  flows: catalog.flows * 2,
  sequences: catalog.sequences * catalog.stepsOfSequence,
  broadcasts: catalog.broadcasts,
};
const emailCount = emails.flows + emails.sequences + emails.broadcasts;
const days = 730;

/** Rows for each person. */
const shares = {
  events: 10,
  mails: 2.5,
  runs: 0.25,
  runSteps: 1,
  subscriptions: 0.15,
  queued: 0.05,
  messages: 0.5,
  deliveries: 0.5,
  sequenceRuns: 0.1,
  optOuts: 0.1,
};

const large = [
  ...['people', 'people_search', 'events', 'send_log', 'send_feedback', 'tracking_hits'],
  ...['email_engagements', 'runs', 'run_steps', 'subscriptions', 'sends', 'sequence_runs'],
];

/** Some moment of the last two years, spread by a prime so that neighbours differ. */
const spread = (sql: Sql, number: postgres.Fragment) =>
  sql`now() - (${number}::bigint * 7919 % ${days * 86_400}::bigint) * interval '1 second'`;

async function seedCatalog(sql: Sql): Promise<void> {
  const i = sql`generate_series(1, ${emailCount}::int) i`;
  await sql`
    insert into emails (key, title, subject, body_markdown, created_at, updated_at)
    select 'email-' || i, 'Email ' || i, 'News', 'Hi', now(), now() from ${i}`;
  await sql`
    insert into flows (key, name, run_policy, status, definition, created_at, updated_at)
    select 'flow-' || i, 'Flow ' || i, case when i % 2 = 0 then 'repeat' else 'single_run' end, 'live',
      json_build_object('trigger', json_build_object('event', 'event-' || i), 'nodes', json_build_array(
        json_build_object('id', 1, 'type', 'send_email', 'email_id', i * 2 - 1),
        json_build_object('id', 2, 'type', 'delay', 'duration', json_build_object('amount', 3, 'unit', 'days')),
        json_build_object('id', 3, 'type', 'send_email', 'email_id', i * 2))), now(), now()
    from generate_series(1, ${catalog.flows}::int) i`;
  await sql`
    insert into sequences (key, name, enabled, created_at, updated_at)
    select 'sequence-' || i, 'Sequence ' || i, true, now(), now()
    from generate_series(1, ${catalog.sequences}::int) i`;
  await sql`
    insert into sequence_steps (sequence_id, position, delay_amount, delay_unit, status, email_id, created_at, updated_at)
    select (i - 1) / ${catalog.stepsOfSequence}::int + 1, (i - 1) % ${catalog.stepsOfSequence}::int + 1,
      2, 'days', 'active', ${emails.flows}::int + i, now(), now()
    from generate_series(1, ${emails.sequences}::int) i`;
  await sql`
    insert into tags (name, normalized, created_at)
    select 'tag-' || i, 'tag-' || i, now() from generate_series(1, ${catalog.tags}::int) i`;
  await sql`
    insert into event_types (name, first_seen_at, last_seen_at)
    select 'event-' || i, now(), now() from generate_series(1, ${catalog.eventTypes}::int) i`;
  await sql`
    insert into products (key, name, created_at, updated_at) values ('plan', 'Plan', now(), now())`;
  await sql`
    insert into segments (key, name, definition, created_at, updated_at)
    select 'segment-' || i, 'Segment ' || i, case i % 3
      when 0 then json_build_object('type', 'has_tag', 'tag', 'tag-' || i)
      when 1 then json_build_object('not', json_build_object('type', 'has_tag', 'tag', 'tag-' || i))
      else json_build_object('type', 'event', 'name', 'event-' || i, 'within_days', 30) end, now(), now()
    from generate_series(1, ${catalog.segments}::int) i`;
  const first = emails.flows + emails.sequences;
  await sql`
    insert into broadcasts (name, status, segment_id, email_source, email_id, started_at, finished_at,
      effective_emails_per_hour, recipients, created_at, updated_at)
    select 'Broadcast ' || i, 'sent', 1, 'scratch', ${first}::int + i, now() - i * interval '12 days',
      now() - i * interval '12 days' + interval '2 hours', 5000, 0, now(), now()
    from generate_series(1, ${catalog.broadcasts}::int) i`;
}

async function seedRows(sql: Sql, people: number): Promise<void> {
  const of = (share: number) => Math.round(people * share);
  const tag = (prime: number) =>
    sql`1 + (i::bigint * ${prime}::bigint % ${catalog.tags}::bigint)::int`;
  await sql`
    insert into people (email, first_name, last_name, fields, tag_ids, subscribed_on, unsubscribed_at, created_at, updated_at)
    select 'p' || i || '@example.com', 'First' || i % 1000, 'Last' || i % 5000,
      jsonb_build_object('plan', 'plan-' || i % 5),
      case when i % 10 = 0 then '{}'::int[] else array(select distinct unnest(array[${tag(1)}, ${tag(7)}, ${tag(13)}])) end,
      current_date, case when i % 20 = 0 then now() end, ${spread(sql, sql`i`)}, now()
    from generate_series(1, ${people}::int) i`;
  await sql`
    insert into people_search (person_id, terms)
    select id, search_terms(email, first_name, last_name) from people`;
  await sql`
    insert into events (person_id, type_id, occurred_at, recorded_at, source)
    select 1 + i::bigint * 7907 % ${people}::bigint, 1 + i % ${catalog.eventTypes}::int, at, at, 'api'
    from (select i, ${spread(sql, sql`i`)} as at from generate_series(1, ${of(shares.events)}::int) i) e`;
  const mails = of(shares.mails);
  const ofBroadcast = Math.ceil((mails * 0.3) / catalog.broadcasts);
  const firstOfBroadcasts = emails.flows + emails.sequences;
  // Six mails of ten are of flows, one is of a sequence, three are of broadcasts.
  await sql`
    insert into send_log (id, person_id, email_id, source_kind, source_id, step_id, status, attempts,
      provider, due_at, ended_at)
    select i, person, case kind when 'flow' then source * 2 - case step when 1 then 1 else 0 end
        when 'sequence' then ${emails.flows}::int + step else ${firstOfBroadcasts}::int + source end,
      kind, source, step, status, 1, 'smtp', at, at
    from (
      select i, kind, 1 + i::bigint * 7907 % ${people}::bigint as person,
        case kind when 'flow' then 1 + i / 10 % ${catalog.flows}::int
          when 'sequence' then 1 + i / 10 % ${catalog.sequences}::int else 1 + place / ${ofBroadcast}::int end as source,
        case kind when 'flow' then 1 + i / 1000 % 2 * 2
          when 'sequence' then (i / 10 % ${catalog.sequences}::int) * ${catalog.stepsOfSequence}::int + 1 + i / 1000 % 5 end as step,
        case when i % 47 = 0 then 'failed' when i % 71 = 0 then 'skipped' else 'sent' end as status,
        case kind when 'broadcast' then now() - (1 + place / ${ofBroadcast}::int) * interval '12 days' + i % 7200 * interval '1 second'
          else ${spread(sql, sql`i`)} end as at
      from (
        select i, case when i % 10 < 6 then 'flow' when i % 10 = 6 then 'sequence' else 'broadcast' end as kind,
          i / 10 * 3 + greatest(i % 10 - 7, 0) as place
        from generate_series(1, ${mails}::int) i) k) m`;
  // A person gets a broadcast once.
  await sql`
    update send_log set person_id = id % ${people}::bigint + 1 where source_kind = 'broadcast'`;
  await sql`
    insert into send_feedback (send_id, kind, provider, occurred_at)
    select id, 'delivered', 'smtp', ended_at from send_log where status = 'sent' and id % 5 <> 0`;
  await sql`
    insert into tracking_hits (send_id, number, kind, occurred_at, head, prefetch, verdict)
    select id, 0, 'open', ended_at + interval '3 hours', false, false, 'human'
    from send_log where status = 'sent' and id % 4 = 0`;
  await sql`
    insert into email_engagements (person_id, email_id, kind, first_at, last_at)
    select person_id, email_id, 'open', min(ended_at), max(ended_at)
    from send_log where status = 'sent' and id % 4 = 0 group by 1, 2`;
  await sql`
    insert into runs (flow_id, person_id, step_id, waiting, status, due_at, once, started_at, ended_at)
    select 1 + i % ${catalog.flows}::int, 1 + i / ${catalog.flows}::int, 2, inside,
      case when inside then 'active' else 'completed' end, case when inside then now() + interval '3 days' end,
      i % 2 = 0, now(), case when not inside then now() end
    from (select i, i % 7 = 0 as inside from generate_series(1, ${of(shares.runs)}::int) i) r`;
  await sql`
    insert into run_steps (run_id, step_id, outcome, recorded_at)
    select 1 + i % ${of(shares.runs)}::int, 1 + i % 3, 'ran', now()
    from generate_series(1, ${of(shares.runSteps)}::int) i`;
  await sql`
    insert into sequence_runs (sequence_id, person_id, started_at, last_step_ended_at, next_step_id, finished_at)
    select 1 + i % ${catalog.sequences}::int, 1 + i / ${catalog.sequences}::int, now(), now(),
      case when inside then (i % ${catalog.sequences}::int) * ${catalog.stepsOfSequence}::int + 1 end,
      case when not inside then now() end
    from (select i, i % 3 = 0 as inside from generate_series(1, ${of(shares.sequenceRuns)}::int) i) r`;
  await sql`
    insert into subscriptions (person_id, external_id, product_id, "interval", status, next_renewal_at, created_at, updated_at)
    select i, 'sub-' || i, 1, 'year', 'active', now() + i % 365 * interval '1 day', now(), now()
    from generate_series(1, ${of(shares.subscriptions)}::int) i`;
  await sql`
    insert into sends (id, person_id, email_id, source_kind, source_id, step_id, due_at, created_at)
    overriding system value
    select ${mails}::bigint + i, 1 + i, 1, 'flow', 1 + i % ${catalog.flows}::int, 1, now() + i * interval '1 second', now()
    from generate_series(1, ${of(shares.queued)}::int) i`;
  // As after an import of people who unsubscribed elsewhere.
  await sql`
    insert into opt_outs (person_id, suppressed, due_at, created_at)
    select i, true, now() + interval '60 days', now() from generate_series(1, ${of(shares.optOuts)}::int) i`;
  const ended = mails + of(shares.queued);
  await sql`select setval('sends_id_seq', ${ended}::bigint)`;
}

/**
 * Messages that left, with words of their own, and what the first endpoint got, which `factsOf` makes. After the figures, whose
 * migration is older than messages.
 */
async function seedOutside(sql: Sql, people: number): Promise<void> {
  const of = (share: number) => Math.round(people * share);
  await sql`
    insert into messages (send_id, person_id, to_address, subject, body_markdown, created_at)
    select nextval('sends_id_seq'), person, 'p' || person || '@example.com', 'Your receipt',
      'Paid in full.', at
    from (select 1 + i::bigint * 7907 % ${people}::bigint as person, ${spread(sql, sql`i`)} as at
      from generate_series(1, ${of(shares.messages)}::int) i) m`;
  await sql`
    insert into send_log (id, person_id, source_kind, status, attempts, provider, due_at, ended_at)
    select send_id, person_id, 'message', 'sent', 1, 'smtp', created_at, created_at from messages`;
  await sql`
    insert into webhook_deliveries (endpoint_id, type, subject_id, person_id, body, happened_at, status, tries,
      due_at)
    select 1, 'event.recorded', i, 1 + i::bigint * 7907 % ${people}::bigint, '{}', at,
      case when i % 50 = 0 then 'failed' else 'delivered' end, 1, at
    from (select i, ${spread(sql, sql`i`)} as at from generate_series(1, ${of(shares.deliveries)}::int) i) d`;
}

/**
 * Fills a migrated, empty database with an account of so many people, ten events and two and a half
 * mails each. Triggers and keys are off and indexes are made afterwards.
 */
export async function seedScale(pool: Sql, people: number): Promise<void> {
  const sql = await pool.reserve();
  try {
    await sql`set session_replication_role = replica`;
    await sql`set synchronous_commit = off`;
    await sql`set maintenance_work_mem = '512MB'`;
    await sql`set work_mem = '256MB'`;
    await sql`
      create temporary table dropped_indexes as
      select i.indexrelid::regclass::text as name,
        -- On a table with partitions, also those of its partitions.
        replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ') as definition
      from pg_index i where i.indrelid = any(${large}::text[]::regclass[])
        and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`;
    await sql`
      do $$
      declare dropped text;
      begin
        for dropped in select name from dropped_indexes loop execute 'drop index ' || dropped; end loop;
      end $$`;
    await seedCatalog(sql);
    await seedRows(sql, people);
    await sql`
      do $$
      declare dropped text;
      begin
        for dropped in select definition from dropped_indexes loop execute dropped; end loop;
      end $$`;
    await sql`analyze`;
    await runMigrationPart(sql, { name: 'figures', from: '-- What there is so far' });
    await runMigrationPart(sql, { name: 'figure-totals', from: '-- One pass' });
    const counts = { from: '-- What there is so far, once', to: '-- Mail that did not arrive' };
    await runMigrationPart(sql, { name: 'live-counts', ...counts });
    await runMigrationPart(sql, { name: 'product-counts', from: '-- What there is so far' });
    await seedOutside(sql, people);
    await sql`vacuum analyze`;
    await sql`set session_replication_role = default`;
  } finally {
    sql.release();
  }
}
