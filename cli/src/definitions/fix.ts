import { tidied } from '@postroad/core/definitions/canonical';
import { readTree } from '@postroad/core/definitions/read-tree';
import { pathOf, recordTypeOf } from '@postroad/core/definitions/record-types';
import { compareFolder, type Files, type FolderChanges, writeFolder } from './tree-folder.ts';

/** Whether a record has no id yet: its file keeps its name until a pull gives it another. */
function isNew(record: object): boolean {
  return 'id' in record && record.id === null;
}

/**
 * Writes each readable file as a pull would: keys in order, canonical file name, ids for steps. Ids of
 * records are made by the service alone, since two people would make the same (FILE-07). Files with
 * errors are not changed.
 */
export async function fixFolder(folder: string, files: Files): Promise<FolderChanges> {
  const wanted: Files = { ...files };
  for (const read of readTree(files).records) {
    if (read.record === null || read.errors.length > 0) continue;
    const { record, errors } = tidied(read.type, read.record as never);
    if (errors.length > 0 || read.restore) continue;
    const path = isNew(record) ? read.path : pathOf(read.type, record);
    const pathTaken = path !== read.path && Object.hasOwn(wanted, path);
    delete wanted[read.path];
    wanted[pathTaken ? read.path : path] = recordTypeOf(read.type).write(record);
  }
  const changes = compareFolder(files, wanted);
  await writeFolder(folder, wanted, changes);
  return changes;
}
