import { type IssueCode, issueCodes } from '../../flows/validate/codes.ts';
import type { FieldType } from '../../people/field-type.ts';
import type { CodeEntry } from '../../platform/issue.ts';

/** One key or name a topic knows. */
export interface TopicField {
  name: string;
  type: string;
  required: boolean;
  note: string;
}

/** What describe_schema answers about a topic or a part of it; plain JSON. */
export interface TopicText {
  rules: string[];
  fields: TopicField[];
  /** Sound by the service's own validation, given the names it was made with. */
  example: unknown;
  errors: { code: string; fix: string }[];
  /** Operations, and topics as `describe_schema <topic>`. */
  see: string[];
}

/** What this account has, so that examples and lists name things that exist; each list is bounded. */
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

/** In the order in which they are listed. */
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

/** Everything there is to know about one topic. */
export interface Topic {
  /** Which names of the account help here. */
  names: readonly NameKind[];
  /** Which help with a part, where others do. */
  partNames?: Readonly<Partial<Record<string, readonly NameKind[]>>>;
  /** Names that `part` can take; none where the topic has no parts. */
  parts: readonly string[];
  text(names: AccountNames, part: string | null): TopicText;
}

export function fieldOf(name: string, type: string, note: string, required = false): TopicField {
  return { name, type, required, note };
}

/** The codes whose names fit, with what to do about each. */
export function errorsLike(pattern: RegExp): TopicText['errors'] {
  const codes: [string, CodeEntry][] = Object.entries(issueCodes);
  return codes
    .filter(([code, { severity }]) => severity === 'error' && pattern.test(code))
    .map(([code, { fix }]) => ({ code, fix }));
}

/** The codes that are named, with what to do about each. */
export function errorsNamed(...codes: IssueCode[]): TopicText['errors'] {
  return codes.map((code) => ({ code, fix: issueCodes[code].fix }));
}
