import { tidied } from '@postroad/core/definitions/canonical';
import { readTree } from '@postroad/core/definitions/read-tree';
import { pathOf, recordTypeOf } from '@postroad/core/definitions/record-types';
import { compareFolder, type Files, type FolderChanges, writeFolder } from './tree-folder.ts';

/** Whether a record has no id yet: its file keeps its name until a pull gives it another. */
function isNew(record: object): boolean {
  return 'id' in record && record.id === null;
}

/** The text without what editors on Windows add: a byte order mark, and carriage returns at line ends. */
function plainText(text: string): string {
  return text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n');
}

/**
 * Writes each readable file as a pull would: keys in order, canonical file name, ids for steps. Ids of
 * records are made by the service alone, since two people would make the same (FILE-07). Files with
 * errors get plain line ends and no other change.
 */
export async function fixFolder(folder: string, held: Files): Promise<FolderChanges> {
  const files: Files = Object.fromEntries(
    Object.entries(held).map(([path, text]) => [path, plainText(text)]),
  );
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
  const changes = compareFolder(held, wanted);
  await writeFolder(folder, wanted, changes);
  return changes;
}
