import { canonicalCondition } from '../../conditions/canonical.ts';
import { checkConditionReferences, checkConditionShape } from '../../conditions/check.ts';
import type { Condition } from '../../conditions/condition.ts';
import { asks } from '../../conditions/evaluate.ts';
import { canonicalMatch, checkMatch, type Match } from '../../conditions/match.ts';
import { recordsNamed } from '../../conditions/records-named.ts';
import { awaitedNameFault } from '../../events/event.ts';
import { meant, type ValidationIssue } from '../../platform/issue.ts';
import { isObject, type JsonObject, ordered, own, quoted } from '../../platform/json.ts';
import { limits } from '../../platform/limits.ts';
import { nearest } from '../../platform/nearest.ts';
import { report } from '../validate/codes.ts';
import { eventUnknown } from '../validate/event-unknown.ts';
import type { FieldKind } from './field-kind.ts';

export const occurrences = ['next_occurrence', 'any_past'] as const;
export type Occurrence = (typeof occurrences)[number];

/** The event that a gate waits for (DEF-26). */
export interface AwaitedEvent {
  name: string;
  match?: Match;
  occurrence: Occurrence;
}

/** Exactly one of the two (DEF-25). */
export type WaitFor = { event: AwaitedEvent } | { condition: Condition };

const keys = ['event', 'condition'] as const;
const eventKeys = ['name', 'match', 'occurrence'] as const;

/** A gate waits for exactly one event or condition (DEF-25, DEF-26). */
export const waitFor: FieldKind = {
  type: 'object',
  describe: 'what is waited for: {"event": …} or {"condition": …}',

  check(value, path) {
    if (!isObject(value)) {
      const message = `"wait_for" is an object with event or condition, not ${quoted(value)}.`;
      return [report('wait_for_malformed', path, message)];
    }
    const found = unknownKeys(value, path, keys);
    const given = keys.filter((key) => Object.hasOwn(value, key));
    if (given.length !== 1) {
      const fault = given.length === 2 ? 'both' : 'neither';
      const message = `"wait_for" takes exactly one of event and condition; it has ${fault}.`;
      found.push(report('wait_for_malformed', path, message));
    }
    if (given.includes('event')) found.push(...checkEvent(value.event, `${path}.event`));
    if (given.includes('condition')) {
      found.push(...checkConditionShape(value.condition, `${path}.condition`));
    }
    return found;
  },

  references: (value, path, references) => [
    ...eventOf(value).flatMap((event) =>
      eventUnknown(own(event, 'name'), `${path}.event.name`, references.events),
    ),
    ...conditionsOf(value).flatMap((condition) =>
      checkConditionReferences(condition, `${path}.condition`, references),
    ),
  ],

  asks: (value) => conditionsOf(value).flatMap((condition) => asks(condition as Condition)),

  canonical(value) {
    if (!isObject(value)) return value;
    const { event, condition } = value;
    return ordered(
      {
        ...value,
        ...(isObject(event) && { event: canonicalEvent(event) }),
        ...(condition !== undefined && { condition: canonicalCondition(condition) }),
      },
      keys,
    );
  },

  names: (value) => conditionsOf(value).flatMap(recordsNamed),

  conditions: conditionsOf,
};

function conditionsOf(value: unknown): unknown[] {
  return isObject(value) && Object.hasOwn(value, 'condition') ? [value.condition] : [];
}

function eventOf(value: unknown): JsonObject[] {
  const event = isObject(value) ? own(value, 'event') : undefined;
  return isObject(event) ? [event] : [];
}

function canonicalEvent(event: JsonObject): JsonObject {
  const { match } = event;
  return ordered(match === undefined ? event : { ...event, match: canonicalMatch(match) }, [
    ...eventKeys,
  ]);
}

function checkEvent(event: unknown, path: string): ValidationIssue[] {
  if (!isObject(event)) {
    const message = `"event" is an object with name and occurrence, not ${quoted(event)}.`;
    return [report('wait_for_malformed', path, message)];
  }
  const found = unknownKeys(event, path, eventKeys);
  const fault = awaitedNameFault(own(event, 'name'), '"name"');
  if (fault !== null) found.push(report('wait_for_malformed', `${path}.name`, fault));
  if (Object.hasOwn(event, 'match')) found.push(...checkMatch(event.match, `${path}.match`));
  return [...found, ...checkOccurrence(own(event, 'occurrence'), `${path}.occurrence`)];
}

function checkOccurrence(occurrence: unknown, path: string): ValidationIssue[] {
  const known: readonly unknown[] = occurrences;
  if (known.includes(occurrence)) return [];
  const message = `"occurrence" is ${occurrences.join(' or ')}, not ${quoted(occurrence)}.`;
  const near = typeof occurrence === 'string' ? nearest(occurrence, occurrences) : null;
  return [meant(report('occurrence_unknown', path, message), near)];
}

function unknownKeys(value: JsonObject, path: string, known: readonly string[]): ValidationIssue[] {
  const unknown = Object.keys(value).filter((key) => !known.includes(key));
  return unknown.slice(0, limits.issuesListedMax).map((key) => {
    const message = `There is no key ${quoted(key)} here; there are ${known.join(', ')}.`;
    return meant(report('wait_for_keys_unknown', `${path}.${key}`, message), nearest(key, known));
  });
}
