import { operationNamed } from '@postroad/core/catalog/catalog';
import type { CommonOptions } from '../commands/common-options.ts';
import { type Connection, connect } from '../connection/connection.ts';
import { checkOutput } from '../output/check-output.ts';
import { painter } from '../output/colors.ts';
import { exitCodes } from '../output/exit-codes.ts';
import { show } from '../output/output.ts';
import { counted } from '../output/pluralize.ts';
import { confirm } from '../output/prompt.ts';
import { reportFailure } from '../output/report.ts';
import type { Terminal } from '../output/terminal.ts';
import { screenLine } from '../output/terminal-width.ts';
import { definitionsFolder } from './definitions-folder.ts';
import type { Plan } from './plan.ts';
import { planMarkdown } from './plan-markdown.ts';
import { countsText, planText } from './plan-text.ts';
import {
  compareFolder,
  type Files,
  type FolderChanges,
  readFolder,
  requireFiles,
  writeFolder,
} from './tree-folder.ts';

export interface PlanOptions extends CommonOptions {
  prune?: boolean;
}

export interface PushOptions extends PlanOptions {
  force?: boolean;
  dryRun?: boolean;
  /** For people, wherever it is read. */
  asText?: boolean;
}

export interface DiffOptions extends PlanOptions {
  exitCode?: boolean;
  format?: 'text' | 'markdown' | 'json';
}

async function filesOf(folder: string, terminal: Terminal): Promise<Files> {
  const { files, ignored } = await readFolder(folder);
  for (const path of ignored)
    terminal.err(`${screenLine(path)} is no definition file; it is not sent.\n`);
  requireFiles(files, folder);
  return files;
}

/** What a push would do: it is done, and rolled back. */
async function planOf(connection: Connection, files: Files, options: PushOptions): Promise<Plan> {
  const { prune = false, force = false } = options;
  const call = { dryRun: true, idempotencyKey: undefined };
  const { output } = await connection.call('apply_definitions', { files, prune, force }, call);
  return output as Plan;
}

/** Records that differ; those only on the server do where they are to be removed. */
function differs({ changes }: Plan, prune: boolean): boolean {
  return changes.some(({ kind }) => kind !== 'unchanged' && (kind !== 'absent' || prune));
}

/**
 * `postroad diff`: what a push would change, and whether it could. Changes nothing. With --exit-code 0
 * means that nothing differs, 2 that something does, 1 that the tree cannot be applied.
 */
export async function diff(
  dir: string | undefined,
  options: DiffOptions,
  terminal: Terminal,
): Promise<number> {
  try {
    return await compare(dir, options, terminal);
  } catch (error) {
    if (!options.exitCode) throw error;
    reportFailure(error, terminal, options.json !== undefined);
    return exitCodes.failed;
  }
}

async function compare(
  dir: string | undefined,
  options: DiffOptions,
  terminal: Terminal,
): Promise<number> {
  const prune = options.prune === true;
  const files = await filesOf(await definitionsFolder(dir, terminal), terminal);
  const connection = await connect(terminal.env, { ...options, cwd: terminal.cwd });
  try {
    const call = { dryRun: false, idempotencyKey: undefined };
    const plan = prune
      ? await planOf(connection, files, { prune })
      : ((await connection.call('diff_definitions', { files }, call)).output as Plan);
    const asJson =
      options.json !== undefined || options.jq !== undefined || options.format === 'json';
    if (asJson) await show(plan, { ...options, json: options.json ?? true }, terminal);
    else if (options.format === 'markdown') terminal.out(planMarkdown(plan, files, prune));
    else terminal.out(planText(plan, files, prune, painter(terminal, options)));
    if (plan.blocked) return options.exitCode ? exitCodes.failed : exitCodes.validation;
    return options.exitCode && differs(plan, prune) ? diffDiffers : exitCodes.ok;
  } finally {
    await connection.close();
  }
}

