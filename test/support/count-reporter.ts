import { writeFileSync } from 'node:fs';
import type { SerializedError } from 'vitest';
import type { Reporter, TestModule } from 'vitest/node';

/** Counts passed and failed tests; a file that did not load and a stray error count as failed. */
export function countTests(
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

/** Writes the counts where `npm test` reads them for its closing line. */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], strayErrors: readonly SerializedError[]): void {
    const file = process.env.POSTROAD_TEST_COUNTS;
    if (file) writeFileSync(file, JSON.stringify(countTests(modules, strayErrors)));
  }
}
