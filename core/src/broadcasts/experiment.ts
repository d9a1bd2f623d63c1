import { type Duration, durationFault, plainDurationFix } from '../platform/duration.ts';
import type { Issue } from '../platform/issue.ts';

/** One of the emails that a broadcast compares (EXP-01). */
export interface Variant {
  name: string;
  email_id: number;
  weight: number;
}

export const winnerMetrics = ['clicked', 'opened', 'converted'] as const;

/** What makes somebody count as converted: an event within some time after the email was sent. */
export interface ExperimentGoal {
  event: string;
  within: Duration;
}

/** How the winner is found: by what, among how many, and how long after the sample was sent. */
export interface WinnerRule {
  metric: (typeof winnerMetrics)[number];
  sample_percent: number;
  after: Duration;
  goal?: ExperimentGoal | undefined;
}

/** What is wrong with variants by themselves; the emails are looked at where they are known. */
export function variantIssues(variants: readonly Variant[]): Issue[] {
  const issues: Issue[] = [];
  const fault = (path: string, message: string, fix: string) =>
    issues.push({ path, code: 'value_invalid', message, fix });
  for (const [index, { name, email_id }] of variants.entries()) {
    const before = variants.slice(0, index);
    if (before.some((other) => other.name === name)) {
      const message = `Two variants are called "${name}".`;
      fault(`variants[${index}].name`, message, 'Give each variant a name of its own.');
    }
    if (before.some((other) => other.email_id === email_id)) {
      const message = `Two variants send email ${email_id}, so nothing could be counted apart.`;
      fault(`variants[${index}].email_id`, message, 'Copy the email, and use the copy.');
    }
  }
  if (variants.every(({ weight }) => weight === 0)) {
    const message = 'All variants have the weight 0, so nobody would get one.';
    fault('variants', message, 'Give at least one of them a weight above 0.');
  }
  return issues;
}

/** What is wrong with the rule of a winner. */
export function winnerIssues(rule: WinnerRule): Issue[] {
  const issues: Issue[] = [];
  const durations = { after: rule.after, ...(rule.goal && { 'goal.within': rule.goal.within }) };
  for (const [name, duration] of Object.entries(durations)) {
    const found = durationFault(duration);
    if (found === null) continue;
    const path = `winner.${name}${found.path}`;
    issues.push({ path, code: 'duration_malformed', message: found.message });
  }
  if (rule.goal?.within.amount === 0) {
    const message = 'Nobody reaches a goal within no time.';
    const path = 'winner.goal.within.amount';
    issues.push({ path, code: 'duration_malformed', message, fix: plainDurationFix });
  }
  if (rule.metric === 'converted' && rule.goal === undefined) {
    const message = 'The metric converted counts who reaches a goal, and there is none.';
    const fix = 'Add goal with event and within, or use another metric.';
    issues.push({ path: 'winner.goal', code: 'required', message, fix });
  }
  return issues;
}

/** The mails of a variant, and how many of them the metric counts. */
export interface VariantCount {
  name: string;
  sent: number;
  reached: number;
}

/** What a comparison found. */
export interface Decision {
  status: 'decided' | 'undecided';
  /** Null where the figures tell none apart. */
  winner: string | null;
  /** Of the share of the best less that of the next, at 95 %. */
  interval: [low: number, high: number];
}

/** The quantile of the normal distribution with 2.5 % above it. */
const z = 1.959963984540054;

/** The score interval of a share (Wilson). */
function shareInterval(reached: number, sent: number): [number, number] {
  const share = reached / sent;
  const square = z * z;
  const middle = share + square / (2 * sent);
  const reach = z * Math.sqrt((share * (1 - share)) / sent + square / (4 * sent * sent));
  const all = 1 + square / sent;
  return [(middle - reach) / all, (middle + reach) / all];
}

/** Newcombe's hybrid score interval of the difference of two shares (his method 10), at 95 %. */
export function differenceInterval(best: VariantCount, next: VariantCount): [number, number] {
  const [share, other] = [best.reached / best.sent, next.reached / next.sent];
  const [low, high] = shareInterval(best.reached, best.sent);
  const [otherLow, otherHigh] = shareInterval(next.reached, next.sent);
  const difference = share - other;
  // Sums of roots may pass what a difference of two shares can be, by the last digit.
  return [
    Math.max(-1, difference - Math.hypot(share - low, otherHigh - other)),
    Math.min(1, difference + Math.hypot(high - share, other - otherLow)),
  ];
}

/**
 * Names the best variant if its share lies above that of the next one by more than chance explains. A
 * winner has to beat every other variant, so with more than two of them a false one is no likelier, and
 * no correction is needed (EXP-04). A metric cannot count a mail that was not sent, but figures
 * may lag, so shares end at 1.
 */
export function decide(counts: readonly VariantCount[]): Decision {
  const shown = counts
    .filter(({ sent }) => sent > 0)
    .map((one) => ({ ...one, reached: Math.min(Math.max(one.reached, 0), one.sent) }))
    .sort((a, b) => b.reached / b.sent - a.reached / a.sent);
  const [best, next] = shown;
  if (!best || !next) return { status: 'undecided', winner: null, interval: [-1, 1] };
  const interval = differenceInterval(best, next);
  return interval[0] > 0
    ? { status: 'decided', winner: best.name, interval }
    : { status: 'undecided', winner: null, interval };
}
