import type { JsonObject } from '../platform/json.ts';
import type { DefinitionType, FileRecords } from './records.ts';
import type { FileNode } from './text/file-tree.ts';
import type { ParseBudget } from './text/parse-budget.ts';

/** A parsed file: its values with their positions. */
export interface ReadFile {
  value: JsonObject;
  node: FileNode;
  /** Offset and key of the text after front matter. */
  body: { key: string; offset: number } | null;
}

/** The file format of one type of record (contract §6). */
export interface RecordType<Type extends DefinitionType> {
  type: Type;
  /** Empty for the one file outside of folders. */
  folder: string;
  /** Whether files are in folders of the folder: then the key is their path in it. */
  nested?: boolean;
  extension: '.json' | '.md' | '.html' | '.yml';
  /** How records match (DEFN-18); null if there is only one. */
  address: 'key' | 'id' | null;
  /** The display name. */
  label(record: FileRecords[Type]): string;
  /** The file name of the record. */
  fileName(record: FileRecords[Type]): string;
  /** Canonical: the same record always gives the same text (DEFN-07). */
  write(record: FileRecords[Type]): string;
  /** Throws FileError. */
  read(text: string, budget?: ParseBudget): ReadFile;
}
