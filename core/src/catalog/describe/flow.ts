import { groups } from '../../conditions/tree.ts';
import type { Definition, Goal, StepBase } from '../../flows/definition/definition.ts';
import { occurrences } from '../../flows/definition/wait-for.ts';
import { stepTypeNames } from '../../flows/steps/table.ts';
import { durationUnits } from '../../platform/duration.ts';
import { limits } from '../../platform/limits.ts';
import { operatorType } from './condition-texts.ts';
import { conditionLine, conditionNames, exampleCondition } from './conditions.ts';
import { contractFields } from './contract-fields.ts';
import { flowTestsText } from './flow-tests.ts';
import { exampleEmail, stepLine } from './steps.ts';
import {
  type AccountNames,
  errorsLike,
  errorsNamed,
  fieldOf,
  type Topic,
  type TopicField,
  type TopicText,
  under,
} from './topic.ts';
import { exampleEvent } from './trigger.ts';

type Key = Omit<TopicField, 'name'>;

/** Keys missing from these tables do not compile. */
const definitionKeys: { [Name in keyof Required<Definition>]: Key } = {
  trigger: { type: 'object', required: true, note: 'What starts the flow' },
  goals: {
    type: 'goal[]',
    required: false,
    note: 'Reaching one ends the run and counts converted',
  },
  nodes: { type: 'step[]', required: true, note: 'Run in this order' },
  node_counter: { type: 'integer', required: false, note: 'Send back as read; hands out ids' },
};

const goalKeys: { [Name in keyof Required<Goal>]: Key } = {
  name: { type: 'string', required: true, note: 'Becomes the reason of runs that it ends' },
  event: { type: 'object', required: false, note: '{name, match?}, after the start; or condition' },
  condition: { type: 'object', required: false, note: 'Counts nothing where it held at the start' },
  within: {
    type: 'duration',
    required: false,
    note: `From the start; left out: until ${limits.goalAfterEndDays} days after the end`,
  },
  exit: { type: 'boolean', required: false, note: 'true when left out; false only counts' },
};

const stepKeys: { [Name in keyof Required<StepBase>]: Key } = {
  id: { type: 'integer', required: false, note: 'Left out for a new step; never reused' },
  name: { type: 'string', required: false, note: 'Made from the type when left out' },
  slug: { type: 'string', required: false, note: 'Made from the name when left out' },
  description: { type: 'string', required: false, note: `${limits.stepTextChars} characters` },
};

function exampleFlow(names: AccountNames): object {
  const emailId = exampleEmail(names);
  return {
    flow_key: 'welcome-series',
    name: 'Welcome series',
    run_policy: 'single_run',
    definition: {
      trigger: { event: exampleEvent(names) },
      nodes: [
        { name: 'Send the welcome email', type: 'send_email', email_id: emailId },
        { name: 'Wait three days', type: 'delay', duration: { amount: 3, unit: 'days' } },
        {
          name: 'Branch on a condition',
          type: 'if_else',
          condition: exampleCondition(names),
          // biome-ignore lint/suspicious/noThenProperty: an arm of a branch is named so
          then: [{ name: 'Send the second email', type: 'send_email', email_id: emailId }],
          else: [{ name: 'Leave', type: 'exit_flow' }],
        },
      ],
    },
  };
}

export const flow: Topic = {
  names: ['emails', 'event_types'],
  partNames: { goals: ['event_types', 'fields', 'tags'] },
  parts: ['goals', 'tests'],
  text: (names, part) =>
    part === 'goals' ? goalsText(names) : part === 'tests' ? flowTestsText(names) : flowText(names),
};

function goalsText(names: AccountNames): TopicText {
  return {
    rules: [
      'Reaching a goal ends the run, with the name of the goal as its reason, cancels its queued mail, and counts converted for the mails behind.',
      'Exactly one of event and condition. The event that starts a run reaches nothing.',
      'A condition is looked at when something changes about the person, and after each wait.',
      `A flow has ${limits.goalsPerFlow} goals at most.`,
    ],
    fields: under('goal.', goalKeys),
    example: {
      flow_key: 'trial',
      definition: {
        trigger: { event: exampleEvent(names) },
        goals: [
          { name: 'bought', event: { name: exampleEvent(names) } },
          {
            ...{ name: 'customer', condition: exampleCondition(names) },
            ...{ within: { amount: 30, unit: 'days' }, exit: false },
          },
        ],
        nodes: [{ type: 'exit_flow' }],
      },
    },
    errors: errorsLike(/^(goal|too_many_goals)/),
    see: ['describe_schema conditions', 'describe_schema trigger', 'get_run'],
  };
}

