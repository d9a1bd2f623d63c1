import { eligibility, type RenewalFacts, type Verdict } from '@postroad/core/renewal/eligibility';
import type { RenewalIdentity } from '@postroad/core/renewal/preview-row';
import type { RenewalPlan } from '@postroad/core/renewal/renewal-plan';
import type { RenewingRow } from '@postroad/store/renewal';

/** What is decided of a row as it was read; scan and previews all ask here. */
export function verdictOf(plan: RenewalPlan, once: boolean, row: RenewingRow, now: Date): Verdict {
  return eligibility(plan, once, renewalFacts(row), now.getTime());
}

function renewalFacts(row: RenewingRow): RenewalFacts {
  const past = row.past ?? [];
  return {
    status: row.status,
    cancelAtPeriodEnd: row.cancel_at_period_end,
    nextRenewalAt: row.next_renewal_at?.getTime() ?? null,
    amountCents: row.renewal_amount_cents,
    person: row.person_id === null ? null : { suppressed: row.suppressed === true },
    openRows: row.open_rows,
    past: past.map(([renewalAt, renewalDay, mailed, inside]) => {
      return { renewalAt, renewalDay, mailed, inside };
    }),
  };
}

export function identityOf(row: RenewingRow): RenewalIdentity {
  return {
    personId: row.person_id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    externalId: row.external_id,
    subscriptionId: row.id,
    amountCents: row.renewal_amount_cents,
  };
}
