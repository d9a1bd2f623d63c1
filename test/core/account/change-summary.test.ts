import { changeSummary, type SummarisedChange } from '@postroad/core/account/change-summary';
import { describe, expect, it } from 'vitest';

const nothing = { operation: null, name: null, before: null, after: null };

function said(change: Partial<SummarisedChange>): string {
  return changeSummary({ resource: 'emails', action: 'updated', ...nothing, ...change });
}

describe('HIST-01 the sentence of a change', () => {
  it('has settings under the names by which they are written', () => {
    const before = { settings: { 'sending.mailing_address': 'a', tunables: {} } };
    const after = { settings: { 'sending.mailing_address': 'b', tunables: { a: 1 } } };
    expect(said({ resource: 'settings', before, after })).toBe(
      'Changed the settings sending.mailing_address and tunables',
    );
  });

  it('says that a backup was downloaded', () => {
    const operation = 'download_backup';
    expect(said({ resource: 'backups', operation })).toBe('Downloaded a backup');
  });

  it('has members of records in words', () => {
    const before = { pre_header: 'a', body_markdown: 'a' };
    const after = { pre_header: 'b', body_markdown: 'b' };
    expect(said({ name: 'News', before, after })).toBe(
      'Changed pre header and body of the email "News"',
    );
  });

  it('has a broadcast scheduled and returned with its time', () => {
    const draft = { status: 'draft', send_at: null };
    const scheduled = { status: 'scheduled', send_at: '2030-01-01T00:00:00.000Z' };
    const of = { resource: 'broadcasts', name: 'News' };
    expect(said({ ...of, before: draft, after: scheduled })).toBe('Scheduled the broadcast "News"');
    expect(said({ ...of, before: scheduled, after: draft })).toBe(
      'Returned to draft the broadcast "News"',
    );
  });

  it('has an endpoint turned off without the reason beside it', () => {
    const before = { enabled: true, disabled_reason: null };
    const after = { enabled: false, disabled_reason: 'gone' };
    expect(said({ resource: 'webhook_endpoints', name: 'Shop', before, after })).toBe(
      'Turned off the webhook endpoint "Shop"',
    );
  });

  it.each([
    ['hold_sending', 'Stopped all mail'],
    ['release_sending', 'Let mail go again'],
    ['retry_failed_sends', 'Sent failed mail again'],
    ['untag_person', 'Took a tag from the person'],
    ['send_test_email', 'Sent a test of the email'],
    ['add_note', 'Added a note on the person'],
    ['upsert_person', 'Saved the person'],
    ['import_people', 'Imported people'],
    ['export_people', 'Exported people'],
    ['export_person', 'Exported all that is kept about a person'],
    ['save_email_draft', 'Saved a draft of the email'],
    ['delete_email_draft', 'Dropped the draft of the email'],
    ['save_flow_draft', 'Saved a draft of the flow'],
    ['delete_flow_draft', 'Dropped the draft of the flow'],
    ['load_example', 'Loaded the example company'],
    ['apply_definitions', 'Applied definition files'],
  ])('says as a person would what %s did', (operation, sentence) => {
    expect(said({ resource: 'sending', action: 'done', operation })).toBe(sentence);
  });
});