function flowText(names: AccountNames): TopicText {
  return {
    rules: [
      'How to write one: topic author. A flow saved under a new key is a draft.',
      'Steps keep their id for ever, since people wait on it; the handle of a step is {id}-{slug}, its path in issues such as nodes[0].then[1].',
      `Branches nest ${limits.flowNestingDepth} levels deep at most; a flow has ${limits.stepsPerFlow} steps at most.`,
      'A live flow with errors is not saved; nor, without force, one that frees or reuses a step on which people wait.',
    ],
    fields: [
      ...contractFields('create_flow').map((field) =>
        field.name === 'key'
          ? { ...field, name: 'flow_key', note: `Up to ${limits.keyChars} of a-z, 0-9, - and _` }
          : field,
      ),
      ...under('definition.', definitionKeys),
      ...under('step.', stepKeys),
      fieldOf('step.type', 'string', stepTypeNames.join(', '), true),
    ],
    example: {
      flow_key: 'thanks',
      definition: {
        trigger: { event: exampleEvent(names) },
        nodes: [{ type: 'send_email', email_id: exampleEmail(names) }],
      },
    },
    errors: [
      ...errorsLike(/^(nodes|nesting|id|step_after|step_unreachable)/),
      ...errorsNamed('email_unknown'),
    ],
    see: [
      ...['author', 'steps', 'trigger'].map((topic) => `describe_schema ${topic}`),
      'validate_flow',
    ],
  };
}

/** Keys alone: what a type does is in its own topic, and mostly in its name. */
const keysOf = ({ name, type }: TopicField) => (type === '' ? name : `${name} {${type}}`);

export const author: Topic = {
  names: ['emails', 'event_types', 'fields', 'tags'],
  parts: [],
  text: (names) => ({
    rules: [
      'A send_email step has the email_id of an email, or as email a new one: {"subject", "body_markdown"}. Save the flow as a draft, dry_run_flow, and activate_flow once a person agreed. A flow is saved with its problems, which the answer lists; activating needs none.',
      'An email has subject, pre_header and body_markdown with Liquid: {{ person.first_name | default: "there" }}, person.fields.*, event.details.*, {% if … %}, {% button label:"Open" url:"https://…" %}. The layout brings header, footer and the unsubscribe link.',
      'trigger is {"event": name, "match"?}; match a leaf {detail, op, value} or a group of them. Renewals, dates, schedules and segments start flows too: topic trigger.',
      'Steps run in the order of their list. Every arm is a list, [] where nothing is to do; behind it the person continues; exit_flow ends the run. A step has a name too. id and slug: left out of new steps, kept of others. A change sends the whole definition.',
      `duration: {"amount", "unit": ${durationUnits.join(' | ')}} or {"setting": name of a tunable}. wait_for of a gate is {"event": {name, match?, occurrence: ${occurrences.join(' | ')}}} or {"condition"}; with a duration in expires_after it has both arms, with "never" none.`,
      `A condition is a leaf {"type", …} or a group ${groups.join(', ')}: all and any take lists, not takes one. op: ${operatorType}; the last two without value.`,
      'run_policy single_run, the default: once a person, ever; repeat: again with each event, one run at a time.',
      `At most ${limits.stepsPerFlow} steps, ${limits.flowNestingDepth} branches deep, ${limits.durationDaysMax} days a wait.`,
    ],
    fields: [
      fieldOf(
        'step.type',
        stepTypeNames.map((type) => keysOf(stepLine(type))).join('; '),
        '',
        true,
      ),
      fieldOf(
        'condition.type',
        conditionNames.map((type) => keysOf(conditionLine(type))).join('; '),
        '',
        true,
      ),
    ],
    example: exampleFlow(names),
    errors: errorsNamed('email_unknown', 'arm_malformed'),
    see: ['steps', 'conditions', 'liquid', 'flow'].map((topic) => `describe_schema ${topic}`),
  }),
};
