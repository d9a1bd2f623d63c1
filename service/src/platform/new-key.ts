import { keyFromName } from '@postroad/core/platform/key-from-name';
import { limits } from '@postroad/core/platform/limits';
import { invalid, Refusal } from '@postroad/core/platform/refusal';
import { freeKey } from './free-key.ts';

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
  if (key === undefined) {
    const made = keyFromName(name ?? '', limits.keyChars) || noun;
    // Records can be addressed by id too, so a key is never a number.
    const base = /^\d+$/.test(made) ? `${noun}-${made}`.slice(0, limits.keyChars) : made;
    return freeKey(base, taken);
  }
  if (!taken.has(key)) return key;
  throw new Refusal('conflict', `There is a ${noun} "${key}" already. Change it instead.`);
}
