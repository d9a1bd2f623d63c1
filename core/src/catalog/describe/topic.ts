import { type IssueCode, issueCodes } from '../../flows/validate/codes.ts';
import type { FieldType } from '../../people/field-type.ts';
import type { CodeEntry } from '../../platform/issue.ts';

/** One key or name in a topic. */
export interface TopicField {
  name: string;
  type: string;
  required: boolean;
  note: string;
}

/** The answer of describe_schema about a topic or a part of it; plain JSON. */
export interface TopicText {
  rules: string[];
  fields: TopicField[];
  /** Passes the service's own validation, given the names used. */
  example: unknown;
  errors: { code: string; fix: string }[];
  /** Operations, and topics as `describe_schema <topic>`. */
  see: string[];
}

/** Names of existing records, used in examples and lists; each list is bounded. */
export interface AccountNames {
  event_types: string[];
  fields: { key: string; type: FieldType }[];
  tags: string[];
  themes: string[];
  emails: { id: number; title: string }[];
  /** Keys. */
  flows: string[];
  products: string[];
  segments: string[];
  sequences: { id: number; title: string }[];
}

/** In listing order. */
export const nameKinds = [
  'event_types',
  'fields',
  'tags',
  'themes',
  'emails',
  'flows',
  'products',
  'segments',
  'sequences',
] as const satisfies (keyof AccountNames)[];

export type NameKind = (typeof nameKinds)[number];

/** One topic, complete. */
export interface Topic {
  /** The kinds of names that help here. */
  names: readonly NameKind[];
  /** The kinds that help with a part, if they differ. */
  partNames?: Readonly<Partial<Record<string, readonly NameKind[]>>>;
  /** Valid values of `part`; empty if the topic has none. */
  parts: readonly string[];
  text(names: AccountNames, part: string | null): TopicText;
}

/** `a, b or c`. */
export function anyOf(words: readonly string[]): string {
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

export function fieldOf(name: string, type: string, note: string, required = false): TopicField {
  return { name, type, required, note };
}

/** The keys of a table, each behind a prefix such as `step.`. */
export function under(
  prefix: string,
  keys: Record<string, Omit<TopicField, 'name'>>,
): TopicField[] {
  return Object.entries(keys).map(([name, key]) => ({ name: `${prefix}${name}`, ...key }));
}

/** The codes whose names match, with what to do about each. */
export function errorsLike(pattern: RegExp): TopicText['errors'] {
  const codes: [string, CodeEntry][] = Object.entries(issueCodes);
  return codes
    .filter(([code, { severity }]) => severity === 'error' && pattern.test(code))
    .map(([code, { fix }]) => ({ code, fix }));
}

/** The given codes, with what to do about each. */
export function errorsNamed(...codes: IssueCode[]): TopicText['errors'] {
  return codes.map((code) => ({ code, fix: issueCodes[code].fix }));
}
