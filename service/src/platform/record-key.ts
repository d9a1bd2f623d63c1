import { limits } from '@postroad/core/platform/limits';
import {
  type KeyedTable,
  listKeysFrom,
  lockRecordKeys,
  nextId,
} from '@postroad/store/platform/record-key';
import type { Tx } from '@postroad/store/platform/transaction';
import { freeKey } from './free-key.ts';
import { keyOfName, newKeyOf } from './new-key.ts';

const nouns: Readonly<Record<KeyedTable, string>> = {
  emails: 'email',
  layouts: 'layout',
  sequences: 'sequence',
};

/** What was asked for of a new record: an id by definition files, a key by anybody. */
export interface AskedAddress {
  id?: number | null | undefined;
  key?: string | undefined;
}

/**
 * The id and key of a record that is about to be made. A key is made of the name; one without Latin
 * letters and digits gets the noun and the id. Throws a 409 where the key that was asked for is taken.
 */
export async function newAddress(
  tx: Tx,
  table: KeyedTable,
  name: string,
  { id: asked, key }: AskedAddress = {},
): Promise<{ id: number; key: string }> {
  const noun = nouns[table];
  const id = asked ?? (await nextId(tx, table));
  await lockRecordKeys(tx);
  const base = key ?? (keyOfName(noun, name) || `${noun}-${id}`);
  const room = limits.keyChars - limits.keyNumberChars;
  const beginning = base.length < room ? `${base}-` : base.slice(0, room);
  const taken = await listKeysFrom(tx, table, base, beginning);
  return { id, key: key === undefined ? freeKey(base, taken) : newKeyOf(noun, { key }, taken) };
}
