import {
  eligibility,
  type RenewalFacts,
  type Verdict,
} from '@postroad/core/flows/renewals/eligibility';
import type { RenewalPlan } from '@postroad/core/flows/renewals/renewal-plan';
import { type RenewingRow, renewingFlag } from '@postroad/store/flows/renewal';

/** The decision about a row; scan and previews both use it. */
export function verdictOf(plan: RenewalPlan, once: boolean, row: RenewingRow, now: Date): Verdict {
  return eligibility(plan, once, renewalFacts(row), now.getTime());
}

const nothing: RenewalFacts['past'] = [];

function renewalFacts({
  status,
  renewal_ms,
  amount_cents,
  flags,
  past,
}: RenewingRow): RenewalFacts {
  const has = (flag: keyof typeof renewingFlag) => (flags & renewingFlag[flag]) !== 0;
  return {
    status,
    cancelAtPeriodEnd: has('cancelAtPeriodEnd'),
    nextRenewalAt: renewal_ms,
    amountCents: amount_cents,
    person: has('noPerson') ? null : { suppressed: has('suppressed') },
    several: has('several'),
    past:
      past?.map(([renewalAt, renewalDay, mailed, inside]) => {
        return { renewalAt, renewalDay, mailed, inside };
      }) ?? nothing,
  };
}
