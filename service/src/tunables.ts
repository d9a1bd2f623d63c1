import type { Duration } from '@postroad/core/flow/duration';
import { settingsWith } from '@postroad/core/settings/settings';
import { findSettings } from '@postroad/store/setting';
import type { Tx } from '@postroad/store/transaction';

/** The tunables by name, as they stand in this transaction. */
export async function loadTunables(tx: Tx): Promise<ReadonlyMap<string, Duration>> {
  return new Map(Object.entries(settingsWith(await findSettings(tx, ['tunables'])).tunables));
}
