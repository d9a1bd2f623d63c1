import { exportedKinds } from '@postroad/core/people/person-export-operations';
import { transaction } from '@postroad/store/platform/transaction';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling } from '../app/calling.ts';
import { type Subscriber, subscriber, testKey } from './subscribing.ts';

let opened: TestService;
let calls: Calling;
let ada: Subscriber;

beforeAll(async () => {
  opened = await openTestService({ env: { SECRET_KEY: testKey } });
  calls = calling(opened);
  await calls.call('create_product', { key: 'team', name: 'Team' });
  await calls.call('create_sequence', { name: 'Tips' });
  await calls.call('create_form', {
    key: 'club',
    fields: [{ name: 'first_name', label: 'First name', type: 'text' }],
  });
  const toggle = {
    ...{ id: 'news', label: 'News', condition: { type: 'has_tag', tag: 'news' } },
    on: [{ type: 'add_tag', tag: 'news' }],
    off: [{ type: 'remove_tag', tag: 'news' }],
  };
  await calls.call('update_settings', {
    settings: { 'sending.subscription_preferences': { enabled: true, toggles: [toggle] } },
  });
  ada = await subscriber(opened, 'ada@example.com');
  await fill(ada, 'ada');
  await fill(await subscriber(opened, 'other@example.com'), 'stranger');
});

afterAll(() => opened.close());

/** Gives somebody records of every kind, with a word in each text. */
async function fill({ personId, sendId, emailId, email, token }: Subscriber, word: string) {
  await calls.call('update_person', { person: email, first_name: word, tags: ['news'] });
  await calls.call('add_note', { person: email, body: `A note on ${word}` });
  for (const at of ['1970-01-01T00:00:00Z', '2025-01-01T00:00:00Z', '2025-01-01T00:00:00Z']) {
    const details = { by: word };
    await calls.call('record_event', { email, name: 'visited', occurred_at: at, details });
  }
  await calls.call('record_event', {
    ...{ email, name: 'subscription_started' },
    details: {
      ...{ subscription_id: `sub-${word}`, product: 'team', status: 'active' },
      renewal_amount_cents: 900,
    },
  });
  await calls.call('record_event', {
    ...{ email, name: 'payment_succeeded' },
    details: { payment_id: `pay-${word}`, amount_cents: 900, product: 'team' },
  });
  await opened.service.unsubscribe(token, { reason: word, how: 'page' });
  await opened.service.resubscribe(token, { how: 'page' });
  const signUp = {
    language: 'en',
    proof: null,
    visitor: { ip: '127.0.0.1', userAgent: word },
  } as const;
  await opened.service.forms.signUp('club', { ...signUp, values: { email, first_name: word } });
  await transaction(opened.database, {}, async ({ sql, now }) => {
    const [run] = await sql<{ id: number; flow_id: number }[]>`
      select id, flow_id from runs where person_id = ${personId}`;
    await sql`insert into renewal_occurrences (run_id, flow_id, subscription_id, renewal_at, renewal_day, target_at, days_before)
      select ${run?.id ?? 0}, ${run?.flow_id ?? 0}, id, ${now}, 1, ${now}, 3 from subscriptions where person_id = ${personId}`;
    for (const goal of ['bought', 'looked']) {
      await sql`insert into run_goals (run_id, goal, exits, reached_at)
        values (${run?.id ?? 0}, ${goal}, false, ${now})`;
    }
    for (const reason of ['inside', 'paused']) {
      await sql`insert into trigger_refusals (person_id, flow_id, reason, event_id, refused_at)
        values (${personId}, ${run?.flow_id ?? 0}, ${reason}, 1, ${now})`;
    }
    await sql`insert into split_choices (flow_id, step_id, person_id, arm, chosen_at)
      values (${run?.flow_id ?? 0}, 1, ${personId}, ${word}, ${now})`;
    await sql`insert into sequence_runs (sequence_id, person_id, started_at, last_step_ended_at)
      values (1, ${personId}, ${now}, ${now})`;
    await sql`insert into sends (person_id, email_id, source_kind, due_at, created_at, hold_reason, status)
      values (${personId}, ${emailId}, 'test', ${now}, ${now}, ${word}, 'holding')`;
    await sql`insert into past_sends (id, person_id, email_id, source_kind, status, ended_at)
      values (${1_000_000 + personId}, ${personId}, ${emailId}, 'flow', 'sent', ${now})`;
    await sql`insert into send_feedback (send_id, kind, provider, occurred_at)
      values (${sendId}, 'delivered', 'ses', ${now})`;
    await sql`insert into messages (send_id, person_id, to_address, subject, created_at)
      values (${3_000_000 + personId}, ${personId}, ${email}, ${word}, ${now})`;
    await sql`insert into test_readers (send_id, person_id) values (${2_000_000 + personId}, ${personId})`;
    await sql`insert into send_contents (send_range, frame_id, made_at, send_ids, merge_values)
      values (${Math.floor((2_000_000 + personId) / 1_000)}, 1, ${now},
        array[${1}::bigint, ${2_000_000 + personId}::bigint],
        ${`{"person":{"first_name":"nobody"}}\u001e${JSON.stringify({ person: { first_name: word } })}`})`;
    for (const number of [0, 1]) {
      await sql`insert into tracking_hits (send_id, number, kind, occurred_at, head, prefetch, user_agent, verdict)
        values (${sendId}, ${number}, 'open', ${now}, false, false, ${word}, 'human')`;
    }
    for (const kind of ['open', 'click']) {
      await sql`insert into email_engagements (person_id, email_id, kind, first_at, last_at)
        values (${personId}, ${emailId}, ${kind}, ${now}, ${now})`;
    }
    await sql`insert into opt_outs (person_id, suppressed, due_at, created_at)
      values (${personId}, true, ${now}, ${now}) on conflict do nothing`;
    await sql`insert into soft_bounces (person_id, count) values (${personId}, 1)`;
    const [made] = await sql<{ id: number }[]>`
      insert into imports (status, format, trigger, tags, columns, created_at, heartbeat_at)
      values ('done', 'csv', false, '{}', '[]', ${now}, ${now}) returning id`;
    await sql`insert into import_errors (import_id, "row", message, excerpt, email)
      values (${made?.id ?? 0}, 2, 'bad', ${word}, ${email})`;
  });
}

