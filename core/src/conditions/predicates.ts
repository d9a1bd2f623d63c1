import type { ValidationIssue } from '../platform/issue.ts';
import { type JsonObject, own, quoted } from '../platform/json.ts';
import { limits } from '../platform/limits.ts';
import { answerTo, type FactQuestion, type Facts } from './facts.ts';
import { checkDays, reportKey } from './leaf-keys.ts';
import { domainOf } from './person-fields.ts';
import { dateAfter, dateBefore, dayMayBegin } from './within.ts';

/** The documentation of one argument. */
export interface PredicateArgument {
  type: string;
  note: string;
  required: boolean;
}

/**
 * A named condition with its own meaning (COND-16). `check` and `summary` take any arguments;
 * `asks` and `evaluate` take arguments without errors. Besides the person, it may only read facts
 * of `facts.ts`. `store/src/conditions/predicate-sql.ts` has its SQL under the same name;
 * docs/extending.md says how to add one.
 */
export interface Predicate {
  /** When it holds, in one sentence. */
  purpose: string;
  /** Every argument it takes; any other is refused. */
  args: Readonly<Record<string, PredicateArgument>>;
  /** Arguments without errors, for documentation. */
  example: JsonObject;
  check(args: JsonObject, path: string): ValidationIssue[];
  asks(args: JsonObject): FactQuestion[];
  evaluate(args: JsonObject, facts: Facts, now: Date): { actual: unknown; result: boolean };
  /** As `ConditionType.changesAt`; required if time alone can change the answer. */
  changesAt?(args: JsonObject, facts: Facts, now: Date): Date | null;
  /** A phrase that completes "if …". */
  summary(args: JsonObject): string;
}

/** Domains in canonical form: lower case, without @ and surrounding spaces. */
export function domainsOf(args: JsonObject): string[] {
  const domains = own(args, 'domains') as string[];
  return domains.map((domain) => domain.trim().toLowerCase().replace(/^@/, ''));
}

function isDomain(value: unknown): boolean {
  return typeof value === 'string' && /^\s*@?[^\s@]+\s*$/.test(value) && value.length <= 255;
}

const emailDomainIn: Predicate = {
  purpose: 'The address is at one of the domains; a subdomain is a domain of its own.',
  args: {
    domains: {
      type: 'array of string',
      note: `1 to ${limits.predicateListMax}, such as example.com; case does not count`,
      required: true,
    },
  },
  example: { domains: ['example.com', 'example.org'] },

  check(args, path) {
    const domains = own(args, 'domains');
    const sized = Array.isArray(domains) && domains.length <= limits.predicateListMax;
    if (sized && domains.length > 0 && domains.every(isDomain)) return [];
    const message = `"domains" is a list of 1 to ${limits.predicateListMax} domains such as example.com, not ${quoted(domains)}.`;
    return [reportKey(args, path, 'domains', message)];
  },

  asks: () => [{ kind: 'person' }],

  evaluate(args, { person }) {
    const actual = domainOf(person.email);
    return { actual, result: domainsOf(args).includes(actual) };
  },

  summary(args) {
    const domains = own(args, 'domains');
    const names = Array.isArray(domains) ? domains.slice(0, 3).map(quoted).join(', ') : 'nothing';
    return `the address is at ${names}`;
  },
};

const joinedWithin: Predicate = {
  purpose: 'The person subscribed today or in the days before, by the calendar of the account.',
  args: {
    days: { type: 'integer', note: 'How many days, today included', required: true },
  },
  example: { days: 7 },
  check: (args, path) => checkDays(args, path, 'days'),
  asks: () => [{ kind: 'person' }, { kind: 'today' }],

  evaluate(args, facts) {
    const today = answerTo(facts, { kind: 'today' });
    const actual = facts.person.subscribed_on;
    if (typeof today !== 'string' || actual === '') return { actual: null, result: false };
    return { actual, result: actual > dateBefore(today, args.days as number) };
  },

  changesAt(args, facts, now) {
    const joined = facts.person.subscribed_on;
    if (!joinedWithin.evaluate(args, facts, now).result) return null;
    return dayMayBegin(dateAfter(joined, args.days as number), now);
  },

  summary: (args) => `joined in the last ${quoted(own(args, 'days'))} days`,
};

const receivedAtLeast: Predicate = {
  purpose: 'So many emails or more were sent to the person in the last days; caps a frequency.',
  args: {
    emails: { type: 'integer', note: 'How many, tests not counted', required: true },
    within_days: { type: 'integer', note: 'Days of 24 hours', required: true },
  },
  example: { emails: 3, within_days: 7 },

  check(args, path) {
    const emails = own(args, 'emails');
    const found = checkDays(args, path, 'within_days');
    const valid = Number.isSafeInteger(emails) && (emails as number) > 0;
    if (valid && (emails as number) <= limits.predicateCountMax) return found;
    const message = `"emails" is a whole number from 1 to ${limits.predicateCountMax}, not ${quoted(emails)}.`;
    return [...found, reportKey(args, path, 'emails', message)];
  },

  asks: (args) => [{ kind: 'received_count', days: args.within_days as number }],

  evaluate(args, facts) {
    const question: FactQuestion = { kind: 'received_count', days: args.within_days as number };
    const actual = answerTo(facts, question) ?? 0;
    return { actual, result: (actual as number) >= (args.emails as number) };
  },

  /**
   * The moment the first of them leaves the period is unknown, so it is evaluated again at
   * intervals.
   */
  changesAt: (args, facts, now) =>
    receivedAtLeast.evaluate(args, facts, now).result
      ? new Date(now.getTime() + limits.conditionRecheckMs)
      : null,

  summary: (args) =>
    `received ${quoted(own(args, 'emails'))} emails or more within ${quoted(own(args, 'within_days'))} days`,
};

/** Every registered predicate by name. One without SQL of the same name does not compile. */
export const predicates = {
  email_domain_in: emailDomainIn,
  joined_within: joinedWithin,
  received_at_least: receivedAtLeast,
} satisfies Record<string, Predicate>;

export type PredicateName = keyof typeof predicates;

export function isPredicateName(name: unknown): name is PredicateName {
  return typeof name === 'string' && Object.hasOwn(predicates, name);
}

export function predicateNamed(name: unknown): Predicate | null {
  return isPredicateName(name) ? predicates[name] : null;
}
