import type { FrequencyCap } from '../account/frequency-caps.ts';
import { durationMs, durationSummary } from '../platform/duration.ts';
import { frequencyCapReason } from '../queue/hold-reasons.ts';

/** A mail that is about to be handed over, and to which caps apply. */
export interface CappedMail {
  id: number;
  personId: number;
  labels: readonly string[];
}

/** What a cap does with a mail. */
export interface CapVerdict {
  then: FrequencyCap['then'];
  reason: string;
  /** When all caps allow it, if nothing else goes to the person meanwhile. */
  until: Date;
}

/**
 * When mail that counts went to a person, by the index of the rule: the newest first, and no more
 * than the rule allows.
 */
export type CountedTimes = ReadonlyMap<number, readonly (readonly Date[])[]>;

/** When the window of the rule begins: mail at this moment counts no longer. */
export function windowStart({ per }: FrequencyCap, now: Date): Date {
  return new Date(now.getTime() - durationMs(per));
}

function appliesTo({ label }: FrequencyCap, labels: readonly string[]): boolean {
  return label === undefined || labels.includes(label);
}

/**
 * Judges mails in the order in which they go, each with those before it that go (CAP-01). A mail goes
 * where every rule allows it. Where one that skips does not, the mail is skipped; otherwise it waits
 * until the last of its rules allows it. Answers the mails that do not go.
 */
export function capVerdicts(
  caps: readonly FrequencyCap[],
  mails: readonly CappedMail[],
  counted: CountedTimes,
  now: Date,
): Map<number, CapVerdict> {
  const times = new Map<number, Date[][]>();
  const verdicts = new Map<number, CapVerdict>();
  for (const { id, personId, labels } of mails) {
    const gone =
      times.get(personId) ?? caps.map((_, rule) => [...(counted.get(personId)?.[rule] ?? [])]);
    times.set(personId, gone);
    const against = caps.flatMap((cap, rule) => {
      const until = appliesTo(cap, labels) ? allowedAt(cap, gone[rule] ?? [], now) : now;
      return until > now ? [{ cap, until }] : [];
    });
    const [verdict] = against.toSorted(
      (one, other) =>
        Number(other.cap.then === 'skip') - Number(one.cap.then === 'skip') ||
        other.until.getTime() - one.until.getTime(),
    );
    if (verdict !== undefined) {
      const { cap, until } = verdict;
      const { max, per, then } = cap;
      verdicts.set(id, { then, until, reason: frequencyCapReason(max, durationSummary(per)) });
      continue;
    }
    for (const [rule, cap] of caps.entries()) {
      if (appliesTo(cap, labels)) gone[rule] = [now, ...(gone[rule] ?? [])];
    }
  }
  return verdicts;
}

/** When the rule allows one more; `times` are the newest first. */
function allowedAt({ max, per }: FrequencyCap, times: readonly Date[], now: Date): Date {
  const last = times[max - 1];
  return last === undefined ? now : new Date(last.getTime() + durationMs(per));
}
