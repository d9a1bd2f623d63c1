import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stepTypes } from '@postroad/console/flows/steps';
import { triggerText } from '@postroad/console/flows/trigger-text';
import { de as german } from '@postroad/console/words/de';
import { en as english } from '@postroad/console/words/en';
import { readSettings, type SettingKey } from '@postroad/core/account/settings';
import { describeSchema } from '@postroad/core/catalog/describe/describe-schema';
import { exampleCaps } from '@postroad/core/catalog/describe/send-windows';
import type { AccountNames } from '@postroad/core/catalog/describe/topic';
import { conditionTypes } from '@postroad/core/conditions/types/table';
import { written } from '@postroad/core/definitions/export';
import { readTree } from '@postroad/core/definitions/read-tree';
import { compileFlow } from '@postroad/core/flows/definition/compile';
import type { Definition } from '@postroad/core/flows/definition/definition';
import { diffDefinitions } from '@postroad/core/flows/definition/diff';
import { normalise } from '@postroad/core/flows/definition/normalise';
import { review } from '@postroad/core/flows/definition/review';
import { timedTriggerTypes, triggerSummary } from '@postroad/core/flows/definition/trigger';
import { flowDiagram } from '@postroad/core/flows/drawing/diagram';
import { stepSummary } from '@postroad/core/flows/drawing/summary';
import { textOutline } from '@postroad/core/flows/drawing/text-outline';
import { rehearse } from '@postroad/core/flows/interpreter/rehearse';
import { stepTypeNames } from '@postroad/core/flows/steps/table';
import type { Issue } from '@postroad/core/platform/issue';
import { isObject, type JsonObject } from '@postroad/core/platform/json';
import { Refusal } from '@postroad/core/platform/refusal';
import { expect, it } from 'vitest';
import { answersOf, now } from '../core/flows/scene.ts';
import { root } from '../support/repository.ts';

/** One thing that a flow, or the mail of flows, can be made of. */
interface Part {
  kind: 'step' | 'trigger' | 'condition' | 'goal' | 'setting';
  name: string;
}

const settings: SettingKey[] = ['sending.frequency_caps', 'send_windows', 'tunables'];

/** From the registries: what is added there has to be on every surface. */
const parts: Part[] = [
  ...stepTypeNames.map((name): Part => ({ kind: 'step', name })),
  ...['event', ...timedTriggerTypes].map((name): Part => ({ kind: 'trigger', name })),
  ...Object.keys(conditionTypes).map((name): Part => ({ kind: 'condition', name })),
  { kind: 'goal', name: 'goals' },
  ...settings.map((name): Part => ({ kind: 'setting', name })),
];

const names: AccountNames = {
  ...{ event_types: ['order_paid'], tags: ['vip'], themes: ['default'] },
  fields: [{ key: 'plan', type: 'string' }],
  emails: [{ id: 1, title: 'Welcome' }],
  ...{ flows: ['welcome'], products: ['course'], segments: ['customers'] },
  sequences: [{ id: 1, title: 'Course' }],
};

const examples: Record<string, unknown> = {
  'sending.frequency_caps': exampleCaps,
  send_windows: { days: [1], from: '09:00', to: '17:00', timezone: 'UTC' },
  tunables: { pause: { amount: 1, unit: 'days' } },
};

const exit: JsonObject = { type: 'exit_flow', name: 'Leave' };
const event = { event: 'order_paid' };

/** The example of describe_schema, as a member of `at`. */
function exampleOf(topic: 'steps' | 'conditions' | 'trigger', part: string | null): JsonObject {
  return describeSchema(topic, part, names).example as JsonObject;
}

/** A definition that holds the part, as agents and people are shown it. */
function definitionOf({ kind, name }: Part): Definition {
  const sent =
    kind === 'step'
      ? exampleOf('steps', name)
      : kind === 'trigger'
        ? { trigger: exampleOf('trigger', name === 'event' ? null : name), nodes: [exit] }
        : kind === 'condition'
          ? { trigger: event, nodes: [branch(exampleOf('conditions', name))] }
          : {
              trigger: event,
              goals: [{ name: 'Paid', ...{ event: { name: 'paid' } } }],
              nodes: [exit],
            };
  return normalise(sent, null).definition;
}

