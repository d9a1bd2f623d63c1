import type { OperationName, OperationOutput } from '@postroad/core/catalog/catalog';
import { nearestRecord } from '@postroad/core/catalog/nearest-record';
import { answerInWords, commandWords } from '@postroad/core/catalog/words';
import type { ExpectedRevision } from '@postroad/core/platform/operations/revised-resources';
import { thrownProblem } from '@postroad/core/platform/thrown-problem';
import { connectFrom } from '../connection/connect.ts';
import type { Connection } from '../connection/connection.ts';
import type { EditedEmail } from '../files/email-files.ts';
import { checkOutput } from '../output/check-output.ts';
import { exitCodes, UsageError } from '../output/exit-codes.ts';
import { asJson, rowViewOf, textViews } from '../output/operation-views.ts';
import { type Display, formatted, show } from '../output/output.ts';
import { reportFailure } from '../output/report.ts';
import type { Terminal } from '../output/terminal.ts';
import type { CommonOptions } from './common-options.ts';
import { confirmOperation } from './confirmations.ts';
import { problemInFlags } from './operation-flags.ts';
import { type Given, readBody, readGiven } from './operation-input.ts';

export interface OwnOptions extends CommonOptions {
  body?: string;
  file?: string;
  dryRun?: boolean;
  idempotencyKey?: string;
  /** The revision of the record that the caller has seen. */
  ifRevision?: string;
  /** The file to write a streamed answer or a preview to. */
  out?: string;
  /** Whether to open a preview in the browser. */
  open?: boolean;
  /** Whether the email is written in the editor. */
  edit?: boolean;
  /** Files that a message takes with it. */
  attach?: string[];
}

export interface Run {
  name: OperationName;
  given: Record<string, Given>;
  own: OwnOptions;
  terminal: Terminal;
}

interface CallContext {
  input: Record<string, unknown>;
  own: OwnOptions;
  connection: Connection;
  terminal: Terminal;
}

function ifRevisionOf({ ifRevision }: OwnOptions): ExpectedRevision | undefined {
  if (ifRevision === undefined) return undefined;
  if (/^(?:0|[1-9]\d{0,14})$/.test(ifRevision)) return [Number(ifRevision)];
  throw new UsageError(
    '--if-revision takes the revision of the record, a whole number; 0: there is no draft yet.',
  );
}

/** The answer for people; programs and --json get JSON. */
function displayOf(name: OperationName, answer: unknown, call: CallContext): Display {
  const { input, connection, own, terminal } = call;
  const row = rowViewOf(name, input);
  if (name === 'dry_run_flow') {
    return {
      async text() {
        const { depthsOf, dryRunText } = await import('../output/dry-run-text.ts');
        const depths = await depthsOf(input, connection);
        return dryRunText(answer as OperationOutput<'dry_run_flow'>, depths, own, terminal);
      },
    };
  }
  if (asJson.has(name)) return { text: () => formatted(answer, terminal, false) };
  const text = textViews[name];
  const { columns } = terminal;
  return { row, text: text && (() => text(answer as never, { input, connection, columns })) };
}

/** Whether a preview went to a file or to the browser instead of to the output. */
async function tookPreview(
  name: OperationName,
  output: unknown,
  own: OwnOptions,
  terminal: Terminal,
): Promise<boolean> {
  if (name !== 'preview_email' || (own.out === undefined && !own.open)) return false;
  const { openPreview, writePreview } = await import('../files/email-files.ts');
  const preview = output as OperationOutput<'preview_email'>;
  if (own.out !== undefined) await writePreview(preview, own.out, terminal);
  if (own.open) await openPreview(preview, terminal);
  return own.json === undefined && own.jq === undefined;
}

/** The arguments with the files of --attach beside those that are written out. */
async function withAttached(
  input: Record<string, unknown>,
  files: readonly string[],
  terminal: Terminal,
): Promise<Record<string, unknown>> {
  const { attachedFiles } = await import('../files/attached-files.ts');
  const written = Array.isArray(input.attachments) ? input.attachments : [];
  return { ...input, attachments: [...written, ...(await attachedFiles(files, terminal))] };
}

/** Scripts look at the code alone, so a validation that found errors is no success (SPEC-17). */
function exitCodeOfAnswer(name: OperationName, output: unknown): number {
  const found = name === 'validate_flow' && (output as { valid?: unknown }).valid === false;
  return found ? exitCodes.validation : exitCodes.ok;
}

/** The existing key closest to an unknown one; its id, where the command takes ids alone. */
async function suggestKey(
  error: unknown,
  { name, connection }: { name: OperationName; connection: Connection | undefined },
): Promise<string | null> {
  const problem = thrownProblem(error);
  if (!problem || !connection) return null;
  return await nearestRecord(problem, connection.call, name).catch(() => null);
}

/**
 * `postroad <noun> <verb>`: runs one operation, prints its answer as the flags say, and returns the
 * exit code.
 */
export async function runOperation({ name, given, own, terminal }: Run): Promise<number> {
  let connection: Connection | undefined;
  let edited: EditedEmail | null = null;
  try {
    await checkOutput(name, own);
    if (own.out === '-' && (own.json !== undefined || own.jq !== undefined)) {
      throw new UsageError('Give --out - or --json, not both: each writes to standard output.');
    }
    const body = await readBody(own, terminal);
    if (own.edit) {
      const { editEmail } = await import('../files/email-files.ts');
      edited = await editEmail(terminal);
    }
    const said = { ...body, ...edited?.input, ...readGiven(name, given) };
    const input = own.attach === undefined ? said : await withAttached(said, own.attach, terminal);
    connection = await connectFrom(terminal, own);
    const dryRun = own.dryRun === true;
    if (!dryRun) await confirmOperation(name, input, { connection, options: own, terminal });
    const called = await connection.call(name, input, {
      dryRun,
      idempotencyKey: own.idempotencyKey,
      ifRevision: ifRevisionOf(own),
    });
    const output = answerInWords(called.output, commandWords, name);
    const answer = dryRun ? { ...(output as object), dry_run: true } : output;
    if (!dryRun) {
      await edited?.discard();
      edited = null;
    }
    if (await tookPreview(name, called.output, own, terminal)) return exitCodes.ok;
    const display = displayOf(name, answer, { input, own, connection, terminal });
    await show(answer, own, terminal, display).catch((error: unknown) => {
      // The operation is done: its answer must not be lost because a filter failed.
      terminal.out(formatted(answer, terminal, true));
      throw error;
    });
    return exitCodeOfAnswer(name, output);
  } catch (error) {
    return reportFailure(
      error,
      terminal,
      own.json !== undefined,
      await suggestKey(error, { name, connection }),
      (problem) => problemInFlags(problem, name),
    );
  } finally {
    if (edited !== null) terminal.err(`What you wrote is in ${edited.path}.\n`);
    await connection?.close();
  }
}
