import { answerInWords, commandWords } from '@postroad/core/catalog/words';
import { type TestedFile, testTree } from '@postroad/core/definitions/test-tree';
import { differenceLines } from '@postroad/core/flows/cases/case-difference';
import type { CommonOptions } from '../commands/common-options.ts';
import { type Paint, painter } from '../output/colors.ts';
import { exitCodes, UsageError } from '../output/exit-codes.ts';
import { show } from '../output/output.ts';
import { pluralize } from '../output/pluralize.ts';
import type { Terminal } from '../output/terminal.ts';
import { screenLine } from '../output/terminal-width.ts';
import { definitionsFolder } from './definitions-folder.ts';
import { issuesOfFile } from './plan.ts';
import { issuesText } from './plan-text.ts';
import { readFolder, requireFiles } from './tree-folder.ts';

export interface TestOptions extends CommonOptions {
  flow?: string;
  /** A person and a flow. */
  record?: string[];
  /** Of the test that is recorded. */
  name?: string;
}

/**
 * `postroad test`: runs the tests of flows in the files, without a database and a server. Exits with 5
 * when one fails.
 */
export async function testFlows(
  dir: string | undefined,
  options: TestOptions,
  terminal: Terminal,
): Promise<number> {
  const folder = await definitionsFolder(dir, terminal);
  const { files, ignored } = await readFolder(folder);
  for (const { path, why } of ignored.filter(({ path: one }) => one.startsWith('tests/')))
    terminal.err(`${screenLine(path)} is not a definition file and is not run. ${why}\n`);
  requireFiles(files, folder);
  const { parse_errors, tests: all } = answerInWords(testTree(files), commandWords);
  const tests = all.filter(({ flow }) => options.flow === undefined || flow === options.flow);
  if (tests.length === 0 && parse_errors.length === 0) {
    const where = options.flow === undefined ? 'tests/' : `tests/${options.flow}/`;
    throw new UsageError(
      `There are no flow tests in ${where} of ${folder}. Write one as tests/<flow key>/<name>.yml, with clock, events and expect.`,
    );
  }
  const passed = tests.filter(({ result }) => result?.passed).length;
  const isGood = passed === tests.length && parse_errors.length === 0;
  if (options.json !== undefined || options.jq !== undefined) {
    const shown = tests.map(({ path, flow, name, result, errors }) => {
      const { path: steps = [], ends = null, differences = [] } = result ?? {};
      return {
        path,
        flow,
        name,
        passed: result?.passed ?? false,
        steps,
        ends,
        differences,
        errors,
      };
    });
    await show({ passed: isGood, tests: shown, parse_errors }, options, terminal);
  } else {
    const paint = painter(terminal, options);
    for (const test of tests) terminal.out(testText(test, paint));
    const issues = [...parse_errors, ...tests.flatMap((test) => issuesOfTest(test, files))];
    if (issues.length > 0) terminal.out(`${issuesText(issues, files, paint)}\n`);
    const failed = tests.length - passed;
    const unread = new Set(parse_errors.map(({ path }) => path)).size;
    const besides = unread === 0 ? '' : `; ${pluralize(unread, 'file')} could not be read`;
    const counts = `${pluralize(tests.length, 'test')}: ${passed} passed, ${failed} failed${besides}`;
    terminal.out(`${isGood ? paint('green', counts) : paint('red', counts)}.\n`);
  }
  return isGood ? exitCodes.ok : exitCodes.validation;
}

function issuesOfTest({ path, errors }: TestedFile, files: Readonly<Record<string, string>>) {
  return issuesOfFile({ path, errors, warnings: [] }, files);
}

/** One line a test, and what is different under one that fails. */
function testText({ path, result }: TestedFile, paint: Paint): string {
  const name = screenLine(path);
  if (result === null) return `${paint('red', '✗')} ${name}\n    It was not run; see below.\n`;
  if (result.passed) return `${paint('green', '✓')} ${name}\n`;
  const lines = result.differences.flatMap(differenceLines);
  return [
    `${paint('red', '✗')} ${name}`,
    ...lines.map((line) => `    ${screenLine(line)}`),
    '',
  ].join('\n');
}
