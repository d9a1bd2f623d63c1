import { type RecordName, uniqueNames } from '../platform/record-name.ts';
import { eachLeaf } from './tree.ts';
import { validType } from './valid-leaf.ts';

/** The records that a condition names, each once; a leaf with an error names none. */
export function recordsNamed(condition: unknown): RecordName[] {
  const names: RecordName[] = [];
  eachLeaf(condition, '', (leaf) => {
    names.push(...(validType(leaf)?.names?.(leaf) ?? []));
  });
  return uniqueNames(names);
}
