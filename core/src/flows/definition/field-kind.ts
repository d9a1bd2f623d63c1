import { canonicalCondition } from '../../conditions/canonical.ts';
import { checkConditionReferences, checkConditionShape } from '../../conditions/check.ts';
import { tagKey } from '../../conditions/compare.ts';
import type { Condition } from '../../conditions/condition.ts';
import { asks } from '../../conditions/evaluate.ts';
import { unknownName } from '../../conditions/leaf-keys.ts';
import { isRecordKey } from '../../conditions/record-keys.ts';
import { recordsNamed } from '../../conditions/records-named.ts';
import { fieldKeyPattern } from '../../people/person-values.ts';
import { durationFault } from '../../platform/duration.ts';
import { meant, type ValidationIssue } from '../../platform/issue.ts';
import { isObject, type JsonObject, ordered, quoted } from '../../platform/json.ts';
import { jsonFault } from '../../platform/json-value.ts';
import { limits } from '../../platform/limits.ts';
import { nearest } from '../../platform/nearest.ts';
import { hasMoreCharacters } from '../../platform/octets.ts';
import type { RecordName } from '../../platform/record-name.ts';
import type { Question } from '../interpreter/question.ts';
import { report } from '../validate/codes.ts';
import type { References } from './references.ts';

/**
 * The kind of value under a key of a step. `check` and `references` take any JSON, `asks` a value
 * that passed the check.
 */
export interface FieldKind {
  /** The type as documented. */
  type: 'integer' | 'string' | 'object' | 'array' | 'any';
  /** Completes "needs". */
  describe: string;
  check(value: unknown, path: string): ValidationIssue[];
  references(value: unknown, path: string, references: References): ValidationIssue[];
  asks(value: unknown): Question[];
  canonical(value: unknown): unknown;
  /** The records that it names; takes any JSON. */
  names?(value: unknown): RecordName[];
  /** More of its JSON Schema than the type, with that of a list of steps. */
  jsonSchema?(steps: JsonObject): JsonObject;
  /** The conditions in it, unchecked. */
  conditions?(value: unknown): unknown[];
}

const plain = {
  references: () => [],
  asks: () => [],
  canonical: (value: unknown) => value,
} satisfies Partial<FieldKind>;

function isId(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0;
}

/** The numeric id of an email (DEF-16); a key that is still there belongs to none. */
export const emailId: FieldKind = {
  ...plain,
  type: 'integer',
  describe: 'the numeric id of an email',
  check(value, path) {
    if (isId(value) || isRecordKey(value)) return [];
    const message = `An email is named by its numeric id, not by ${quoted(value)}.`;
    const quotedId = typeof value === 'string' && /^[1-9]\d{0,14}$/.test(value);
    const fix = quotedId
      ? `Write ${value} without quotes.`
      : 'Write the id of an email from list_emails.';
    return [report('step_key_malformed', path, message, fix)];
  },
  references(value, path, references) {
    if (isRecordKey(value)) {
      const message = `There is no email ${quoted(value)}.`;
      return [unknownName('email_unknown', path, message, value, references.keys?.email ?? [])];
    }
    if (!isId(value)) return [];
    const email = references.emails.get(value);
    if (email === undefined) return [report('email_unknown', path, `There is no email ${value}.`)];
    if (email.archived) return [report('email_archived', path, `Email ${value} is archived.`)];
    if (!email.blank) return [];
    return [report('email_blank', path, `Email ${value} has no subject or no body.`)];
  },
  asks: (value) => (isId(value) ? [{ kind: 'email', email_id: value }] : []),
  names: (value) => (isId(value) ? [{ kind: 'email', name: value }] : []),
};

