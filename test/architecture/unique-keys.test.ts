import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../support/repository.ts';

/**
 * Unique keys that people of two cells could both claim, since they do not say whose they are
 * (docs/decisions/0062). A new one belongs here, with why it may be.
 */
const withoutPerson: Readonly<Record<string, readonly string[]>> = {
  'A number that a sequence gives: each cell has numbers of its own, with one stride and another start.':
    [
      ...['people_pkey', 'erasures_pkey', 'events_pkey', 'notes_pkey', 'unsubscribes_pkey'],
      ...['consents_pkey', 'message_files_pkey'],
      ...['runs_pkey', 'sequence_runs_pkey', 'sequence_turns_pkey'],
      ...[
        'gate_checks_pkey',
        'sequence_checks_pkey',
        'segment_checks_pkey',
        'imports_pkey',
        'taggings_pkey',
      ],
      ...['sends_pkey', 'send_log_pkey', 'past_sends_pkey'],
      ...[
        'payments_pkey',
        'subscriptions_pkey',
        'changes_pkey',
        'webhook_deliveries_pkey',
        'send_frames_pkey',
        'send_contents_pkey',
      ],
    ],
  'Of a person, through the number of a send, a run or a subscription of that person.': [
    ...['draft_tests_pkey', 'test_readers_pkey', 'send_feedback_pkey', 'messages_pkey'],
    ...['message_file_uses_pkey', 'message_file_chunks_pkey'],
    'in_hand_pkey',
    ...['tracking_hits_pkey', 'restored_runs_pkey', 'renewal_occurrences_pkey', 'run_goals_pkey'],
    ...['renewal_occurrences_subscription_id_flow_id_renewal_at_idx'],
    ...['renewal_occurrences_subscription_id_flow_id_renewal_day_idx'],
    ...['runs_flow_id_subscription_id_active_idx', 'runs_flow_id_subscription_id_once_idx'],
  ],
  'By the address, which says the cell. A changed address may be one of another cell: the router refuses it or keeps where the person went.':
    ['people_email_key', 'suppressions_pkey'],
  'An id that another system gave: the router needs a directory of them, or asks every cell.': [
    ...['people_external_id_idx', 'subscriptions_external_id_idx'],
    ...['payments_external_id_paid_idx', 'payments_external_id_refunded_idx'],
  ],
  'A key of a caller, which comes with an address; the same key with an address of another cell is not found again.':
    ['event_keys_pkey', 'idempotency_keys_pkey', 'submissions_pkey'],
  'A webhook that came before, remembered by each cell that got it.': ['webhook_receipts_pkey'],
  'A sign-up that waits, in the cell that took it: its link names it, and limits are those of the cell.':
    ['sign_ups_pkey', 'sign_ups_nonce_key', 'sign_up_marks_pkey', 'sign_up_marks_digest_idx'],
  'Within an import, which is one cell’s.': ['import_chunks_pkey', 'import_errors_pkey'],
  'How far each cell is with what it does for a flow or a segment.': [
    'flow_schedules_pkey',
    'watched_segments_pkey',
    'segment_snapshots_pkey',
  ],
  'Authored by operators: written to one cell and applied to the others with its ids.': [
    ...['components_key_key', 'components_pkey', 'layouts_pkey', 'layouts_key_idx'],
    ...['layouts_is_default_idx', 'themes_pkey', 'themes_key_key', 'themes_is_default_idx'],
    ...['emails_pkey', 'emails_key_idx', 'email_drafts_pkey', 'email_links_pkey'],
    ...['email_links_email_id_digest_key', 'flows_pkey', 'flows_key_key', 'flow_drafts_pkey'],
    ...['flow_emails_pkey', 'flow_sequences_pkey', 'flow_versions_pkey'],
    ...['flow_versions_flow_id_number_key', 'sequences_pkey', 'sequences_key_idx'],
    ...['sequence_steps_pkey', 'sequence_steps_sequence_id_position_key', 'broadcasts_pkey'],
    ...['segments_pkey', 'segments_key_key', 'guards_pkey', 'guards_key_key', 'products_pkey'],
    ...['forms_pkey', 'forms_key_key'],
    ...['products_key_key', 'fields_pkey', 'settings_pkey', 'profile_pkey'],
    ...['content_references_component_id_kind_key_idx', 'content_references_email_id_kind_key_idx'],
    ...['content_references_layout_id_kind_key_idx', 'api_tokens_pkey', 'api_tokens_hash_key'],
    ...['webhook_endpoints_pkey', 'webhook_endpoints_key_key', 'webhook_secrets_pkey'],
  ],
  'A name that events and operators bring: its number differs between cells, and outside there is the name alone.':
    ['event_types_pkey', 'event_types_name_key', 'tags_pkey', 'tags_normalized_key'],
  'What a cell makes of what is authored, and of its own rows: counts add up over cells.': [
    ...['email_compiles_pkey', 'stale_compiles_pkey', 'recompiles_pkey', 'segment_counts_pkey'],
    ...['figure_days_pkey', 'figure_day_totals_pkey', 'figure_months_pkey'],
    ...['figure_quarters_pkey', 'figure_totals_pkey', 'live_counts_pkey', 'sent_minutes_pkey'],
    'send_frames_digest_key',
  ],
  'About the cell itself.': [
    ...[
      'engine_state_pkey',
      'example_pkey',
      'instance_keys_pkey',
      'instance_keys_secret_is_not_null_idx',
    ],
    ...['leases_pkey', 'migrations_pkey', 'sending_control_pkey'],
    ...['console_sessions_pkey', 'console_sessions_hash_key', 'sign_in_links_pkey'],
    ...['oauth_clients_pkey', 'oauth_clients_client_id_key', 'oauth_codes_pkey'],
    ...['oauth_grants_pkey', 'oauth_grants_family_hash_key'],
  ],
};

