import type { PersonFacts } from './facts.ts';

/** What conditions of type `field` read besides custom fields (CND2-03). */
export const personFields = ['first_name', 'last_name', 'timezone', 'email_domain'] as const;

export type PersonField = (typeof personFields)[number];

export function readPersonField(key: unknown): PersonField | null {
  return personFields.find((field) => field === key) ?? null;
}

/** The part of an address after its last @. */
export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1);
}

/** The value of a field; a custom field with the key of a person's own field comes first. */
export function fieldValue(person: PersonFacts, key: string): unknown {
  if (Object.hasOwn(person.fields, key)) return person.fields[key];
  const own = readPersonField(key);
  if (own === null) return null;
  return own === 'email_domain' ? domainOf(person.email) : person[own];
}

/**
 * What a field of a person is compared with: addresses are kept in small letters, so domains are
 * compared regardless of case, as addresses are.
 */
export function comparedWithOwn(key: string, value: unknown): unknown {
  return key === 'email_domain' && typeof value === 'string' ? value.trim().toLowerCase() : value;
}
