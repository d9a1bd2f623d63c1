import {
  eligibility,
  type RenewalFacts,
  type RowReason,
  type Verdict,
  whyOver,
} from '@postroad/core/flows/renewals/eligibility';
import type { RenewalPlan } from '@postroad/core/flows/renewals/renewal-plan';
import { findRenewingOfRuns, type RenewingRow, renewingFlag } from '@postroad/store/flows/renewal';
import type { Tx } from '@postroad/store/platform/transaction';

/** The decision about a row; scan and previews both use it. */
export function verdictOf(plan: RenewalPlan, once: boolean, row: RenewingRow, now: Date): Verdict {
  const past =
    row.past?.map(([renewalAt, renewalDay, sent, queued, inside]) => {
      return { renewalAt, renewalDay, sent, mailed: sent || queued, inside };
    }) ?? nothing;
  return eligibility(plan, once, { ...renewalFacts(row), past }, now.getTime());
}

/** Why the subscriptions of runs that began for renewals get no reminder any more, by run. */
export async function loadRenewalsOver(
  tx: Tx,
  runIds: readonly number[],
): Promise<Map<number, RowReason>> {
  const rows = runIds.length > 0 ? await findRenewingOfRuns(tx, runIds) : [];
  return new Map(
    rows.flatMap((row): [number, RowReason][] => {
      const reason = whyOver(renewalFacts(row));
      return reason === null ? [] : [[row.run_id, reason]];
    }),
  );
}

const nothing: RenewalFacts['past'] = [];

function renewalFacts({
  status,
  renewal_ms,
  amount_cents,
  flags,
}: Omit<RenewingRow, 'past'>): Omit<RenewalFacts, 'past'> {
  const has = (flag: keyof typeof renewingFlag) => (flags & renewingFlag[flag]) !== 0;
  return {
    status,
    cancelAtPeriodEnd: has('cancelAtPeriodEnd'),
    nextRenewalAt: renewal_ms,
    amountCents: amount_cents,
    person: has('noPerson') ? null : { suppressed: has('suppressed') },
    several: has('several'),
  };
}
