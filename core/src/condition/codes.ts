import { limits } from '../limits.ts';
import { type CodeEntry, reporter } from './finding.ts';

export type ConditionCode = keyof typeof conditionCodes;

/** Every code a condition or a match can draw, wherever it stands (spec, Conditions and Trigger). */
export const conditionCodes = {
  condition_malformed: {
    severity: 'error',
    meaning: 'A condition is not an object, or the value of a group has the wrong type.',
    fix: 'Write {"type": …} for a leaf, {"all": […]}, {"any": […]} or {"not": {…}} for a group.',
  },
  condition_type_unknown: {
    severity: 'error',
    meaning: 'A condition leaf has no type, or one that does not exist.',
    fix: 'Use one of the condition types that the message lists.',
  },
  condition_keys_unknown: {
    severity: 'error',
    meaning: 'A condition carries a key that its type does not have.',
    fix: 'Remove the key; to negate a condition wrap it in {"not": {…}}.',
  },
  condition_key_missing: {
    severity: 'error',
    meaning: 'A condition lacks a key that its type needs, or the key has the wrong type.',
    fix: 'Give the key the value that the message describes.',
  },
  condition_group_empty: {
    severity: 'error',
    meaning: 'A group of conditions has no members.',
    fix: 'Put at least one condition into the group or remove the group.',
  },
  condition_too_deep: {
    severity: 'error',
    meaning: `Groups of conditions nest deeper than ${limits.conditionDepth} levels.`,
    fix: 'Flatten the groups: an all inside an all can be merged into one.',
  },
  condition_tag_unknown: {
    severity: 'warning',
    meaning: 'A condition names a tag that nobody has and nothing has made yet.',
    fix: 'Check the spelling against list_tags, or leave it if the tag comes later.',
  },
  condition_value_type: {
    severity: 'warning',
    meaning: 'A value can never match, because the custom field is of another type.',
    fix: 'Give a value of the type of the field.',
  },
  field_unknown: {
    severity: 'error',
    meaning: 'A custom field does not exist.',
    fix: 'Use the key of an existing custom field, or create the field first.',
  },
  operator_unknown: {
    severity: 'error',
    meaning: 'An operator does not exist here; before and after are refused everywhere.',
    fix: 'Use one of the operators that the message lists; less is before and greater is after.',
  },
  value_missing: {
    severity: 'error',
    meaning: 'The operator compares with a value, and none is given.',
    fix: 'Give a value, or use the operators blank and present, which need none.',
  },
  value_malformed: {
    severity: 'error',
    meaning: 'The value to compare with is not text, a finite number or a boolean, or is too long.',
    fix: 'Give text, a number or a boolean.',
  },
  match_malformed: {
    severity: 'error',
    meaning: 'A match is not an object, or the value of a group has the wrong type.',
    fix: 'Write {"detail": …, "op": …, "value": …}, {"all": […]}, {"any": […]} or {"not": {…}}.',
  },
  match_keys_unknown: {
    severity: 'error',
    meaning: 'A match carries a key other than detail, op and value.',
    fix: 'Remove the key.',
  },
  match_key_missing: {
    severity: 'error',
    meaning: 'A match leaf does not name the detail it looks at.',
    fix: 'Name the detail of the event in "detail".',
  },
  match_group_empty: {
    severity: 'error',
    meaning: 'A group of matches has no members.',
    fix: 'Put at least one match into the group or remove the group.',
  },
  match_too_deep: {
    severity: 'error',
    meaning: `Groups of matches nest deeper than ${limits.conditionDepth} levels.`,
    fix: 'Flatten the groups: an all inside an all can be merged into one.',
  },
} as const satisfies Record<string, CodeEntry>;

export const reportCondition = reporter<ConditionCode>(conditionCodes);
