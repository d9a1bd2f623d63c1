import type { MergeSubscription } from '@postroad/core/content/text/merge-context';
import { localTime } from '@postroad/core/flows/renewals/preview-row';
import { planRenewals } from '@postroad/core/flows/renewals/renewal-plan';
import { limits } from '@postroad/core/platform/limits';
import { findSubscription, type SubscriptionRow } from '@postroad/store/billing/subscription';
import { findFlowsByIds } from '@postroad/store/flows/flow';
import { findBoundRenewals, findRenewingOf } from '@postroad/store/flows/renewal';
import type { Tx } from '@postroad/store/platform/transaction';
import type { ClaimedSend } from '@postroad/store/queue/send';
import type { Automation, PreviewBinding } from '../../content/merge-context.ts';
import { verdictOf } from './renewal-facts.ts';

/** For runs that began for a renewal, by run: the subscription in its present state (RENEW-14). */
export async function loadAutomations(
  tx: Tx,
  runIds: readonly number[],
): Promise<Map<number, Automation>> {
  if (runIds.length === 0) return new Map();
  const bound = await findBoundRenewals(tx, runIds);
  return new Map(bound.map((row) => [row.run_id, automationOf(row, row.target_at, row)]));
}

/** Runs of mail that no event started: those that began for a renewal. */
export function renewalRuns(sends: readonly ClaimedSend[]): number[] {
  const runs = sends.flatMap(({ source_kind, event_id, run_id }) =>
    source_kind === 'flow' && event_id === null && run_id !== null ? [run_id] : [],
  );
  return [...new Set(runs)];
}

function unbound(why: string): PreviewBinding {
  return { automation: null, unbound: why };
}

/**
 * The values of a mail to the person if the flow reminded them of a renewal, now or later: those of
 * the only eligible subscription; where there is none or more than one, nothing is bound (PREVIEW-07
 * to PREVIEW-10).
 */
export async function previewAutomation(
  tx: Tx,
  flowId: number,
  personId: number,
): Promise<PreviewBinding> {
  const [flow] = await findFlowsByIds(tx, [flowId]);
  if (!flow) return unbound(`There is no flow ${flowId}.`);
  const plan = planRenewals(flow.definition.trigger);
  if (plan === null) return unbound(`The flow "${flow.key}" has no complete renewal trigger.`);
  const { product, interval } = plan.trigger;
  const about = { flowId, product, interval };
  const rows = await findRenewingOf(tx, about, { personId, limit: limits.renewalBatch });
  const verdicts = rows.map((row) => {
    return { row, ...verdictOf(plan, flow.run_policy === 'single_run', row, tx.now) };
  });
  const eligible = verdicts.filter((one) => one.eligible);
  const only = eligible.length > 1 ? undefined : eligible[0];
  const subscription = only && (await findSubscription(tx, only.row.id));
  if (subscription) {
    const automation = automationOf(subscription, new Date(only.target.targetAt), plan.trigger);
    return { automation, unbound: null };
  }
  if (rows.length === 0) {
    return unbound(`Person ${personId} has no subscription of "${product}", ${interval}.`);
  }
  const reasons = verdicts.flatMap((one) => (one.eligible ? [] : [one.reason]));
  return unbound(
    `Person ${personId} is not reminded by the flow "${flow.key}": ${[...new Set(reasons)].join(', ')}.`,
  );
}

function automationOf(
  row: Omit<SubscriptionRow, 'product_id' | 'value_times'>,
  targetAt: Date,
  trigger: { days_before: number; timezone: string | null },
): NonNullable<Automation> {
  const subscription: MergeSubscription = {
    external_id: row.external_id,
    product: row.product ?? '',
    interval: row.interval,
    status: row.status,
    renewal_amount_cents: row.renewal_amount_cents,
    currency: row.currency,
    next_renewal_at: row.next_renewal_at?.toISOString() ?? null,
    started_at: row.started_at?.toISOString() ?? null,
    ended_at: row.ended_at?.toISOString() ?? null,
    cancel_at_period_end: row.cancel_at_period_end,
  };
  const { days_before, timezone } = trigger;
  const local =
    row.next_renewal_at && timezone !== null ? localTime(row.next_renewal_at, timezone) : null;
  return {
    ...{ subscription, target_at: targetAt.toISOString(), days_before },
    renewal_date: local?.slice(0, 10) ?? null,
    renewal_at: local,
    renewal_timezone: timezone,
  };
}