/** The unique keys of a schema whose columns do not have `person_id`. */
function keysWithoutPerson(schema: string): string[] {
  const constraints = schema.matchAll(
    /^alter table \w+ add constraint (\w+) (?:PRIMARY KEY|UNIQUE)([^;]*);/gm,
  );
  const indexes = schema.matchAll(/^create unique index (\w+) on ([^;]*);/gim);
  return [...constraints, ...indexes]
    .filter(([, , columns = '']) => !/\bperson_id\b/.test(columns))
    .map(([, name = '']) => name)
    .toSorted();
}

it('CELL-02 every unique key without person_id has its reason', () => {
  const schema = readFileSync(join(root, 'store', 'schema.sql'), 'utf8');
  const listed = Object.values(withoutPerson).flat();
  expect(new Set(listed).size).toBe(listed.length);
  expect(keysWithoutPerson(schema)).toEqual(listed.toSorted());
});

it('CELL-02 would see a new one', () => {
  const schema = `
alter table events add constraint events_pkey PRIMARY KEY (id);
alter table events add constraint events_twice_key UNIQUE (person_id, name);
create unique index events_name_idx on events using btree (name);`;
  expect(keysWithoutPerson(schema)).toEqual(['events_name_idx', 'events_pkey']);
});

/** What a schema has that was decided against. */
function rejected(schema: string): string[] {
  const found: [RegExp, string][] = [
    [/^\s+bucket\s/m, 'a bucket column'],
    [/^\s+account_id\s/m, 'an account_id'],
    [/row level security|create policy/i, 'row-level security'],
    [/partition of \w+ default/i, 'a default partition'],
    [/partition by range \(\w+_at\)/i, 'partitions by month'],
    [
      /include \([^)]*\bperson_id\b[^)]*step_id[^)]*status/i,
      'an index that covers count(distinct)',
    ],
  ];
  return found.filter(([pattern]) => pattern.test(schema)).map(([, what]) => what);
}

it('CELL-04 the schema has nothing of what was decided against', () => {
  expect(rejected(readFileSync(join(root, 'store', 'schema.sql'), 'utf8'))).toEqual([]);
});

it('CELL-04 would see each of it', () => {
  const schema = `
create table people (
  bucket smallint not null,
  account_id bigint not null
) partition by range (created_at);
create table rest partition of people default;
alter table people enable row level security;
create index people_idx on send_log using btree (source_id) include (person_id, step_id, status);`;
  expect(rejected(schema)).toHaveLength(6);
});

it('CELL-03 the record of cells says what a stride of ids shows, and what it does not', () => {
  const record = readFileSync(join(root, 'docs', 'decisions', '0062-cells.md'), 'utf8');
  for (const words of ['cells', 'router', 'Citus', 'POSTROAD_TEST_STRIDE=16', 'It does not show'])
    expect(record).toContain(words);
});
