import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { SerializedError } from 'vitest';
import type { Reporter, TestModule } from 'vitest/node';
import { once } from './test-files.ts';

/** Counts passed and failed tests; a file that did not load and a stray error count as failed. */
function countTests(
  modules: readonly TestModule[],
  strayErrors: readonly SerializedError[],
): { passed: number; failed: number } {
  let passed = 0;
  let failed = strayErrors.length;
  for (const module of modules) {
    failed += module.errors().length;
    for (const suite of module.children.allSuites()) failed += suite.errors().length;
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      if (state === 'passed') passed += 1;
      if (state === 'failed') failed += 1;
    }
  }
  return { passed, failed };
}

/** Files that may fail by chance in one run; more have a common reason. */
const mostFilesAgain = 3;

/** A file to run once more by itself, and how many of its tests passed. */
export interface FileAgain {
  project: string;
  /** Its path from the folder of the tests. */
  file: string;
  passed: number;
}

/**
 * The files whose failures may be of this run alone (decision 0078). None if one of the failures is
 * not: of a test without processes, of a law, or of nobody knows which file.
 */
function filesToRunAgain(
  modules: readonly TestModule[],
  strayErrors: readonly SerializedError[],
): FileAgain[] {
  if (strayErrors.length > 0) return [];
  const failed = modules.filter((module) => !module.ok());
  if (failed.length > mostFilesAgain) return [];
  const messages = failed.flatMap((module) =>
    [...module.children.allTests()].flatMap((test) => test.result().errors ?? []),
  );
  const isCertain =
    failed.some((module) => module.project.name === 'unit') ||
    messages.some(({ message }) => !once.condition.test(message));
  if (isCertain) return [];
  return failed.map((module) => ({
    project: module.project.name,
    file: relative(module.project.config.root, module.moduleId).replaceAll('\\', '/'),
    passed: [...module.children.allTests('passed')].length,
  }));
}

/** A line for each test that passed only at its second attempt, with the error of its first. */
function flakyTests(modules: readonly TestModule[], root: string): string[] {
  return modules.flatMap((module) =>
    [...module.children.allTests()]
      .filter((test) => test.diagnostic()?.flaky)
      .map((test) => {
        const [first] = test.result().errors ?? [];
        const file = relative(root, module.moduleId);
        return `flaky: ${file} > ${test.fullName}\n  ${first?.stack ?? first?.message ?? ''}`;
      }),
  );
}

/** Writes the counts where `npm test` reads them for its closing line. */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], strayErrors: readonly SerializedError[]): void {
    const flaky = flakyTests(modules, process.cwd());
    for (const line of flaky) process.stdout.write(`\n${line}\n`);
    const file = process.env.POSTROAD_TEST_COUNTS;
    const counts = {
      ...countTests(modules, strayErrors),
      flaky: flaky.length,
      again: filesToRunAgain(modules, strayErrors),
    };
    if (file) writeFileSync(file, JSON.stringify(counts));
  }
}
