import { limits } from '@postroad/core/platform/limits';
import { dayText, type ZoneClocks } from '@postroad/core/platform/zone-clock';
import { readProfile } from '@postroad/store/account/profile';
import { addUpLiveCounts } from '@postroad/store/platform/live-counts';
import { transaction } from '@postroad/store/platform/transaction';
import {
  addUpFigures,
  lockFigures,
  readFiguresZone,
  remakeDays,
} from '@postroad/store/queue/figure-rollups';
import { countWaiting } from '@postroad/store/queue/figures';
import type { TransactionDeps } from '../platform/transaction-deps.ts';

/**
 * Adds the changes of figures and live counts to what answers read; true if there are more. One process
 * does it at a time. After a change of the account's time zone all days are made again first.
 */
export async function addUp(deps: TransactionDeps & { zones: ZoneClocks }): Promise<boolean> {
  const mode = { testClock: deps.config.testClock };
  return await transaction(deps.database, mode, async (tx) => {
    if (!(await lockFigures(tx))) return false;
    const { timezone } = await readProfile(tx);
    const clock = deps.zones.of(timezone);
    const dayOf = (quarter: Date) => dayText(clock.dayOf(quarter.getTime()));
    if ((await readFiguresZone(tx)) !== timezone) await remakeDays(tx, timezone, dayOf);
    await countWaiting(tx);
    const most = limits.figuresAtOnce;
    const live = await addUpLiveCounts(tx, most);
    return (await addUpFigures(tx, dayOf, most)) === most || live === most;
  });
}