function branch(condition: unknown): JsonObject {
  return {
    type: 'if_else',
    name: 'Ask',
    condition,
    ...Object.fromEntries([
      ['then', [exit]],
      ['else', []],
    ]),
  };
}

/** The part itself in its definition. */
function memberOf({ kind }: Part, { trigger, goals, nodes }: Definition): JsonObject {
  const [step] = nodes;
  const first: unknown = step;
  const found: unknown =
    kind === 'trigger'
      ? trigger
      : kind === 'goal'
        ? goals?.[0]
        : kind === 'condition'
          ? isObject(first) && first.condition
          : first;
  if (!isObject(found)) throw new Error('There is no such member.');
  return found;
}

const without: Definition = normalise({ trigger: { event: 'other' }, nodes: [] }, null).definition;

const references = {
  fields: new Map([['plan', 'string' as const]]),
  tags: new Set<string>(),
  events: new Set<string>(),
  emails: new Map(),
  sequences: new Set<number>(),
  sequencesOff: new Set<number>(),
  flows: new Set<string>(),
  products: new Set<string>(),
  segments: new Map<string, number>(),
  tunables: new Map(),
};

function issuesOf(definition: unknown): Issue[] {
  const context = { flowKey: 'x', held: null, runPolicy: 'repeat' as const, references };
  const { refusals, validation } = review(definition, context);
  return [...refusals, ...validation.errors, ...validation.warnings];
}

/** The pages of the guides as one text. */
const guides = readdirSync(join(root, 'docs/guides'))
  .filter((file) => file.endsWith('.md'))
  .map((file) => readFileSync(join(root, 'docs/guides', file), 'utf8'))
  .join('\n');

/** It reads of the account, so a test without a browser looks for its cases. */
const stepLines = readFileSync(join(root, 'console/src/flows/step-text.ts'), 'utf8');

const flowOf = (definition: Definition) => ({ key: 'x', name: 'X', definition, counts: new Map() });

