import { type SettingKey, settingKeys } from '@postroad/core/account/settings';
import type { JsonObject } from '@postroad/core/platform/json';
import { saveSettings } from '../../account/setting-handlers.ts';
import { differing, pick, type Restorer } from './restorer.ts';
import { within } from './within.ts';

export const productRestorer: Restorer = {
  update: (undoing, was, present) =>
    within(undoing, 'update_product', { product_key: present.key, name: was.name }),
  create: (undoing, was) => within(undoing, 'create_product', pick(was, ['key', 'name'])),
  remove: (undoing, present) => within(undoing, 'delete_product', { product_key: present.key }),
};

export const fieldRestorer: Restorer = {
  update: (undoing, was, present) =>
    within(undoing, 'update_field', {
      field_key: present.key,
      ...pick(was, ['name', 'type', 'active']),
    }),
  create: (undoing, was) =>
    within(undoing, 'create_field', pick(was, ['key', 'name', 'type', 'active'])),
  remove: (undoing, present) => within(undoing, 'delete_field', { field_key: present.key }),
};

const segmentMembers = ['name', 'description', 'definition'];

export const segmentRestorer: Restorer = {
  update: (undoing, was, present) =>
    within(undoing, 'update_segment', {
      segment_key: String(present.id),
      ...pick(was, segmentMembers),
    }),
  create: (undoing, was) =>
    within(undoing, 'create_segment', pick(was, ['key', ...segmentMembers])),
  remove: (undoing, present) =>
    within(undoing, 'delete_segment', { segment_key: String(present.id) }),
};

const guardMembers = ['name', 'condition', 'labels', 'enabled'];

export const guardRestorer: Restorer = {
  update: (undoing, was, present) =>
    within(undoing, 'update_guard', { guard_key: String(present.id), ...pick(was, guardMembers) }),
  create: (undoing, was) => within(undoing, 'create_guard', pick(was, ['key', ...guardMembers])),
  remove: (undoing, present) => within(undoing, 'delete_guard', { guard_key: String(present.id) }),
};

const profileMembers = [
  'name',
  'timezone',
  'default_from_address',
  'reply_to',
  'base_url',
  'preview_person_id',
  'tracking',
];

/** There is always one. */
type Only = Pick<Restorer, 'update'>;

export const profileRestorer: Only = {
  update: (undoing, was, present) =>
    within(undoing, 'update_profile', pick(was, differing(was, present, profileMembers))),
};

function isSetting(key: string): key is SettingKey {
  return settingKeys.some((known) => known === key);
}

export const settingsRestorer: Only = {
  async update(undoing, was) {
    const values = (was.settings ?? {}) as JsonObject;
    const keys = Object.keys(values).filter(isSetting);
    const unset = keys.filter((key) => (values[key] ?? null) === null);
    const given = keys.filter((key) => !unset.includes(key));
    await saveSettings(undoing, pick(values, given), unset);
  },
};
