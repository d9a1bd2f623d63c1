import type { ChangedTimes } from '@postroad/core/account/changed-times';
import { settingsWith } from '@postroad/core/account/settings';
import type { Records } from '@postroad/core/definitions/records';
import type { Tx } from '@postroad/store/platform/transaction';
import { changedTimesOf } from '../flows/change-definition.ts';
import type { TreePlan } from './plan-tree.ts';

function tunablesOf(settings: Records['settings']) {
  return settingsWith(new Map(Object.entries(settings))).tunables;
}

/** Who keeps an old time and who moves to a new one, by flows and tunables of a tree (SPEC-10). */
export async function planTimes(
  tx: Tx,
  { changes, before, after }: Pick<TreePlan, 'changes' | 'before' | 'after'>,
): Promise<ChangedTimes | undefined> {
  const edits = changes.flatMap(({ type, kind, before: held, after: given }) => {
    if (type !== 'flow' || held === null) return [];
    const flow = held as Records['flow'];
    const { definition } = kind === 'update' && given !== null ? (given as Records['flow']) : flow;
    return [{ key: flow.key, before: flow.definition, after: definition }];
  });
  return await changedTimesOf(tx, edits, {
    before: tunablesOf(before.settings),
    after: tunablesOf(after.settings),
  });
}
