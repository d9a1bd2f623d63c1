import { answerInWords, commandWords } from '@postroad/core/catalog/words';
import type { FileIssue } from '@postroad/core/definitions/text/file-error';
import { validateTree } from '@postroad/core/definitions/validate-tree';
import type { CommonOptions } from '../commands/common-options.ts';
import { painter } from '../output/colors.ts';
import { exitCodes } from '../output/exit-codes.ts';
import { show } from '../output/output.ts';
import { pluralize } from '../output/pluralize.ts';
import type { Terminal } from '../output/terminal.ts';
import { screenLine } from '../output/terminal-width.ts';
import { definitionsFolder } from './definitions-folder.ts';
import { fixFolder } from './fix.ts';
import { issuesOfFile } from './plan.ts';
import { issuesText } from './plan-text.ts';
import { type Files, readFolder, requireFiles } from './tree-folder.ts';

interface Checked {
  files: Files;
  issues: FileIssue[];
  valid: boolean;
}

/** Reads and checks a folder without a server. */
export async function checkFolder(folder: string, terminal: Terminal): Promise<Checked> {
  const { files, ignored } = await readFolder(folder);
  for (const { path, why } of ignored)
    terminal.err(`${screenLine(path)} is not a definition file. ${why}\n`);
  const { parse_errors, files: checked } = validateTree(files);
  const found = [...parse_errors, ...checked.flatMap((file) => issuesOfFile(file, files))];
  const issues = answerInWords(found, commandWords);
  return { files, issues, valid: !issues.some(({ severity }) => severity === 'error') };
}

/** The result of a check as text. */
export function checkText(
  { files, issues, valid }: Checked,
  options: CommonOptions,
  terminal: Terminal,
): string {
  const paint = painter(terminal, options);
  const errors = issues.filter(({ severity }) => severity === 'error').length;
  const verdict = valid ? paint('green', 'valid') : paint('red', 'not valid');
  const counts = [
    pluralize(Object.keys(files).length, 'file'),
    pluralize(errors, 'error'),
    pluralize(issues.length - errors, 'warning'),
  ].join(', ');
  const shown = issues.length > 0 ? `${issuesText(issues, files, paint)}\n` : '';
  return `${shown}${counts}: ${verdict}.\n`;
}

/**
 * `postroad validate`: checks the files without a server. Every record that they refer to must be
 * among them, except tags, events and archived emails.
 */
export async function validate(
  dir: string | undefined,
  options: CommonOptions & { fix?: boolean },
  terminal: Terminal,
): Promise<number> {
  const folder = await definitionsFolder(dir, terminal);
  if (options.fix) {
    const { added, changed } = await fixFolder(folder, (await readFolder(folder)).files);
    for (const path of [...added, ...changed]) terminal.err(`written  ${screenLine(path)}\n`);
  }
  const checked = await checkFolder(folder, terminal);
  requireFiles(checked.files, folder);
  if (options.json !== undefined || options.jq !== undefined) {
    const findings = checked.issues.map(({ path, severity, code, message, fix, position }) => ({
      ...{ path, severity, code, message, fix },
      line: position?.line ?? null,
      column: position?.column ?? null,
    }));
    await show({ valid: checked.valid, findings }, options, terminal);
  } else terminal.out(checkText(checked, options, terminal));
  return checked.valid ? exitCodes.ok : exitCodes.validation;
}
