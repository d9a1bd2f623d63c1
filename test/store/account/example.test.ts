import {
  readBeginning,
  tablesPlayed,
  writePlayed,
} from '@postroad/store/account/example/played-rows';
import { transaction } from '@postroad/store/platform/transaction';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OpenTestDatabase, openTestDatabase } from '../../support/database.ts';
import { dumpWritten } from '../../support/dump.ts';

let opened: OpenTestDatabase;

beforeAll(async () => {
  opened = await openTestDatabase();
});

afterAll(() => opened?.drop());

/** Tables of which the example takes nothing over, with the reason. */
const left: Record<string, string> = {
  api_tokens: 'nobody knows the secrets of its tokens',
  console_sessions: 'nobody is signed in to it',
  date_starts: 'none of its flows starts by a date',
  draft_tests: 'it sends no tests',
  email_drafts: 'it keeps no drafts',
  engine_state: 'is of the account; versions are raised',
  erasures: 'nobody of it is erased',
  event_keys: 'its events have no keys',
  example: 'is written beside it',
  figure_day_totals: 'is added up again from figure_changes',
  figure_days: 'as figure_day_totals',
  figure_months: 'as figure_day_totals',
  figure_quarters: 'as figure_day_totals',
  figure_totals: 'as figure_day_totals',
  figure_waits: 'all of its mail has ended or is queued',
  flow_drafts: 'it keeps no drafts',
  flow_schedules: 'none of its flows starts by a schedule',
  forms: 'it has none',
  gate_checks: 'its clock is moved until none is left',
  idempotency_keys: 'its calls have none',
  import_chunks: 'its imports have ended',
  in_hand: 'nothing is under way',
  instance_keys: 'are of the account',
  leases: 'are of processes',
  live_count_changes: 'triggers write it as rows arrive',
  live_counts: 'as live_count_changes',
  message_file_chunks: 'it sends no messages',
  message_file_uses: 'it sends no messages',
  message_files: 'it sends no messages',
  messages: 'it sends no messages',
  migrations: 'are of the account',
  oauth_clients: 'no application is connected to it',
  oauth_codes: 'as oauth_clients',
  oauth_grants: 'as oauth_clients',
  opt_outs: 'its provider keeps no list',
  past_sends: 'its mail is younger than any retention',
  people_search: 'triggers write it as people arrive',
  profile: 'is of the account',
  recompiles: 'it saves what emails are made of once',
  restored_runs: 'it was not restored',
  segment_checks: 'no flow of it starts by a segment',
  segment_people: 'as segment_checks',
  segment_snapshots: 'as segment_checks',
  sending_control: 'nothing is held',
  sent_minutes: 'the mail of its last hours is no rate of the account',
  sequence_checks: 'its clock is moved until none is left',
  settings: 'are given by an ordinary save',
  sign_in_links: 'nobody signs in to it',
  sign_up_marks: 'it has no forms',
  sign_ups: 'it has no forms',
  stale_compiles: 'its emails are compiled',
  submissions: 'nobody submits mail to it',
  suppressions: 'nobody of it is erased',
  taggings: 'nobody tags by a filter',
  test_readers: 'it sends no tests',
  watched_segments: 'as segment_checks',
  webhook_deliveries: 'it has no endpoints',
  webhook_endpoints: 'it has none',
  webhook_receipts: 'each webhook comes once',
  webhook_secrets: 'it has no endpoints',
};

it('TOUR-01 takes over each table of the schema, or says why not', async () => {
  const { leases: _, ...tables } = await dumpWritten(opened.database);
  expect([...new Set([...tablesPlayed, ...Object.keys(left)])].toSorted()).toEqual(
    [...Object.keys(tables), 'leases'].toSorted(),
  );
  expect(tablesPlayed.filter((table) => table in left)).toEqual([]);
});

it('TOUR-01 writes nothing where an id was given to another record meanwhile', async () => {
  const { database } = opened;
  const { sequences } = await transaction(database, { readOnly: true }, readBeginning);
  const { last, step } = sequences.get('people_id_seq') ?? { last: 0, step: 1 };
  const ids = [last + step, last + 3 * step] as const;
  const played = {
    rows: [],
    frames: '[]',
    drawn: new Map([['people_id_seq', ids]]),
    fieldKeys: [],
    counted: [],
  };
  await database.pool`select nextval('people_id_seq')`;
  const written = await transaction(database, { rollback: true }, (tx) => writePlayed(tx, played));
  expect(written).toBe(false);
});
