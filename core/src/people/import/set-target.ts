import { ValueError } from '../../platform/issue.ts';
import { limits } from '../../platform/limits.ts';
import { octets } from '../../platform/octets.ts';
import { roundedText } from '../../platform/operations/rounded-number.ts';
import { isTimezone, parseTimestamp } from '../../platform/timestamp.ts';
import { dayText, type ZoneClock } from '../../platform/zone-clock.ts';
import { parseAddress } from '../address.ts';
import type { FieldType } from '../field-type.ts';
import {
  isTouch,
  objectAt,
  personFieldsAt,
  personNameAt,
  personTagsAt,
  plainTextAt,
  textAt,
} from '../person-values.ts';
import { booleanOf, typedCell } from './cell-types.ts';
import { splitTags } from './cells.ts';
import type { Target } from './columns.ts';
import { type DateOrder, readDate, readMoment } from './dates.ts';
import type { ImportedPerson } from './imported-person.ts';
import { inferJsonType, jsonFieldsAt, keysKnown } from './json-fields.ts';
import type { PlainTarget } from './plain-targets.ts';
import { splitName } from './whole-name.ts';

export interface CellOptions {
  /** Separator of tags in a cell; null means comma and semicolon. */
  tag_separator: string | null;
  /** Whether an empty cell clears the value instead of leaving it. */
  clear_blank: boolean;
  /** Which number of a date such as 03/04/2025 is the day; null refuses it. */
  date_order: DateOrder | null;
  /** Whether a bad cell is left out, and the rest of its row imported (LEFT-01). */
  skip_bad_cells: boolean;
  /** That of the account. */
  clock: ZoneClock;
  /** When the file began to come. */
  now: Date;
}

/** The person of a row so far; the address may still be missing. */
export type Draft = Partial<ImportedPerson> & {
  says_unsubscribed?: boolean;
  whole_name?: string | null;
};

type Setter = (draft: Draft, value: unknown, column: string, options: CellOptions) => void;

const clearable = ['first_name', 'last_name', 'external_id', 'timezone'] as const;

const twoWays =
  'can be read in two ways. Import with date_order day_first or month_first, or write YYYY-MM-DD.';

function timeAt(value: unknown, column: string, { clock, date_order }: CellOptions): string {
  const text = textAt(value, column, 64).trim();
  const found = parseTimestamp(text, clock) === null ? readMoment(text, date_order) : text;
  if (found === 'ambiguous') throw new ValueError(column, twoWays);
  const time = found === null ? null : parseTimestamp(found, clock);
  if (time) return time.toISOString();
  throw new ValueError(column, 'must be an ISO 8601 timestamp, such as 2026-01-31T09:30:00Z.');
}

/**
 * What has happened to a person holds at once, whatever its time is. An opt-out of a time to come would
 * hold against each consent until then.
 */
function pastTimeAt(value: unknown, column: string, options: CellOptions): string {
  const time = Date.parse(timeAt(value, column, options));
  return new Date(Math.min(time, options.now.getTime())).toISOString();
}

/** A day of the account that is no later than today: nobody was first known on a day to come. */
function pastDateAt(value: unknown, column: string, options: CellOptions): string {
  const date = dateAt(value, column, options);
  const today = dayText(options.clock.dayOf(options.now.getTime()));
  if (date > today) return today;
  return date;
}

function dateAt(value: unknown, column: string, { clock, date_order }: CellOptions): string {
  const text = textAt(value, column, 64).trim();
  const found = readDate(text, date_order);
  if (found === 'ambiguous') throw new ValueError(column, twoWays);
  if (found !== null) return found;
  const moment = readMoment(text, date_order);
  if (moment === 'ambiguous') throw new ValueError(column, twoWays);
  const time = parseTimestamp(moment ?? text, clock);
  if (time) return dayText(clock.dayOf(time.getTime()));
  throw new ValueError(column, 'must be a date as YYYY-MM-DD.');
}

/**
 * When something happened to a person. Many programs export that it did and not when: then it is now, and
 * undefined where it did not.
 */
function happenedAt(value: unknown, column: string, options: CellOptions): string | undefined {
  const said = typeof value === 'boolean' ? value : booleanOf(textAt(value, column, 64));
  if (said === false) return undefined;
  return said ? options.now.toISOString() : pastTimeAt(value, column, options);
}

function timezoneAt(value: unknown, column: string): string {
  const name = textAt(value, column, limits.nameChars).trim();
  if (isTimezone(name)) return name;
  throw new ValueError(column, 'must be an IANA time zone, such as Europe/Berlin.');
}

