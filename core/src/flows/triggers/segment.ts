import { isObject, type JsonObject, own, quoted } from '../../platform/json.ts';
import { type SegmentTrigger, segmentMoves, segmentTriggerType } from './segment-trigger.ts';
import {
  checkKeys,
  checkSegment,
  type KeyRule,
  labelRule,
  namedSegment,
  segmentRule,
  textOf,
  withoutBlanks,
} from './trigger-keys.ts';
import type { TriggerType } from './trigger-type.ts';

const rules: Readonly<Record<string, KeyRule>> = {
  segment: segmentRule,
  on: {
    what: segmentMoves.join(' or '),
    holds: (value) => segmentMoves.some((move) => move === value),
  },
  label: labelRule,
};

/** Starts a flow when somebody enters or leaves a segment (TRIG2-01, TRIG2-02). */
export const segmentTrigger: TriggerType = {
  keys: ['type', ...Object.keys(rules)],
  check: (trigger, path) => checkKeys(trigger, path, rules),
  references: (trigger, path, { references }) => checkSegment(trigger, path, references.segments),
  names: namedSegment,
  canonical: (trigger) => withoutBlanks(trigger, ['label']),

  compile() {
    const reason = 'The flow starts when somebody enters or leaves a segment, not on an event.';
    return () => ({ matched: false, reason });
  },

  startsFor(trigger) {
    const valid = asSegmentTrigger(trigger);
    if (valid === null) return null;
    const verb = valid.on === 'enters' ? 'enters' : 'leaves';
    return `The flow starts once this person ${verb} ${quoted(valid.segment)}.`;
  },

  summary: (trigger) => ({
    type: segmentTriggerType,
    label: textOf(trigger, 'label'),
    summary: summaryText(trigger),
  }),
};

/** Null for other triggers and for invalid ones. */
export function asSegmentTrigger(trigger: unknown): SegmentTrigger | null {
  if (!isObject(trigger) || own(trigger, 'type') !== segmentTriggerType) return null;
  return checkKeys(trigger, '', rules).length > 0 ? null : (trigger as unknown as SegmentTrigger);
}

function summaryText(trigger: JsonObject): string {
  const valid = asSegmentTrigger(trigger);
  if (valid === null) return 'On a segment, not complete yet';
  return `When somebody ${valid.on} the segment ${valid.segment}`;
}
