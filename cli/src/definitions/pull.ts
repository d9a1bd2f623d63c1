import type { CommonOptions } from '../commands/common-options.ts';
import { connect } from '../connection/connection.ts';
import { show } from '../output/output.ts';
import { counted } from '../output/pluralize.ts';
import { confirm } from '../output/prompt.ts';
import type { Terminal } from '../output/terminal.ts';
import { screenLine } from '../output/terminal-width.ts';
import { definitionsFolder } from './definitions-folder.ts';
import {
  alikeButForCase,
  compareFolder,
  type Files,
  type FolderChanges,
  readFolder,
  writeFolder,
} from './tree-folder.ts';

export interface PullOptions extends CommonOptions {
  dryRun?: boolean;
}

/** A folder that is not there yet holds nothing. */
async function filesIn(folder: string, terminal: Terminal): Promise<Files> {
  const { existsSync } = await import('node:fs');
  if (!existsSync(folder)) return {};
  const { files, ignored } = await readFolder(folder);
  for (const path of ignored)
    terminal.err(`${screenLine(path)} is no definition file; it is left alone.\n`);
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

/**
 * `postroad pull`: makes a folder hold what the service has. Asks before it overwrites or removes a
 * file, since what stands in it may be nowhere else.
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
    const { output } = await connection.call('export_definitions', {}, call);
    const { files: wanted } = output as { files: Files };
    const changes = compareFolder(await filesIn(folder, terminal), wanted);
    const lost = changes.changed.length + changes.removed.length;
    if (!options.dryRun && lost > 0) {
      if (!options.yes) terminal.err(changesText(changes));
      const what = `${counted(changes.changed.length, 'file')} in ${folder} would be overwritten and ${changes.removed.length} removed.`;
      await confirm({ text: `${what} Go on?` }, options, terminal);
    }
    for (const paths of alikeButForCase(Object.keys(wanted)))
      terminal.err(
        `${screenLine(paths.join(' and '))} differ only in capitals: on macOS and Windows they are one file, and one of the records is lost from the tree. Keep the tree where they are two.\n`,
      );
    if (!options.dryRun) await writeFolder(folder, wanted, changes);
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
  if (differ === 0) return `${folder} holds what the service has: ${counted(files, 'file')}.\n`;
  const tense = dryRun ? 'would be: ' : '';
  return `${changesText(answer)}In ${folder} ${tense}${counted(added.length, 'file')} added, ${changed.length} changed, ${removed.length} removed.\n`;
}
