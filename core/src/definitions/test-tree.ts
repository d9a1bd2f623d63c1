import type { CaseResult } from '../flows/cases/run-case.ts';
import type { ValidationIssue } from '../platform/issue.ts';
import { checkPlan } from './check/check-plan.ts';
import { flowOfTest } from './check/flow-tests.ts';
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