async function documentOf(person: string) {
  const pieces: string[] = [];
  const from = { actor: opened.actor };
  for await (const piece of await opened.service.stream('export_person', { person }, from)) {
    pieces.push(piece);
  }
  return { pieces, document: JSON.parse(pieces.join('')) as Record<string, object[]> };
}

it('CONS-04 one JSON document has all that is stored about a person, and nothing of others', async () => {
  const { pieces, document } = await documentOf('ada@example.com');
  const { person } = await calls.call('get_person', { person: 'ada@example.com' });
  expect(document).toMatchObject({ person, next_cursor: null });
  expect(document.preferences).toEqual([{ id: 'news', label: 'News', on: true }]);
  expect(document.consents).toMatchObject([
    { kind: 'withdrawn', source: 'page', send_id: ada.sendId },
    { kind: 'given', source: 'page' },
  ]);
  const lists = exportedKinds.map((kind) => [kind, (document[kind] ?? []).length > 0]);
  expect(lists).toEqual(exportedKinds.map((kind) => [kind, true]));
  expect(document.events).toHaveLength(9);
  expect(document.send_contents).toHaveLength(2);
  expect(document.tracking_hits).toHaveLength(2);
  expect(pieces.join('')).not.toMatch(/stranger|nobody|other@/);
});

it('CONS-04 a sign-up of somebody known is in it with what they answered, also before they confirm', async () => {
  const { document } = await documentOf('ada@example.com');
  expect(document.sign_ups).toMatchObject([
    {
      ...{ form_key: 'club', address: 'ada@example.com', answers: { first_name: 'ada' } },
      ...{ user_agent: 'ada', confirmed_at: null },
    },
  ]);
});

