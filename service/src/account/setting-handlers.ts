import {
  labelsOfRules,
  needsReferences,
  readSettings,
  type SettingKey,
  type Settings,
  settingsWith,
} from '@postroad/core/account/settings';
import { unreadToggles } from '@postroad/core/account/targets-read';
import type { OperationOutput } from '@postroad/core/catalog/catalog';
import type { ConditionReferences } from '@postroad/core/conditions/facts';
import { unusedLabels } from '@postroad/core/conditions/unused-labels';
import type { Issue } from '@postroad/core/platform/issue';
import type { JsonObject } from '@postroad/core/platform/json';
import { limits } from '@postroad/core/platform/limits';
import { readRevisedProfile } from '@postroad/store/account/profile';
import {
  findSettings,
  listConditionHolders,
  lockSettings,
  writeSettings,
} from '@postroad/store/account/setting';
import { listEmailLabels } from '@postroad/store/content/email';
import {
  listReferenceHolders,
  type ReferenceHolder,
} from '@postroad/store/platform/record-reference';
import { lockReferences } from '@postroad/store/platform/reference-lock';
import type { Tx } from '@postroad/store/platform/transaction';
import { conditionReferences } from '../conditions/condition-references.ts';
import { type Context, type Handlers, read, transaction } from '../platform/handler.ts';
import {
  distinctHolders,
  holderNames,
  recordHolders,
  refuseHeld,
} from '../platform/record-holders.ts';
import type { AccountFacts, TunableTimes } from './account-facts.ts';

type Shown = OperationOutput<'get_settings'>['settings'];

const noReferences: ConditionReferences = {
  fields: new Map(),
  tags: new Set(),
  events: new Set(),
  emails: new Map(),
  sequences: new Set(),
  flows: new Set(),
  products: new Set(),
  segments: new Map(),
};

/** The parts of the service that saving settings needs. */
export interface SettingDeps {
  facts: AccountFacts;
  tunableTimes: TunableTimes;
}

export const settingHandlers: Pick<Handlers<SettingDeps>, 'get_settings' | 'update_settings'> = {
  get_settings: read(async (_input, { tx }) => {
    const { settings_revision: revision } = await readRevisedProfile(tx);
    return { settings: shown(settingsWith(await findSettings(tx))), revision };
  }),

  update_settings: transaction(({ settings }, context) => saveSettings(context, settings, [])),
};

const keepTunable = 'Keep it, or give their delays and gates another duration first.';

/**
 * Saves the given settings, and has those of `unset` take their defaults. `instead` says what to do
 * where flows hold a tunable that goes.
 */
export async function saveSettings(
  { tx, deps }: Pick<Context<SettingDeps>, 'tx' | 'deps'>,
  given: JsonObject,
  unset: readonly SettingKey[],
  instead: string = keepTunable,
): Promise<OperationOutput<'update_settings'>> {
  const namesTunables = Object.hasOwn(given, 'tunables') || unset.includes('tunables');
  await lockReferences(tx, namesTunables ? 'alone' : 'shared');
  await lockSettings(tx);
  const references = needsReferences(given) ? await conditionReferences(tx) : noReferences;
  const { values: sent, warnings } = readSettings(given, references);
  const values = new Map(sent);
  for (const key of unset) values.set(key, undefined);
  const saved = await findSettings(tx);
  const before = settingsWith(saved);
  for (const [key, value] of values) saved.set(key, value);
  const after = settingsWith(saved);
  await writeSettings(tx, changedValues(before, after, values));
  const timed = ['send_windows', 'sending.frequency_caps'] as const;
  if (timed.some((key) => isChanged(before[key], after[key]))) {
    await deps.facts.sendTimesChanged.publish(tx);
  }
  await deps.facts.tunablesChanged.publish(tx, changedTunables(before, after));
  const times = await timesOf(tx, deps, before, after);
  const unread = await namesUnread(tx, after, values);
  const found = [...warnings, ...inactivePreferences(after, values), ...unread];
  const unknown = await tunablesGone(tx, before, after, instead);
  const { settings_revision: revision } = await readRevisedProfile(tx);
  return { settings: shown(after), revision, ...times, warnings: [...found, ...unknown] };
}

