import type { ValidationIssue } from '../platform/issue.ts';
import { quoted } from '../platform/json.ts';
import { keyBeside, type WrittenRecord, written } from './export.ts';
import { asIssue, type TreeRecord } from './read-tree.ts';
import { isSingle } from './record-types.ts';
import type { DefinitionType, Records } from './records.ts';

/** The record of a file, if there is one. */
export interface Taken {
  one: WrittenRecord | null;
  /** Whether it is archived and therefore has no file until one restores it. */
  archived: boolean;
  /** Why the file cannot belong to the record that it names. */
  foreign: ValidationIssue | null;
}

interface Kept {
  record: WrittenRecord;
  archived: boolean;
}

/**
 * The stored records of an account, looked up by the addresses in files: by id, and by the key
 * beside it.
 */
export class HeldRecords {
  readonly #byName = new Map<string, Kept>();
  readonly #rest = new Set<WrittenRecord>();

  constructor(current: readonly WrittenRecord[], archived: readonly Records['email'][]) {
    for (const record of current) {
      this.#add({ record, archived: false });
      this.#rest.add(record);
    }
    for (const email of archived) {
      this.#add({ record: written('email', email) as WrittenRecord, archived: true });
    }
  }

  /** Takes the record of a file out of the rest. */
  take({ type, address, key }: TreeRecord): Taken {
    const known = isSingle(type) || address !== null;
    const byAddress = known ? this.#byName.get(nameOf(type, address)) : undefined;
    const byKey = key === null ? undefined : this.#byName.get(nameOf(type, key));
    const found = byAddress ?? (address === null ? byKey : undefined);
    const foreign = foreignIssue({ type, address, key }, byAddress, byKey);
    if (found) this.#rest.delete(found.record);
    if (foreign !== null || !found) return { one: null, archived: false, foreign };
    return { one: found.record, archived: found.archived, foreign };
  }

  /** The records without a file, in order. */
  rest(): WrittenRecord[] {
    return [...this.#rest];
  }

  #add(kept: Kept): void {
    const { type, address, record } = kept.record;
    this.#byName.set(nameOf(type, address), kept);
    const key = keyBeside(type, record);
    if (key !== null) this.#byName.set(nameOf(type, key), kept);
  }
}

const nameOf = (type: DefinitionType, address: string | number | null) =>
  JSON.stringify([type, address]);

/** Without its id the file is another record than the one that the id names (FILE-05). */
const nameByKey = 'Where other files name it by that id, write its key instead.';

/**
 * A file whose id and key belong to two records, for example one from another instance, is a
 * conflict and overwrites neither (FILE-05).
 */
function foreignIssue(
  { type, address, key }: Pick<TreeRecord, 'type' | 'address' | 'key'>,
  byAddress: Kept | undefined,
  byKey: Kept | undefined,
): ValidationIssue | null {
  if (address === null || key === null || byAddress === byKey) return null;
  if (byAddress) {
    const other = keyBeside(type, byAddress.record.record);
    const message = `The ${type} ${address} is another one: its key is ${quoted(other)}, not ${quoted(key)}.`;
    const fix = byKey
      ? `Leave the id out: the key alone names the ${type} ${byKey.record.address} here.`
      : 'Leave the id out: the file makes a new record then.';
    return asIssue({ path: 'id', code: 'id_of_another', message }, `${fix} ${nameByKey}`);
  }
  const message = `The key ${quoted(key)} is that of the ${type} ${byKey?.record.address}, not of ${address}.`;
  const fix = `Leave the id out: the key alone names the ${type} here.`;
  return asIssue({ path: 'id', code: 'id_of_another', message }, `${fix} ${nameByKey}`);
}
