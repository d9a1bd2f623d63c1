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

type Details = JsonObject;

/** Values that may satisfy a comparison; the first that does is used. */
function candidates(value: Scalar | undefined): unknown[] {
  const number = numberOf(value);
  const near = number === null ? [] : [number, number + 1, number - 1, number / 2, number * 2];
  const text = String(value ?? '');
  return [value, ...near, `${text}a`, text.slice(0, -1), '', 'something', 1, true, '!', '~~~'];
}

function valueFor(operator: Operator, value: Scalar | undefined, wanted: boolean): unknown {
  if (needsNoValue(operator)) {
    const present = (operator === 'present') === wanted;
    return present ? 'something' : undefined;
  }
  if (!wanted && !compare(operator, undefined, value)) return undefined;
  return candidates(value).find((one) => compare(operator, one, value) === wanted);
}

/** Adds details that make the match hold, or fail; later details overwrite earlier ones. */
function add(match: Match, wanted: boolean, details: Details): void {
  if ('not' in match) {
    add(match.not, !wanted, details);
    return;
  }
  if ('all' in match || 'any' in match) {
    const members = 'all' in match ? match.all : match.any;
    const every = 'all' in match === wanted;
    for (const member of every ? members : members.slice(0, 1)) add(member, wanted, details);
    return;
  }
  const operator = readOperator(match.op);
  if (operator === null) return;
  const value = valueFor(operator, match.value, wanted);
  if (value === undefined) delete details[match.detail];
  else details[match.detail] = value;
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
    const details: Details = {};
    add(one, true, details);
    if (satisfies(details)) return { name, details, historical: false };
  }
  return null;
}
