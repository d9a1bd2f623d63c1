import type { CaseWorld } from '@postroad/core/flows/cases/case-world';
import { checkCase } from '@postroad/core/flows/cases/check-case';
import { failedTest } from '@postroad/core/flows/cases/failed-test';
import { type FlowCase, flowCase, writtenCase } from '@postroad/core/flows/cases/flow-case';
import { type CaseResult, runCase } from '@postroad/core/flows/cases/run-case';
import type { TestedFlow } from '@postroad/core/flows/cases/tested-flow';
import { compileFlow } from '@postroad/core/flows/definition/compile';
import type { Definition } from '@postroad/core/flows/definition/definition';
import { questionsOfAll } from '@postroad/core/flows/interpreter/questions';
import type { Validation, ValidationIssue } from '@postroad/core/platform/issue';
import type { JsonObject } from '@postroad/core/platform/json';
import { limits } from '@postroad/core/platform/limits';
import { invalid, Refusal } from '@postroad/core/platform/refusal';
import { isTimezone } from '@postroad/core/platform/timestamp';
import { ZoneClock } from '@postroad/core/platform/zone-clock';
import { readProfile } from '@postroad/store/account/profile';
import { loadSegments } from '@postroad/store/conditions/nested-segments';
import type { FlowRow } from '@postroad/store/flows/flow';
import { findIdsByKey } from '@postroad/store/platform/record-key';
import type { Tx } from '@postroad/store/platform/transaction';
import { flowReferences } from '../flow-references.ts';

/** Flow tests by name. */
export type Cases = Record<string, FlowCase>;

/** The tests of a flow as they are stored. */
export function casesOf({ tests }: Pick<FlowRow, 'tests'>): Cases {
  return Object.fromEntries(
    Object.entries(tests).map(([name, test]) => [name, flowCase.parse(test)]),
  );
}

/** The tests of a flow as they are written, by name. */
export function writtenTests(flow: Pick<FlowRow, 'tests'>): Record<string, JsonObject> {
  const written = Object.entries(casesOf(flow)).map(([name, test]) => [name, writtenCase(test)]);
  return Object.fromEntries(written);
}

/** Keys by which tests name records. */
function keysNamed(cases: Cases) {
  const all = Object.values(cases);
  const texts = (named: readonly (string | number)[]) =>
    named.flatMap((one) => (typeof one === 'string' ? one : []));
  const mail = all.flatMap(({ person, expect }) => [...person.mail, ...(expect.sends ?? [])]);
  return {
    email: texts(mail.map(({ email }) => email)),
    sequence: texts(all.flatMap(({ person }) => person.sequences.map(({ sequence }) => sequence))),
  };
}

/** What tests of a flow are run in, as the account is in this transaction. */
async function loadCaseWorld(tx: Tx, flow: TestedFlow, cases: Cases): Promise<CaseWorld> {
  const { emails, fields, sequences, sequencesOff, tunables } = await flowReferences(tx);
  const { timezone } = await readProfile(tx);
  const leaves = questionsOfAll(flow.compiled).flatMap((question) => {
    if (question.kind !== 'segment') return [];
    const { segment } = question;
    return typeof segment === 'string'
      ? { type: 'in_segment', segment }
      : { type: 'in_segment', segment_id: segment };
  });
  const named = keysNamed(cases);
  return {
    clock: new ZoneClock(isTimezone(timezone) ? timezone : 'UTC'),
    ...{ emails, tunables, fieldTypes: fields },
    sequences: new Map([...sequences].map((id) => [id, { enabled: !sequencesOff.has(id) }])),
    segments: await loadSegments(tx, leaves),
    keys: {
      email: await findIdsByKey(tx, 'emails', named.email),
      sequence: await findIdsByKey(tx, 'sequences', named.sequence),
    },
  };
}

function testedFlow(key: string, definition: Definition): TestedFlow {
  return { key, compiled: compileFlow(definition) };
}

/** Runs tests of a flow against a definition; loads what they can ask for once. */
export async function runTests(
  tx: Tx,
  key: string,
  definition: Definition,
  cases: Cases,
): Promise<{ name: string; result: CaseResult }[]> {
  const names = Object.keys(cases);
  if (names.length === 0) return [];
  const flow = testedFlow(key, definition);
  const world = await loadCaseWorld(tx, flow, cases);
  return Object.entries(cases).map(([name, test]) => ({
    name,
    result: runCase(flow, test, world),
  }));
}

/** Tests as they are stored. Throws a 422 for what they name and is not there, with the path. */
export async function testsToStore(
  tx: Tx,
  key: string,
  definition: Definition,
  cases: Cases,
): Promise<FlowRow['tests']> {
  const flow = testedFlow(key, definition);
  const world = await loadCaseWorld(tx, flow, cases);
  const found = Object.entries(cases).flatMap(([name, test]) =>
    checkCase(flow, test, world).map((issue) => ({
      ...issue,
      path: `tests.${name}.${issue.path}`,
    })),
  );
  if (found.length > 0) throw invalid(found.slice(0, limits.issuesListedMax));
  const written = Object.entries(cases).map(([name, test]) => [name, writtenCase(test)] as const);
  return Object.fromEntries(written.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** The warnings of tests that fail under a definition: the flow cannot go live or change with them. */
async function failingTests(
  tx: Tx,
  flow: FlowRow,
  definition: Definition,
): Promise<ValidationIssue[]> {
  const results = await runTests(tx, flow.key, definition, casesOf(flow));
  const fix =
    flow.status === 'live'
      ? 'Correct the flow or what the test expects; until then, the flow changes with force alone.'
      : 'Correct the flow or what the test expects, before the flow is activated.';
  return results
    .filter(({ result }) => !result.passed)
    .slice(0, limits.issuesListedMax)
    .map(({ name, result }) => {
      const issue = failedTest(name, result, fix);
      return { ...issue, path: `tests.${name}.${issue.path}` };
    });
}

/** A validation of a definition with a warning of each test of the flow that fails under it (FTEST-03). */
export async function withFailingTests(
  tx: Tx,
  flow: FlowRow,
  definition: Definition,
  validation: Validation,
): Promise<Validation> {
  const failing = await failingTests(tx, flow, definition);
  return { ...validation, warnings: [...failing, ...validation.warnings] };
}

const alsoFail = (count: number) => (count === 1 ? 'So does one other' : `So do ${count} others`);

/** Refuses a definition under which tests of the flow fail, unless it is forced (FTEST-03). */
export async function refuseFailing(
  tx: Tx,
  flow: Pick<FlowRow, 'key' | 'tests'>,
  definition: Definition,
  force: boolean,
): Promise<void> {
  if (force) return;
  const results = await runTests(tx, flow.key, definition, casesOf(flow));
  const failed = results.filter(({ result }) => !result.passed);
  if (failed.length === 0) return;
  const [first] = failed;
  const others = failed.length > 1 ? ` ${alsoFail(failed.length - 1)}; see tests.` : '';
  const detail = `The test "${first?.name}" of the flow "${flow.key}" fails: ${first?.result.differences[0]?.message ?? ''}${others} Nothing was changed. Correct the flow or what the test expects, or send force: true.`;
  const tests = failed.slice(0, limits.issuesListedMax).map(({ name, result }) => {
    return { name, differences: result.differences };
  });
  throw new Refusal('flow_test_failed', detail, { tests });
}
