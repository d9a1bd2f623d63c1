import { conditionSummary } from '../../conditions/summary.ts';
import { quoted } from '../../platform/json.ts';
import { parseTimestamp } from '../../platform/timestamp.ts';
import { type CaseWorld, idNamed } from './case-world.ts';
import type { FlowCase } from './flow-case.ts';
import { type CaseRun, handleNamed, type TestedFlow } from './tested-flow.ts';

/** Where a run is not what its case expects. */
export interface CaseDifference {
  /** A part of `expect`. */
  of: 'path' | 'sends' | 'ends';
  /** Where in the list the first difference is; null of `ends`. */
  index: number | null;
  expected: string[];
  actual: string[];
  /** One sentence about the first difference. */
  message: string;
}

/** Compares a run with each part that its case expects; a part that is left out may be anything. */
export function differencesOf(
  flow: TestedFlow,
  { expect }: FlowCase,
  run: CaseRun,
  world: CaseWorld,
): CaseDifference[] {
  const { path, sends, ends } = expect;
  const found = [
    path && ofPath(flow, path, run),
    sends && ofSends(sends, run, world),
    ends && ends !== run.ends ? ofEnd(ends, run) : undefined,
  ];
  return found.filter((one) => one !== undefined && one !== null);
}

function ofPath(flow: TestedFlow, sent: readonly string[], run: CaseRun): CaseDifference | null {
  const expected = sent.map((named) => handleNamed(flow, named) ?? named);
  const { path: actual } = run;
  const index = firstDifference(expected, actual);
  if (index === null) return null;
  const message = `${pathSentence(expected[index], actual[index], actual[index - 1])}${because(flow, run, index)}`;
  return { of: 'path', index, expected, actual, message };
}

function pathSentence(wanted: string | undefined, came: string | undefined, last?: string): string {
  const after = last === undefined ? 'At the start' : `After ${quoted(last)}`;
  if (came === undefined) return `${after} the run ends, and does not reach ${quoted(wanted)}`;
  if (wanted === undefined)
    return `${after} the run reaches ${quoted(came)}, where none is expected`;
  return `${after} the run reaches ${quoted(came)}, not ${quoted(wanted)}`;
}

/** What decided the way: a run that did not start, a step that could not run, or the arm before. */
function because(flow: TestedFlow, { notStarted, entries, path }: CaseRun, index: number): string {
  if (notStarted !== null) return `: no run starts. ${notStarted}`;
  const last = path[index - 1];
  const ids = [...flow.compiled.byId.keys()];
  const at = ids.find((id) => handleNamed(flow, String(id)) === last);
  const from = entries.findLastIndex(({ step_id }) => step_id === (at ?? null));
  const skipped = entries.slice(from + 1).find(({ outcome }) => outcome === 'skipped');
  if (skipped?.reason !== undefined) return `: a step was skipped. ${skipped.reason}`;
  const decided = entries[from];
  if (decided?.outcome === 'waiting') return `: it waits at ${quoted(last)}.`;
  if (decided?.arm === undefined) return '.';
  const seen = (decided.values ?? []).map(
    ({ condition, actual, result }) =>
      `${conditionSummary(condition)} is ${result} for ${quoted(actual)}`,
  );
  const taken = `: ${quoted(last)} took ${quoted(decided.arm)}`;
  if (seen.length > 0) return `${taken}, since ${seen.join(', ')}.`;
  // The reason of a wait is a sentence of its own.
  return decided.reason === undefined ? `${taken}.` : `${taken}. ${decided.reason}`;
}

type Sends = NonNullable<FlowCase['expect']['sends']>;

function ofSends(wanted: Sends, { sends }: CaseRun, world: CaseWorld): CaseDifference | null {
  const named = namesOf(world);
  const shown = (email: string, at: string | undefined) =>
    at === undefined ? email : `${email} (${at})`;
  const timeOf = (at: string) => timeText(parseTimestamp(at, world.clock));
  const expected = wanted.map(({ email, at }) => {
    const id = idNamed(world, 'email', email);
    const time = at === undefined ? undefined : timeOf(at);
    return shown(id === null ? String(email) : named(id), time);
  });
  const actual = sends.map(({ email_id, at }, index) => {
    // A time that the case leaves out may be any.
    const isAsked = wanted[index] === undefined || wanted[index].at !== undefined;
    return shown(named(email_id), isAsked ? timeText(at) : undefined);
  });
  const index = firstDifference(expected, actual);
  if (index === null) return null;
  const [one, other] = [expected[index], actual[index]];
  const message =
    other === undefined
      ? `${quoted(one)} is not sent.`
      : one === undefined
        ? `${quoted(other)} is sent, and not expected.`
        : `${quoted(other)} is sent in place of ${quoted(one)}.`;
  return { of: 'sends', index, expected, actual, message };
}

/** In UTC, without thousandths where there are none. */
function timeText(at: Date | null): string | undefined {
  return at?.toISOString().replace('.000Z', 'Z');
}

/** Names of emails by id: the key, else the id. */
function namesOf({ keys }: CaseWorld): (id: number) => string {
  const byId = new Map([...keys.email].map(([key, id]) => [id, key]));
  return (id) => byId.get(id) ?? String(id);
}

function ofEnd(wanted: string, { ends, notStarted }: CaseRun): CaseDifference {
  const actual = ends ?? 'no run';
  const message =
    notStarted === null
      ? `The run is ${actual} at the end, not ${wanted}.`
      : `No run starts. ${notStarted}`;
  return { of: 'ends', index: null, expected: [wanted], actual: [actual], message };
}

function firstDifference(one: readonly string[], other: readonly string[]): number | null {
  const length = Math.max(one.length, other.length);
  for (let index = 0; index < length; index += 1) if (one[index] !== other[index]) return index;
  return null;
}

/** The difference as lines for a terminal. */
export function differenceLines({ of, expected, actual, message }: CaseDifference): string[] {
  const list = (items: readonly string[]) => (items.length === 0 ? '(nothing)' : items.join(' → '));
  return [`${of}: ${message}`, `  expected  ${list(expected)}`, `  actual    ${list(actual)}`];
}
