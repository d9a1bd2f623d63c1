import { canonicalCondition } from '../../conditions/canonical.ts';
import { checkConditionReferences, checkConditionShape } from '../../conditions/check.ts';
import { canonicalMatch, checkMatch } from '../../conditions/match.ts';
import { recordsNamed } from '../../conditions/records-named.ts';
import { conditionSummary } from '../../conditions/summary.ts';
import { awaitedNameFault } from '../../events/event.ts';
import {
  type DurationOrSetting,
  durationFault,
  durationSummary,
  plainDurationFix,
} from '../../platform/duration.ts';
import { meant, type ValidationIssue } from '../../platform/issue.ts';
import { isObject, type JsonObject, ordered, own, quoted } from '../../platform/json.ts';
import { limits } from '../../platform/limits.ts';
import { nearest } from '../../platform/nearest.ts';
import { hasMoreCharacters } from '../../platform/octets.ts';
import type { RecordName } from '../../platform/record-name.ts';
import type { References } from '../definition/references.ts';
import { report } from '../validate/codes.ts';
import { eventUnknown } from '../validate/event-unknown.ts';

const keys = ['name', 'event', 'condition', 'within', 'exit'] as const;
const eventKeys = ['name', 'match'] as const;

/** Every fault of the goals of a flow (GOAL-01); never throws. */
export function checkGoals(value: unknown, path: string): ValidationIssue[] {
  if (!Array.isArray(value)) {
    return [report('goals_malformed', path, `"goals" is a list of goals, not ${quoted(value)}.`)];
  }
  const found: ValidationIssue[] = [];
  if (value.length > limits.goalsPerFlow) {
    const message = `The flow has ${value.length} goals; ${limits.goalsPerFlow} are allowed.`;
    found.push(report('too_many_goals', path, message));
  }
  const names = new Set<string>();
  for (const [index, goal] of value.slice(0, limits.goalsPerFlow).entries()) {
    const at = `${path}[${index}]`;
    found.push(...checkGoal(goal, at));
    const name = isObject(goal) ? own(goal, 'name') : undefined;
    if (typeof name !== 'string') continue;
    if (names.has(name)) {
      const message = `Another goal before it has the name ${quoted(name)}.`;
      found.push(report('goal_name_duplicate', `${at}.name`, message));
    }
    names.add(name);
  }
  return found;
}

/** Every fault of one goal by itself. */
export function checkGoal(goal: unknown, path: string): ValidationIssue[] {
  if (!isObject(goal)) {
    const message = `A goal is an object with name and event or condition, not ${quoted(goal)}.`;
    return [report('goals_malformed', path, message)];
  }
  const found = unknownKeys(goal, path, keys);
  const malformed = (key: string, needs: string, value: unknown) => {
    const message = `"${key}" of a goal is ${needs}, not ${quoted(value)}.`;
    found.push(report('goal_key_malformed', `${path}.${key}`, message));
  };
  const { name, event, exit } = goal;
  if (typeof name !== 'string' || name.trim() === '' || hasMoreCharacters(name, limits.nameChars)) {
    malformed('name', `text of 1 to ${limits.nameChars} characters`, name);
  }
  const given = (['event', 'condition'] as const).filter((key) => Object.hasOwn(goal, key));
  if (given.length !== 1) {
    const fault = given.length === 2 ? 'both' : 'neither';
    const message = `A goal takes exactly one of event and condition; it has ${fault}.`;
    found.push(report('goal_target_malformed', path, message));
  }
  if (given.includes('event')) found.push(...checkEvent(event, `${path}.event`));
  if (given.includes('condition')) {
    found.push(...checkConditionShape(goal.condition, `${path}.condition`));
  }
  if (Object.hasOwn(goal, 'within')) found.push(...checkWithin(goal.within, `${path}.within`));
  if (Object.hasOwn(goal, 'exit') && typeof exit !== 'boolean') {
    malformed('exit', 'true or false', exit);
  }
  return found;
}

function checkEvent(event: unknown, path: string): ValidationIssue[] {
  if (!isObject(event)) {
    const message = `"event" of a goal is an object with name, not ${quoted(event)}.`;
    // A trigger takes the name alone.
    const isName = awaitedNameFault(event, '"event"') === null;
    const fix = isName ? `Write "event": {"name": ${quoted(event)}}.` : undefined;
    return [report('goal_key_malformed', path, message, fix)];
  }
  const found = unknownKeys(event, path, eventKeys);
  const fault = awaitedNameFault(own(event, 'name'), '"name"');
  if (fault !== null) found.push(report('goal_key_malformed', `${path}.name`, fault));
  if (Object.hasOwn(event, 'match')) found.push(...checkMatch(event.match, `${path}.match`));
  return found;
}