/** The contract checks the values; the types do not know that. */
function shown(settings: Settings): Shown {
  return { ...settings };
}

function isChanged(before: unknown, after: unknown): boolean {
  return JSON.stringify(before) !== JSON.stringify(after);
}

/** What is written already is not written again, so that it is no change (REV-04). */
function changedValues(
  before: Settings,
  after: Settings,
  values: ReadonlyMap<SettingKey, unknown>,
): Map<SettingKey, unknown> {
  return new Map([...values].filter(([key]) => isChanged(before[key], after[key])));
}

/**
 * People who wait at a gate with a deleted tunable stay there for now, so that the tunable can be
 * restored.
 */
function changedTunables(before: Settings, after: Settings): string[] {
  return Object.keys(after.tunables).filter((name) =>
    isChanged(before.tunables[name], after.tunables[name]),
  );
}

/** SPEC-10. */
async function timesOf(tx: Tx, deps: SettingDeps, before: Settings, after: Settings) {
  if (!isChanged(before.tunables, after.tunables)) return {};
  const tunables = { before: before.tunables, after: after.tunables };
  const times = await deps.tunableTimes(tx, tunables);
  return times === undefined ? {} : { times };
}

/** Labels of rules that no email carries, and toggles that nothing reads (SAFE-49). */
async function namesUnread(
  tx: Tx,
  settings: Settings,
  values: ReadonlyMap<SettingKey, unknown>,
): Promise<Issue[]> {
  const found: Issue[] = [];
  const preferences = settings['sending.subscription_preferences'];
  const labelled = labelsOfRules(settings, values);
  const carried = labelled.some(({ labels }) => labels.some((label) => label !== null))
    ? await listEmailLabels(tx)
    : new Set<string>();
  for (const { labels, pathOf } of labelled) found.push(...unusedLabels(labels, carried, pathOf));
  if (values.has('sending.subscription_preferences') && preferences.enabled) {
    found.push(...unreadToggles(preferences, await listConditionHolders(tx)));
  }
  return found;
}

/** SET-25: both are stored, and the URL takes precedence. */
function inactivePreferences(after: Settings, values: ReadonlyMap<string, unknown>): Issue[] {
  const both =
    after['sending.unsubscribe_page_url'] !== '' &&
    after['sending.subscription_preferences'].enabled;
  const keys = ['sending.unsubscribe_page_url', 'sending.subscription_preferences'];
  const key = keys.find((one) => values.has(one));
  if (!both || key === undefined) return [];
  const message =
    'Preferences are enabled and stay inactive while sending.unsubscribe_page_url is set; blank it, or set enabled to false.';
  return [{ path: `settings.${key}`, code: 'preferences_inactive', message }];
}

/**
 * Deleted tunables that drafts still name. Throws a 409 for those that a live or paused flow names
 * (SAFE-14).
 */
async function tunablesGone(
  tx: Tx,
  before: Settings,
  after: Settings,
  instead: string,
): Promise<Issue[]> {
  const gone = Object.keys(before.tunables).filter((name) => !Object.hasOwn(after.tunables, name));
  if (gone.length === 0) return [];
  const found = await listReferenceHolders(tx, { kind: 'tunable', keys: gone });
  const running = gone.filter((name) => found.some(namesRunning(name)));
  const named = running.map((name) => `"${name}"`).join(', ');
  const what = running.length === 1 ? `The tunable ${named}` : `Of the tunables ${named} one`;
  refuseHeld(what, await recordHolders(tx, { kind: 'tunable', keys: running }), instead);
  const drafts = gone.filter((name) => found.some(({ record_key }) => record_key === name));
  return drafts.slice(0, limits.usersListed).map((name) => {
    const holders = distinctHolders(found.filter(({ record_key }) => record_key === name));
    const message = `Drafts still wait by this tunable: ${holderNames(holders)}. Until it is back, they cannot be activated.`;
    return { path: `settings.tunables.${name}`, code: 'tunable_in_use', message };
  });
}

function namesRunning(name: string) {
  return ({ record_key, status }: ReferenceHolder) => record_key === name && status !== 'draft';
}
