import type { SlimSchema } from '@postroad/core/catalog/input-schema';
import { jsonFault } from '../platform/json-fault.ts';

/** How a field of a form is edited. */
export type FieldKind =
  | 'text'
  | 'long'
  | 'number'
  | 'flag'
  | 'choice'
  | 'choices'
  | 'lines'
  | 'duration'
  | 'json';

/** A field of a generic form, made from the schema of an argument. */
export interface FieldSpec {
  name: string;
  kind: FieldKind;
  required: boolean;
  /** Whether null is a value, which an emptied field sends. */
  nullable: boolean;
  /** Whether the entries of `lines` are numbers. */
  numeric: boolean;
  description: string | null;
  choices: readonly string[];
  /** Whether the choices are names of records, in place of codes. */
  isNamed?: true;
  maxLength: number | null;
}

/** Arguments that an answer is shaped by, which tables have controls of their own for. */
export const shapingArguments: ReadonlySet<string> = new Set(['cursor', 'fields', 'limit']);

/** Texts that are written in lines, whatever their length. */
const longNames = /(?:^|_)(?:content|html|css|body|text|markdown|description|definition|note)$/;

/** Texts of one line, however many characters they may have. */
const lineNames = /(?:^|_)(?:url|pre_header)$/;

/** From this many characters on a text gets an area in place of a line. */
const longChars = 500;

function alternatives(schema: SlimSchema): SlimSchema[] {
  const { anyOf, type } = schema;
  if (anyOf !== undefined) return anyOf;
  if (Array.isArray(type)) return type.map((one) => ({ ...schema, type: String(one) }));
  return [schema];
}

/** Whether values are such as `{"amount": 2, "unit": "days"}`. */
function isDuration({ properties = {} }: SlimSchema): boolean {
  const names = Object.keys(properties).toSorted();
  return names.join() === 'amount,unit' && properties.unit?.enum !== undefined;
}

function kindOf(name: string, schema: SlimSchema): FieldKind {
  if (isDuration(schema)) return 'duration';
  if (schema.enum !== undefined) return 'choice';
  if (schema.type === 'boolean') return 'flag';
  if (schema.type === 'integer' || schema.type === 'number') return 'number';
  if (schema.type === 'string') {
    const { maxLength } = schema as { maxLength?: number };
    if (lineNames.test(name)) return 'text';
    return longNames.test(name) || (maxLength ?? 0) > longChars ? 'long' : 'text';
  }
  if (schema.type === 'array' && schema.items !== undefined) {
    if (schema.items.enum !== undefined) return 'choices';
    const inner = alternatives(schema.items).map(({ type }) => type);
    if (inner.every((type) => type === 'string' || type === 'integer')) return 'lines';
  }
  return 'json';
}

export function fieldOf(name: string, schema: SlimSchema, required: boolean): FieldSpec {
  const all = alternatives(schema);
  const nullable = all.some(({ type }) => type === 'null');
  const rest = all.filter(({ type }) => type !== 'null');
  const kinds = [...new Set(rest.map((one) => kindOf(name, one)))];
  // A key or an id is written as text, which the service reads as either.
  const kind = kinds.length === 1 ? kinds[0] : kinds.includes('text') ? 'text' : 'json';
  const first = rest[0] ?? {};
  const texts = rest.flatMap(
    (one) => one.enum ?? one.items?.enum ?? one.properties?.unit?.enum ?? [],
  );
  return {
    name,
    kind: kind ?? 'json',
    required,
    nullable,
    numeric: first.items?.type === 'integer',
    description: schema.description ?? first.description ?? null,
    choices: texts.map(String),
    maxLength: (first as { maxLength?: number }).maxLength ?? null,
  };
}

/** The fields of a form, in the order of the contract, the required ones first. */
export function fieldsOf({ properties = {}, required = [] }: SlimSchema): FieldSpec[] {
  const all = Object.entries(properties).map(([name, schema]) =>
    fieldOf(name, schema, required.includes(name)),
  );
  return [...all.filter((field) => field.required), ...all.filter((field) => !field.required)];
}

/** The text of a value in its field; an empty one for a value that is not there. */
export function textOf({ kind }: FieldSpec, value: unknown): string {
  if (value === undefined || value === null) return '';
  if (kind === 'lines' || kind === 'choices') {
    return Array.isArray(value) ? value.map(String).join('\n') : '';
  }
  if (kind === 'duration') {
    const { amount, unit } = value as { amount?: unknown; unit?: unknown };
    return `${amount} ${unit}`;
  }
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value);
}

export type Parsed = { value: unknown } | { fault: 'badJson' | 'badNumber'; detail: string };

/** The value of a text in its field. */
export function parsedValue({ kind, numeric }: FieldSpec, text: string): Parsed {
  if (kind === 'number') {
    const value = Number(text);
    return text.trim() === '' || Number.isNaN(value)
      ? { fault: 'badNumber', detail: text }
      : { value };
  }
  if (kind === 'flag') return { value: text === 'true' };
  if (kind === 'duration') {
    const [amount, unit] = text.split(' ');
    return { value: { amount: Number(amount), unit } };
  }
  if (kind === 'lines' || kind === 'choices') {
    const lines = text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
    return { value: numeric ? lines.map(Number) : lines };
  }
  if (kind !== 'json') return { value: text };
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { fault: 'badJson', detail: jsonFault(error) };
  }
}

export interface Filled {
  input: Record<string, unknown>;
  faults: { name: string; fault: 'badJson' | 'badNumber' | 'missing'; detail: string }[];
}

/**
 * The input that the texts of a form are. What is as it was before is left out, and a field that
 * was emptied is null where the contract allows it, else empty.
 */
export function filledInput(
  fields: readonly FieldSpec[],
  texts: Readonly<Record<string, string>>,
  before: Readonly<Record<string, string>> = {},
): Filled {
  const input: Record<string, unknown> = {};
  const faults: Filled['faults'] = [];
  for (const field of fields) {
    const { name, required } = field;
    const text = texts[name] ?? '';
    const stood = before[name] ?? '';
    if (text === '' && stood === '' && required && field.nullable) {
      input[name] = null;
      continue;
    }
    if (text === stood && !(required && text !== '')) {
      if (required && text === '') faults.push({ name, fault: 'missing', detail: '' });
      continue;
    }
    if (text === '' && field.nullable) input[name] = null;
    else if (text === '' && (field.kind === 'lines' || field.kind === 'choices')) input[name] = [];
    else if (text === '' && required) faults.push({ name, fault: 'missing', detail: '' });
    else if (text === '' && field.kind !== 'text' && field.kind !== 'long') continue;
    else {
      const parsed = parsedValue(field, text);
      if ('fault' in parsed) faults.push({ name, ...parsed });
      else input[name] = parsed.value;
    }
  }
  return { input, faults };
}
