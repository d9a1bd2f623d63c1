import { type SettingKey, settingKeys } from '@postroad/core/account/settings';
import type { JsonObject } from '@postroad/core/platform/json';
import { grants } from '@postroad/core/platform/operations/scope';
import { saveSettings } from '../../account/setting-handlers.ts';
import { forbidden } from '../../platform/forbidden.ts';
import { pick, type Restorer, type Undoing } from './restorer.ts';
import { argumentsIn, changedArguments, within } from './within.ts';

export const productRestorer: Restorer = {
  update: (undoing, was, present) =>
    within(undoing, 'update_product', {
      product_key: present.key,
      ...argumentsIn('update_product', was),
    }),
  create: (undoing, was) => within(undoing, 'create_product', argumentsIn('create_product', was)),
  remove: (undoing, present) => within(undoing, 'delete_product', { product_key: present.key }),
};

export const fieldRestorer: Restorer = {
  update: (undoing, was, present) =>
    within(undoing, 'update_field', {
      field_key: present.key,
      ...argumentsIn('update_field', was),
    }),
  create: (undoing, was) => within(undoing, 'create_field', argumentsIn('create_field', was)),
  remove: (undoing, present) => within(undoing, 'delete_field', { field_key: present.key }),
};

export const segmentRestorer: Restorer = {
  update: (undoing, was, present) =>
    within(undoing, 'update_segment', {
      segment_key: String(present.id),
      ...argumentsIn('update_segment', was),
    }),
  create: (undoing, was) => within(undoing, 'create_segment', argumentsIn('create_segment', was)),
  remove: (undoing, present) =>
    within(undoing, 'delete_segment', { segment_key: String(present.id) }),
};

export const guardRestorer: Restorer = {
  update: (undoing, was, present) =>
    within(undoing, 'update_guard', {
      guard_key: String(present.id),
      ...argumentsIn('update_guard', was),
    }),
  create: (undoing, was) => within(undoing, 'create_guard', argumentsIn('create_guard', was)),
  remove: (undoing, present) => within(undoing, 'delete_guard', { guard_key: String(present.id) }),
};

export const formRestorer: Restorer = {
  update: (undoing, was, present) =>
    within(undoing, 'update_form', {
      form_key: String(present.id),
      ...argumentsIn('update_form', was),
    }),
  create: (undoing, was) => within(undoing, 'create_form', argumentsIn('create_form', was)),
  remove: (undoing, present) => within(undoing, 'delete_form', { form_key: String(present.id) }),
};

function requireAdmin({ actor, dryRun, changeId }: Undoing): void {
  if (dryRun || grants(actor.scopes, 'admin')) return;
  throw forbidden(actor, 'admin', `the revert of change ${changeId}`);
}

export const webhookEndpointRestorer: Restorer = {
  update: (undoing, was, present) => {
    // Where it leads is for those who may say where endpoints lead.
    if (was.url !== present.url) requireAdmin(undoing);
    return within(undoing, 'update_webhook_endpoint', {
      webhook_endpoint: String(present.id),
      ...argumentsIn('update_webhook_endpoint', was),
    });
  },
  create: (undoing, was) => {
    requireAdmin(undoing);
    return within(undoing, 'create_webhook_endpoint', argumentsIn('create_webhook_endpoint', was));
  },
  remove: (undoing, present) =>
    within(undoing, 'delete_webhook_endpoint', { webhook_endpoint: String(present.id) }),
};

/** There is always one. */
type Only = Pick<Restorer, 'update'>;

export const profileRestorer: Only = {
  update: (undoing, was, present) =>
    within(undoing, 'update_profile', changedArguments('update_profile', was, present)),
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
    undoing.noteTimes((await saveSettings(undoing, pick(values, given), unset)).times);
  },
};
