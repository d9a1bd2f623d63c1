import { canonical } from '@postroad/core/definitions/canonical';
import { written } from '@postroad/core/definitions/export';
import { readTree, type TreeRecord } from '@postroad/core/definitions/read-tree';
import type { DefinitionType, Records } from '@postroad/core/definitions/records';
import { compareFolder, type Files, type FolderChanges, writeFolder } from './tree-folder.ts';

const withIds: readonly DefinitionType[] = ['template', 'email', 'sequence'];

/**
 * New records get the ids after the largest in the tree, so that pushing twice creates each only
 * once.
 */
function withNewIds(
  records: readonly TreeRecord[],
): (record: TreeRecord) => Records[DefinitionType] {
  const next = new Map<DefinitionType, number>();
  for (const type of withIds) {
    const ids = records.flatMap(({ type: own, address }) =>
      own === type && typeof address === 'number' ? [address] : [],
    );
    next.set(type, Math.max(0, ...ids) + 1);
  }
  return ({ type, address, record }) => {
    const id = next.get(type);
    if (id === undefined || address !== null) return record as Records[DefinitionType];
    next.set(type, id + 1);
    return { ...record, id } as Records[DefinitionType];
  };
}

/**
 * Writes each readable file as a pull would: keys in order, canonical file name, ids for steps and
 * new records. Files with errors are not changed.
 */
export async function fixFolder(folder: string, files: Files): Promise<FolderChanges> {
  const { records } = readTree(files);
  const withId = withNewIds(records);
  const wanted: Files = { ...files };
  for (const read of records) {
    if (read.record === null || read.errors.length > 0) continue;
    const { record, errors } = canonical(read.type, withId(read) as never, null);
    if (errors.length > 0) continue;
    const { path, text } = written(read.type, record);
    const pathTaken = path !== read.path && Object.hasOwn(wanted, path);
    delete wanted[read.path];
    wanted[pathTaken ? read.path : path] = text;
  }
  const changes = compareFolder(files, wanted);
  await writeFolder(folder, wanted, changes);
  return changes;
}
