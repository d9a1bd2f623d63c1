import { meant, type ValidationIssue } from '../../platform/issue.ts';
import { isObject, type JsonObject, ordered, own, quoted } from '../../platform/json.ts';
import { limits } from '../../platform/limits.ts';
import { nearest } from '../../platform/nearest.ts';
import type { RecordName } from '../../platform/record-name.ts';
import { renewalTriggerType } from '../renewals/renewal-trigger.ts';
import { dateTrigger } from '../triggers/date.ts';
import { dateTriggerType } from '../triggers/date-trigger.ts';
import { eventTrigger } from '../triggers/event.ts';
import { renewalTrigger } from '../triggers/renewal.ts';
import { scheduleTrigger } from '../triggers/schedule.ts';
import { scheduleTriggerType } from '../triggers/schedule-trigger.ts';
import { segmentTrigger } from '../triggers/segment.ts';
import { segmentTriggerType } from '../triggers/segment-trigger.ts';
import type {
  StartFacts,
  TriggeringEvent,
  TriggerMatch,
  TriggerSummary,
  TriggerType,
} from '../triggers/trigger-type.ts';
import { report } from '../validate/codes.ts';
import type { ValidationContext } from '../validate/pass.ts';

/**
 * Every trigger type by the value of `type`. An event trigger has no `type` (TRIG-01), so the word
 * "event" there is an unknown value (SPEC-03).
 */
const triggerTypes: ReadonlyMap<unknown, TriggerType> = new Map([
  [undefined, eventTrigger],
  ['event', eventTrigger],
  [renewalTriggerType, renewalTrigger],
  [dateTriggerType, dateTrigger],
  [scheduleTriggerType, scheduleTrigger],
  [segmentTriggerType, segmentTrigger],
]);

/** The values of `type` that start flows on something else than an event. */
export const timedTriggerTypes = [
  renewalTriggerType,
  dateTriggerType,
  scheduleTriggerType,
  segmentTriggerType,
];

function triggerType(trigger: JsonObject): TriggerType | null {
  return triggerTypes.get(own(trigger, 'type')) ?? null;
}

/** The stored form of a trigger; keeps malformed parts and is idempotent. */
export function canonicalTrigger(value: unknown): unknown {
  if (value === undefined || value === null) return {};
  if (!isObject(value)) return value;
  const type = triggerType(value);
  return type === null ? value : ordered(type.canonical(value), type.keys);
}

/**
 * Keys that the type does not allow: the only fault that prevents a flow from being saved (contract
 * §5.2).
 */
export function trespasses(value: unknown, path: string): ValidationIssue[] {
  const type = isObject(value) ? triggerType(value) : null;
  if (!isObject(value) || type === null) return [];
  const keys = Object.keys(value).filter((key) => !type.keys.includes(key));
  return keys.slice(0, limits.issuesListedMax).map((key) => {
    const message = `The trigger has no key ${quoted(key)}; it takes ${type.keys.join(', ')}.`;
    const named = own(value, 'type') === undefined && triggerTypes.has(key);
    const fix = named ? `Add "type": ${quoted(key)} to the trigger.` : undefined;
    const issue = report('trigger_keys_unknown', `${path}.${key}`, message, fix);
    return named ? issue : meant(issue, nearest(key, type.keys));
  });
}

/** Every fault of a trigger; never throws. */
export function checkTrigger(value: unknown, path: string): ValidationIssue[] {
  if (!isObject(value) || Object.keys(value).length === 0) {
    const sent = isObject(value) ? 'an empty one' : quoted(value);
    const message = `The trigger is an object that says what starts the flow, not ${sent}.`;
    return [report('trigger_missing', path, message)];
  }
  const type = triggerType(value);
  if (type === null) {
    const name = own(value, 'type');
    const message = `The trigger type ${quoted(name)} does not exist; there are ${timedTriggerTypes.join(', ')}.`;
    const near = typeof name === 'string' ? nearest(name, timedTriggerTypes) : null;
    return [meant(report('trigger_type_unknown', `${path}.type`, message), near)];
  }
  return [...trespasses(value, path), ...type.check(value, path)];
}

/** References of a trigger to missing records, or to records that its flow does not allow. */
export function checkTriggerReferences(
  value: unknown,
  path: string,
  context: Pick<ValidationContext, 'references' | 'runPolicy'>,
): ValidationIssue[] {
  const type = isObject(value) ? triggerType(value) : null;
  return isObject(value) ? (type?.references?.(value, path, context) ?? []) : [];
}

/** The records that a trigger names; takes any JSON. */
export function recordsNamedByTrigger(value: unknown): RecordName[] {
  return isObject(value) ? (triggerType(value)?.names?.(value) ?? []) : [];
}

/** Tells of each event whether it starts a flow with this trigger, and why not (TRIG-04 to TRIG-08); takes any JSON. */
export function compileTrigger(trigger: unknown): (event: TriggeringEvent) => TriggerMatch {
  const type = isObject(trigger) ? triggerType(trigger) : null;
  if (!isObject(trigger) || type === null) {
    return () => ({ matched: false, reason: 'The trigger of the flow is of no known type.' });
  }
  return type.compile(trigger);
}

/** When a trigger that no event fires starts the flow for a person; null for other triggers. */
export function startSentence(trigger: unknown, facts: StartFacts): string | null {
  const type = isObject(trigger) ? triggerType(trigger) : null;
  return isObject(trigger) ? (type?.startsFor?.(trigger, facts) ?? null) : null;
}

/** A trigger as lists of flows show it. */
export function triggerSummary(trigger: unknown): TriggerSummary {
  const type = isObject(trigger) ? triggerType(trigger) : null;
  if (isObject(trigger) && type !== null) return type.summary(trigger);
  const name = isObject(trigger) ? own(trigger, 'type') : undefined;
  const unknown = typeof name === 'string' ? name : 'unknown';
  return { type: unknown, event: null, label: null, summary: `Unknown trigger ${quoted(name)}` };
}

/** What the summary of a trigger says, for a sentence in another language (CON-21). */
export function triggerValues(trigger: unknown): Record<string, string | number | boolean> {
  const type = isObject(trigger) ? triggerType(trigger) : null;
  if (!isObject(trigger) || type === null) return {};
  const found = type.keys.flatMap((key) => {
    const value = own(trigger, key);
    if (key === 'type' || key === 'label' || value === undefined) return [];
    if (key === 'match') return [[key, true] as const];
    const isPlain = ['string', 'number', 'boolean'].includes(typeof value);
    return isPlain ? [[key, value as string | number | boolean] as const] : [];
  });
  return Object.fromEntries(found);
}
