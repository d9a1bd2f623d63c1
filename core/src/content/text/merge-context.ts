/** The subscription row of a renewal run (spec, "Trigger"). */
export interface MergeSubscription {
  external_id: string | null;
  product: string;
  interval: string | null;
  status: string;
  renewal_amount_cents: number | null;
  currency: string | null;
  next_renewal_at: string | null;
  started_at: string | null;
  ended_at: string | null;
  cancel_at_period_end: boolean;
}

/**
 * The values for rendering one mail. The template itself adds the rendered `email.subject`,
 * `email.pre_header` and `pre_header`, `email.language`, and the texts of the links.
 */
export interface MergeContext {
  /** ISO 8601 with offset; the value of `"now" | date`. */
  now: string;
  person: {
    id: number;
    email: string;
    first_name: string | null;
    last_name: string | null;
    /** IANA name; dates use it, otherwise the account's. */
    timezone: string | null;
    fields: Record<string, unknown>;
    tags: string[];
  };
  /** The event that started the run; null in broadcasts and sequences. */
  event: { name: string; details: Record<string, unknown> } | null;
  /** What the call of a message gave; null in other mail. */
  data: Record<string, unknown> | null;
  /** Null outside renewal runs; the variables are then blank (PREVIEW-10, PREVIEW-16). */
  automation: {
    subscription: MergeSubscription | null;
    target_at: string | null;
    days_before: number | null;
    /** The renewal in the time zone of the trigger, as the preview of the flow has it (SAFE-44). */
    renewal_date: string | null;
    renewal_at: string | null;
    renewal_timezone: string | null;
  } | null;
  unsubscribe_url: string;
  preferences_url: string;
  /** In the mail of a form alone. */
  confirm_url?: string;
  mailing_address: string;
  account: { name: string; timezone: string };
}

export interface MergeVariable {
  /** `*` means any name. */
  name: string;
  type: 'string' | 'number' | 'boolean' | 'date' | 'array' | 'any';
  description: string;
}

function variable(name: string, type: MergeVariable['type'], description: string): MergeVariable {
  return { name, type, description };
}

/** Every variable for emails and layouts, as `describe_schema liquid` lists them. */
export const mergeVariables: readonly MergeVariable[] = [
  variable('person.id', 'number', 'Number of the person.'),
  variable('person.email', 'string', 'Address of the person.'),
  variable('person.first_name', 'string', 'First name; blank where unknown.'),
  variable('person.last_name', 'string', 'Last name; blank where unknown.'),
  variable('person.timezone', 'string', 'IANA time zone; blank where unknown.'),
  variable('person.fields.*', 'any', 'Custom field by its key, for example person.fields.plan.'),
  variable('person.tags', 'array', 'Tags, for example {% if person.tags contains "vip" %}.'),
  variable('event.name', 'string', 'Name of the event that started the run.'),
  variable('event.details.*', 'any', 'Detail of that event, for example event.details.plan.'),
  variable('data.*', 'any', 'Messages: a value of the data of the call, for example data.code.'),
  variable('automation.subscription.external_id', 'string', 'Renewal runs: id at the seller.'),
  variable('automation.subscription.product', 'string', 'Renewal runs: product key.'),
  variable('automation.subscription.interval', 'string', 'Renewal runs: monthly or yearly.'),
  variable('automation.subscription.status', 'string', 'Renewal runs: state of the subscription.'),
  variable(
    'automation.subscription.renewal_amount_cents',
    'number',
    'Renewal runs: amount in cents; the filter money_without_currency writes it as 12.00.',
  ),
  variable(
    'automation.subscription.currency',
    'string',
    'Renewal runs: its currency, such as EUR.',
  ),
  variable('automation.subscription.next_renewal_at', 'date', 'Renewal runs: when it renews.'),
  variable('automation.subscription.started_at', 'date', 'Renewal runs: when it began.'),
  variable('automation.subscription.ended_at', 'date', 'Renewal runs: when it ended.'),
  variable(
    'automation.subscription.cancel_at_period_end',
    'boolean',
    'Renewal runs: whether it ends instead of renewing.',
  ),
  variable('automation.target_at', 'date', 'Renewal runs: when the reminder is due.'),
  variable('automation.days_before', 'number', 'Renewal runs: days before the renewal.'),
  variable(
    'automation.renewal_date',
    'date',
    "Renewal runs: day it renews, YYYY-MM-DD in the trigger's zone.",
  ),
  variable(
    'automation.renewal_at',
    'date',
    "Renewal runs: when it renews, in the trigger's zone with its offset.",
  ),
  variable('automation.renewal_timezone', 'string', 'Renewal runs: IANA zone of the trigger.'),
  variable('unsubscribe_url', 'string', 'Signed link of this person to unsubscribe.'),
  variable(
    'preferences_url',
    'string',
    'The same page, opened at preferences where there are some.',
  ),
  variable('unsubscribe_text', 'string', 'Its text in the language of the mail.'),
  variable('preferences_text', 'string', 'The same of the link to preferences.'),
  variable('confirm_url', 'string', 'Link to confirm a sign-up; in the email of a form only.'),
  variable('mailing_address', 'string', 'Postal address of the sender; blank until it is set.'),
  variable('account.name', 'string', 'Name of the account.'),
  variable('account.timezone', 'string', 'IANA time zone of the account.'),
  variable('email.subject', 'string', 'Subject of this email, filled in.'),
  variable('email.pre_header', 'string', 'Pre-header of this email, filled in.'),
  variable('email.language', 'string', 'Language of the translation, such as de; else blank.'),
  variable('pre_header', 'string', 'The same as email.pre_header.'),
  variable('now', 'date', 'The moment of sending; {{ now | date: "%Y" }} is the year.'),
];

/** Members of collections and texts that are not listed as variables. */
const suffixes: ReadonlySet<string> = new Set(['size', 'first', 'last']);

function matches(known: string[], path: string[]): boolean {
  const depth = Math.min(known.length, path.length);
  for (let index = 0; index < depth; index += 1) {
    if (known[index] === '*') return true;
    if (known[index] !== path[index]) return false;
  }
  // A whole object may be looped over or tested; a leaf only has sizes and ends.
  return path.slice(known.length).every((name) => suffixes.has(name) || /^\d+$/.test(name));
}

const knownPaths = mergeVariables.map(({ name }) => name.split('.'));

/** Whether a path such as `['person', 'first_name']` can hold a value. */
export function isMergeVariable(path: string[]): boolean {
  return knownPaths.some((known) => matches(known, path));
}
