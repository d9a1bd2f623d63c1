import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';

/** Makes the files of an empty embedded database as one file at `path`, unless it exists. */
export async function writePreparedCluster(path: string): Promise<void> {
  if (existsSync(path)) return;
  const database = await PGlite.create({ dataDir: 'memory://' });
  await database.exec('checkpoint');
  const files = Buffer.from(await (await database.dumpDataDir('none')).arrayBuffer());
  await database.close();
  const packed = brotliCompressSync(files, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 5,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: files.length,
    },
  });
  // What another version made is of no use.
  await rm(dirname(path), { recursive: true, force: true });
  await mkdir(dirname(path), { recursive: true });
  // Another build may write it too, and nobody may read a part of it.
  const written = `${path}.${process.pid}`;
  await writeFile(written, packed);
  await rename(written, path);
}
