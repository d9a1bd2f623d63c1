import { startSentence } from '@postroad/core/flows/definition/trigger';
import { nextReminder } from '@postroad/core/flows/renewals/next-reminder';
import { planRenewals } from '@postroad/core/flows/renewals/renewal-plan';
import type { StartFound } from '@postroad/core/flows/triggers/trigger-type';
import { limits } from '@postroad/core/platform/limits';
import type { FlowRow } from '@postroad/store/flows/flow';
import { findRenewingOf } from '@postroad/store/flows/renewal';
import type { PersonRow } from '@postroad/store/people/person';
import type { Tx } from '@postroad/store/platform/transaction';
import { verdictOf } from '../renewals/renewal-facts.ts';

/** When a trigger that no event fires starts the flow for a person, or why not; null for other triggers. */
export async function flowStart(
  tx: Tx,
  { id, run_policy, trigger }: Pick<FlowRow, 'id' | 'run_policy'> & { trigger: unknown },
  person: PersonRow,
  accountZone: string,
): Promise<StartFound | null> {
  const plan = planRenewals(trigger);
  if (plan === null) {
    const said = startSentence(trigger, { ...person, accountZone, now: tx.now });
    return said === null ? null : { said, fix: '' };
  }
  const { product, interval } = plan.trigger;
  const about = { flowId: id, product, interval };
  const found = { personId: person.id, limit: limits.renewalBatch };
  const rows = await findRenewingOf(tx, about, found);
  const once = run_policy === 'single_run';
  return nextReminder(
    plan,
    rows.map((row) => verdictOf(plan, once, row, tx.now)),
  );
}