/** As Terraform's `plan -detailed-exitcode` has it. */
const diffDiffers = 2;

/**
 * Brings the files to what the service kept of them: ids that it gave to new records and steps would
 * be missing the next time. What is only on the server stays there.
 */
async function writeBack(
  { connection, folder, files }: Agreed,
  { changes }: Plan,
): Promise<FolderChanges> {
  const call = { dryRun: false, idempotencyKey: undefined };
  const { output } = await connection.call('export_definitions', {}, call);
  const absent = new Set(changes.flatMap(({ kind, path }) => (kind === 'absent' ? [path] : [])));
  const wanted = Object.fromEntries(
    Object.entries((output as { files: Files }).files).filter(([path]) => !absent.has(path)),
  );
  const differing = compareFolder(files, wanted);
  await writeFolder(folder, wanted, differing);
  return differing;
}

interface Agreed {
  connection: Connection;
  folder: string;
  files: Files;
}

async function say(
  answer: unknown,
  options: PushOptions,
  terminal: Terminal,
  text: () => string,
): Promise<void> {
  if (options.asText) terminal.out(text());
  else await show(answer, options, terminal, text);
}

/** Applies a tree that was agreed to; says what was done. */
async function apply(agreed: Agreed, options: PushOptions, terminal: Terminal): Promise<number> {
  const { connection, files } = agreed;
  const { prune = false, force = false } = options;
  const call = { dryRun: false, idempotencyKey: undefined };
  const { output } = await connection.call('apply_definitions', { files, prune, force }, call);
  const done = output as Plan;
  if (!done.blocked) {
    const { added, changed, removed } = await writeBack(agreed, done);
    const touched = added.length + changed.length + removed.length;
    if (touched > 0)
      terminal.err(`Brought to what the service kept: ${counted(touched, 'file')}.\n`);
  }
  const paint = painter(terminal, options);
  await say(done, options, terminal, () =>
    done.blocked
      ? planText(done, files, prune, paint)
      : `Stored: ${counted(done.applied, 'record')}.\n`,
  );
  return done.blocked ? exitCodes.validation : exitCodes.ok;
}

/** `postroad push`: shows what would change, asks, and applies all of it or nothing. */
export async function push(
  dir: string | undefined,
  options: PushOptions,
  terminal: Terminal,
): Promise<number> {
  await checkOutput(operationNamed('apply_definitions'), options);
  const folder = await definitionsFolder(dir, terminal);
  const files = await filesOf(folder, terminal);
  const connection = await connect(terminal.env, { ...options, cwd: terminal.cwd });
  try {
    return await pushFiles({ connection, folder, files }, options, terminal);
  } finally {
    await connection.close();
  }
}

/** Plans, asks and applies over a connection that is there. */
export async function pushFiles(
  agreed: Agreed,
  options: PushOptions,
  terminal: Terminal,
): Promise<number> {
  const { connection, files } = agreed;
  const prune = options.prune === true;
  const plan = await planOf(connection, files, options);
  const answersPlan = options.dryRun || plan.blocked || !differs(plan, prune);
  const text = () =>
    planText(plan, files, prune, painter(terminal, options, answersPlan ? 'out' : 'err'));
  if (answersPlan) {
    const unread = !terminal.outIsTty && !options.asText && options.json === undefined;
    if (plan.blocked && unread) terminal.err(text());
    const answer = options.dryRun ? { ...plan, dry_run: true } : plan;
    await say(answer, options, terminal, text);
    return plan.blocked ? exitCodes.validation : exitCodes.ok;
  }
  if (options.json === undefined) terminal.err(text());
  const removed = prune && plan.changes.some(({ kind }) => kind === 'absent');
  const question = `${removed ? 'This removes records. ' : ''}${countsText(plan, prune)} Apply to ${connection.place}?`;
  await confirm({ text: question }, options, terminal);
  return await apply(agreed, options, terminal);
}
