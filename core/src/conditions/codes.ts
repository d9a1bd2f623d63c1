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
    fix: 'Write one of the types of describe_schema conditions in "type".',
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
    fix: 'Write a condition into the list, such as {"type": "has_tag", "tag": "vip"}, or leave the group out. {"not": {"type": "suppressed"}} is true of everybody who gets mail.',
  },
  condition_too_deep: {
    severity: 'error',
    meaning: `Groups of conditions nest deeper than ${limits.conditionDepth} levels.`,
    fix: 'Flatten the groups: an "all" inside an "all" can be merged into one.',
  },
  condition_too_large: {
    severity: 'error',
    meaning: `A condition has more than ${limits.conditionNodes} groups and leaves, those of the segments it names included.`,
    fix: 'Shorten it: one "has_tag" or "field" can replace what many leaves list.',
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
  condition_purpose_unknown: {
    severity: 'warning',
    meaning: 'A condition names a purpose of consent that no form and no preference toggle has.',
    fix: 'Check the spelling against list_forms, or leave it if consents to it come otherwise.',
  },
  condition_value_type: {
    severity: 'warning',
    meaning: 'A value can never match, because the custom field is of another type.',
    fix: 'Write a value of the type that list_fields shows for the field.',
  },
  field_unknown: {
    severity: 'error',
    meaning: 'A custom field does not exist, or is not active.',
    fix: 'Use the key of an active field from list_fields, create it with create_field, or set active to true with update_field.',
  },
  email_unknown: {
    severity: 'error',
    meaning: 'An email does not exist.',
    fix: 'Use the id of an email from list_emails, or create it with create_email.',
  },
  sequence_unknown: {
    severity: 'error',
    meaning: 'A sequence does not exist.',
    fix: 'Use the id of a sequence from list_sequences, or create it with create_sequence.',
  },
  flow_unknown: {
    severity: 'error',
    meaning: 'A flow does not exist.',
    fix: 'Use the key of a flow from list_flows.',
  },
  product_unknown: {
    severity: 'error',
    meaning: 'A product does not exist.',
    fix: 'Use the key of a product from list_products, or create it with create_product.',
  },
  segment_unknown: {
    severity: 'error',
    meaning: 'A segment does not exist.',
    fix: 'Use the key or id of a segment from list_segments, or create it with create_segment.',
  },
  segment_cycle: {
    severity: 'error',
    meaning: 'A segment leads back to itself through the segments that it names.',
    fix: 'Take one in_segment of the circle out of its definition with update_segment.',
  },
  segment_too_deep: {
    severity: 'error',
    meaning: `Segments name segments more than ${limits.segmentDepth} levels deep.`,
    fix: 'Write the condition of an inner segment in the place of its in_segment.',
  },
  predicate_unknown: {
    severity: 'error',
    meaning: 'A predicate is not registered.',
    fix: 'Use the name of a predicate from describe_schema conditions.',
  },
  operator_unknown: {
    severity: 'error',
    meaning:
      'An operator does not exist here; before, after and within_… compare fields of type date alone.',
    fix: 'Write an "op" from describe_schema conditions; elsewhere "less" is before and "greater" is after.',
  },
  value_missing: {
    severity: 'error',
    meaning: 'The operator compares with a value, and none is given.',
    fix: 'Write a "value", or use the operators "blank" and "present", which need none.',
  },
  value_malformed: {
    severity: 'error',
    meaning:
      'A value is not text, a finite number or a boolean, is too long, cannot be stored at all, or is not the date or duration that a comparison with the calendar takes.',
    fix: 'Write text, a number, true or false as "value"; comparisons with the calendar take a date such as "2026-05-01" or {"amount": 7, "unit": "days"}.',
  },
  match_malformed: {
    severity: 'error',
    meaning: 'A match is not an object, or the value of a group has the wrong type.',
    fix: 'Write {"detail": …, "op": …, "value": …}, {"all": […]}, {"any": […]} or {"not": {…}}.',
  },
  match_keys_unknown: {
    severity: 'error',
    meaning: 'A match carries a key other than detail, op and value.',
    fix: 'Leave the key out; a match takes "detail", "op" and "value".',
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
    fix: 'Shorten the "match", or record events that need less of one.',
  },
  match_group_empty: {
    severity: 'error',
    meaning: 'A group of matches has no members.',
    fix: 'Write a match into the list, such as {"detail": "plan", "op": "present"}, or leave the group out.',
  },
  match_too_deep: {
    severity: 'error',
    meaning: `Groups of matches nest deeper than ${limits.conditionDepth} levels.`,
    fix: 'Flatten the groups: an "all" inside an "all" can be merged into one.',
  },
} as const satisfies Record<string, CodeEntry>;

export const reportCondition = reporter<ConditionCode>(conditionCodes);
