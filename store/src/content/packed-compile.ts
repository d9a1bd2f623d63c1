import { deflateSync, inflateSync } from 'node:zlib';

/** A stored compile: base64 of its deflated JSON, an eighth as long. */
export type PackedCompile = string;

const level = 3;
/** The JSON text of an object never begins with this byte. */
const zlibHeader = 0x78;

/** Runs in the compile thread; the database would compress more slowly. */
export function packCompile(compiled: object): PackedCompile {
  return deflateSync(JSON.stringify(compiled), { level }).toString('base64');
}

/** Also reads the plain JSON of compiles from before packing. */
export function unpackCompile<Compiled>(stored: Uint8Array): Compiled {
  const json = stored[0] === zlibHeader ? inflateSync(stored) : Buffer.from(stored);
  return JSON.parse(json.toString('utf8')) as Compiled;
}
