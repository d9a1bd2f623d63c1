import { readSettings, type SettingChanges } from '@postroad/core/account/settings';
import type { ConditionReferences } from '@postroad/core/conditions/facts';
import type { Issue } from '@postroad/core/platform/issue';
import { Refusal } from '@postroad/core/platform/refusal';

export const references: ConditionReferences = {
  fields: new Map([
    ['plan', 'string'],
    ['age', 'number'],
    ['vip', 'boolean'],
    ['born', 'date'],
  ]),
  tags: new Set(['news']),
  events: new Set(),
  emails: new Map(),
  sequences: new Set(),
  flows: new Set(),
  products: new Set(),
  segments: new Map(),
};

export function read(settings: Record<string, unknown>): SettingChanges {
  return readSettings(settings, references);
}

/** The canonical value of one key. */
export function readValue(key: string, value: unknown): unknown {
  return new Map<string, unknown>(read({ [key]: value }).values).get(key);
}

/** What is wrong with a save; throws where nothing is. */
export function faultsOf(settings: Record<string, unknown>): Issue[] {
  try {
    read(settings);
  } catch (error) {
    if (error instanceof Refusal) return error.members.errors ?? [];
    throw error;
  }
  throw new Error('The settings were taken.');
}
