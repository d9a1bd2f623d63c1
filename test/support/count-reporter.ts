import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { SerializedError } from 'vitest';
import type { Reporter, TestModule } from 'vitest/node';

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
    const counts = { ...countTests(modules, strayErrors), flaky: flaky.length };
    if (file) writeFileSync(file, JSON.stringify(counts));
  }
}
