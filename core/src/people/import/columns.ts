import { hinted, type Issue } from '../../platform/issue.ts';
import { keyFromName } from '../../platform/key-from-name.ts';
import { limits } from '../../platform/limits.ts';
import { nearest } from '../../platform/nearest.ts';
import { invalid } from '../../platform/refusal.ts';
import type { FieldType } from '../field-type.ts';
import { guessOf } from './column-guesses.ts';
import { nameKey } from './name-key.ts';
import { type PlainTarget, plainTargets } from './plain-targets.ts';

export type Target =
  | { kind: 'plain'; name: PlainTarget }
  | { kind: 'field'; key: string; type: FieldType | null }
  /** First and last name in one cell. */
  | { kind: 'name' }
  /** An object of fields: in CSV a cell of JSON, with the types of its fields as the file says them so far. */
  | { kind: 'fields'; types: Map<string, FieldType> | null }
  | { kind: 'ignore' };

/** Why a name has no target, and the known name that was most likely meant. */
export interface NoTarget {
  fault: string;
  near: string | null;
}

/** The treatment of columns without a known meaning. */
export const otherColumns = ['refuse', 'ignore', 'fields'] as const;

export interface ColumnOptions {
  /** Targets by column name. */
  mapping: Readonly<Record<string, string>>;
  other_columns: (typeof otherColumns)[number];
  /** Types of existing fields. */
  fields: ReadonlyMap<string, FieldType>;
}

const fieldTypes: readonly FieldType[] = ['string', 'number', 'boolean', 'date'];
const fieldTarget = /^fields\.([A-Za-z0-9][A-Za-z0-9_-]*)(?::([a-z]+))?$/;

/** Other common names of these columns. */
const aliases: Readonly<Record<string, PlainTarget>> = {
  e_mail: 'email',
  e_mail_address: 'email',
  email_address: 'email',
  emailaddress: 'email',
  mail: 'email',
  mail_address: 'email',
  firstname: 'first_name',
  given_name: 'first_name',
  lastname: 'last_name',
  surname: 'last_name',
  family_name: 'last_name',
  tag: 'tags',
  time_zone: 'timezone',
};

/** What a file of rows to correct says of them, before their own columns. */
export const errorColumns = ['import_row', 'import_column', 'import_error'] as const;

/** Exported columns that an import ignores, as it does those that say what is wrong with a row. */
const shownOnly: readonly string[] = ['id', 'updated_at', ...errorColumns];

const byKey: ReadonlyMap<string, PlainTarget> = new Map([
  ...plainTargets.map((name): [string, PlainTarget] => [name, name]),
  ...Object.entries(aliases),
]);

/** Reads the target in a mapping; or says why it is none. */
function targetNamed(text: string, fields: ColumnOptions['fields']): Target | NoTarget {
  if (text === 'ignore' || text === 'name') return { kind: text };
  if (text === 'fields') return { kind: 'fields', types: null };
  const plain = plainTargets.find((name) => name === text);
  if (plain) return { kind: 'plain', name: plain };
  const [, key, type] = fieldTarget.exec(text) ?? [];
  if (key === undefined || key.length > limits.keyChars) {
    const field = fieldTarget.test(`fields.${text}`) ? `fields.${text}` : null;
    const near = nearest(text, [...plainTargets, 'ignore']) ?? field;
    const fault = `${short(text)} is no target. Use ${plainTargets.join(', ')}, name, fields, fields.<key>, fields.<key>:<type> or ignore.`;
    return { fault, near };
  }
  const wanted = fieldTypes.find((name) => name === type) ?? null;
  if (type !== undefined && wanted === null) {
    const near = type === undefined ? null : nearest(type, fieldTypes);
    const fault = `${short(text)} names no type. Types are ${fieldTypes.join(', ')}.`;
    return { fault, near: near && `fields.${key}:${near}` };
  }
  const known = fields.get(key);
  if (wanted !== null && known !== undefined && known !== wanted) {
    return {
      fault: `The field ${key} is defined as ${known}, not as ${wanted}.`,
      near: `fields.${key}:${known}`,
    };
  }
  return { kind: 'field', key, type: known ?? wanted };
}

/** The default target of a name, or null. */
function targetOfName(name: string, options: ColumnOptions): Target | NoTarget | null {
  const key = nameKey(name);
  const plain = byKey.get(key);
  if (plain) return { kind: 'plain', name: plain };
  if (shownOnly.includes(key)) return { kind: 'ignore' };
  const trimmed = name.trim();
  if (trimmed.startsWith('fields.')) return targetNamed(trimmed, options.fields);
  for (const field of [trimmed, key]) {
    const type = options.fields.get(field);
    if (type !== undefined) return { kind: 'field', key: field, type };
  }
  if (options.other_columns === 'ignore') return { kind: 'ignore' };
  const made = keyFromName(trimmed, limits.keyChars).replaceAll('-', '_');
  if (options.other_columns === 'fields' && made !== '') {
    return { kind: 'field', key: made, type: options.fields.get(made) ?? null };
  }
  return null;
}

