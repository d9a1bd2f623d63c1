import {
  eligibility,
  type PastReminder,
  type RenewalFacts,
  type RowReason,
  rowReasons,
  type Verdict,
} from '@postroad/core/flows/renewals/eligibility';
import { skippedRow, upcomingRow } from '@postroad/core/flows/renewals/preview-row';
import {
  isBeyondHorizon,
  planRenewals,
  type RenewalPlan,
} from '@postroad/core/flows/renewals/renewal-plan';
import { zoneAbbreviation } from '@postroad/core/platform/zone-name';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const day = 86_400_000;
const now = Date.parse('2027-05-10T12:00:00Z');
const renewalAt = Date.parse('2027-05-13T15:00:00Z');

function planOf(trigger: object = {}): RenewalPlan {
  const plan = planRenewals({
    type: 'subscription_renewal_approaching',
    ...{ product: 'pro', interval: 'monthly', days_before: 3 },
    ...{ local_time: '09:00', timezone: 'Europe/Paris' },
    ...trigger,
  });
  if (plan === null) throw new Error('The trigger is not valid.');
  return plan;
}

const plan = planOf();
const valid: RenewalFacts = {
  status: 'active',
  cancelAtPeriodEnd: false,
  nextRenewalAt: renewalAt,
  amountCents: 1900,
  person: { suppressed: false },
  several: false,
  past: [],
};
const reminder = (at: number, rest: Partial<PastReminder> = {}): PastReminder => ({
  renewalAt: at,
  renewalDay: Math.floor(at / day),
  sent: rest.mailed ?? true,
  mailed: true,
  inside: false,
  ...rest,
});
const said = (verdict: Verdict) =>
  verdict.eligible ? (verdict.due ? 'due' : 'upcoming') : verdict.reason;
const judge = (facts: Partial<RenewalFacts>, at = now, trigger: object = {}, once = false) =>
  said(eligibility(planOf(trigger), once, { ...valid, ...facts }, at));

describe('eligibility', () => {
  it('RENEW-24 is due from its time until its local day ends', () => {
    const at = (iso: string) => judge({}, Date.parse(iso));
    expect(at('2027-05-10T06:59:59.999Z')).toBe('upcoming');
    expect(at('2027-05-10T07:00:00Z')).toBe('due');
    expect(at('2027-05-10T21:59:59.999Z')).toBe('due');
    expect(at('2027-05-10T22:00:00Z')).toBe('past_target');
  });

  it.each<[string, Partial<RenewalFacts>, RowReason]>([
    ['RENEW-27', { person: null }, 'no_person'],
    ['RENEW-27', { several: true }, 'ambiguous'],
    ['RENEW-28', { status: 'ended' }, 'cancelled'],
    ['RENEW-28', { status: 'cancelled', several: true }, 'cancelled'],
    ['RENEW-28', { status: 'inactive' }, 'not_active'],
    ['RENEW-28', { cancelAtPeriodEnd: true }, 'scheduled_cancel'],
    ['RENEW-29', { nextRenewalAt: null }, 'missing_date'],
    ['RENEW-30', { amountCents: null }, 'missing_amount'],
    ['RENEW-31', { person: { suppressed: true } }, 'suppressed'],
    ['RENEW-32', { nextRenewalAt: renewalAt - 2 * day }, 'past_target'],
    ['RENEW-33', { past: [reminder(renewalAt)] }, 'already_sent'],
    ['RENEW-33', { past: [reminder(renewalAt, { mailed: false })] }, 'already_enrolled'],
    ['RENEW-33', { past: [reminder(renewalAt, { sent: false })] }, 'already_enrolled'],
    ['RENEW-12', { past: [reminder(renewalAt + 60_000)] }, 'already_sent'],
    ['RENEW-33', { past: [reminder(now - day, { inside: true })] }, 'already_enrolled'],
    ['RENEW-35', { past: [reminder(renewalAt + 2 * day)] }, 'same_cycle'],
    ['RENEW-35', { past: [reminder(now + 1)] }, 'same_cycle'],
  ])('%s %j is %s', (_clause, facts, reason) => {
    expect(judge(facts)).toBe(reason);
  });

  it.each<[string, Partial<RenewalFacts>]>([
    ['RENEW-30', { amountCents: 0 }],
    ['RENEW-28', { status: 'trialing' }],
    ['RENEW-28', { status: 'past_due' }],
    ['RENEW-35', { past: [reminder(now)] }],
    ['RENEW-12', { past: [reminder(renewalAt - 30 * day)] }],
    ['RENEW-35', { past: [reminder(renewalAt + 2 * day, { mailed: false })] }],
  ])('%s %j is due', (_clause, facts) => {
    expect(judge(facts)).toBe('due');
  });

  it('RENEW-13, RENEW-34 without repeat a reminder that was sent prevents another', () => {
    const past = [reminder(renewalAt - 365 * day)];
    expect(judge({ past }, now, { repeat: false })).toBe('already_sent');
    const unsent = [reminder(renewalAt - 365 * day, { mailed: false })];
    expect(judge({ past: unsent }, now, { repeat: false })).toBe('due');
  });

  it('runs once for each subscription where the policy is single_run', () => {
    const earlier = renewalAt - 365 * day;
    const once = (past: PastReminder[]) => judge({ past }, now, { repeat: false }, true);
    expect(once([])).toBe('due');
    expect(once([reminder(earlier)])).toBe('already_sent');
    expect(once([reminder(earlier, { mailed: false })])).toBe('already_enrolled');
  });

  it('RENEW-32 a time that does not exist is unresolved, before and after its day', () => {
    const trigger = { timezone: 'America/New_York', local_time: '02:30' };
    const facts = { nextRenewalAt: Date.parse('2027-03-17T15:00:00Z') };
    for (const iso of ['2027-03-01T00:00:00Z', '2027-03-14T12:00:00Z', '2027-03-16T00:00:00Z']) {
      expect(judge(facts, Date.parse(iso), trigger)).toBe('unresolved_time');
    }
  });

  it('gives the reason that is listed first', () => {
    const faults: [RowReason, Partial<RenewalFacts>][] = [
      ['no_person', { person: null }],
      ['ambiguous', { several: true }],
      ['not_active', { status: 'inactive' }],
      ['scheduled_cancel', { cancelAtPeriodEnd: true }],
      ['missing_date', { nextRenewalAt: null }],
      ['missing_amount', { amountCents: null }],
      ['suppressed', { person: { suppressed: true } }],
      ['already_sent', { past: [reminder(renewalAt)] }],
    ];
    fc.assert(
      fc.property(fc.subarray(faults, { minLength: 1 }), (chosen) => {
        // The last to be spread wins a key that two set, so that the first in order is kept.
        const facts = Object.assign({}, ...chosen.map(([, fact]) => fact).reverse());
        const first = rowReasons.find((reason) => chosen.some(([name]) => name === reason));
        expect(judge(facts)).toBe(first);
      }),
    );
  });
});

