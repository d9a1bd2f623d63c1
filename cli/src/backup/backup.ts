import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { backupType } from '@postroad/core/account/backup-operations';
import { plainCall } from '@postroad/core/catalog/call';
import { Refusal } from '@postroad/core/platform/refusal';
import type { CommonOptions } from '../commands/common-options.ts';
import { connectOr } from '../connection/connect.ts';
import type { Connection } from '../connection/connection.ts';
import { pathOf, requireFile, unwritten, writeWhole } from '../files/whole-file.ts';
import { UsageError } from '../output/exit-codes.ts';
import { type Progress, progressOn } from '../output/progress.ts';
import { reportFailure } from '../output/report.ts';
import type { Terminal } from '../output/terminal.ts';

type BackupOptions = Pick<CommonOptions, 'url' | 'dataDir'>;

/** What a backup is read from: a server, or the database itself. */
interface Source {
  bytes: AsyncIterable<Uint8Array>;
  record(madeAt: Date): Promise<void>;
  close(): Promise<void>;
}

/** Packs at some 60 MB a second to a sixth; the default takes three times as long for a seventh. */
const level = 3;

async function ofServer(connection: Connection): Promise<Source> {
  const pieces = await connection.read('download_backup', {}, { type: backupType });
  return {
    bytes: (async function* () {
      for await (const piece of pieces) yield Buffer.from(piece, 'utf8');
    })(),
    async record(madeAt) {
      await connection.call('record_backup', { made_at: madeAt.toISOString() }, plainCall);
    },
    close: () => connection.close(),
  };
}

async function openSource(options: BackupOptions, terminal: Terminal): Promise<Source> {
  const { env, cwd, err } = terminal;
  const source = await connectOr(env, { ...options, cwd, err }, 'cli', async (own) => {
    const { serverOr } = await import('../connection/local-connection.ts');
    return await serverOr(own, 'cli', async (config) => {
      const { openForBackup } = await import('@postroad/service/app/backup/open-for-backup');
      return await openForBackup(config, (text) => err(`${text}\n`));
    });
  });
  return 'call' in source ? await ofServer(source) : source;
}

const newline = 0x0a;

/** Reads along: when the backup was made, and whether it has its end. */
class Reading {
  bytes = 0;
  #begin = Buffer.alloc(0);
  #end = Buffer.alloc(0);

  async *of(bytes: AsyncIterable<Uint8Array>, progress: Progress): AsyncGenerator<Uint8Array> {
    for await (const piece of bytes) {
      if (!this.#begin.includes(newline)) this.#begin = Buffer.concat([this.#begin, piece]);
      this.#end = Buffer.concat([this.#end, piece]).subarray(-64);
      this.bytes += piece.length;
      progress.update(this.bytes, null, `${sizeText(this.bytes)} read`);
      yield piece;
    }
    if (!/\n\{"tables":\d+\}\n$/.test(this.#end.toString('utf8'))) {
      throw new Refusal('unavailable', 'The backup broke off before its end. Try again.');
    }
  }

  get madeAt(): Date {
    const line = this.#begin.subarray(0, this.#begin.indexOf(newline)).toString('utf8');
    return new Date((JSON.parse(line) as { made_at: string }).made_at);
  }
}

/** As people read it: a small backup is not one of 0.0 MB. */
function sizeText(bytes: number): string {
  const megabytes = bytes / 1024 / 1024;
  return megabytes < 1 ? `${Math.ceil(bytes / 1024)} kB` : `${megabytes.toFixed(1)} MB`;
}

function packed(bytes: AsyncIterable<Uint8Array>) {
  return [Readable.from(bytes, { highWaterMark: 2 }), createGzip({ level })] as const;
}

async function toOutput(terminal: Terminal, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  if (terminal.outIsTty) {
    throw new UsageError(
      'A terminal cannot show a backup: name a file, or pass it on, as in "postroad backup - | ssh ...".',
    );
  }
  const output = new Writable({
    write(piece: Buffer, _encoding, done) {
      terminal.outBytes(piece).then(() => done(), done);
    },
  });
  await pipeline(...packed(bytes), output).catch(unwritten('Standard output', 'backup'));
}

const toOutputInstead = 'write to standard output, as in "postroad backup - | ssh ..."';

/** `postroad backup <file>`: writes everything in the database to a file, or to standard output. */
export async function backup(
  file: string,
  options: BackupOptions,
  terminal: Terminal,
): Promise<number> {
  const progress = progressOn(terminal);
  let source: Source | undefined;
  try {
    const path = pathOf(file, terminal);
    if (path !== null) await requireFile(path, toOutputInstead);
    source = await openSource(options, terminal);
    const reading = new Reading();
    const bytes = reading.of(source.bytes, progress);
    if (path === null) await toOutput(terminal, bytes);
    else {
      const size = await writeWhole(path, 'backup', packed(bytes), terminal);
      progress.end();
      terminal.err(`Wrote ${path}, ${sizeText(size)}.\n`);
    }
    await source.record(reading.madeAt);
    return 0;
  } catch (error) {
    progress.end();
    return reportFailure(error, terminal);
  } finally {
    progress.end();
    await source?.close();
  }
}
