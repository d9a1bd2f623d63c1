import type { Issue } from '../platform/issue.ts';
import type { FieldValue } from './person-values.ts';

/** Members that a person has besides custom fields, of those that operators and programs write. */
const members = [
  ...(['email', 'first_name', 'last_name', 'timezone', 'external_id'] as const),
  ...(['tags', 'unsubscribed'] as const),
] as const;
export type Member = (typeof members)[number];

function plainKey(key: string): string {
  return key.toLowerCase().replace(/[_-]/g, '');
}

const byPlainKey: ReadonlyMap<string, Member> = new Map(
  members.map((name) => [plainKey(name), name]),
);

/** The member of a person that a custom field is named like, such as first_name for firstName. */
export function memberNamedLike(key: string): Member | null {
  return byPlainKey.get(plainKey(key)) ?? null;
}

/** Whether emails look for the language of the person under another spelling of this key (LANG-01). */
export function isMisspeltLanguage(key: string): boolean {
  return key !== 'language' && plainKey(key) === 'language';
}

export function misspeltLanguage(path: string, key: string): Issue {
  const message = `${key} is a custom field here. The language of emails is that of the field language.`;
  return { path, code: 'field_misplaced', message, fix: `Write language in place of ${key}.` };
}

/**
 * Warnings of values that were most likely meant for a member of the person: a custom field keeps them,
 * and nothing that reads the member sees them. So it is of the language. `path` is that of the fields.
 */
export function misplacedFields(
  fields: Readonly<Record<string, FieldValue>>,
  path: string,
  fixOf: (member: Member) => string,
): Issue[] {
  return Object.entries(fields).flatMap(([key, value]) => {
    if (value === null) return [];
    if (isMisspeltLanguage(key)) return [misspeltLanguage(`${path}.${key}`, key)];
    const member = memberNamedLike(key);
    if (member === null) return [];
    return [misplacedField(`${path}.${key}`, key, { member, fix: fixOf(member) })];
  });
}

export function misplacedField(
  path: string,
  key: string,
  { member, fix }: { member: string; fix: string },
): Issue {
  const message = `${key} is a custom field here. The person's own ${member} stays as it is.`;
  return { path, code: 'field_misplaced', message, fix };
}

export function besideFields(member: Member): string {
  return `Put ${member} beside fields, not into it, and clear the field with null.`;
}
