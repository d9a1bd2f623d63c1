import { isDeepStrictEqual } from 'node:util';
import { type SettingKey, settingsWith } from '@postroad/core/account/settings';
import { isObject, type JsonObject } from '@postroad/core/platform/json';
import { findSettings } from '@postroad/store/account/setting';
import type { Tx } from '@postroad/store/platform/transaction';
import { type SettingDeps, saveSettings } from '../../account/setting-handlers.ts';
import { settings } from './content.ts';

/** Sets what the account has left at its default; answers the values as they are stored. */
export async function giveSettings(tx: Tx, deps: SettingDeps): Promise<JsonObject> {
  const saved = await findSettings(tx);
  const { tunables } = settingsWith(saved);
  const fresh = Object.entries(settings.tunables).filter(
    ([name]) => !Object.hasOwn(tunables, name),
  );
  const given: JsonObject = Object.fromEntries(
    Object.entries(settings).filter(([key]) => key !== 'tunables' && !saved.has(key)),
  );
  if (fresh.length > 0) given.tunables = { ...tunables, ...Object.fromEntries(fresh) };
  if (Object.keys(given).length === 0) return {};
  const { settings: stored } = await saveSettings({ tx, deps }, given, []);
  const values = Object.keys(given).map((key) => [key, stored[key as SettingKey]]);
  return {
    ...Object.fromEntries(values),
    ...(fresh.length > 0 && { tunables: Object.fromEntries(fresh) }),
  };
}

/** Has the account take its defaults again for what is still as the example gave it. */
export async function takeBackSettings(
  tx: Tx,
  deps: SettingDeps,
  given: JsonObject,
): Promise<void> {
  const present = settingsWith(await findSettings(tx));
  const values: JsonObject = {};
  const unset: SettingKey[] = [];
  for (const [name, value] of Object.entries(given)) {
    const key = name as SettingKey;
    if (key === 'tunables' && isObject(value)) {
      const kept = Object.entries(present.tunables).filter(
        ([tunable, time]) => !isDeepStrictEqual(value[tunable], time),
      );
      if (kept.length === 0) unset.push(key);
      else values[key] = Object.fromEntries(kept);
    } else if (isDeepStrictEqual(present[key], value)) unset.push(key);
  }
  if (Object.keys(values).length + unset.length > 0) {
    const instead =
      'It goes with the example: give their delays and gates another duration, then remove the example.';
    await saveSettings({ tx, deps }, values, unset, instead);
  }
}
