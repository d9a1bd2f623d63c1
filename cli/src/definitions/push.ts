import { operationNamed } from '@postroad/core/catalog/catalog';
import type { CommonOptions } from '../commands/common-options.ts';
import { type Connection, connect } from '../connection/connection.ts';
import { checkOutput } from '../output/check-output.ts';
import { painter } from '../output/colors.ts';
import { exitCodes } from '../output/exit-codes.ts';
import { show } from '../output/output.ts';
import { pluralize } from '../output/pluralize.ts';
import { confirm } from '../output/prompt.ts';
import { reportFailure } from '../output/report.ts';
import type { Terminal } from '../output/terminal.ts';
import { screenLine } from '../output/terminal-width.ts';
import { type Base, isByKey, readBase, recordNames, writeBase } from './base-file.ts';
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
  /** Print text for people even if the output is not a terminal. */
  asText?: boolean;
}

export interface DiffOptions extends PlanOptions {
  exitCode?: boolean;
  format?: 'text' | 'markdown' | 'json';
}

async function filesOf(folder: string, terminal: Terminal): Promise<Files> {
  const { files, ignored } = await readFolder(folder);
  for (const path of ignored)
    terminal.err(`${screenLine(path)} is not a definition file and is not sent.\n`);
  requireFiles(files, folder);
  return files;
}

/** Plans a push: it is applied and rolled back. */
async function planOf(
  { connection, files, base }: Pick<PushTarget, 'connection' | 'files' | 'base'>,
  options: PushOptions,
): Promise<Plan> {
  const { prune = false, force = false } = options;
  const call = { dryRun: true, idempotencyKey: undefined };
  const input = { files, ...sent(base), prune, force };
  const { output } = await connection.call('apply_definitions', input, call);
  return output as Plan;
}

/**
 * Whether a push would change something; records only on the server count if they would be removed.
 */
function differs({ changes }: Plan, prune: boolean): boolean {
  return changes.some(
    ({ kind }) => kind !== 'unchanged' && kind !== 'behind' && (kind !== 'absent' || prune),
  );
}

/**
 * `postroad diff`: shows what a push would change, and whether it could. Changes nothing. With
 * --exit-code, 0 means that nothing differs, 2 that something does, 1 that the tree cannot be
 * applied.
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
  const folder = await definitionsFolder(dir, terminal);
  const files = await filesOf(folder, terminal);
  const connection = await connect(terminal.env, { ...options, cwd: terminal.cwd });
  try {
    const base = await readBase(folder, connection.target);
    const call = { dryRun: false, idempotencyKey: undefined };
    const plan = prune
      ? await planOf({ connection, files, base }, { prune })
      : ((await connection.call('diff_definitions', { files, ...sent(base) }, call))
          .output as Plan);
    const asJson =
      options.json !== undefined || options.jq !== undefined || options.format === 'json';
    if (asJson) await show(plan, { ...options, json: options.json ?? true }, terminal);
    else if (options.format === 'markdown') terminal.out(planMarkdown(plan, files, prune));
    else terminal.out(planText(plan, files, prune, painter(terminal, options)));
    if (plan.blocked) return options.exitCode ? exitCodes.failed : exitCodes.validation;
    return options.exitCode && differs(plan, prune) ? differsExitCode : exitCodes.ok;
  } finally {
    await connection.close();
  }
}

/** The exit code of Terraform's `plan -detailed-exitcode`. */
const differsExitCode = 2;

/**
 * Writes what the service stored into the files: otherwise they would lack the ids of new records
 * and steps. Records that are only on the server are not written.
 */