function checkWithin(within: unknown, path: string): ValidationIssue[] {
  const fault = durationFault(within);
  const malformed = (at: string, message: string) => [
    report('duration_malformed', `${path}${at}`, message, plainDurationFix),
  ];
  if (fault !== null) return malformed(fault.path, fault.message);
  const time = within as DurationOrSetting;
  if ('amount' in time && time.amount > 0) return [];
  const message = 'The time for a goal is an amount above 0 and a unit, not the name of a tunable.';
  return malformed('amount' in time ? '.amount' : '.setting', message);
}

function unknownKeys(value: JsonObject, path: string, known: readonly string[]): ValidationIssue[] {
  const unknown = Object.keys(value).filter((key) => !known.includes(key));
  return unknown.slice(0, limits.issuesListedMax).map((key) => {
    const message = `There is no key ${quoted(key)} here; there are ${known.join(', ')}.`;
    return meant(report('goal_keys_unknown', `${path}.${key}`, message), nearest(key, known));
  });
}

/** References of goals to missing records, and to events that were never recorded. */
export function checkGoalReferences(
  value: unknown,
  path: string,
  references: References,
): ValidationIssue[] {
  return goalsIn(value).flatMap((goal, index) => {
    const at = `${path}[${index}]`;
    const event = own(goal, 'event');
    return [
      ...(isObject(event)
        ? eventUnknown(own(event, 'name'), `${at}.event.name`, references.events)
        : []),
      ...conditionsOf(goal).flatMap((condition) =>
        checkConditionReferences(condition, `${at}.condition`, references),
      ),
    ];
  });
}

/** The stored form of goals; keeps malformed parts and is idempotent. Undefined where there are none. */
export function canonicalGoals(value: unknown): unknown {
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value)) return value;
  return value.length === 0 ? undefined : value.map(canonicalGoal);
}

function canonicalGoal(goal: unknown): unknown {
  if (!isObject(goal)) return goal;
  const { name, event, condition, within } = goal;
  return ordered(
    {
      ...goal,
      ...(typeof name === 'string' && { name: name.trim() }),
      ...(isObject(event) && { event: canonicalEvent(event) }),
      ...(condition !== undefined && { condition: canonicalCondition(condition) }),
      ...(isObject(within) && { within: ordered(within, ['amount', 'unit']) }),
    },
    [...keys],
  );
}

function canonicalEvent(event: JsonObject): JsonObject {
  const { match } = event;
  return ordered(match === undefined ? event : { ...event, match: canonicalMatch(match) }, [
    ...eventKeys,
  ]);
}

/** The records that goals name; takes any JSON. */
export function recordsNamedByGoals(value: unknown): RecordName[] {
  return goalsIn(value).flatMap((goal) => conditionsOf(goal).flatMap(recordsNamed));
}

/** The goals that are objects, at most as many as a flow has; takes any JSON. */
export function goalsIn(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.slice(0, limits.goalsPerFlow).filter(isObject) : [];
}

function conditionsOf(goal: JsonObject): unknown[] {
  return Object.hasOwn(goal, 'condition') ? [goal.condition] : [];
}

/** One line for outlines and drawings; takes any goal. */
export function goalSummary(goal: unknown): string {
  if (!isObject(goal)) return `Goal ${quoted(goal)}`;
  const target = Object.hasOwn(goal, 'event')
    ? eventSummary(own(goal, 'event'))
    : `the person matches: ${conditionSummary(own(goal, 'condition'))}`;
  const within = own(goal, 'within');
  const time = within === undefined ? '' : `, within ${durationSummary(within)}`;
  const stays = own(goal, 'exit') === false ? '; the run continues' : '';
  return `Goal ${quoted(own(goal, 'name'))}: ${target}${time}${stays}`;
}

function eventSummary(event: unknown): string {
  if (!isObject(event)) return `the event ${quoted(event)}`;
  const details = own(event, 'match') === undefined ? '' : ' with matching details';
  return `the event ${quoted(own(event, 'name'))}${details}`;
}
