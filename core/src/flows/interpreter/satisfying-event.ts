import {
  compare,
  needsNoValue,
  numberOf,
  type Operator,
  readOperator,
  type Scalar,
} from '../../conditions/compare.ts';
import { checkMatch, compileMatch, type Match } from '../../conditions/match.ts';
import { isObject, type JsonObject, own } from '../../platform/json.ts';
import type { TriggeringEvent } from '../triggers/trigger-type.ts';

/** What one comparison of a match asks of a detail. */
interface Wish {
  operator: Operator;
  value: Scalar | undefined;
  wanted: boolean;
}

/** Values that may satisfy a comparison. */
function candidates({ operator, value }: Wish): unknown[] {
  if (needsNoValue(operator)) return ['something'];
  const number = numberOf(value);
  const near = number === null ? [] : [number, number + 1, number - 1, number / 2, number * 2];
  const text = String(value ?? '');
  return [value, ...near, `${text}a`, text.slice(0, -1), '', 'something', 1, true, '!', '~~~'];
}

/** A text with all that the wishes want in it, and numbers between those they compare with. */
function combined(wishes: readonly Wish[]): unknown[] {
  const textsOf = (operator: Operator) =>
    wishes.flatMap((one) => (one.operator === operator && one.wanted ? [String(one.value)] : []));
  const [start = '', ...starts] = textsOf('starts_with').sort((a, b) => b.length - a.length);
  const [end = '', ...ends] = textsOf('ends_with').sort((a, b) => b.length - a.length);
  const middle = [...textsOf('contains'), ...starts, ...ends].join('');
  const numbers = wishes.flatMap(({ value }) => numberOf(value) ?? []).sort((a, b) => a - b);
  const between = numbers.slice(1).map((number, at) => (number + (numbers[at] ?? number)) / 2);
  return [`${start}${middle}${end}`, `${start}${end}`, ...between];
}

/** A value of a detail that satisfies all of them; undefined where it is left out, or none is found. */
function valueFor(wishes: readonly Wish[]): unknown {
  const all = [undefined, ...wishes.flatMap(candidates), ...combined(wishes)];
  return all.find((one) => {
    return wishes.every(({ operator, value, wanted }) => compare(operator, one, value) === wanted);
  });
}

/** Collects what makes the match hold, or fail, by detail. */
function collect(match: Match, wanted: boolean, wishes: Map<string, Wish[]>): void {
  if ('not' in match) {
    collect(match.not, !wanted, wishes);
    return;
  }
  if ('all' in match || 'any' in match) {
    const members = 'all' in match ? match.all : match.any;
    const every = 'all' in match === wanted;
    for (const member of every ? members : members.slice(0, 1)) collect(member, wanted, wishes);
    return;
  }
  const operator = readOperator(match.op);
  if (operator === null) return;
  const wish = { operator, value: match.value, wanted };
  wishes.set(match.detail, [...(wishes.get(match.detail) ?? []), wish]);
}

function detailsFor(match: Match): JsonObject {
  const wishes = new Map<string, Wish[]>();
  collect(match, true, wishes);
  return Object.fromEntries(
    [...wishes].flatMap(([detail, of]) => {
      const value = valueFor(of);
      return value === undefined ? [] : [[detail, value]];
    }),
  );
}

/** Tries each member of the first group of alternatives, so that a contradictory one is skipped. */
function alternatives(match: Match): Match[] {
  if ('any' in match) return match.any.flatMap(alternatives);
  if ('all' in match && match.all.length > 0) {
    const at = match.all.findIndex((member) => 'any' in member);
    if (at < 0) return [match];
    const rest = match.all.filter((_, index) => index !== at);
    return alternatives(match.all[at] as Match).map((one) => ({ all: [...rest, one] }));
  }
  return [match];
}

/** Number of alternatives to try. */
const tried = 20;

/**
 * Constructs an event that starts a flow with this trigger, for a rehearsal (DEFN-15): its details
 * satisfy the match. Null if none starts it, or none was found. Takes any JSON and never throws.
 */
export function satisfyingEvent(trigger: unknown): TriggeringEvent | null {
  const name = isObject(trigger) ? own(trigger, 'event') : undefined;
  if (!isObject(trigger) || typeof name !== 'string') return null;
  const match = own(trigger, 'match');
  if (match === undefined) return { name, details: {}, historical: false };
  if (checkMatch(match, '').length > 0) return null;
  const satisfies = compileMatch(match);
  for (const one of alternatives(match as Match).slice(0, tried)) {
    const details = detailsFor(one);
    if (satisfies(details)) return { name, details, historical: false };
  }
  return null;
}
