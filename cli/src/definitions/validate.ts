import { validateTree } from '@postroad/core/definitions/validate-tree';
import type { CommonOptions } from '../commands/common-options.ts';
import { painter } from '../output/colors.ts';
import { exitCodes } from '../output/exit-codes.ts';
import { show } from '../output/output.ts';
import { counted } from '../output/pluralize.ts';
import type { Terminal } from '../output/terminal.ts';
import { screenLine } from '../output/terminal-width.ts';
import { definitionsFolder } from './definitions-folder.ts';
import { fixFolder } from './fix.ts';
import { type FileFinding, issueFindings, parseFinding } from './plan.ts';
import { findingsText } from './plan-text.ts';
import { type Files, readFolder, requireFiles } from './tree-folder.ts';

interface Checked {
  files: Files;
  findings: FileFinding[];
  valid: boolean;
}

/** Reads and checks a folder without a server. */
export async function checkFolder(folder: string, terminal: Terminal): Promise<Checked> {
  const { files, ignored } = await readFolder(folder);
  for (const path of ignored) terminal.err(`${screenLine(path)} is no definition file.\n`);
  const { parse_errors, findings } = validateTree(files);
  const all = [
    ...parse_errors.map(parseFinding),
    ...findings.flatMap((checked) => issueFindings(checked, files)),
  ];
  return { files, findings: all, valid: !all.some(({ severity }) => severity === 'error') };
}

/** What a check comes to, as a person reads it. */
export function checkText(
  { files, findings, valid }: Checked,
  options: CommonOptions,
  terminal: Terminal,
): string {
  const paint = painter(terminal, options);
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const verdict = valid ? paint('green', 'valid') : paint('red', 'not valid');
  const counts = [
    counted(Object.keys(files).length, 'file'),
    counted(errors, 'error'),
    counted(findings.length - errors, 'warning'),
  ].join(', ');
  const shown = findings.length > 0 ? `${findingsText(findings, files, paint)}\n` : '';
  return `${shown}${counts}: ${verdict}.\n`;
}

/**
 * `postroad validate`: checks the files by themselves, without any server. What they name has to be
 * among them, but for tags and events.
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
    const findings = checked.findings.map(({ spot, ...rest }) => ({
      ...rest,
      line: spot?.line ?? null,
      column: spot?.column ?? null,
    }));
    await show({ valid: checked.valid, findings }, options, terminal);
  } else terminal.out(checkText(checked, options, terminal));
  return checked.valid ? exitCodes.ok : exitCodes.validation;
}
