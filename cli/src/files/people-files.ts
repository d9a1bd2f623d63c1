import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { Readable } from 'node:stream';
import { plainCall } from '@postroad/core/catalog/call';
import type { OperationOutput } from '@postroad/core/catalog/catalog';
import type { CommonOptions } from '../commands/common-options.ts';
import { poll } from '../commands/poll.ts';
import { connectFrom } from '../connection/connect.ts';
import type { Connection } from '../connection/connection.ts';
import { checkOutput } from '../output/check-output.ts';
import { exitCodes, UsageError } from '../output/exit-codes.ts';
import { show } from '../output/output.ts';
import { pluralize } from '../output/pluralize.ts';
import { type Progress, progressOn } from '../output/progress.ts';
import { stoppable } from '../output/stoppable.ts';
import type { Terminal } from '../output/terminal.ts';
import { screenText } from '../output/terminal-width.ts';
import { pathOf, requireFile, writeWhole } from './whole-file.ts';

type Import = OperationOutput<'get_import'>['import'];
type Input = Record<string, unknown>;

const types = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const;

export interface StreamOptions extends CommonOptions {
  dryRun?: boolean;
}

/** The requested format, otherwise the one of the file name. Throws UsageError. */
function formatOf(given: unknown, file: string | null): keyof typeof types {
  if (given === 'csv' || given === 'ndjson') return given;
  if (given !== undefined) throw new UsageError('--format must be csv or ndjson.');
  const ending = file === null ? '' : extname(file).toLowerCase();
  if (ending === '.ndjson' || ending === '.jsonl') return 'ndjson';
  return 'csv';
}

async function* withUploadProgress(
  bytes: AsyncIterable<Uint8Array>,
  total: number | null,
  progress: Progress,
): AsyncGenerator<Uint8Array> {
  let done = 0;
  for await (const piece of bytes) {
    done += piece.length;
    progress.update(done, total, `${(done / 1024 / 1024).toFixed(1)} MiB sent`);
    yield piece;
  }
}

/**
 * Shows the progress of an import until it is done. Stopping the command does not stop the import.
 */
async function followImport(
  connection: Connection,
  begun: Import,
  progress: Progress,
  terminal: Terminal,
): Promise<Import> {
  let now = begun;
  if (begun.id === null || begun.status !== 'working') return now;
  const done = new AbortController();
  const finished = new Promise<void>((resolve) => {
    done.signal.addEventListener('abort', () => resolve());
  });
  const stopped = () => Promise.race([terminal.stopped(), finished]);
  await poll({ ...terminal, stopped }, async () => {
    const { output } = await connection.call('get_import', { import_id: begun.id }, plainCall);
    now = (output as OperationOutput<'get_import'>).import;
    progress.update(now.processed, now.rows, `${now.processed} of ${now.rows} rows`);
    if (now.status !== 'working' && now.status !== 'receiving') done.abort();
  });
  return now;
}

/** `people import <file>`: streams a file of any size, and waits for the end of the import. */
export async function importPeople(
  file: string,
  input: Input,
  options: StreamOptions,
  terminal: Terminal,
): Promise<number> {
  await checkOutput('import_people', options);
  const { format, ...rest } = input;
  const path = pathOf(file, terminal);
  const type = types[formatOf(format, path)];
  const size =
    path === null
      ? null
      : await stat(path).then(
          ({ size }) => size,
          (error: Error) => {
            throw new UsageError(`${file} cannot be read: ${error.message}`);
          },
        );
  const connection = await connectFrom(terminal, options);
  const progress = progressOn(terminal);
  try {
    const bytes = path === null ? terminal.stdinBytes() : createReadStream(path);
    const { dryRun = false } = options;
    let isSent = false;
    const send = async function* (pieces: AsyncIterable<Uint8Array>) {
      yield* withUploadProgress(pieces, size, progress);
      isSent = true;
    };
    const outcome = () => stoppedUpload(isSent, dryRun);
    const answer = (await stoppable(terminal, bytes, outcome, (pieces) =>
      connection.send('import_people', rest, send(pieces), { type, dryRun }),
    )) as OperationOutput<'import_people'> & { dry_run?: boolean };
    const now = await followImport(connection, answer.import, progress, terminal);
    progress.end();
    if (now.status === 'working') terminal.err(continues(now));
    await show({ ...answer, import: now }, options, terminal, {
      text: () => importText(now, dryRun),
    });
    return now.status === 'failed' ? exitCodes.failed : exitCodes.ok;
  } finally {
    progress.end();
    await connection.close();
  }
}

