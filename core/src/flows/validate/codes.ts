import { conditionCodes } from '../../conditions/codes.ts';
import { type CodeEntry, reporter } from '../../platform/issue.ts';
import { limits } from '../../platform/limits.ts';

export type IssueCode = keyof typeof issueCodes;

/**
 * Every code of flow validation, with its meaning and what to do (spec, Errors and Validation).
 * Published as documentation, so a code keeps its name and meaning.
 */
const flowCodes = {
  trigger_missing: {
    severity: 'error',
    meaning: 'The definition has no trigger object.',
    fix: 'Add "trigger": {"event": "<event name>"}.',
  },
  trigger_type_unknown: {
    severity: 'error',
    meaning: 'The trigger has a type that does not exist.',
    fix: 'Leave "type" out for a flow that starts on an event.',
  },
  trigger_keys_unknown: {
    severity: 'error',
    meaning: 'The trigger has a key that its type does not allow; saving it is refused.',
    fix: 'Leave the key out; describe_schema trigger shows the keys of each type.',
  },
  event_unknown: {
    severity: 'warning',
    meaning: 'A trigger, a gate or a goal names an event that was never recorded.',
    fix: 'Check the spelling against list_event_types, or leave it if the event comes later.',
  },
  trigger_key_malformed: {
    severity: 'error',
    meaning: 'A key of the trigger is missing or has a value of the wrong type.',
    fix: 'Write the value that describe_schema trigger shows for this key.',
  },
  trigger_days_malformed: {
    severity: 'error',
    meaning: 'A date trigger has both or neither of days_before and days_after.',
    fix: 'Keep one of "days_before" and "days_after"; 0 is the date itself.',
  },
  trigger_field_not_date: {
    severity: 'error',
    meaning: 'A date trigger names a field that holds no dates.',
    fix: 'Name a custom field of type date; list_fields shows the types.',
  },
  trigger_rrule_malformed: {
    severity: 'error',
    meaning:
      'The rule of a schedule is none of RFC 5545, or has parts that a schedule cannot have.',
    fix: 'Write a rule such as FREQ=WEEKLY;BYDAY=MO;BYHOUR=9, without DTSTART and COUNT.',
  },
  trigger_never_starts: {
    severity: 'warning',
    meaning: 'A schedule has no time to come, as on 30 February or after its UNTIL.',
    fix: 'Name days that there are in "rrule", and leave UNTIL out or set it later.',
  },
  trigger_repeats_once: {
    severity: 'warning',
    meaning: 'A trigger repeats, but the flow takes each person only once.',
    fix: 'Set the run_policy of the flow to repeat, or leave it if once is meant.',
  },
  renewal_policy_mismatch: {
    severity: 'error',
    meaning: 'A renewal trigger repeats, but the run_policy of the flow is single_run.',
    fix: 'Set the run_policy of the flow to repeat, or "repeat": false in the trigger.',
  },
  goals_malformed: {
    severity: 'error',
    meaning: 'The goals of a flow are no list, or one of them is no object.',
    fix: 'Write "goals": [{"name": "bought", "event": {"name": "order_paid"}}].',
  },
  goal_target_malformed: {
    severity: 'error',
    meaning: 'A goal does not say what reaches it: exactly one of an event and a condition.',
    fix: 'Write {"name": …, "event": {"name": …}} or {"name": …, "condition": …}.',
  },
  goal_key_malformed: {
    severity: 'error',
    meaning: 'A key of a goal is missing or has a value of the wrong type.',
    fix: 'Write the value that describe_schema flow shows with part=goals.',
  },
  goal_keys_unknown: {
    severity: 'error',
    meaning: 'A goal has a key that nothing reads.',
    fix: 'Leave the key out; a goal takes "name", "event", "condition", "within" and "exit".',
  },
  goal_name_duplicate: {
    severity: 'error',
    meaning: 'Two goals of a flow have the same name.',
    fix: 'Give each goal a "name" of its own; runs remember goals by it.',
  },
  too_many_goals: {
    severity: 'error',
    meaning: `A flow has more than ${limits.goalsPerFlow} goals.`,
    fix: 'Join goals: a condition takes "any" of several.',
  },
  nodes_malformed: {
    severity: 'error',
    meaning: 'The definition has no list of steps under "nodes".',
    fix: 'Write the steps as a list under "nodes".',
  },
  nodes_empty: {
    severity: 'warning',
    meaning: 'The flow has no steps, so it completes as soon as it starts.',
    fix: 'Add a step, for example send_email.',
  },
  too_many_steps: {
    severity: 'error',
    meaning: `A flow has more than ${limits.stepsPerFlow} steps; saving it is refused.`,
    fix: 'Split the flow: let fire_event start the next one.',
  },
  definition_keys_unknown: {
    severity: 'warning',
    meaning: 'The definition has a key that nothing reads.',
    fix: 'Remove the key; a definition has trigger, goals, node_counter and nodes.',
  },
  counter_malformed: {
    severity: 'warning',
    meaning: 'The node_counter sent is no whole number that ids can reach; it was ignored.',
    fix: 'Send back the node_counter that was read, or leave it out.',
  },
  counter_behind: {
    severity: 'warning',
    meaning: 'The node_counter sent is lower than an id already handed out; it was raised.',
    fix: 'Send back the node_counter that was read, so that no id is used twice.',
  },
  stray_pointer: {
    severity: 'warning',
    meaning: 'An entry, next or pointer key is left over; it is never read.',
    fix: 'Leave the key out; the order of "nodes" is the order of the steps.',
  },
  step_malformed: {
    severity: 'error',
    meaning: 'An entry of a list of steps is not an object.',
    fix: 'Write a step as an object with a "type".',
  },
  id_missing: {
    severity: 'error',
    meaning: 'A step has no id, and there is no id left to hand out.',
    fix: 'Write an "id" that no other step has.',
  },
  id_malformed: {
    severity: 'error',
    meaning: 'The id of a step is not a positive whole number.',
    fix: 'Leave "id" out to have one minted.',
  },
  name_missing: {
    severity: 'error',
    meaning: 'A step has no name and no type to take one from.',
    fix: 'Write a "name" for the step.',
  },
  name_malformed: {
    severity: 'error',
    meaning: 'The name of a step is not text or is too long.',
    fix: `Write a "name" of at most ${limits.nameChars} characters.`,
  },
  slug_missing: {
    severity: 'error',
    meaning: 'A step has no slug and no name to take one from.',
    fix: 'Write a "name" for the step; the slug is made from it.',
  },
  slug_malformed: {
    severity: 'error',
    meaning: 'A slug has other characters than lowercase letters, digits and single hyphens.',
    fix: 'Leave "slug" out to have it made from the name.',
  },
  description_malformed: {
    severity: 'error',
    meaning: 'The description of a step is not text or is too long.',
    fix: `Write a "description" of at most ${limits.stepTextChars} characters, or leave it out.`,
  },
  step_type_unknown: {
    severity: 'error',
    meaning: 'A step has no type, or one that does not exist.',
    fix: 'Write one of the types of describe_schema steps in "type".',
  },
  step_keys_unknown: {
    severity: 'warning',
    meaning: 'A step has a key that its type does not read.',
    fix: 'Leave the key out; describe_schema steps shows the keys of each type.',
  },
  step_keys_exclusive: {
    severity: 'error',
    meaning: 'A step has two keys of which it takes one.',
    fix: 'Keep one of the keys, such as "email" or "email_id", and leave the other out.',
  },
  until_malformed: {
    severity: 'error',
    meaning: 'The time until which a delay waits cannot be read.',
    fix: 'Write it as describe_schema steps shows it with part=delay.',
  },
  step_key_missing: {
    severity: 'error',
    meaning: 'A step lacks a key that its type needs.',
    fix: 'Add the key; describe_schema steps shows every key of the type.',
  },
  step_key_malformed: {
    severity: 'error',
    meaning: 'A key of a step has a value of the wrong type.',
    fix: 'Write the value that describe_schema steps shows for this key.',
  },
  duration_malformed: {
    severity: 'error',
    meaning: 'A duration is neither an amount with a unit nor the name of a tunable.',
    fix: 'Write {"amount": 3, "unit": "days"} or {"setting": "<tunable name>"}.',
  },
  wait_for_malformed: {
    severity: 'error',
    meaning: 'A gate does not say what it waits for: exactly one of an event and a condition.',
    fix: 'Write {"event": {"name": …, "occurrence": "next_occurrence"}} or {"condition": …}.',
  },
  wait_for_keys_unknown: {
    severity: 'error',
    meaning: 'What a gate waits for has a key that nothing reads.',
    fix: 'Leave the key out; an event takes "name", "match" and "occurrence".',
  },
  occurrence_unknown: {
    severity: 'error',
    meaning: 'A gate does not say which occurrence of its event counts.',
    fix: 'Write "next_occurrence" for events after arrival, "any_past" for earlier ones too.',
  },
  gate_no_expiry: {
    severity: 'warning',
    meaning: 'A gate leaves expires_after out, so people can wait for ever.',
    fix: 'Add "expires_after" with a duration, or "never" if that is meant.',
  },
  gate_met_pointless: {
    severity: 'warning',
    meaning: 'A gate that never expires has steps on met; all who are released take them.',
    fix: 'Move the steps out of "met", after the gate.',
  },
  gate_timeout_legacy: {
    severity: 'warning',
    meaning: 'A gate has the old timeout, which saving turns into expires_after and expired.',
    fix: 'Write "expires_after" with the arms "met" and "expired".',
  },
  details_malformed: {
    severity: 'error',
    meaning: `Details of a fired event are no object, over ${limits.eventDetailsBytes} bytes, or cannot be stored.`,
    fix: 'Write "details" as an object, such as {"plan": "premium"}.',
  },
  details_liquid_invalid: {
    severity: 'error',
    meaning: 'Liquid in the details of a fired event cannot be read.',
    fix: 'Correct the text at the path; describe_schema liquid tells what there is.',
  },
  details_variable_unknown: {
    severity: 'warning',
    meaning: 'Liquid in the details of a fired event names a variable that does not exist.',
    fix: 'Check the name against describe_schema liquid; it renders blank.',
  },
  webhook_endpoint_unknown: {
    severity: 'error',
    meaning: 'A step calls a webhook endpoint that does not exist.',
    fix: 'Use the key of an endpoint from list_webhook_endpoints, or create it first.',
  },
  webhook_endpoint_disabled: {
    severity: 'warning',
    meaning:
      'A step calls a webhook endpoint that is disabled; the call is skipped, or has failed.',
    fix: 'Enable it with update_webhook_endpoint before people reach the step.',
  },
  call_wait_malformed: {
    severity: 'error',
    meaning: 'The wait of a call has no timeout, or one that is no amount above 0 and a unit.',
    fix: 'Write "wait": {"timeout": {"amount": 1, "unit": "hours"}}, or leave it out.',
  },
  body_malformed: {
    severity: 'error',
    meaning: `The body of a call is no object, over ${limits.eventDetailsBytes} bytes, or cannot be stored.`,
    fix: 'Write "body" as an object, such as {"plan": "premium"}.',
  },
  body_liquid_invalid: {
    severity: 'error',
    meaning: 'Liquid in the body of a call cannot be read.',
    fix: 'Correct the text at the path; describe_schema liquid tells what there is.',
  },
  body_variable_unknown: {
    severity: 'warning',
    meaning: 'Liquid in the body of a call names a variable that does not exist.',
    fix: 'Check the name against describe_schema liquid; it renders blank.',
  },
  field_value_type: {
    severity: 'error',
    meaning: 'A set_field gives a custom field a value of another type.',
    fix: 'Write a value of the type that list_fields shows, or "" to clear it.',
  },
  liquid_not_run: {
    severity: 'warning',
    meaning: 'The name of a tag or the value of a field holds Liquid, which is not run there.',
    fix: 'Write the value itself; mails, the details of fire_event and the body of call_webhook run Liquid.',
  },
  arm_malformed: {
    severity: 'error',
    meaning: 'An arm of a branch is missing or is not a list.',
    fix: 'Write the arm as a list of steps, or as [] where nothing is to be done.',
  },
  arms_not_allowed: {
    severity: 'error',
    meaning: 'A step has an arm that its type does not have.',
    fix: 'Move the steps of the arm into the list of the step, after it, or use "if_else".',
  },
  split_arm_malformed: {
    severity: 'error',
    meaning: 'The arms of a split are no list of 2 or more, or one has no name of its own.',
    fix: 'Write {"name": "A", "weight": 50, "steps": []} for each arm, each with its own name.',
  },
  split_weight_malformed: {
    severity: 'error',
    meaning: 'A weight of a split is no whole number from 0, or all of them are 0.',
    fix: 'Write each weight as a whole number, such as 50 and 50, at least one above 0.',
  },
  split_holdout_malformed: {
    severity: 'error',
    meaning: 'A split has more than one holdout, or its holdout has steps, which nobody reaches.',
    fix: 'Write "holdout": true on one arm, with "steps": [].',
  },
  nesting_too_deep: {
    severity: 'error',
    meaning: `Branches nest deeper than ${limits.flowNestingDepth} levels.`,
    fix: 'Move the steps behind the branch, or join conditions with "all" and "any".',
  },
  id_duplicate: {
    severity: 'error',
    meaning: 'Two steps have the same id.',
    fix: 'Leave "id" of the new step out to have one minted.',
  },
  node_id_freed: {
    severity: 'warning',
    meaning: 'A step that was saved is gone; people who wait on it are parked.',
    fix: 'Keep the step with its "id", or move the people who wait on it with move_run.',
  },
  node_id_repurposed: {
    severity: 'warning',
    meaning: 'An id now belongs to a step of another type; people who wait on it take that step.',
    fix: 'Leave "id" of the new step out to have one minted.',
  },
  email_archived: {
    severity: 'error',
    meaning: 'A step sends an email that is archived.',
    fix: 'Use the id of an active email from list_emails.',
  },
  email_blank: {
    severity: 'error',
    meaning: 'A step sends an email whose subject or body is empty; such mail is skipped.',
    fix: 'Write "subject" and "body_markdown" with update_email.',
  },
  sequence_off: {
    severity: 'warning',
    meaning: 'A step starts a sequence that is off; nobody is started on it until it is on.',
    fix: 'Turn the sequence on with toggle_sequence before people reach the step.',
  },
  self_trigger: {
    severity: 'warning',
    meaning: 'A step records the event that starts this very flow.',
    fix: 'Fire another event, or narrow "match" of the trigger so that it leaves this one out.',
  },
  tunable_unknown: {
    severity: 'error',
    meaning: 'A duration names a tunable that the settings do not have.',
    fix: 'Add it to "tunables" with update_settings, or write {"amount": 3, "unit": "days"}.',
  },
  tag_new: {
    severity: 'warning',
    meaning: 'A step adds or removes a tag that does not exist yet; adding creates it.',
    fix: 'Check the spelling against list_tags, or leave it if the tag is meant to be new.',
  },
  step_after_exit: {
    severity: 'error',
    meaning: 'Steps come after an exit_flow in the same list and never run.',
    fix: 'Remove the steps, or move them before the exit_flow.',
  },
  step_unreachable: {
    severity: 'error',
    meaning: 'Steps come after a branch that nobody leaves and never run.',
    fix: 'Remove the steps, or let an arm of the branch end without exit_flow.',
  },
  more_issues: {
    severity: 'warning',
    meaning: `More than ${limits.issuesListedMax} issues of one severity; the rest is counted.`,
    fix: 'Correct the other issues, then call validate_flow again.',
  },
} as const satisfies Record<string, CodeEntry>;

export const issueCodes = { ...flowCodes, ...conditionCodes };

export const report = reporter<IssueCode>(issueCodes);