async function writeBack(
  { connection, folder, files, base: before }: PushTarget,
  { changes }: Plan,
): Promise<FolderChanges> {
  const call = { dryRun: false, idempotencyKey: undefined };
  const { output } = await connection.call('export_definitions', { by_key: isByKey(files) }, call);
  const { files: stored, base } = output as { files: Files; base: Base };
  // Answers name records without a file by the path with their id; both exports have one order.
  const { output: numbered } = await connection.call('export_definitions', {}, call);
  const byNumber = Object.keys((numbered as { files: Files }).files);
  const storedPaths = Object.keys(stored);
  const storedAs = (path: string) => storedPaths[byNumber.indexOf(path)] ?? [];
  const pathsOf = (wanted: string) =>
    changes.flatMap(({ kind, path }) => (kind === wanted ? [path] : []));
  // A record that only the server changed keeps its file until the next pull.
  const kept = pathsOf('behind').filter((path) => Object.hasOwn(files, path));
  const names = recordNames(files);
  const behind = new Set(kept.map((path) => names.get(path)));
  const unwritten = new Set([...pathsOf('absent'), ...pathsOf('behind')].flatMap(storedAs));
  const storedNames = recordNames(stored);
  const fresh = Object.keys(stored).filter(
    (path) => !unwritten.has(path) && !behind.has(storedNames.get(path)),
  );
  const wanted = Object.fromEntries([
    ...kept.map((path) => [path, files[path] ?? '']),
    ...fresh.map((path) => [path, stored[path] ?? '']),
  ]);
  const differing = compareFolder(files, wanted);
  await writeFolder(folder, wanted, differing);
  const old = before === null || before === 'none' ? {} : before;
  const known = kept.flatMap((path) => (old[path] ? [[path, old[path]] as const] : []));
  const found = fresh.flatMap((path) => (base[path] ? [[path, base[path]] as const] : []));
  if (before !== 'none')
    await writeBase(folder, connection.target, Object.fromEntries([...known, ...found]));
  return differing;
}

interface PushTarget {
  connection: Connection;
  folder: string;
  files: Files;
  /** Null where nothing was pulled into the folder; `none` where nothing is remembered of it. */
  base: Base | null | 'none';
}

const sent = (base: PushTarget['base']) => (base === null || base === 'none' ? {} : { base });

async function print(
  answer: unknown,
  options: PushOptions,
  terminal: Terminal,
  text: () => string,
): Promise<void> {
  if (options.asText) terminal.out(text());
  else await show(answer, options, terminal, text);
}

/** Applies a confirmed tree and prints the result. */
async function apply(
  target: PushTarget,
  options: PushOptions,
  terminal: Terminal,
): Promise<number> {
  const { connection, files, base } = target;
  const { prune = false, force = false } = options;
  const call = { dryRun: false, idempotencyKey: undefined };
  const input = { files, ...sent(base), prune, force };
  const { output } = await connection.call('apply_definitions', input, call);
  const done = output as Plan;
  if (!done.blocked) {
    const { added, changed, removed } = await writeBack(target, done);
    const touched = added.length + changed.length + removed.length;
    if (touched > 0) terminal.err(`Updated from the service: ${pluralize(touched, 'file')}.\n`);
  }
  const paint = painter(terminal, options);
  await print(done, options, terminal, () =>
    done.blocked
      ? planText(done, files, prune, paint)
      : `Stored: ${pluralize(done.applied, 'record')}.\n`,
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
    const base = await readBase(folder, connection.target);
    return await pushFiles({ connection, folder, files, base }, options, terminal);
  } finally {
    await connection.close();
  }
}

/** Plans, asks and applies over an open connection. */
export async function pushFiles(
  target: PushTarget,
  options: PushOptions,
  terminal: Terminal,
): Promise<number> {
  const { connection, files } = target;
  const prune = options.prune === true;
  const plan = await planOf(target, options);
  const showsPlan = options.dryRun || plan.blocked || !differs(plan, prune);
  const text = () =>
    planText(plan, files, prune, painter(terminal, options, showsPlan ? 'out' : 'err'));
  if (showsPlan) {
    const unread = !terminal.outIsTty && !options.asText && options.json === undefined;
    if (plan.blocked && unread) terminal.err(text());
    const answer = options.dryRun ? { ...plan, dry_run: true } : plan;
    await print(answer, options, terminal, text);
    return plan.blocked ? exitCodes.validation : exitCodes.ok;
  }
  if (options.json === undefined) terminal.err(text());
  const removed = prune && plan.changes.some(({ kind }) => kind === 'absent');
  const question = `${removed ? 'This removes records. ' : ''}${countsText(plan, prune)} Apply to ${connection.target}?`;
  await confirm({ text: question }, options, terminal);
  return await apply(target, options, terminal);
}