describe('rows of a preview', () => {
  const about = {
    personId: 7,
    firstName: 'Ada',
    lastName: null,
    email: 'ada@example.com',
    externalId: null,
    subscriptionId: 3,
    amountCents: 0,
  };
  const verdict = (facts: Partial<RenewalFacts> = {}, of = plan) =>
    eligibility(of, false, { ...valid, ...facts }, now);

  it('RENEW-17, RENEW-18, RENEW-19, RENEW-20, RENEW-21, RENEW-22 say who, when and what renews', () => {
    const eligible = verdict();
    if (!eligible.eligible) throw new Error(eligible.reason);
    const row = {
      person_id: 7,
      name: 'Ada',
      email: 'ada@example.com',
      subscription_id: 3,
      occurrence_key: '2027-05-13T15:00:00.000Z',
      target_at: '2027-05-10T07:00:00.000Z',
      target_local: '2027-05-10 09:00',
      target_display: 'May 10, 2027, 9:00 AM CEST',
      timezone: 'Europe/Paris',
      next_renewal_at: '2027-05-13T15:00:00.000Z',
      next_renewal_date: '2027-05-13',
      renewal_amount_cents: 0,
    };
    expect(upcomingRow(plan, eligible.target, about)).toEqual(row);
    const blank = { ...about, firstName: ' ', externalId: 'sub_1' };
    const { name: _, ...rest } = row;
    expect(upcomingRow(plan, eligible.target, blank)).toEqual({ ...rest, external_id: 'sub_1' });
  });

  it('RENEW-20 name the zone by its abbreviation', () => {
    const york = planOf({ timezone: 'America/New_York' });
    const eligible = verdict({}, york);
    if (!eligible.eligible) throw new Error(eligible.reason);
    const { target_display } = upcomingRow(york, eligible.target, about);
    expect(target_display).toBe('May 10, 2027, 9:00 AM EDT');
  });

  it.each([
    ['Asia/Tokyo', 'JST'],
    ['Asia/Seoul', 'KST'],
    ['Asia/Kolkata', 'IST'],
    ['Europe/Paris', 'CEST'],
    ['Australia/Sydney', 'AEST'],
    ['America/Sao_Paulo', 'GMT-3'],
  ])('SPEC-22 of %s it is %s', (timezone, name) => {
    expect(zoneAbbreviation(timezone, Date.parse('2027-05-10T07:00:00Z'))).toBe(name);
  });

  it('RENEW-25, RENEW-29 leave out what is not known', () => {
    const skipped = verdict({ nextRenewalAt: null });
    if (skipped.eligible) throw new Error('It is eligible.');
    const nothing = { ...about, amountCents: null };
    expect(skippedRow(plan, skipped.reason, skipped.target, nothing)).toEqual({
      reason: 'missing_date',
      person_id: 7,
      email: 'ada@example.com',
      subscription_id: 3,
      timezone: 'Europe/Paris',
    });
  });

  it('RENEW-23, LIM-03 reach to 14 days from now', () => {
    const beyond = (at: number) => {
      const judged = verdict({ nextRenewalAt: at });
      if (judged.target === null) throw new Error('It has no date.');
      return isBeyondHorizon(plan, judged.target, Date.parse('2027-05-10T07:00:00Z'));
    };
    expect(beyond(renewalAt + 14 * day)).toBe(false);
    expect(beyond(renewalAt + 15 * day)).toBe(true);
  });
});
