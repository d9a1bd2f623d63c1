import { meant, type ValidationIssue } from '../platform/issue.ts';
import { type JsonObject, ordered, own, quoted } from '../platform/json.ts';
import { limits } from '../platform/limits.ts';
import { nearest } from '../platform/nearest.ts';
import { hasMoreCharacters } from '../platform/octets.ts';
import { likelyName } from '../platform/operations/aliases.ts';
import { reportCondition } from './codes.ts';
import {
  checkMatchComparison,
  compare,
  comparing,
  currentOperator,
  type Operator,
  readOperator,
  type Scalar,
} from './compare.ts';
import { checkTree, mapLeaves } from './tree.ts';

interface MatchLeaf {
  detail: string;
  op: Operator;
  value?: Scalar;
}

/** A comparison with details of an event (spec, Trigger). */
export type Match =
  | MatchLeaf
  | { all: readonly Match[] }
  | { any: readonly Match[] }
  | { not: Match };

const keys = ['detail', 'op', 'value'] as const;

/** Every fault of a match (TRIG-07, TRIG-08); never throws. */
export function checkMatch(value: unknown, path: string): ValidationIssue[] {
  return checkTree({ noun: 'match', leaf: checkLeaf }, value, path);
}

function checkLeaf(leaf: JsonObject, path: string): ValidationIssue[] {
  const found = Object.keys(leaf)
    .filter((key) => !(keys as readonly string[]).includes(key))
    .slice(0, limits.issuesListedMax)
    .map((key) => {
      const message = `A match has no key ${quoted(key)}; it takes ${keys.join(', ')}.`;
      const missing = keys.filter((other) => !Object.hasOwn(leaf, other));
      const near = nearest(key, missing) ?? likelyName(key, missing);
      return meant(reportCondition('match_keys_unknown', `${path}.${key}`, message), near);
    });
  const detail = own(leaf, 'detail');
  if (typeof detail !== 'string' || detail === '' || hasMoreCharacters(detail, limits.nameChars)) {
    const message = `"detail" is the name of a detail of the event, not ${quoted(detail)}.`;
    const code = detail === undefined ? 'match_key_missing' : 'match_key_malformed';
    found.push(reportCondition(code, `${path}.detail`, message));
  }
  return [...found, ...checkMatchComparison(leaf, path)];
}

/** Keys in a fixed order, legacy operator names replaced (spec, Versioning 3). */
export function canonicalMatch(value: unknown): unknown {
  return mapLeaves(value, (leaf) => ordered(currentOperator(leaf), keys));
}

type Test = (details: JsonObject) => boolean;

/**
 * Compiles a match to a test of the details of an event, with the rules of `compare.ts`. `detail`
 * is a key of the details, not a path. Nothing satisfies a match with errors, not even under `not`.
 * Compiled once per live flow, because each event runs through the tests of all flows that wait for
 * its name.
 */
export function compileMatch(match: unknown): Test {
  return checkMatch(match, '').length > 0 ? () => false : testOf(match as Match);
}

/** The first comparison that keeps details from satisfying a match, in words; null where no single one does. */
export function missedBy(match: unknown, details: JsonObject): string | null {
  if (match === undefined || checkMatch(match, '').length > 0) return null;
  const leaf = missedLeaf(match as Match, details);
  if (leaf === null) return null;
  const asked = leaf.value === undefined ? leaf.op : `${leaf.op} ${quoted(leaf.value)}`;
  return `${quoted(leaf.detail)} is ${quoted(own(details, leaf.detail))}, and the match asks for ${asked}`;
}

function missedLeaf(match: Match, details: JsonObject): MatchLeaf | null {
  if ('all' in match) {
    const missed = match.all.find((inner) => !testOf(inner)(details));
    return missed === undefined ? null : missedLeaf(missed, details);
  }
  if ('any' in match || 'not' in match) return null;
  return testOf(match)(details) ? null : match;
}

/** What one detail must be. */
export interface NeededDetail {
  detail: string;
  holds: (actual: unknown) => boolean;
}

/** A comparison without which a match does not hold; null where there is no single one, or a fault. */
export function neededBy(match: unknown): NeededDetail | null {
  return match === undefined || checkMatch(match, '').length > 0 ? null : neededOf(match as Match);
}

function neededOf(match: Match): NeededDetail | null {
  if ('all' in match) {
    for (const inner of match.all) {
      const needed = neededOf(inner);
      if (needed !== null) return needed;
    }
    return null;
  }
  if ('any' in match || 'not' in match) return null;
  const operator = readOperator(match.op);
  return operator && { detail: match.detail, holds: comparing(operator, match.value) };
}

function testOf(match: Match): Test {
  if ('all' in match) return listTest(match.all.map(testOf), false);
  if ('any' in match) return listTest(match.any.map(testOf), true);
  if ('not' in match) {
    const test = testOf(match.not);
    return (details) => !test(details);
  }
  const operator = readOperator(match.op);
  if (operator === null) return () => false;
  const { detail, value } = match;
  // Details come from JSON, so only names of the prototype of objects need a look whether they are own.
  if (detail in Object.prototype) {
    return (details) => compare(operator, own(details, detail), value);
  }
  const holds = comparing(operator, value);
  return (details) => holds(details[detail]);
}

/**
 * Ends at the first test with this result. A function or an iterator for each call would cost more
 * than the tests.
 */
function listTest(tests: readonly Test[], ending: boolean): Test {
  return (details) => {
    for (let at = 0; at < tests.length; at += 1) {
      if (tests[at]?.(details) === ending) return ending;
    }
    return !ending;
  };
}
