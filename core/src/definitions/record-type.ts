import type { JsonObject } from '../platform/json.ts';
import type { DefinitionType, Records } from './records.ts';
import type { FileNode } from './text/file-tree.ts';
import type { ParseBudget } from './text/parse-budget.ts';

/** A file that was read: its values, and where each of them stands. */
export interface ReadFile {
  value: JsonObject;
  node: FileNode;
  /** Where the text begins that stands behind front matter, and under which key it is. */
  body: { key: string; offset: number } | null;
}

/** How records of one type are kept as files (contract §6). */
export interface RecordType<Type extends DefinitionType> {
  type: Type;
  /** Empty for the one file that lies in no folder. */
  folder: string;
  extension: '.json' | '.md' | '.html' | '.yml';
  /** What records match by (DEFN-18); null where there is only one. */
  address: 'key' | 'id' | null;
  /** What people know it by. */
  label(record: Records[Type]): string;
  /** The name of its file. */
  fileName(record: Records[Type]): string;
  /** Canonical: the same record always makes the same text (DEFN-07). */
  write(record: Records[Type]): string;
  /** Throws FileError. */
  read(text: string, budget?: ParseBudget): ReadFile;
}
