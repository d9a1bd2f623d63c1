import {
  eligibility,
  type PastReminder,
  type RenewalFacts,
} from '@postroad/core/flows/renewals/eligibility';
import {
  nextDue,
  planRenewals,
  type RenewalPlan,
  renewalsDue,
  targetOf,
} from '@postroad/core/flows/renewals/renewal-plan';
import { dayText, ZoneClock } from '@postroad/core/platform/zone-clock';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../support/property-tests.ts';
import { wallAt, zones } from '../../../support/wall-clock.ts';

function dateAt(instant: number, timezone: string): string {
  return wallAt(instant, timezone).slice(0, 10);
}

const dayMs = 86_400_000;
const quarterMs = 900_000;

function planOf(timezone: string, local_time: string, days_before: number): RenewalPlan {
  const plan = planRenewals({
    type: 'subscription_renewal_approaching',
    ...{ product: 'pro', interval: 'monthly', days_before, local_time, timezone },
  });
  if (plan === null) throw new Error('The trigger is not valid.');
  return plan;
}

const valid: RenewalFacts = {
  status: 'active',
  cancelAtPeriodEnd: false,
  nextRenewalAt: 0,
  amountCents: 1900,
  person: { suppressed: false },
  several: false,
  past: [],
};

const instants = fc.integer({ min: Date.UTC(1972, 0, 1), max: Date.UTC(2060, 0, 1) });
const minutes = fc.integer({ min: 0, max: 1_439 });
const zone = fc.constantFrom(...zones);

describe('the clock of a zone', () => {
  it('shows the day that Intl shows', () => {
    fc.assert(
      fc.property(zone, instants, (timezone, instant) => {
        expect(dayText(new ZoneClock(timezone).dayOf(instant))).toBe(dateAt(instant, timezone));
      }),
      { numRuns: runs(1_000) },
    );
  });

  it('RENEW-32 finds the first instant that shows a time, or that none does', () => {
    fc.assert(
      fc.property(zone, instants, minutes, (timezone, instant, minute) => {
        const clock = new ZoneClock(timezone);
        const day = clock.dayOf(instant);
        const wall = `${dayText(day)} ${text(minute)}`;
        const shows = (at: number) => wallAt(at, timezone) === wall;
        const found = clock.instantOf(day, minute);
        // Offsets since 1972 are whole quarters, so every instant that could show it is looked at.
        const around = day * dayMs + minute * 60_000 - 15 * 3_600_000;
        const all: number[] = [];
        for (let at = around; at <= around + 30 * 3_600_000; at += quarterMs) {
          if (shows(at)) all.push(at);
        }
        expect(found).toBe(all[0] ?? null);
      }),
      { numRuns: runs(300) },
    );
  });

  it('holds each day between its bounds, and reaches hours beyond at most', () => {
    fc.assert(
      fc.property(zone, instants, (timezone, instant) => {
        const clock = new ZoneClock(timezone);
        const { from, to } = clock.around(clock.dayOf(instant));
        expect(from).toBeLessThanOrEqual(instant);
        expect(to).toBeGreaterThan(instant);
        expect(to - from).toBeLessThanOrEqual(2 * dayMs);
      }),
      { numRuns: runs(1_000) },
    );
  });
});

