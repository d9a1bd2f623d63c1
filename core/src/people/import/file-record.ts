/**
 * One record of a file: its value, or why it cannot be read. Rows count from 1, header included.
 */
export type FileRecord<Value> =
  | { row: number; value: Value; fault?: undefined }
  | { row: number; fault: string; excerpt: string };

/** Reads a file that arrives in pieces; buffers at most one record. */
export interface FileReader<Value> {
  push(text: string): FileRecord<Value>[];
  /** The remaining records at the end of the file. */
  end(): FileRecord<Value>[];
}
