import type { CompiledEmail } from '@postroad/core/content/compile/email';
import { packCompile } from '@postroad/store/content/packed-compile';
import type { BenchDatabase } from './bench-database.ts';
import { emailSource } from './mail.ts';

type Sql = BenchDatabase['sql'];

/** People 1 to `count`, each with a name and three fields; every second one has the tag `vip`. */
export async function seedPeople(sql: Sql, count: number): Promise<void> {
  await sql`insert into tags (name, normalized, created_at) values ('vip', 'vip', now())`;
  await sql`
    insert into people (email, first_name, last_name, fields, tag_ids, subscribed_on, created_at,
      updated_at)
    select 'person' || i || '@example.com', 'Ada' || i, 'O''Neil',
      jsonb_build_object('company', 'Smith & Sons ' || i % 100, 'city', 'Porto',
        'plan', case when i % 3 = 0 then 'pro' else 'team' end),
      case when i % 2 = 0 then array[1] else '{}' end, current_date, now(), now()
    from generate_series(1, ${count}::int) i`;
  await sql`vacuum analyze people`;
}

/** One event to which every run and send of a row can refer; returns its id. */
export async function seedEvent(sql: Sql, details: object): Promise<number> {
  const [type] = await sql<{ id: number }[]>`
    insert into event_types (name, first_seen_at, last_seen_at) values ('renewed', now(), now())
    returning id`;
  const [event] = await sql<{ id: number }[]>`
    insert into events (person_id, type_id, details, occurred_at, recorded_at, source)
    values (1, ${type?.id ?? 0}, ${JSON.stringify(details)}::text::jsonb, now(), now(), 'bench')
    returning id`;
  return event?.id ?? 0;
}

/** The mail of `mail.ts`, compiled as by a save; returns its id. */
export async function seedEmail(
  sql: Sql,
  compiled: CompiledEmail,
  { tracking = true }: { tracking?: boolean } = {},
): Promise<number> {
  const [email] = await sql<{ id: number }[]>`
    insert into emails (key, subject, pre_header, body_markdown, tracking, created_at, updated_at)
    values (gen_random_uuid()::text, ${emailSource.subject}, ${emailSource.pre_header}, ${emailSource.body_markdown},
      ${tracking}, now(), now())
    returning id`;
  const id = email?.id ?? 0;
  await sql`
    insert into email_compiles (email_id, version, compiled, compiled_at)
    values (${id}, 1, decode(${packCompile(compiled)}, 'base64'), now())`;
  return id;
}

export interface SendsToSeed {
  count: number;
  people: number;
  emailId: number;
  eventId: number | null;
}

/**
 * Empties queue and log, then adds due sends: of one broadcast to everybody, or of several if there
 * are more sends than people.
 */
export async function refillSends(sql: Sql, sends: SendsToSeed): Promise<void> {
  await sql`truncate sends, in_hand, send_log, send_contents, broadcasts`;
  await sql`
    insert into broadcasts (id, name, status, email_source, email_id, created_at, updated_at)
    overriding system value
    select i, 'Bench', 'sending', 'copy', ${sends.emailId}, now(), now()
    from generate_series(1, ${Math.ceil(sends.count / sends.people) + 1}::int) i`;
  await sql`
    insert into sends (person_id, email_id, source_kind, source_id, event_id, due_at, created_at)
    select 1 + i % ${sends.people}::int, ${sends.emailId}, 'broadcast', 1 + i / ${sends.people}::int, ${sends.eventId}::bigint,
      now() - interval '1 hour' + i * interval '1 millisecond', now()
    from generate_series(1, ${sends.count}::int) i`;
  await sql`vacuum analyze sends`;
  await sql`checkpoint`;
}