function addressAt(value: unknown, column: string): string {
  const text = textAt(value, column, 4 * limits.addressChars);
  const address = parseAddress(text);
  if (address) return address;
  throw new ValueError(column, 'must be one email address, such as ada@example.com.');
}

/** What programs write in a column of states, besides true and false. */
const states: ReadonlyMap<string, 'in' | 'out'> = new Map([
  ...['subscribed', 'enabled'].map((word) => [word, 'in'] as const),
  ...['unsubscribed', 'disabled', 'blocklisted'].map((word) => [word, 'out'] as const),
]);

/** Whether a cell says that somebody is out; `yes` is what true means in its column. */
function isOutAt(value: unknown, column: string, yes: 'in' | 'out'): boolean {
  const text = typeof value === 'boolean' ? String(value) : textAt(value, column, 64).trim();
  const state = states.get(text.toLowerCase());
  if (state !== undefined) return state === 'out';
  const found = booleanOf(text);
  if (found !== null) return found === (yes === 'out');
  throw new ValueError(column, 'must be true or false.');
}

function attributionAt(value: unknown, column: string): Record<string, unknown> {
  const found = typeof value === 'string' ? parsedObject(value) : value;
  if (octets(JSON.stringify(found ?? null)) > limits.eventDetailsBytes) {
    throw new ValueError(column, `may be at most ${limits.eventDetailsBytes} bytes of JSON.`);
  }
  return objectAt(found, column);
}

