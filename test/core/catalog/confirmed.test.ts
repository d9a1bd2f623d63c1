import { operationNamed, operationNames } from '@postroad/core/catalog/catalog';
import {
  confirmHeaderOf,
  readConfirmation,
  readConfirmHeader,
} from '@postroad/core/catalog/confirmation';
import { mayNeedConfirmation } from '@postroad/core/catalog/confirmed';
import { consequenceKinds, consequenceSentence } from '@postroad/core/catalog/consequence-words';
import { describe, expect, it } from 'vitest';

/** An input for which every rule asks. */
const asking = {
  ...{ definition: {}, enabled: true, permanent: true, unsubscribed: false, trigger: true },
  people: [{ unsubscribed: false }],
  ...{ settings: { send_windows: {} }, timezone: 'UTC' },
  ...{ is_default: true, variables: {}, html: '' },
};

const asked = (mode: 'auto' | 'always' | 'never', input: object = asking) =>
  operationNames.filter((name) => mayNeedConfirmation(name, input as never, mode));

describe('AGT-08 what needs a person to agree', () => {
  it('AGT-08 is what sends, but for the test clock, deliveries to programs and one run', () => {
    const sending = operationNames.filter((name) => operationNamed(name).safety === 'send');
    const unasked = sending.filter((name) => !asked('auto').includes(name));
    expect(unasked.toSorted()).toEqual(
      [
        ...['move_clock', 'move_run', 'retry_run'],
        ...['test_webhook_endpoint', 'replay_webhook_delivery'],
      ].toSorted(),
    );
  });

  it('AGT-08 is what ends, brings back or changes what is live, beside it', () => {
    const others = asked('auto').filter((name) => operationNamed(name).safety !== 'send');
    expect(others.toSorted()).toEqual(
      [
        ...['update_flow', 'rollback_flow', 'toggle_sequence', 'update_sequence_step'],
        ...['move_sequence_step', 'replace_sequence_step_email', 'delete_sequence_step'],
        ...['update_broadcast', 'replace_broadcast_email', 'revert_change', 'apply_definitions'],
        ...['delete_person', 'delete_email', 'update_person', 'upsert_person', 'upsert_people'],
        ...['import_people', 'tag_people', 'create_token', 'invite_operator'],
        ...['create_sign_in_link', 'embed_flow', 'revoke_token', 'remove_example'],
        ...['update_email', 'restore_email', 'update_theme', 'update_layout', 'update_component'],
        ...['create_theme', 'create_layout', 'update_settings', 'update_profile'],
      ].toSorted(),
    );
  });

  it('AGT-08 is no setting that mail has nothing of, no name of a theme, and no new layout', () => {
    const harmless = { settings: { 'retention.events_days': 30 }, name: 'Other', html: '<p></p>' };
    const found = asked('auto', { people: [], ...harmless });
    for (const name of ['update_settings', 'update_theme', 'create_layout'] as const)
      expect(found).not.toContain(name);
    const settings = { 'sending.mailing_address': 'x' };
    expect(asked('auto', { people: [], settings })).toContain('update_settings');
  });

  it('AGT-11 is every write with always, nothing with never, and never a read', () => {
    const writes = operationNames.filter((name) => operationNamed(name).safety !== 'read');
    expect(asked('always', {})).toEqual(writes);
    expect(asked('never')).toEqual([]);
  });
});

it('AGT-10 travels as one header and is read back', () => {
  for (const request of [{ mode: 'auto' }, { mode: 'always', token: 'AbC-_1' }] as const) {
    expect(readConfirmHeader(confirmHeaderOf(request))).toEqual(request);
  }
  for (const header of ['', 'never', 'auto a b', 'sometimes']) {
    expect(readConfirmHeader(header)).toBeNull();
  }
});

it('AGT-10 reads what a server answered, and leaves out what it has no words for', () => {
  const known = { about: 'recipients', n: 2 };
  const value = { record: 7, token: 'a', consequences: [known, { about: 'constructor', n: 1 }, 5] };
  expect(readConfirmation(value)).toEqual({ record: null, token: 'a', consequences: [known] });
  expect(readConfirmation({ token: 'a' })).toBeNull();
});

it('AGT-08 has a sentence with its count for each consequence', () => {
  for (const { one, about } of consequenceKinds) {
    if (one !== undefined) expect(consequenceSentence({ one })).toMatch(/^1 .*\.$/);
    if (about === undefined) continue;
    expect(consequenceSentence({ about, n: 1 })).toMatch(/\b1\b.*\.$/);
    expect(consequenceSentence({ about, n: 1_200, more: true })).toMatch(/^At least .*1,200.*\.$/);
  }
});
