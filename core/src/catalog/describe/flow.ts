import type { Definition, Goal, StepBase } from '../../flows/definition/definition.ts';
import { stepTypeNames } from '../../flows/steps/table.ts';
import { limits } from '../../platform/limits.ts';
import { exampleCondition } from './conditions.ts';
import { contractFields } from './contract-fields.ts';
import { exampleEmail } from './steps.ts';
import {
  type AccountNames,
  errorsLike,
  errorsNamed,
  fieldOf,
  type Topic,
  type TopicField,
  type TopicText,
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

const under = (prefix: string, keys: Record<string, Key>): TopicField[] =>
  Object.entries(keys).map(([name, key]) => ({ name: `${prefix}${name}`, ...key }));

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
  names: ['emails', 'event_types', 'fields', 'tags'],
  parts: ['goals'],
  text: (names, part) => (part === 'goals' ? goalsText(names) : flowText(names)),
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
      'A flow saved under a new key is a draft; nothing is sent until activate_flow.',
      'A flow is saved with its problems and answers them; activate_flow needs validation.errors empty.',
      'Steps keep their id for ever: people wait on it. Change a flow by reading it, editing, and sending the whole definition.',
      'A step’s handle is {id}-{slug}; its path in issues is such as nodes[0].then[1].',
      `Branches nest ${limits.flowNestingDepth} levels deep at most; a flow has ${limits.stepsPerFlow} steps at most.`,
      'Steps on a gate’s arms, like those of if_else, continue behind the branch when they run out.',
      'single_run: a person goes through once, ever; repeat: again with each event, one run at a time.',
      `Step types: ${stepTypeNames.join(', ')}.`,
    ],
    fields: [
      ...contractFields('create_flow').map((field) =>
        field.name === 'key'
          ? { ...field, name: 'flow_key', note: `Up to ${limits.keyChars} of a-z, 0-9, - and _` }
          : field,
      ),
      ...under('definition.', definitionKeys),
      ...under('step.', stepKeys),
      fieldOf('step.type', 'string', 'See describe_schema steps', true),
    ],
    example: exampleFlow(names),
    errors: [
      ...errorsLike(/^(nodes|nesting|id|step_after|step_unreachable)/),
      ...errorsNamed('email_unknown'),
    ],
    see: [
      ...['steps', 'trigger', 'conditions', 'duration', 'issues'].map(
        (t) => `describe_schema ${t}`,
      ),
      'create_flow',
      'validate_flow',
    ],
  };
}