function short(name: string): string {
  return `"${name.slice(0, limits.keyChars)}"`;
}

function unknownColumn(
  name: string,
  { fields }: ColumnOptions,
  header: readonly string[],
): NoTarget {
  const key = nameKey(name);
  const known = guessOf(name, header) ?? byKey.get(nearest(key, byKey.keys()) ?? '');
  const field = known === undefined ? nearest(name.trim(), fields.keys()) : null;
  return {
    fault: `The column ${short(name)} has no meaning here. Give it one in mapping, or set other_columns to ignore or fields.`,
    near: known ?? (field && `fields.${field}`),
  };
}

/**
 * The target of a column or key, or why it has none. The mapping comes
 * first: by exact name, then regardless of case and spaces. Other names of the `header` tell which
 * program wrote the file.
 */
export function targetOf(
  name: string,
  options: ColumnOptions,
  header: readonly string[] = [],
): Target | NoTarget {
  const { mapping } = options;
  const given = Object.hasOwn(mapping, name)
    ? mapping[name]
    : Object.entries(mapping).find(([column]) => nameKey(column) === nameKey(name))?.[1];
  if (given !== undefined) return targetNamed(given, options.fields);
  return targetOfName(name, options) ?? unknownColumn(name, options, header);
}

/** The target as a mapping would write it. */
export function targetText(target: Target): string {
  if (target.kind === 'plain') return target.name;
  if (target.kind !== 'field') return target.kind;
  return target.type === null ? `fields.${target.key}` : `fields.${target.key}:${target.type}`;
}

/** Mappings of columns that the file lacks. */
function strayMappings(header: readonly string[], mapping: ColumnOptions['mapping']): Issue[] {
  const keys = new Set(header.map(nameKey));
  return Object.keys(mapping)
    .filter((column) => !keys.has(nameKey(column)))
    .map((column) => {
      const message = `The file has no column ${short(column)}.`;
      return hinted({ path: 'mapping', code: 'key_unknown', message }, nearest(column, header));
    });
}

function repeatedTargets(header: readonly string[], targets: readonly Target[]): Issue[] {
  const first = new Map<string, string>();
  const errors: Issue[] = [];
  for (const [index, target] of targets.entries()) {
    if (target.kind === 'ignore') continue;
    const text = target.kind === 'field' ? `fields.${target.key}` : targetText(target);
    const name = header[index] ?? '';
    const before = first.get(text);
    if (before === undefined) first.set(text, name);
    else {
      // A mapping is by name, and takes both columns of one name.
      const message =
        nameKey(before) === nameKey(name)
          ? `Two columns are called ${short(name)}. Rename or remove one of them in the file.`
          : `The columns ${short(before)} and ${short(name)} both set ${text}. Map one of them to ignore.`;
      errors.push({ path: 'content', code: 'column_repeated', message });
    }
  }
  return errors;
}

/** A file stays as it is, so the name that was meant belongs in the mapping. */
function columnIssue(issue: Issue, name: string, near: string | null): Issue {
  if (near === null) {
    const fix = 'Set other_columns to fields to keep it as a field of people, or to ignore.';
    return { ...issue, fix };
  }
  const fix = `Put ${JSON.stringify({ [name]: near })} into mapping, if that is what was meant.`;
  return { ...hinted(issue, near), fix };
}

/** The targets of a CSV header in its order. Throws a 422 that names every faulty column. */
export function resolveColumns(header: readonly string[], options: ColumnOptions): Target[] {
  if (header.length > limits.importColumns) {
    const message = `The file has ${header.length} columns; ${limits.importColumns} are the most.`;
    throw invalid([{ path: 'content', code: 'too_many_columns', message }]);
  }
  const errors = strayMappings(header, options.mapping);
  const targets = header.map((name): Target => {
    if (name.trim() === '' && !Object.hasOwn(options.mapping, name)) return { kind: 'ignore' };
    const target = targetOf(name, options, header);
    if ('kind' in target) return target;
    const issue = { path: 'content', code: 'column_unknown', message: target.fault };
    errors.push(columnIssue(issue, name, target.near));
    return { kind: 'ignore' };
  });
  if (!targets.some((target) => target.kind === 'plain' && target.name === 'email')) {
    const message = header.some((name) => name.includes('@'))
      ? 'The first row must name the columns; this one looks like a person.'
      : 'No column holds the email address. Name it email, or map it: {"<column>": "email"}.';
    errors.unshift({ path: 'content', code: 'column_missing', message });
  }
  errors.push(...repeatedTargets(header, targets));
  if (errors.length > 0) throw invalid(errors);
  return targets;
}
