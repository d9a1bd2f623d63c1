import { failedTest } from '../../flows/cases/failed-test.ts';
import type { CaseResult } from '../../flows/cases/run-case.ts';
import type { ValidationIssue } from '../../platform/issue.ts';
import type { Change } from '../change.ts';
import type { Plan } from '../plan.ts';
import { isSingle } from '../record-types.ts';
import type { DefinitionType, Records } from '../records.ts';
import { type FlowTests, flowOfTest } from './flow-tests.ts';

type FlowTest = Records['flow_test'];

export interface RunTests {
  /** By path, of those that ran. */
  results: Map<string, CaseResult>;
  /** What failed before, and is as it was. */
  failedBefore: { change: Change; issue: ValidationIssue }[];
}

/** What a test can depend on; a change of anything else leaves its outcome as it was. */
const readByTests: ReadonlySet<DefinitionType> = new Set([
  ...([
    'field',
    'email',
    'segment',
    'sequence',
    'flow',
    'flow_test',
    'settings',
    'profile',
  ] as const),
]);

/** Whether a plan can change the outcome of any test. */
function mayChange({ changes, prune }: Plan): boolean {
  return changes.some(
    ({ kind, type }) =>
      readByTests.has(type) &&
      (kind === 'create' || kind === 'update' || (kind === 'absent' && prune && !isSingle(type))),
  );
}

/** What to do about a test that fails: it blocks a push unless it is forced (FTEST-03). */
const toMend = 'Correct the flow or what the test expects; or use force to store it all the same.';

/**
 * Runs the flow tests of the account as a plan leaves it; pauses after each. A test that fails is a
 * warning of its own change. What names something in a file that cannot be read is `unsure`, and
 * says nothing by a run.
 */
export function* runFlowTests(
  plan: Plan,
  { after, before }: { after: FlowTests; before: () => FlowTests },
  unsure: ReadonlySet<Change>,
): Generator<undefined, RunTests> {
  const results = new Map<string, CaseResult>();
  const failedBefore: RunTests['failedBefore'] = [];
  if (!mayChange(plan)) return { results, failedBefore };
  const touched = new Set(
    plan.changes.flatMap(({ type, kind, before: flow }) =>
      type === 'flow' && kind === 'update' ? (flow as Records['flow']).key : [],
    ),
  );
  const unsureFlows = new Set(
    [...unsure].flatMap(({ type, after: flow }) =>
      type === 'flow' ? (flow as Records['flow']).key : [],
    ),
  );
  for (const change of plan.changes) {
    const test = change.after ?? (plan.prune ? null : change.before);
    // What cannot be read, or names what is not there, is an error already.
    if (change.type !== 'flow_test' || test === null || change.errors.length > 0) continue;
    const { key } = test as FlowTest;
    if (unsure.has(change) || unsureFlows.has(flowOfTest({ key }))) continue;
    const result = after.run(test as FlowTest);
    yield;
    if (result !== null) results.set(change.path, result);
    if (result === null || result.passed) continue;
    const issue = failedTest(key, result, toMend);
    const isKept = change.kind !== 'create' && change.kind !== 'update';
    const own = isKept && !touched.has(flowOfTest({ key }));
    if (own && before().run(test as FlowTest)?.passed === false) {
      failedBefore.push({ change, issue });
    } else change.warnings.push(issue);
  }
  return { results, failedBefore };
}
