import { deflateSync, inflateSync } from 'node:zlib';

/** What a compile is stored as: base64 of its deflated JSON, an eighth of it in length. */
export type PackedCompile = string;

const level = 3;
/** No JSON text of an object begins with it. */
const zlibHeader = 0x78;

/** Done where the compile is made, in a thread: the database would compress it more slowly. */
export function packCompile(compiled: object): PackedCompile {
  return deflateSync(JSON.stringify(compiled), { level }).toString('base64');
}

/** Also reads the plain JSON of compiles that were stored before they were packed. */
export function unpackCompile<Compiled>(stored: Uint8Array): Compiled {
  const json = stored[0] === zlibHeader ? inflateSync(stored) : Buffer.from(stored);
  return JSON.parse(json.toString('utf8')) as Compiled;
}