/** What became of an upload that was stopped; the service imports a file only if it has all of it. */
function stoppedUpload(isSent: boolean, dryRun: boolean): string {
  if (dryRun) return 'Stopped before the end. Nothing was written.';
  return isSent
    ? 'Stopped before the answer. The whole file was sent, so it may be imported: see "postroad imports list".'
    : 'Stopped before the end. Nothing of the file is imported.';
}

const continues = ({ id }: Import) =>
  `Import ${id} continues without this command: see "postroad imports get ${id}".\n`;

function importText(now: Import, dryRun: boolean): string {
  const { rows, created, updated, repeated, invalid, status, reason, id } = now;
  const would = dryRun ? ' Nothing was written.' : '';
  const why = reason === null ? '' : ` ${reason}`;
  const report = invalid > 0 && id !== null ? ` See "postroad imports errors ${id}".` : '';
  return `${status}: ${pluralize(rows, 'row')}, ${created} people new, ${updated} known, ${repeated} repeated, ${invalid} skipped.${why}${report}${would}\n`;
}

async function* withDownloadProgress(
  pieces: AsyncIterable<string>,
  progress: Progress,
): AsyncGenerator<string> {
  let bytes = 0;
  for await (const piece of pieces) {
    bytes += Buffer.byteLength(piece);
    progress.update(bytes, null, `${(bytes / 1024 / 1024).toFixed(1)} MiB received`);
    yield piece;
  }
}

/** `people export`: writes all people to standard output or, atomically, to the file of --out. */
export async function exportPeople(
  input: Input,
  options: CommonOptions & { out?: string },
  terminal: Terminal,
): Promise<number> {
  const { format, ...rest } = input;
  const path = pathOf(options.out ?? '-', terminal);
  const chosen = formatOf(format, path);
  const request = { name: 'export_people', input: { ...rest, format: chosen } } as const;
  return await writeAnswer({ ...request, type: types[chosen], path }, options, terminal);
}

/** `people export-person <person>`: all about one person, to standard output or the file of --out. */
export async function exportPerson(
  input: Input,
  options: CommonOptions & { out?: string },
  terminal: Terminal,
): Promise<number> {
  const path = pathOf(options.out ?? '-', terminal);
  const request = { name: 'export_person', input, type: 'application/json', path } as const;
  return await writeAnswer(request, options, terminal);
}

interface FileAnswer {
  name: 'export_people' | 'export_person';
  input: Input;
  type: string;
  /** Null: standard output. */
  path: string | null;
}

async function writeAnswer(
  { name, input, type, path }: FileAnswer,
  options: CommonOptions,
  terminal: Terminal,
): Promise<number> {
  if (path !== null) await requireFile(path, 'write to standard output with --out -');
  const connection = await connectFrom(terminal, options);
  const progress = progressOn(terminal);
  try {
    const pieces = withDownloadProgress(await connection.read(name, input, { type }), progress);
    if (path === null) {
      for await (const piece of pieces) {
        terminal.out(terminal.outIsTty ? screenText(piece) : piece);
        await terminal.drained();
      }
      return 0;
    }
    await writeWhole(path, 'export', [Readable.from(pieces, { highWaterMark: 1 })], terminal);
    progress.end();
    terminal.err(`Wrote ${path}.\n`);
    return 0;
  } finally {
    progress.end();
    await connection.close();
  }
}
