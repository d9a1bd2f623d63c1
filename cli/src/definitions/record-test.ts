import { plainCall } from '@postroad/core/catalog/call';
import { written } from '@postroad/core/definitions/export';
import { isManagedPath, keyInPath, typeAt } from '@postroad/core/definitions/paths';
import { flowTestsOf } from '@postroad/core/definitions/test-tree';
import { differenceLines } from '@postroad/core/flows/cases/case-difference';
import { flowCase } from '@postroad/core/flows/cases/flow-case';
import { ReadByFlow } from '@postroad/core/flows/cases/real-run';
import { recordCase } from '@postroad/core/flows/cases/record-case';
import type { CaseResult } from '@postroad/core/flows/cases/run-case';
import { nearest } from '@postroad/core/platform/nearest';
import { connectFrom } from '../connection/connect.ts';
import { painter } from '../output/colors.ts';
import { exitCodes, UsageError } from '../output/exit-codes.ts';
import { show } from '../output/output.ts';
import type { Terminal } from '../output/terminal.ts';
import { screenLine } from '../output/terminal-width.ts';
import { definitionsFolder } from './definitions-folder.ts';
import { issuesText } from './plan-text.ts';
import { type Ask, readHistory, readRun } from './read-run.ts';
import type { TestOptions } from './test-flows.ts';
import { type Files, readFolder, requireFiles, writeFolder } from './tree-folder.ts';

/**
 * `postroad test --record PERSON FLOW`: writes the last run of a person through a flow as a test of the
 * files (FTEST-04). Writes nothing where the files take another way than the run: exits with 5 then.
 */
export async function recordTest(
  dir: string | undefined,
  options: TestOptions,
  terminal: Terminal,
): Promise<number> {
  const [person, key, ...more] = options.record ?? [];
  if (person === undefined || key === undefined || more.length > 0) {
    throw new UsageError(
      '--record takes a person and a flow; the folder is before it: postroad test DIR --record PERSON FLOW.',
    );
  }
  const folder = await definitionsFolder(dir, terminal);
  const { files } = await readFolder(folder);
  requireFiles(files, folder);
  const { parse_errors, tests } = flowTestsOf(files);
  if (parse_errors.length > 0) {
    terminal.err(`${issuesText(parse_errors, files, painter(terminal, options))}\n`);
    return exitCodes.validation;
  }
  const found = tests.recording(key);
  if (found === null) throw new UsageError(noFlow(key, files));
  const { flow, world } = found;
  const connection = await connectFrom(terminal, options);
  try {
    const ask: Ask = async (name, input) =>
      (await connection.call(name, input, plainCall)).output as never;
    const run = await readRun(ask, person, key);
    const path = pathFor(key, options.name ?? `run-${run.id}`, files);
    const history = await readHistory(ask, run, new ReadByFlow(flow, world));
    const { test, result } = recordCase(flow, world, history);
    const { text } = written('flow_test', {
      key: keyInPath(path, 'flow_test'),
      ...flowCase.parse(test),
    });
    if (result.passed)
      await writeFolder(folder, { [path]: text }, { added: [path], changed: [], removed: [] });
    const reason = result.passed ? null : whyNot(run.ended_at === null);
    const { passed, differences } = result;
    const answer = { path, run: run.id, written: passed, reason, differences };
    await show(answer, options, terminal, { text: () => recordedText(path, result, reason) });
    return result.passed ? exitCodes.ok : exitCodes.validation;
  } finally {
    await connection.close();
  }
}

function noFlow(key: string, files: Files): string {
  const keys = Object.keys(files).flatMap((path) =>
    typeAt(path) === 'flow' ? keyInPath(path, 'flow') : [],
  );
  const near = nearest(key, keys);
  const meant = near === null ? '' : ` Did you mean ${near}?`;
  return `There is no flows/${key}.json.${meant} Name a flow of the files by its key; "postroad pull" writes those of the service.`;
}

function pathFor(flow: string, name: string, files: Files): string {
  const path = `tests/${flow}/${name}.yml`;
  if (!isManagedPath(path)) {
    throw new UsageError(`${path} is no name of a test. --name takes letters, digits, - and _.`);
  }
  if (Object.hasOwn(files, path)) {
    throw new UsageError(`${path} exists already. Give the test another name with --name.`);
  }
  return path;
}

/** Why the test of a run would fail at once. */
function whyNot(isUnderWay: boolean): string {
  return isUnderWay
    ? 'The run has not ended, and the test does not stop where it waits. Record it once it has ended.'
    : 'Either the flow of the files is not the one that ran, or more decided the run than a test can say.';
}

function recordedText(path: string, result: CaseResult, reason: string | null): string {
  if (reason === null) return `made  ${screenLine(path)}\n`;
  const lines = result.differences.flatMap(differenceLines);
  return [
    `The files take another way than the run, so ${screenLine(path)} was not written. ${reason}`,
    ...lines.map((line) => `    ${screenLine(line)}`),
    '',
  ].join('\n');
}