/** What each surface is to do with a part; the returned text says what is missing, null for nothing. */
const surfaces: Readonly<Record<string, (part: Part) => string | null>> = {
  /** A key that is not one of it is an issue, with its path, its code and what to do. */
  validator(part) {
    const { kind, name } = part;
    if (kind === 'setting') {
      try {
        readSettings({ [name]: 7 }, references);
        return 'takes the number 7';
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return error.members.errors?.some(({ path }) => path.includes(name)) ? null : 'has no path';
      }
    }
    const definition = structuredClone(definitionOf(part)) as unknown as JsonObject;
    memberOf(part, definition as unknown as Definition).zzz = 1;
    const found = issuesOf(definition).find(({ path }) => path.endsWith('zzz'));
    if (found === undefined) return 'takes any key';
    return found.code !== '' && found.fix !== '' && found.message !== ''
      ? null
      : 'does not say what to do';
  },

  describe_schema(part) {
    const { kind, name } = part;
    const text = (topic: Parameters<typeof describeSchema>[0]) =>
      JSON.stringify(describeSchema(topic, null, names));
    if (kind === 'setting') {
      const all = `${text('settings')}${text('send_windows')}${text('duration')}`;
      return all.includes(name) ? null : 'does not name it';
    }
    if (kind === 'goal') return text('flow').includes('goals') ? null : 'does not name goals';
    const topic = kind === 'step' ? 'steps' : kind === 'trigger' ? 'trigger' : 'conditions';
    if (!text(topic).includes(name)) return 'does not list it';
    const { fields, rules } = describeSchema(topic, name === 'event' ? null : name, names);
    return fields.length > 0 && rules.length > 0 ? null : 'says nothing of it';
  },

  /** The walk says in words what it would do. */
  dry_run(part) {
    if (part.kind === 'setting') return null;
    const flow = compileFlow(definitionOf(part));
    const facts = {
      flowKey: 'x',
      now,
      zone: 'UTC',
      answers: answersOf(),
      emails: new Map(),
      start: '',
    };
    const walked = rehearse(flow, facts, { event: null, pastWaits: true });
    if ('faults' in walked) return 'has faults';
    const [first] = walked.steps;
    if (first === undefined) return 'does not walk it';
    if (part.kind === 'condition' && first.values.length === 0) return 'does not say what decided';
    return first.would.trim() === '' ? 'has no words for it' : null;
  },

  versions(part) {
    if (part.kind === 'setting') return null;
    const path = part.kind === 'trigger' ? 'trigger' : part.kind === 'goal' ? 'goals' : 'nodes[0]';
    const changes = diffDefinitions(without, definitionOf(part));
    const found = changes.find((change) => change.path.startsWith(path));
    return found === undefined || found.summary === '' ? 'shows no difference' : null;
  },

  diagram: (part) => (part.kind === 'setting' ? null : drawnIn(part, flowDiagram)),
  outline: (part) => (part.kind === 'setting' ? null : drawnIn(part, textOutline)),

  /** A pull writes it, and a push reads the same. */
  definition_file(part) {
    const { kind, name } = part;
    if (kind === 'setting') {
      const value = examples[name];
      const { path, text } = written('settings', { [name]: value });
      const [read] = readTree({ [path]: text }).records;
      return JSON.stringify(read?.record) === JSON.stringify({ [name]: value })
        ? null
        : 'changes it';
    }
    const definition = definitionOf(part);
    const record = { key: 'x', name: 'X', labels: [], run_policy: 'repeat', definition } as const;
    const { path, text } = written('flow', { ...record } as never);
    const tree = readTree({ [path]: text });
    const [read] = tree.records;
    if (tree.parse_errors.length > 0 || read?.type !== 'flow') return 'does not read it';
    return JSON.stringify(read.record?.definition) === JSON.stringify(definition)
      ? null
      : 'changes it';
  },

  /** In both languages, and with a line of its own. */
  canvas(part) {
    const { kind, name } = part;
    const key = {
      step: `canvas.type.${name}`,
      condition: `condition.type.${name}`,
      setting: `field.${name}`,
      trigger: null,
      goal: 'canvas.goals',
    }[kind];
    // The name of a setting is its English word, unless there is a better one.
    const languages: Readonly<Record<string, string>>[] = [german];
    if (kind !== 'setting') languages.push(english);
    const isMute = languages.some((words) => key !== null && !words[key]);
    if (isMute) return `has no words ${key}`;
    const definition = definitionOf(part);
    if (kind === 'trigger') {
      const text = triggerText(definition.trigger);
      return text === name || text === '…' ? 'has no words for it' : null;
    }
    if (kind !== 'step') return null;
    if (!(stepTypes as readonly string[]).includes(name)) return 'does not offer it';
    const isBare = Object.keys(definition.nodes[0] ?? {}).length === 4;
    return isBare || stepLines.includes(`'${name}'`) ? null : 'has no line for it';
  },

  guides: ({ name }) =>
    new RegExp(`(?:\`|"|'|\\b)${name}\\b`).test(guides) ? null : 'do not name it',
};

function drawnIn(part: Part, draw: (flow: ReturnType<typeof flowOf>) => string): string | null {
  const definition = definitionOf(part);
  const said =
    part.kind === 'trigger'
      ? triggerSummary(definition.trigger).summary
      : part.kind === 'goal'
        ? 'Paid'
        : stepSummary(definition.nodes[0]);
  const [start = ''] = said.split(/[^\p{L}\p{N} .,_]/u);
  return start.trim() !== '' && draw(flowOf(definition)).includes(start.trim())
    ? null
    : 'does not draw it';
}

it.each(Object.keys(surfaces))(
  'FTEST-06 %s: every step, trigger and condition of the registries, goals and settings are on it',
  (surface) => {
    const missing = parts.flatMap((part) => {
      const fault = surfaces[surface]?.(part) ?? null;
      return fault === null ? [] : [`${part.kind} ${part.name}: ${surface} ${fault}`];
    });
    expect(missing).toEqual([]);
  },
);
