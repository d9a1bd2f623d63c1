/** One record of a file: what it holds, or why it cannot be read. Rows count from 1, the header included. */
export type FileRecord<Value> =
  | { row: number; value: Value; fault?: undefined }
  | { row: number; fault: string; excerpt: string };

/** Reads a file that arrives in pieces, holding no more of it than one record. */
export interface FileReader<Value> {
  push(text: string): FileRecord<Value>[];
  /** What is left at the end of the file. */
  end(): FileRecord<Value>[];
}
