import { type CodeEntry, reporter } from '../platform/issue.ts';
import { limits } from '../platform/limits.ts';

export type ConditionCode = keyof typeof conditionCodes;

/** Every issue code of conditions and matches (spec, Conditions and Trigger). */
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
    meaning: 'A condition lacks a key that its type needs.',
    fix: 'Add the key; describe_schema conditions shows every key of the type.',
  },
  condition_key_malformed: {
    severity: 'error',
    meaning: 'A key of a condition holds a value of another kind or form than it takes.',
    fix: 'Replace the value; describe_schema conditions has an example of each type.',
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
  condition_too_large: {
    severity: 'error',
    meaning: `A condition has more than ${limits.conditionNodes} groups and leaves, those of the segments it names included.`,
    fix: 'Shorten it: a tag or a field can stand for what many leaves list.',
  },
  condition_event_unknown: {
    severity: 'warning',
    meaning: 'A condition names an event that has never been seen.',
    fix: 'Check the spelling against list_event_types, or leave it if the event comes later.',
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
  email_unknown: {
    severity: 'error',
    meaning: 'An email does not exist.',
    fix: 'Use the id of an email from list_emails, or create the email first.',
  },
  sequence_unknown: {
    severity: 'error',
    meaning: 'A sequence does not exist.',
    fix: 'Use the id of an existing sequence, or create the sequence first.',
  },
  flow_unknown: {
    severity: 'error',
    meaning: 'A flow does not exist.',
    fix: 'Use the key of a flow from list_flows.',
  },
  product_unknown: {
    severity: 'error',
    meaning: 'A product does not exist.',
    fix: 'Use the key of an existing product, or create the product first.',
  },
  segment_unknown: {
    severity: 'error',
    meaning: 'A segment does not exist.',
    fix: 'Use the key or the id of an existing segment, or create the segment first.',
  },
  segment_cycle: {
    severity: 'error',
    meaning: 'A segment leads back to itself through the segments that it names.',
    fix: 'Take one of the segments out of the circle that the message names.',
  },
  segment_too_deep: {
    severity: 'error',
    meaning: `Segments name segments more than ${limits.segmentDepth} levels deep.`,
    fix: 'Write the condition of an inner segment out instead of naming it.',
  },
  predicate_unknown: {
    severity: 'error',
    meaning: 'A predicate is not registered.',
    fix: 'Use one of the predicates that the message lists.',
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
    meaning:
      'A value is not text, a finite number or a boolean, is too long, or cannot be stored at all.',
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
  match_key_malformed: {
    severity: 'error',
    meaning: 'The "detail" of a match leaf is not the name of a detail.',
    fix: 'Write the name of the detail as text, such as "plan".',
  },
  match_too_large: {
    severity: 'error',
    meaning: `A match has more than ${limits.conditionNodes} groups and leaves.`,
    fix: 'Shorten it, or record events that need less of a match.',
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
