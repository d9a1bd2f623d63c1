import { type OperationName, operationNamed } from '@postroad/core/catalog/catalog';
import { changeOf } from '@postroad/service/app/change-of';
import { expect, it } from 'vitest';

type Values = Record<string, unknown>;

it.each<[OperationName, Values, Values, [string, number | string | null, string]]>([
  ['create_theme', {}, { theme: { id: 4, key: 'night' } }, ['themes', 4, 'created']],
  ['update_theme', { theme_key: 'night' }, { theme: { id: 4 } }, ['themes', 4, 'updated']],
  ['delete_theme', { theme_key: 'night' }, { deleted: true }, ['themes', 'night', 'deleted']],
  ['delete_theme', { theme_key: '4' }, { deleted: true }, ['themes', 4, 'deleted']],
  ['create_layout', {}, { template: { id: 2 } }, ['templates', 2, 'created']],
  ['delete_email', { email_id: 3 }, { archived: true }, ['emails', 3, 'updated']],
  ['delete_email', { email_id: 3 }, { deleted: true }, ['emails', 3, 'deleted']],
  ['duplicate_email', { email_id: 3 }, { email: { id: 9 } }, ['emails', 9, 'created']],
  ['send_test_email', { email_id: 3 }, { sent: true }, ['queue', null, 'updated']],
  ['activate_flow', { flow_key: 'a' }, { flow: { id: 1 } }, ['flows', 1, 'updated']],
  ['delete_flow', { flow_key: 'a' }, { deleted: true }, ['flows', 'a', 'deleted']],
  ['save_flow_version', { flow_key: 'a' }, { version: { id: 3 } }, ['flows', 'a', 'updated']],
  ['rollback_flow', { flow_key: 'a', version_id: 3 }, { flow: { id: 1 } }, ['flows', 1, 'updated']],
  ['cancel_run', { run_id: 2 }, { run: { id: 2 } }, ['runs', 2, 'updated']],
  ['move_run', { run_id: 2, step: '1' }, { run: { id: 2 } }, ['runs', 2, 'updated']],
  ['retry_parked_runs', { flow_key: 'a' }, { retried: 2 }, ['runs', null, 'updated']],
  ['upsert_person', {}, { person: { id: 5 }, created: true }, ['people', 5, 'created']],
  ['upsert_person', {}, { person: { id: 5 }, created: false }, ['people', 5, 'updated']],
  [
    'untag_person',
    { person: 'a@example.com', tag: '7' },
    { deleted: true, person: { id: 5 } },
    ['people', 5, 'updated'],
  ],
  ['add_note', { person: '5' }, { note: { id: 8 } }, ['people', 5, 'updated']],
  ['import_people', {}, { import: { id: 6 } }, ['imports', 6, 'created']],
  ['cancel_import', { import_id: 6 }, { import: { id: 6 } }, ['imports', 6, 'updated']],
  ['create_product', {}, { product: { key: 'pro' } }, ['products', 'pro', 'created']],
  ['delete_field', { field_key: 'seats' }, { deleted: true }, ['fields', 'seats', 'deleted']],
  [
    'add_sequence_step',
    { sequence_id: 2 },
    { step: { id: 9 }, sequence: { id: 2 } },
    ['sequence_steps', 9, 'created'],
  ],
  [
    'delete_sequence_step',
    { step_id: 9 },
    { deleted: true, sequence: { id: 2 } },
    ['sequence_steps', 9, 'deleted'],
  ],
  ['toggle_sequence', {}, { sequence: { id: 2 } }, ['sequences', 2, 'updated']],
  ['retry_send', { send_id: 7 }, { send: { id: 7 } }, ['queue', 7, 'updated']],
  ['update_profile', {}, { profile: { name: 'x' } }, ['profile', null, 'updated']],
  ['move_clock', {}, { now: 'x' }, ['clock', null, 'updated']],
])('EVENT-24 %s of %j with %j is reported as %j', (name, input, output, [resource, id, action]) => {
  expect(changeOf(operationNamed(name), input, output)).toEqual({ resource, id, action });
});
