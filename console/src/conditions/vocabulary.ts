import type { OperationOutput } from '@postroad/core/catalog/catalog';
import type { JsonObject } from '@postroad/core/platform/json';

export type Topic = OperationOutput<'describe_schema'>;

/** A key of a type of condition, as it is edited. */
export interface LeafKey {
  name: string;
  kind: 'choice' | 'record' | 'number' | 'scalar' | 'text' | 'json' | 'duration';
  required: boolean;
  note: string;
  choices: readonly { value: string; label: string }[];
}

/** Keys that name a record of the account, with the kind of names that describe_schema lists. */
const recordKinds: Readonly<Record<string, Topic['names'][number]['kind']>> = {
  field: 'fields',
  tag: 'tags',
  event: 'event_types',
  email_id: 'emails',
  sequence_id: 'sequences',
  flow: 'flows',
  product: 'products',
  segment: 'segments',
};

/** Operators that compare a date with a time from now, which has its own two inputs. */
const calendarOperators: readonly unknown[] = ['within_next', 'within_last'];

const plainTypes: readonly string[] = ['string', 'number', 'boolean', 'integer', 'object'];

/** The types of conditions with what each means. */
export function typesIn({ fields }: Topic): { type: string; purpose: string }[] {
  return fields.map(({ name, note }) => ({ type: name, purpose: note }));
}

function recordsOf(topic: Topic, key: string): { value: string; label: string }[] {
  const found = topic.names.find(({ kind }) => kind === recordKinds[key]);
  return (found?.names ?? []).map((name) => {
    if (key === 'field') return { value: name.replace(/ \(\w+\)$/, ''), label: name };
    if (!key.endsWith('_id')) return { value: name, label: name };
    const [id = '', ...title] = name.split(' ');
    return { value: id, label: title.join(' ') || id };
  });
}

function kindOf(type: string, isRecord: boolean): LeafKey['kind'] {
  const parts = type.split(' | ');
  if (isRecord) return 'record';
  if (parts.length > 1) {
    return parts.every((part) => plainTypes.includes(part)) ? 'scalar' : 'choice';
  }
  if (type === 'integer' || type === 'number') return 'number';
  return type === 'string' ? 'text' : 'json';
}

/** Whether a condition compares a field that holds text, whose value stays text even in digits. */
function comparesText(topic: Topic, { field }: JsonObject): boolean {
  const found = recordsOf(topic, 'field').find(({ value }) => value === field);
  return found !== undefined && /\((?:string|date)\)$/.test(found.label);
}

function scalarKind(topic: Topic, leaf: JsonObject): LeafKey['kind'] {
  if (calendarOperators.includes(leaf.op)) return 'duration';
  return comparesText(topic, leaf) ? 'text' : 'scalar';
}

/** The keys of a condition, from what describe_schema says of its type. */
export function keysIn(topic: Topic, leaf: JsonObject): LeafKey[] {
  const prefix = `${String(leaf.type)}.`;
  return topic.fields.flatMap((field): LeafKey[] => {
    const name = field.name.slice(prefix.length);
    if (!field.name.startsWith(prefix) || name === 'type' || /\W/.test(name)) return [];
    const records = recordsOf(topic, name);
    const found = kindOf(field.type, records.length > 0);
    const kind = found === 'scalar' ? scalarKind(topic, leaf) : found;
    const words = kind === 'choice' ? field.type.split(' | ') : [];
    const choices = kind === 'record' ? records : words.map((value) => ({ value, label: value }));
    return [{ name, kind, required: field.required, note: field.note, choices }];
  });
}

/** A condition of a type to begin with: the example, which names records of the account. */
export function newLeaf({ example }: Topic, type: string): JsonObject {
  const found = example as JsonObject | null;
  return found !== null && typeof found === 'object' && found.type === type ? found : { type };
}

/** The value that a text of a key is; undefined for a key that is left out. */
export function valueFrom({ kind, name }: LeafKey, text: string): unknown {
  if (text === '') return undefined;
  if (kind === 'number' || (kind === 'record' && name.endsWith('_id'))) {
    return Number.isFinite(Number(text)) ? Number(text) : text;
  }
  if (kind === 'scalar') {
    if (text === 'true' || text === 'false') return text === 'true';
    return /^-?\d{1,15}(?:\.\d+)?$/.test(text) ? Number(text) : text;
  }
  if (kind !== 'json') return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

export function textOfValue(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
