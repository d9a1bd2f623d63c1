import type { ValidationIssue } from '../../platform/issue.ts';
import { quoted } from '../../platform/json.ts';
import type { CaseResult } from './run-case.ts';

/** The warning of a test that fails, at the first thing that it expects otherwise. */
export function failedTest(
  name: string,
  { differences }: CaseResult,
  fix: string,
): ValidationIssue {
  const [first] = differences;
  const message =
    `The test ${quoted(name)} fails. ${first === undefined ? '' : first.message}`.trim();
  const at = first === undefined || first.index === null ? '' : `[${first.index}]`;
  const path = first === undefined ? 'expect' : `expect.${first.of}${at}`;
  return { path, code: 'flow_test_failed', severity: 'warning', message, fix, node: '' };
}