const liquidText = /\{[{%]/;

/** Text with Liquid where none is run, so that people get its braces. */
function unrunLiquid(value: unknown, path: string): ValidationIssue[] {
  if (typeof value !== 'string' || !liquidText.test(value)) return [];
  const message = `${quoted(value)} is taken as it is written: Liquid is not run here.`;
  return [report('liquid_not_run', path, message)];
}

/** The name of a tag, in any case. */
export const tagName: FieldKind = {
  ...plain,
  type: 'string',
  describe: 'the name of a tag',
  check(value, path) {
    const named = typeof value === 'string' && value.trim() !== '';
    if (named && !hasMoreCharacters(value, limits.tagChars)) return [];
    const message = `A tag is text of 1 to ${limits.tagChars} characters, not ${quoted(value)}.`;
    return [
      report(
        'step_key_malformed',
        path,
        message,
        'Write the name of a tag as text, such as "customer".',
      ),
    ];
  },
  references(value, path, references) {
    const unrun = unrunLiquid(value, path);
    if (typeof value !== 'string' || references.tags.has(tagKey(value))) return unrun;
    const message = `There is no tag ${quoted(value)} yet; it will be created.`;
    const near = references.nearTag?.(value) ?? null;
    return [...unrun, meant(report('tag_new', path, message), near)];
  },
};

/** The name of a tag to remove. */
export const tagRemoved: FieldKind = {
  ...tagName,
  references(value, path, references) {
    const unrun = unrunLiquid(value, path);
    if (typeof value !== 'string' || references.tags.has(tagKey(value))) return unrun;
    const message = `There is no tag ${quoted(value)} yet, so there is nothing to remove.`;
    const near = references.nearTag?.(value) ?? null;
    return [...unrun, meant(report('tag_new', path, message), near)];
  },
};

/** The numeric id of a sequence (DEF-17); a key that is still there belongs to none. */
export const sequenceId: FieldKind = {
  ...plain,
  type: 'integer',
  describe: 'the numeric id of a sequence',
  check(value, path) {
    if (isId(value) || isRecordKey(value)) return [];
    const message = `A sequence is named by its numeric id, not by ${quoted(value)}.`;
    return [
      report(
        'step_key_malformed',
        path,
        message,
        'Write the id of a sequence from list_sequences.',
      ),
    ];
  },
  references(value, path, references) {
    if (isRecordKey(value)) {
      const message = `There is no sequence ${quoted(value)}.`;
      const known = references.keys?.sequence ?? [];
      return [unknownName('sequence_unknown', path, message, value, known)];
    }
    if (!isId(value)) return [];
    if (!references.sequences.has(value)) {
      return [report('sequence_unknown', path, `There is no sequence ${value}.`)];
    }
    if (!references.sequencesOff.has(value)) return [];
    const message = `The sequence ${value} is off, so nobody is started on it until it is on.`;
    return [report('sequence_off', path, message)];
  },
  asks: (value) => (isId(value) ? [{ kind: 'sequence_state', sequence_id: value }] : []),
  names: (value) => (isId(value) ? [{ kind: 'sequence', name: value }] : []),
};

/** The key of a custom field. */
export const fieldKey: FieldKind = {
  ...plain,
  type: 'string',
  describe: 'the key of a custom field',
  check(value, path) {
    if (isFieldKey(value)) return [];
    const message = `A custom field is named by its key, not by ${quoted(value)}.`;
    return [
      report('step_key_malformed', path, message, 'Write the key of a field from list_fields.'),
    ];
  },
  references(value, path, { fields }) {
    if (typeof value !== 'string' || fields.has(value)) return [];
    const message = `There is no active custom field ${quoted(value)}.`;
    return [unknownName('field_unknown', path, message, value, fields.keys())];
  },
  asks: (value) => (isFieldKey(value) ? [{ kind: 'field_type', field: value }] : []),
  names: (value) => (isFieldKey(value) ? [{ kind: 'field', name: value }] : []),
};

function isFieldKey(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > limits.keyChars) return false;
  return fieldKeyPattern.test(value);
}

/** The new value of a custom field; null and empty text clear it (DEF-18). */
export const fieldValue: FieldKind = {
  ...plain,
  type: 'any',
  describe: 'text, a number, true or false; "" or null clears the field',
  check(value, path) {
    const scalar = value === null || ['string', 'number', 'boolean'].includes(typeof value);
    const fault = scalar ? jsonFault(value)?.message : 'It is no single value.';
    const long = typeof value === 'string' && hasMoreCharacters(value, limits.fieldValueChars);
    if (fault === undefined && !long) return [];
    const message = `A field takes text of up to ${limits.fieldValueChars} characters, a number, true, false or null, not ${quoted(value)}.`;
    return [
      report(
        'step_key_malformed',
        path,
        message,
        'Write text, a number, true or false, or "" to clear the field.',
      ),
    ];
  },
  references: unrunLiquid,
};

/** An amount with a unit, or a tunable (DEF-22). */
export const duration: FieldKind = {
  ...plain,
  type: 'object',
  describe: 'a duration: {"amount": …, "unit": …} or {"setting": …}',
  check(value, path) {
    const fault = durationFault(value);
    return fault ? [report('duration_malformed', `${path}${fault.path}`, fault.message)] : [];
  },
  references(value, path, references) {
    const setting = isObject(value) ? value.setting : undefined;
    if (typeof setting !== 'string' || references.tunables.has(setting)) return [];
    const message = `The settings have no tunable ${quoted(setting)}.`;
    const issue = report('tunable_unknown', `${path}.setting`, message);
    return [meant(issue, nearest(setting, references.tunables.keys()))];
  },
  asks: (value) =>
    isObject(value) && typeof value.setting === 'string'
      ? [{ kind: 'tunable', setting: value.setting }]
      : [],
  names: (value) =>
    isObject(value) && typeof value.setting === 'string'
      ? [{ kind: 'tunable', name: value.setting }]
      : [],
  canonical: (value) => (isObject(value) ? ordered(value, ['amount', 'unit', 'setting']) : value),
};

/** How long a gate waits at most, or that it waits forever (DEF-23, DEF-24). */
export const expiry: FieldKind = {
  ...duration,
  describe: 'a duration, or "never"',
  check(value, path) {
    if (value === 'never') return [];
    if (typeof value !== 'string') return duration.check(value, path);
    const message = `"expires_after" is a duration or "never", not ${quoted(value)}.`;
    return [report('duration_malformed', path, message)];
  },
};

/** A condition about the person (spec, Conditions). */
export const condition: FieldKind = {
  type: 'object',
  describe: 'a condition about the person',
  check: checkConditionShape,
  references: checkConditionReferences,
  asks: (value) => asks(value as Condition),
  canonical: canonicalCondition,
  names: recordsNamed,
  conditions: (value) => [value],
};
