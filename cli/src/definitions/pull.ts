import type { CommonOptions } from '../commands/common-options.ts';
import { connect } from '../connection/connection.ts';
import { show } from '../output/output.ts';
import { pluralize } from '../output/pluralize.ts';
import { confirm } from '../output/prompt.ts';
import type { Terminal } from '../output/terminal.ts';
import { screenLine } from '../output/terminal-width.ts';
import { type Base, isByKey, readBase, writeBase } from './base-file.ts';
import { definitionsFolder } from './definitions-folder.ts';
import {
  caseCollisions,
  compareFolder,
  type Files,
  type FolderChanges,
  readFolder,
  writeFolder,
} from './tree-folder.ts';

export interface PullOptions extends CommonOptions {
  byKey?: boolean;
  dryRun?: boolean;
}

/** The definition files of a folder; none if it does not exist. */
async function filesIn(folder: string, terminal: Terminal): Promise<Files> {
  const { existsSync } = await import('node:fs');
  if (!existsSync(folder)) return {};
  const { files, ignored } = await readFolder(folder);
  for (const path of ignored)
    terminal.err(`${screenLine(path)} is not a definition file and is not changed.\n`);
  return files;
}

/** Only what was pulled before is removed: other files are new and exist nowhere else (FILE-11). */
function withoutUntracked(changes: FolderChanges, before: Base | null): FolderChanges {
  const tracked = (path: string) => before !== null && Object.hasOwn(before, path);
  return { ...changes, removed: changes.removed.filter(tracked) };
}

function changesText({ added, changed, removed }: FolderChanges): string {
  const lines = [
    ...added.map((path) => `+ ${path}`),
    ...changed.map((path) => `~ ${path}`),
    ...removed.map((path) => `- ${path}`),
  ];
  return lines.map((line) => `${screenLine(line)}\n`).join('');
}

/**
 * `postroad pull`: writes the definitions of the service into a folder. Asks before it overwrites
 * or removes a file, since its content may exist nowhere else.
 */
export async function pull(
  dir: string | undefined,
  options: PullOptions,
  terminal: Terminal,
): Promise<number> {
  const folder = await definitionsFolder(dir, terminal);
  const connection = await connect(terminal.env, { ...options, cwd: terminal.cwd });
  try {
    const call = { dryRun: false, idempotencyKey: undefined };
    const held = await filesIn(folder, terminal);
    const before = await readBase(folder, connection.target);
    const by_key = options.byKey ?? (before !== null && isByKey(held));
    const { output } = await connection.call('export_definitions', { by_key }, call);
    const { files: wanted, base } = output as { files: Files; base: Base };
    const changes = withoutUntracked(compareFolder(held, wanted), before);
    const overwritten = changes.changed.length + changes.removed.length;
    if (!options.dryRun && overwritten > 0) {
      if (!options.yes) terminal.err(changesText(changes));
      const what = `${pluralize(changes.changed.length, 'file')} in ${folder} would be overwritten and ${changes.removed.length} removed.`;
      await confirm({ text: `${what} Continue?` }, options, terminal);
    }
    for (const paths of caseCollisions(Object.keys(wanted)))
      terminal.err(
        `${screenLine(paths.join(' and '))} differ only in case: on macOS and Windows they are one file, and one of the records is lost. Keep the files on a case-sensitive file system.\n`,
      );
    if (!options.dryRun) {
      await writeFolder(folder, wanted, changes);
      await writeBase(folder, connection.target, base);
    }
    const answer = { folder, files: Object.keys(wanted).length, ...changes };
    await show(options.dryRun ? { ...answer, dry_run: true } : answer, options, terminal, () =>
      pulledText(answer, options.dryRun === true),
    );
    return 0;
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
