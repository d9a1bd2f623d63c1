import { z } from 'zod';
import { durationUnits } from '../platform/duration.ts';
import { defineOperation } from '../platform/operations/operation.ts';
import { jsonObject, revision, warning } from '../platform/operations/shapes.ts';
import { changedTimes } from './changed-times.ts';
import { capOutcomes } from './frequency-caps.ts';
import { tabs } from './preferences.ts';
import { type SettingKey, settingKeys, settingRules, storeIps } from './settings.ts';

const action = z.strictObject({
  type: z.enum(['add_tag', 'remove_tag', 'set_field', 'clear_field']),
  tag: z.string().optional(),
  field: z.string().optional(),
  value: z.union([z.string(), z.number(), z.boolean()]).optional(),
});

const preferences = z.strictObject({
  enabled: z.boolean(),
  unsubscribe_label: z.string(),
  preferences_label: z.string(),
  introduction: z.string(),
  default_tab: z.enum(tabs),
  save_button_text: z.string(),
  success_message: z.string(),
  toggles: z.array(
    z.strictObject({
      id: z.string(),
      label: z.string(),
      description: z.string().optional(),
      condition: jsonObject.describe('Shown as on where it holds; has_tag, field and groups'),
      on: z.array(action),
      off: z.array(action),
    }),
  ),
});

const duration = z.strictObject({ amount: z.int(), unit: z.enum(durationUnits) });

const shapes: Partial<Record<SettingKey, z.ZodType>> = {
  tunables: z.record(z.string(), duration),
  send_windows: z.strictObject({
    rules: z.array(
      z.strictObject({
        label: z.string().nullable().describe('Of the emails it is for; null: all'),
        days: z.array(z.int()).describe('0 to 6, Sunday 0'),
        start: z.string().describe('HH:MM'),
        end: z.string().describe('HH:MM; 24:00 closes the day'),
        timezone: z.literal('person').optional().describe('Left out: of the account'),
      }),
    ),
  }),
  'sending.subscription_preferences': preferences,
  'sending.broadcast_emails_per_hour': z.int(),
  'sending.frequency_caps': z.array(
    z.strictObject({
      label: z.string().optional().describe('Of the emails it counts; left out: all'),
      max: z.int().describe('Emails to one person'),
      per: duration.describe('In any time of this length'),
      // biome-ignore lint/suspicious/noThenProperty: a rule of the setting has this key
      then: z.enum(capOutcomes).describe('What becomes of one more'),
    }),
  ),
  'sending.allowed_from': z.array(z.string()),
  'sending.keep_content_days': z.int(),
  'retention.changes_days': z.int(),
  'retention.events_days': z.int(),
  'retention.runs_days': z.int(),
  'retention.sends_days': z.int(),
  'retention.hits_days': z.int(),
  'retention.deliveries_days': z.int(),
  'privacy.store_ip': z.enum(storeIps),
  'forms.single_opt_in': z.boolean(),
};

/** Every key with its value, including defaults (contract §3). */
const settings = z.strictObject(
  Object.fromEntries(
    settingKeys.map((key) => [key, (shapes[key] ?? z.string()).describe(settingRules[key].help)]),
  ),
);

export const settingOperations = {
  get_settings: defineOperation({
    noun: 'settings',
    verb: 'get',
    summary: 'Get the writable settings.',
    method: 'GET',
    path: '/settings',
    safety: 'read',
    revised: 'settings',
    status: 200,
    input: z.strictObject({}),
    output: z.strictObject({ settings, revision }),
  }),
  update_settings: defineOperation({
    noun: 'settings',
    verb: 'update',
    summary:
      'Change only the dotted keys sent, e.g. sending.mailing_address. Shapes: describe_schema settings.',
    method: 'PATCH',
    path: '/settings',
    safety: 'replace',
    scope: 'admin',
    revised: 'settings',
    status: 200,
    input: z.strictObject({
      settings: jsonObject.describe('Values by dotted key; one bad value stores none'),
    }),
    output: z.strictObject({
      settings,
      revision,
      times: changedTimes.optional(),
      warnings: z.array(warning).describe('What was stored and most likely is not meant'),
    }),
  }),
};
