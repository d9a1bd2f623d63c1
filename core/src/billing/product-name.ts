import { cleanName } from '../people/person-values.ts';
import { keyFromName } from '../platform/key-from-name.ts';
import { limits } from '../platform/limits.ts';

/** A product as an event names it. */
export interface NamedProduct {
  key: string;
  name: string;
}

/** What stands in addresses and file names; other systems' ids have capitals and dots. */
export const productKeyPattern = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/**
 * The product that a text of an event means: a key as it is, else a key made of the name. Null where
 * no key can be made of it.
 */
export function namedProduct(text: unknown): NamedProduct | null {
  if (typeof text !== 'string') return null;
  const name = cleanName(text)?.slice(0, limits.nameChars).toWellFormed();
  if (name === undefined) return null;
  if (productKeyPattern.test(name) && name.length <= limits.keyChars) return { key: name, name };
  const key = keyFromName(name, limits.keyChars);
  return key === '' ? null : { key, name };
}