function parsedObject(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const setters: Record<PlainTarget, Setter> = {
  email(draft, value, column) {
    draft.email = addressAt(value, column);
  },
  first_name(draft, value, column) {
    draft.first_name = personNameAt(value, column);
  },
  last_name(draft, value, column) {
    draft.last_name = personNameAt(value, column);
  },
  external_id(draft, value, column) {
    const text = typeof value === 'number' ? String(value) : value;
    draft.external_id = plainTextAt(text, column, limits.externalIdChars);
  },
  timezone(draft, value, column) {
    draft.timezone = timezoneAt(value, column);
  },
  tags(draft, value, column, { tag_separator }) {
    const list = typeof value === 'string' ? splitTags(value, tag_separator) : value;
    draft.tags = personTagsAt(list, column);
  },
  subscribed_on(draft, value, column, options) {
    draft.subscribed_on = pastDateAt(value, column, options);
  },
  // A file may have both columns; whichever prevents mail wins.
  subscribed(draft, value, column) {
    draft.says_unsubscribed = isOutAt(value, column, 'in') || draft.says_unsubscribed === true;
  },
  unsubscribed(draft, value, column) {
    draft.says_unsubscribed = isOutAt(value, column, 'out') || draft.says_unsubscribed === true;
  },
  unsubscribed_at(draft, value, column, options) {
    draft.unsubscribed_at = pastTimeAt(value, column, options);
  },
  reason(draft, value, column) {
    draft.reason = textAt(value, column, limits.reasonChars);
  },
  hard_bounced_at(draft, value, column, options) {
    const time = happenedAt(value, column, options);
    if (time !== undefined) draft.hard_bounced_at = time;
  },
  complained_at(draft, value, column, options) {
    const time = happenedAt(value, column, options);
    if (time !== undefined) draft.complained_at = time;
  },
  attribution(draft, value, column) {
    const attribution = attributionAt(value, column);
    if (isTouch(attribution)) draft.attribution = attribution;
  },
  created_at(draft, value, column, options) {
    draft.created_at = pastTimeAt(value, column, options);
  },
  opted_in_at(draft, value, column, options) {
    const time = timeAt(value, column, options);
    // A consent of a later time would outlast each withdrawal until then.
    if (Date.parse(time) > options.now.getTime())
      throw new ValueError(column, 'must be a time that has passed.');
    draft.opted_in_at = time;
  },
  consent_source(draft, value, column) {
    draft.consent_source = plainTextAt(value, column, limits.nameChars);
  },
};

/** Whether a cell is empty. White space counts as empty except in custom fields. */
function isBlank(target: Target, value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return target.kind !== 'field' && typeof value === 'string' && value.trim() === '';
}

function setBlank(draft: Draft, target: Target): void {
  if (target.kind === 'field') draft.fields = { ...draft.fields, [target.key]: null };
  if (target.kind === 'name') {
    draft.first_name = null;
    draft.last_name = null;
  }
  const plain = clearable.find((name) => target.kind === 'plain' && name === target.name);
  if (plain) draft[plain] = null;
}

function setField(
  draft: Draft,
  target: Target & { kind: 'field' },
  value: unknown,
  column: string,
  { date_order }: CellOptions,
): void {
  const { key, type } = target;
  draft.fields ??= {};
  if (typeof value !== 'string') {
    draft.fields[key] = personFieldsAt({ [key]: value }, column)[key] ?? null;
    return;
  }
  if (type === null || type === 'string') {
    draft.fields[key] = textAt(value, column, limits.fieldValueChars);
    return;
  }
  const typed = typedCell(value, type, date_order);
  if (typed === 'ambiguous' && type === 'date') throw new ValueError(column, twoWays);
  const wanted = type === 'date' ? 'a date as YYYY-MM-DD' : `a ${type}`;
  if (typed === null && value.trim() !== '') {
    throw new ValueError(column, `must be ${wanted}, as the field ${key} is defined.`);
  }
  if (typed === null) return;
  const rounded = type === 'number' ? roundedText(value.trim()) : null;
  if (rounded !== null) {
    throw new ValueError(
      column,
      `has more digits than numbers keep here: ${rounded.text} would become ${BigInt(rounded.kept)}. Keep it in a field of type string.`,
      'number_invalid',
    );
  }
  draft.fields[key] = typed;
}

/** Writes one cell, or one value of an NDJSON line, to its target. Throws a ValueError. */
function setTarget(
  draft: Draft,
  target: Target,
  value: unknown,
  column: string,
  options: CellOptions,
): void {
  if (target.kind === 'ignore') return;
  if (isBlank(target, value)) {
    if (options.clear_blank) setBlank(draft, target);
  } else if (target.kind === 'name') draft.whole_name = personNameAt(value, column);
  else if (target.kind === 'plain') setters[target.name](draft, value, column, options);
  else if (target.kind === 'field') setField(draft, target, value, column, options);
  else {
    const given = personFieldsAt(value, column);
    const kept = Object.entries(given).filter(([, field]) => field !== null || options.clear_blank);
    draft.fields = { ...draft.fields, ...Object.fromEntries(kept) };
  }
}

/** Without these somebody could get mail who must not. */
const kept: readonly string[] = [
  ...['email', 'subscribed', 'unsubscribed', 'unsubscribed_at'],
  ...['hard_bounced_at', 'complained_at'],
];

/**
 * Whether a bad cell of the target may be left out, so that the rest of the row is imported: not the
 * address, and nothing that says not to write to the person.
 */
function isOptional(target: Target): boolean {
  return target.kind !== 'plain' || !kept.includes(target.name);
}

/**
 * The same, but leaves a bad cell out where the options say so, and adds what is wrong with it to
 * `left`.
 */
export function setOrLeave(
  draft: Draft,
  target: Target,
  value: unknown,
  column: string,
  { options, left }: { options: CellOptions; left: ValueError[] },
): void {
  try {
    if (target.kind === 'fields' && target.types !== null && typeof value === 'string') {
      setFields(draft, target.types, value, column, { options, left });
    } else setTarget(draft, target, value, column, options);
  } catch (error) {
    if (!options.skip_bad_cells || !isOptional(target)) throw error;
    if (!(error instanceof ValueError)) throw error;
    left.push(error);
  }
}

/** Writes the fields of a cell of JSON, each as a cell of its own. A new key takes the type of its first value. */
function setFields(
  draft: Draft,
  types: Map<string, FieldType>,
  cell: string,
  column: string,
  { options, left }: { options: CellOptions; left: ValueError[] },
): void {
  if (cell.trim() === '') return;
  for (const [key, value] of jsonFieldsAt(cell, column)) {
    const type = types.get(key) ?? inferJsonType([value]);
    if (type !== null && types.size < keysKnown) types.set(key, type);
    const fitting = value === null || typeof value === type ? value : String(value);
    setOrLeave(draft, { kind: 'field', key, type }, fitting, column, { options, left });
  }
}

/** Completes the person of a row. Throws a ValueError if the address is missing. */
export function finishDraft(draft: Draft, addressColumn: string): ImportedPerson {
  if (draft.email === undefined) {
    throw new ValueError(addressColumn, 'is blank; a person has an address.');
  }
  const person: Draft = draft;
  if (person.whole_name !== undefined) {
    // Columns of their own say better which is which.
    const isNamed = person.first_name !== undefined || person.last_name !== undefined;
    if (person.whole_name !== null && !isNamed) Object.assign(person, splitName(person.whole_name));
    delete person.whole_name;
  }
  // If two columns contradict each other, the one that prevents mail wins.
  if (person.says_unsubscribed === true || person.unsubscribed_at !== undefined) {
    person.unsubscribed = true;
  } else if (person.reason !== undefined) delete person.reason;
  if (person.says_unsubscribed !== undefined) delete person.says_unsubscribed;
  return person as ImportedPerson;
}
