import { keyFromName } from '@postroad/core/platform/key-from-name';
import { limits } from '@postroad/core/platform/limits';
import { invalid, Refusal } from '@postroad/core/platform/refusal';
import { freeKey } from './free-key.ts';

/** A key made of a name; empty where the name has no Latin letter or digit. */
export function keyOfName(noun: string, name: string): string {
  const made = keyFromName(name, limits.keyChars);
  // Records can be addressed by id too, so a key is never a number.
  return /^\d+$/.test(made) ? `${noun}-${made}`.slice(0, limits.keyChars) : made;
}

/** The requested key, or a free one derived from the name. Throws a 422 or a 409. */
export function newKeyOf(
  noun: string,
  { key, name }: { key?: string | undefined; name?: string | undefined },
  taken: ReadonlySet<string>,
): string {
  if (key === undefined && name === undefined) {
    const message = `A ${noun} needs a name, or a key.`;
    throw invalid([{ path: 'name', code: 'required', message }]);
  }
  if (key === undefined) return freeKey(keyOfName(noun, name ?? '') || noun, taken);
  if (!taken.has(key)) return key;
  const named = `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun.replaceAll('-', ' ')}`;
  throw new Refusal('conflict', `There is ${named} "${key}" already. Change it instead.`);
}