function text(minute: number): string {
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${pad(Math.floor(minute / 60))}:${pad(minute % 60)}`;
}

/** What a scan once an hour, beginning at some minute, sends of one subscription. */
function scanned(plan: RenewalPlan, renewalAt: number, days: number[]) {
  const sent: number[] = [];
  const past: PastReminder[] = [];
  const reasons = new Set<string>();
  for (const at of days) {
    const facts = { ...valid, nextRenewalAt: renewalAt, past };
    const verdict = eligibility(plan, false, facts, at);
    if (!verdict.eligible) reasons.add(verdict.reason);
    if (!verdict.eligible || !verdict.due) continue;
    const span = renewalsDue(plan, at);
    expect(span).not.toBeNull();
    expect(renewalAt).toBeGreaterThanOrEqual(span?.from ?? Infinity);
    expect(renewalAt).toBeLessThan(span?.to ?? -Infinity);
    sent.push(at);
    const { renewalDay } = verdict.target;
    past.push({ renewalAt, renewalDay, sent: true, mailed: true, inside: false });
  }
  return { sent, reasons };
}

describe('400 days', () => {
  it.each(zones)(
    'RENEW-12, RENEW-32 in %s each renewal is reminded of once, on its day',
    (timezone) => {
      // From before one change of clocks to after the third, over the end of February 2028.
      const start = Date.UTC(2027, 1, 20);
      fc.assert(
        fc.property(
          minutes,
          fc.constantFrom(0, 1, 3, 30),
          fc.integer({ min: 0, max: 59 }),
          (minute, daysBefore, late) => {
            const plan = planOf(timezone, text(minute), daysBefore);
            for (let day = 0; day < 400; day += 1) {
              const renewalAt = start + day * dayMs + ((day * 7_919 * 60_000) % dayMs);
              const target = targetOf(plan, renewalAt);
              const noon = target.targetDay * dayMs + dayMs / 2;
              const looks = Array.from(
                { length: 72 },
                (_, hour) => noon + (hour - 36) * 3_600_000 + late * 60_000,
              );
              const { sent, reasons } = scanned(plan, renewalAt, looks);
              const days = sent.map((at) => dateAt(at, timezone));
              if (target.targetAt === null) {
                expect(sent).toEqual([]);
                expect([...reasons]).toEqual(['unresolved_time']);
              } else if (minute < 1_380) {
                expect(days).toEqual([dayText(target.targetDay)]);
                expect(sent[0]).toBeGreaterThanOrEqual(target.targetAt);
                expect(reasons).toContain('already_sent');
              } else {
                // Looked at once an hour, the last hour of a day may be passed over; never the day.
                expect(days).toEqual(days.length === 0 ? [] : [dayText(target.targetDay)]);
              }
              const renews = Date.parse(dateAt(renewalAt, timezone));
              const expected = dayText(renews / dayMs - daysBefore);
              expect(dayText(target.targetDay)).toBe(expected);
            }
          },
        ),
        { numRuns: runs(2) },
      );
    },
  );
});

describe('days and times', () => {
  it.each([
    ['LIM-02', '2028-03-01T12:00:00Z', 1, '2028-02-29'],
    ['LIM-02', '2027-03-01T12:00:00Z', 1, '2027-02-28'],
    ['LIM-02', '2028-02-29T12:00:00Z', 0, '2028-02-29'],
    ['LIM-02', '2028-02-29T12:00:00Z', 366, '2027-02-28'],
    ['LIM-02', '2028-12-31T12:00:00Z', 366, '2027-12-31'],
  ])('%s reminds of %s %i days before, on %s', (_clause, renewal, daysBefore, expected) => {
    const target = targetOf(planOf('UTC', '09:00', daysBefore), Date.parse(renewal));
    expect(dayText(target.targetDay)).toBe(expected);
  });

  it.each<[string, string, string, string, string | null]>([
    ['does not exist', 'America/New_York', '2027-03-14', '02:30', null],
    ['does not exist', 'Australia/Lord_Howe', '2027-10-03', '02:15', null],
    ['does not exist', 'America/Santiago', '2027-09-05', '00:30', null],
    ['is a day that does not exist', 'Pacific/Apia', '2011-12-30', '09:00', null],
    ['exists twice', 'America/New_York', '2027-11-07', '01:30', '2027-11-07T05:30:00.000Z'],
    ['exists twice', 'Australia/Lord_Howe', '2027-04-04', '01:45', '2027-04-03T14:45:00.000Z'],
    ['exists twice', 'Asia/Beirut', '2027-10-30', '23:30', '2027-10-30T20:30:00.000Z'],
    ['exists once', 'Asia/Kathmandu', '2027-01-01', '09:00', '2027-01-01T03:15:00.000Z'],
  ])('RENEW-32 %s: in %s on %s at %s', (_what, timezone, day, time, expected) => {
    const clock = new ZoneClock(timezone);
    const [hours, minute] = time.split(':').map(Number);
    const at = clock.instantOf(Date.parse(day) / dayMs, (hours ?? 0) * 60 + (minute ?? 0));
    expect(at === null ? null : new Date(at).toISOString()).toBe(expected);
  });

  it('knows when reminders are due next', () => {
    fc.assert(
      fc.property(zone, instants, minutes, (timezone, now, minute) => {
        const plan = planOf(timezone, text(minute), 3);
        const { at, renewalsFrom } = nextDue(plan, now);
        expect(at).toBeGreaterThan(now);
        // At most a day that does not exist, and one whose time does not, are passed over.
        expect(at - now).toBeLessThan(3.2 * dayMs);
        const span = renewalsDue(plan, at);
        expect(span?.from).toBe(renewalsFrom);
      }),
      { numRuns: runs(500) },
    );
  });
});
