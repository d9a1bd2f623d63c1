import { cleanName } from '../people/person-values.ts';
import { keyFromName } from '../platform/key-from-name.ts';
import { limits } from '../platform/limits.ts';

/** A product as an event names it. */
export interface NamedProduct {
  key: string;
  name: string;
}

/** Safe in URLs and file names; ids of other systems contain capitals and dots. */
export const productKeyPattern = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/**
 * The product that a text in an event means: the text itself if it is a valid key, otherwise a key
 * derived from it. Null if none can be derived. The name is the key, so that no text of an event becomes
 * words of operators (AGT-05).
 */
export function namedProduct(text: unknown): NamedProduct | null {
  if (typeof text !== 'string') return null;
  const name = cleanName(text)?.slice(0, limits.nameChars).toWellFormed();
  if (name === undefined) return null;
  if (productKeyPattern.test(name) && name.length <= limits.keyChars) return { key: name, name };
  const key = keyFromName(name, limits.keyChars);
  return key === '' ? null : { key, name: key };
}