it('CONS-04 pages say the same, whatever their size', async () => {
  const { document } = await documentOf('ada@example.com');
  for (const limit of [1, 7, 200]) {
    const gathered: Record<string, object[]> = {};
    let cursor: string | undefined;
    do {
      const asked = { person: 'ada@example.com', limit, ...(cursor ? { cursor } : {}) };
      const page = await calls.call('export_person', asked);
      for (const kind of ['preferences', 'consents', ...exportedKinds] as const) {
        gathered[kind] = [...(gathered[kind] ?? []), ...page[kind]];
      }
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    const { person: _, next_cursor: __, changes: ___, ...rest } = document;
    const { changes: ____, ...others } = gathered;
    expect(JSON.parse(JSON.stringify(others))).toEqual(rest);
  }
});

it('CONS-04 is answered in pieces of a bounded number of records', async () => {
  const { person } = await calls.call('upsert_person', { email: 'busy@example.com' });
  await transaction(opened.database, {}, async ({ sql, now }) => {
    await sql`insert into notes (person_id, body, author, created_at)
      select ${person.id}, 'note ' || n, 'test', ${now} from generate_series(1, 250) n`;
    await sql`insert into events (person_id, type_id, details, occurred_at, recorded_at, source)
      select ${person.id}, t.id, json_build_object('n', n)::jsonb,
        ${now}::timestamptz + (n / 3) * interval '1 microsecond', ${now}, 'api'
      from generate_series(1, 250) n, (select id from event_types order by id limit 2) t`;
  });
  const { pieces, document } = await documentOf('busy@example.com');
  expect(document.notes).toHaveLength(250);
  expect(document.events).toHaveLength(500);
  expect(new Set(document.events?.map((event) => Reflect.get(event, 'id'))).size).toBe(500);
  expect(Math.max(...pieces.map((piece) => piece.split('"created_at"').length))).toBe(101);
});

it('CONS-04 an export is in the history, with whom it was of', async () => {
  await documentOf('ada@example.com');
  const { changes } = await calls.call('list_changes', { resource: 'people', limit: 1 });
  expect(changes).toMatchObject([
    { operation: 'export_person', record_id: ada.personId, record_name: 'ada@example.com' },
  ]);
  const refusal = await documentOf('nobody@example.com').catch((error: unknown) => error);
  expect(refusal).toMatchObject({ code: 'not_found' });
});

/** Tables that know people, or what was sent or done to one, and are not under a name of their own. */
const elsewhere: Record<string, string> = {
  consents: 'under consents, as the list of them answers',
  date_starts: 'which dates, which are in person, have started which flows, which are in runs',
  segment_people: 'in which segments the person is, which follows from the rest',
  segment_checks: 'a note to look at the person, gone within a second',
  watched_segments: 'how far a round is with all people',
  flow_schedules: 'how far a round is with all people',
  people_search: 'words of address and name, which are in person',
  profile: 'names whose mail previews show; a choice of the operator',
  erasures: 'people who are gone',
  sequence_turns: 'a note of the engine to look at a run, gone within a second',
  in_hand: 'which process hands the mail over, which is in sends',
  restored_runs: 'runs, which are in runs, that a restore has to watch',
  message_file_uses: 'names of files of messages, which are in messages',
  submissions: 'how a message came in, kept for a day so that it is sent once; it is in messages',
  draft_tests: 'the draft of an email that a test sent, without anything of the person',
  webhook_deliveries: 'copies for other systems of records that the other kinds have',
  figure_waits: 'counts that wait to be added up',
};

it('CONS-04 every table that knows people is exported, or it is said why not', async () => {
  const rows = await opened.database.pool<{ name: string }[]>`
    select distinct c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and not c.relispartition and a.attnum > 0 and not a.attisdropped
      and (a.attname ~ '(^|_)person_id$' and c.relname <> 'broadcasts'
        or a.attname in ('send_id', 'send_ids', 'run_id')
        or exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'f'
          and k.confrelid = 'people'::regclass))`;
  const known = [...exportedKinds, ...Object.keys(elsewhere)];
  const byColumn = ['changes', 'import_errors'];
  expect(rows.map(({ name }) => name).toSorted()).toEqual(
    known.filter((name) => !byColumn.includes(name)).toSorted(),
  );
});

/** Columns that are not exported: keys of the service's own work. The person is the whole document. */
const leftOut: Record<string, readonly string[]> = {
  // As event_types and flows name them.
  events: ['type_id'],
  payments: ['product_id'],
  subscriptions: ['product_id', 'value_times'],
  runs: ['waiting', 'once', 'after_event', 'wait_condition', 'chain'],
  run_steps: ['id'],
  renewal_occurrences: ['flow_id', 'renewal_day'],
  sequence_runs: ['chain'],
  sends: ['lease_token'],
  send_contents: ['id', 'send_range', 'frame_id', 'send_ids'],
  // What it says is in body_markdown.
  messages: ['compiled'],
  send_feedback: ['id'],
  tracking_hits: ['number', 'link_set', 'link_number'],
  email_engagements: ['kept_first_at', 'kept_last_at'],
  unsubscribes: ['id'],
  // The nonce is half of the mailed link.
  sign_ups: ['nonce', 'form_id', 'is_single', 'send_id', 'due_at', 'attempts'],
  opt_outs: ['change_id'],
  // Only of authored records; those of people have none.
  changes: [
    'resource',
    'record',
    'record_id',
    'record_key',
    'record_name',
    'revision',
    'before',
    'after',
  ],
  import_errors: ['email'],
};

it('CONS-04 every column of these tables is exported, or named here', async () => {
  const { document } = await documentOf('ada@example.com');
  const rows = await opened.database.pool<{ table: string; column: string }[]>`
    select c.relname as table, a.attname as column from pg_class c
    join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
      and c.relname = any(${[...exportedKinds]}::text[])
    order by c.relname, a.attnum`;
  const missing = new Map<string, string[]>();
  for (const { table, column } of rows) {
    const [record = {}] = document[table] ?? [];
    if (column === 'person_id' || Object.hasOwn(record, column)) continue;
    missing.set(table, [...(missing.get(table) ?? []), column]);
  }
  expect(Object.fromEntries(missing)).toEqual(leftOut);
});
