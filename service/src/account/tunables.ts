import { settingsWith } from '@postroad/core/account/settings';
import type { Duration } from '@postroad/core/platform/duration';
import { findSettings } from '@postroad/store/account/setting';
import type { Tx } from '@postroad/store/platform/transaction';

/** The values of the tunables by name, in this transaction. */
export async function loadTunables(tx: Tx): Promise<ReadonlyMap<string, Duration>> {
  return new Map(Object.entries(settingsWith(await findSettings(tx, ['tunables'])).tunables));
}
