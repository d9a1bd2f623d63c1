import type { CaseResult } from '../flows/cases/run-case.ts';
import type { ValidationIssue } from '../platform/issue.ts';
import { checkPlan } from './check/check-plan.ts';
import { FlowTests, flowOfTest } from './check/flow-tests.ts';
import { referencesTo } from './check/references.ts';
import { keyInPath } from './paths.ts';
import { planChanges } from './plan.ts';
import { readTree } from './read-tree.ts';
import type { FileIssue } from './text/file-error.ts';
import { alone } from './validate-tree.ts';

/** One flow test of a tree. */
export interface TestedFile {
  path: string;
  flow: string;
  name: string;
  /** Null where the file, or its flow, has errors. */
  result: CaseResult | null;
  errors: ValidationIssue[];
}

/**
 * The tests of flows of a tree, to record one more; `parse_errors` are of files that cannot be read.
 */
export function flowTestsOf(files: Readonly<Record<string, string>>): {
  parse_errors: FileIssue[];
  tests: FlowTests;
} {
  const { after, parse_errors } = planChanges(readTree(files), [], { prune: false, archived: [] });
  return { parse_errors, tests: new FlowTests(after, referencesTo(after, alone)) };
}

/**
 * Runs the flow tests of a tree by themselves, for `postroad test`: pure, without a database and a server
 * (FTEST-02).
 */
export function testTree(files: Readonly<Record<string, string>>): {
  parse_errors: FileIssue[];
  tests: TestedFile[];
} {
  const planned = planChanges(readTree(files), [], { prune: false, archived: [] });
  const { changes, parse_errors, tests: results } = checkPlan(planned, alone);
  const tests = changes.flatMap(({ type, path, errors }): TestedFile[] => {
    if (type !== 'flow_test') return [];
    const key = keyInPath(path, type);
    const flow = flowOfTest({ key });
    const name = key.slice(flow.length + 1);
    return [{ path, flow, name, result: results.get(path) ?? null, errors }];
  });
  return { parse_errors, tests };
}
