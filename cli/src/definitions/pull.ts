import { plainCall } from '@postroad/core/catalog/call';
import type { CommonOptions } from '../commands/common-options.ts';
import { connectFrom } from '../connection/connect.ts';
import { exitCodes, UsageError } from '../output/exit-codes.ts';
import { show } from '../output/output.ts';
import { pluralize } from '../output/pluralize.ts';
import { confirm } from '../output/prompt.ts';
import type { Terminal } from '../output/terminal.ts';
import { screenLine } from '../output/terminal-width.ts';
import { type Base, isByKey, readBase, readBaseFiles, writeBase } from './base-file.ts';
import { definitionsFolder } from './definitions-folder.ts';
import { pulledFiles } from './merge-tree.ts';
import {
  caseCollisions,
  changedMeanwhile,
  compareFolder,
  type Files,
  type FolderChanges,
  readFolder,
  writeFolder,
} from './tree-folder.ts';

export interface PullOptions extends CommonOptions {
  byKey?: boolean;
  /** Keep changes that were not pushed, and merge them with those of the service. */
  merge?: boolean;
  dryRun?: boolean;
}

/** The definition files of a folder; none if it does not exist. */
async function filesIn(folder: string, terminal: Terminal): Promise<Files> {
  const { existsSync } = await import('node:fs');
  if (!existsSync(folder)) return {};
  const { files, ignored } = await readFolder(folder);
  for (const { path, why } of ignored)
    terminal.err(`${screenLine(path)} is not a definition file and is not changed. ${why}\n`);
  return files;
}

function changesText({ added, changed, removed }: FolderChanges): string {
  const lines = [
    ...added.map((path) => `+ ${path}`),
    ...changed.map((path) => `~ ${path}`),
    ...removed.map((path) => `- ${path}`),
  ];
  return lines.map((line) => `${screenLine(line)}\n`).join('');
}

interface Overwriting {
  folder: string;
  changes: FolderChanges;
  /** Files with changes that no push has stored. */
  edited: readonly string[];
}

/** Asks before files are overwritten or removed, and says which of them exist nowhere else. */
async function confirmPull(
  { folder, changes, edited }: Overwriting,
  options: PullOptions,
  terminal: Terminal,
): Promise<void> {
  const { changed, removed } = changes;
  if (changed.length + removed.length === 0) return;
  const lost = edited.filter((path) => changed.includes(path) || removed.includes(path));
  if (!options.yes) terminal.err(changesText(changes));
  const what = `${pluralize(changed.length, 'file')} in ${folder} would be overwritten and ${removed.length} removed.`;
  const own =
    lost.length === 0 || options.merge
      ? ''
      : ` ${lost.length} of them ${lost.length === 1 ? 'has' : 'have'} changes that were never pushed, which --merge keeps: ${screenLine(lost.slice(0, namesShown).join(', '))}.`;
  await confirm({ text: `${what}${own} Continue?` }, options, terminal);
}

/** Names in a question; the list before it has all. */
const namesShown = 5;

/** Throws UsageError for files that were edited since they were read, as during the question. */
async function requireUnchanged(
  folder: string,
  held: Files,
  changes: FolderChanges,
): Promise<void> {
  const [path] = await changedMeanwhile(folder, held, changes);
  if (path === undefined) return;
  throw new UsageError(`${path} was changed meanwhile. Nothing was written; pull again.`);
}

/** A new file exists nowhere else, so a file of the service does not take its name (FILE-11). */
function refuseInTheWay([path]: readonly string[]): void {
  if (path === undefined) return;
  throw new UsageError(
    `${path} is a new file, and the service has another record under this name. Give the file another name, then pull again. Nothing was written.`,
  );
}

/** What to do with files in which both sides changed the same lines. */
export function markedText(paths: readonly string[]): string {
  const lines = paths.map((path) => `  ${screenLine(path)}\n`).join('');
  return `Both sides changed the same lines of these files, which are marked in them with <<<<<<< and >>>>>>>:\n${lines}Keep one side of each mark, then push.\n`;
}

/** Nothing is known of these records after the pull, so the next push would make them again unasked. */
function orphanedText(paths: readonly string[]): string {
  const lines = paths.map((path) => `  ${screenLine(path)}\n`).join('');
  return `The records of these files were removed on the server since the pull, and you changed the files:\n${lines}Remove each file, or keep it: the next push makes a new record of it, and refuses an archived email without "restore: true".\n`;
}

/**
 * `postroad pull`: writes the definitions of the service into a folder. Asks before it overwrites
 * or removes a file, since its content may exist nowhere else; with --merge it keeps your changes.
 */
export async function pull(
  dir: string | undefined,
  options: PullOptions,
  terminal: Terminal,
): Promise<number> {
  const folder = await definitionsFolder(dir, terminal);
  const connection = await connectFrom(terminal, options);
  try {
    const held = await filesIn(folder, terminal);
    const before = await readBase(folder, connection.target);
    const byKey = options.byKey ?? (before !== null && isByKey(held));
    const { output } = await connection.call('export_definitions', { by_key: byKey }, plainCall);
    const { files: server, base } = output as { files: Files; base: Base };
    const known = await readBaseFiles(folder, before);
    const tracked = (path: string) => before !== null && Object.hasOwn(before, path);
    const { files, marked, edited, inTheWay, orphaned } = pulledFiles(
      { yours: held, base: known, server },
      tracked,
      options.merge === true,
    );
    if (before !== null) refuseInTheWay(inTheWay);
    const changes = compareFolder(held, files);
    if (!options.dryRun) await confirmPull({ folder, changes, edited }, options, terminal);
    for (const paths of caseCollisions(Object.keys(files)))
      terminal.err(
        `${screenLine(paths.join(' and '))} differ only in case: on macOS and Windows they are one file, and one of the records is lost. Keep the files on a case-sensitive file system.\n`,
      );
    if (!options.dryRun) {
      await requireUnchanged(folder, held, changes);
      await writeFolder(folder, files, changes);
      await writeBase(folder, connection.target, base, server);
    }
    if (marked.length > 0) terminal.err(markedText(marked));
    if (orphaned.length > 0) terminal.err(orphanedText(orphaned));
    const conflicts = [...marked, ...orphaned];
    const answer = { folder, files: Object.keys(server).length, ...changes, conflicts };
    await show(options.dryRun ? { ...answer, dry_run: true } : answer, options, terminal, {
      text: () => pulledText(answer, options.dryRun === true),
    });
    return conflicts.length > 0 ? exitCodes.validation : exitCodes.ok;
  } finally {
    await connection.close();
  }
}

function pulledText(
  answer: FolderChanges & { folder: string; files: number },
  dryRun: boolean,
): string {
  const { added, changed, removed, folder, files } = answer;
  const differ = added.length + changed.length + removed.length;
  if (differ === 0)
    return `${folder} is up to date with the service: ${pluralize(files, 'file')}.\n`;
  const tense = dryRun ? 'would be: ' : '';
  return `${changesText(answer)}In ${folder} ${tense}${pluralize(added.length, 'file')} added, ${changed.length} changed, ${removed.length} removed.\n`;
}
