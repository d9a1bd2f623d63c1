import type { CommonOptions } from '../commands/common-options.ts';
import { connectFrom } from '../connection/connect.ts';
import { checkOutput } from '../output/check-output.ts';
import { painter } from '../output/colors.ts';
import { exitCodes } from '../output/exit-codes.ts';
import { show } from '../output/output.ts';
import { pluralize } from '../output/pluralize.ts';
import { confirm } from '../output/prompt.ts';
import { reportFailure } from '../output/report.ts';
import type { Terminal } from '../output/terminal.ts';
import { screenLine } from '../output/terminal-width.ts';
import { readBase } from './base-file.ts';
import { definitionsFolder } from './definitions-folder.ts';
import { askForPlan, type Plan } from './plan.ts';
import { planMarkdown } from './plan-markdown.ts';
import { countsText, planText } from './plan-text.ts';
import { markedText } from './pull.ts';
import { mergeConflicts, type PushTarget, writeBack } from './push-target.ts';
import { type Files, readFolder, requireFiles } from './tree-folder.ts';

export interface PlanOptions extends CommonOptions {
  prune?: boolean;
}

export interface PushOptions extends PlanOptions {
  force?: boolean;
  /** Merge what both sides changed, line by line. */
  merge?: boolean;
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
  for (const { path, why } of ignored)
    terminal.err(`${screenLine(path)} is not a definition file and is not sent. ${why}\n`);
  requireFiles(files, folder);
  return files;
}

/** Plans a push: it is applied and rolled back. */
async function planOf(
  { connection, files, base }: Pick<PushTarget, 'connection' | 'files' | 'base'>,
  options: PushOptions,
): Promise<Plan> {
  const { prune = false, force = false } = options;
  const input = { files, ...sent(base), prune, force };
  return await askForPlan(connection, 'apply_definitions', input, true);
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
  const connection = await connectFrom(terminal, options);
  try {
    const base = await readBase(folder, connection.target);
    const plan = prune
      ? await planOf({ connection, files, base }, { prune })
      : await askForPlan(connection, 'diff_definitions', { files, ...sent(base) });
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

const sent = (base: PushTarget['base']) => (base === null || base === 'none' ? {} : { base });

/** Without a base nothing is known of who changed what, which is said before anything is asked. */
function sayUnknown({ connection, folder, base }: PushTarget, terminal: Terminal): void {
  if (base !== null) return;
  terminal.err(
    `Nothing was pulled from ${connection.target} into ${folder} yet, so changes that were made there cannot be distinguished from yours: what differs is overwritten.\n`,
  );
}

async function print(
  answer: unknown,
  options: PushOptions,
  terminal: Terminal,
  text: () => string,
): Promise<void> {
  if (options.asText) terminal.out(text());
  else await show(answer, options, terminal, { text });
}

/** Applies a confirmed tree and prints the result. */
async function apply(
  target: PushTarget,
  options: PushOptions,
  terminal: Terminal,
): Promise<number> {
  const { connection, files, base } = target;
  const { prune = false, force = false } = options;
  const input = { files, ...sent(base), prune, force };
  const done = await askForPlan(connection, 'apply_definitions', input);
  if (!done.blocked) {
    const { touched, edited, renamed } = await writeBack(target, done);
    if (touched > 0) terminal.err(`Updated from the service: ${pluralize(touched, 'file')}.\n`);
    for (const path of edited)
      terminal.err(
        `${screenLine(path)} was changed during the push and is left as it is: run "postroad pull --merge".\n`,
      );
    for (const path of renamed)
      terminal.err(
        `${screenLine(path)} was changed during the push, and its record has a file of another name now: move the change there and remove ${screenLine(path)}.\n`,
      );
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
  await checkOutput('apply_definitions', options);
  const folder = await definitionsFolder(dir, terminal);
  const files = await filesOf(folder, terminal);
  const connection = await connectFrom(terminal, options);
  try {
    const base = await readBase(folder, connection.target);
    const target = { connection, folder, files, base };
    sayUnknown(target, terminal);
    return await pushFiles(target, options, terminal);
  } finally {
    await connection.close();
  }
}

/** The files with conflicts merged into them; null where lines are marked, or nothing can be merged. */
async function mergedTarget(
  target: PushTarget,
  { conflicts }: Plan,
  options: PushOptions,
  terminal: Terminal,
): Promise<PushTarget | null> {
  const paths = conflicts.map(({ path }) => path);
  const merged = await mergeConflicts(target, paths, options.dryRun === true);
  for (const path of merged.merged) terminal.err(`merged  ${screenLine(path)}\n`);
  if (merged.marked.length > 0) terminal.err(markedText(merged.marked));
  return merged.marked.length > 0 ? null : merged.target;
}

/** Plans, asks and applies over an open connection. */
export async function pushFiles(
  given: PushTarget,
  options: PushOptions,
  terminal: Terminal,
): Promise<number> {
  const prune = options.prune === true;
  const first = await planOf(given, options);
  const merging = options.merge && first.conflicts.length > 0;
  const target = merging ? await mergedTarget(given, first, options, terminal) : given;
  if (target === null) return exitCodes.validation;
  const { connection, files } = target;
  const plan = target === given ? first : await planOf(target, options);
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
