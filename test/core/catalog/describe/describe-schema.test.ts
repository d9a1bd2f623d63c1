import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readSettings, settingKeys } from '@postroad/core/account/settings';
import { operationNamed, operationNames } from '@postroad/core/catalog/catalog';
import { compactTopic } from '@postroad/core/catalog/compact-topic';
import { describeSchema, namesFor, topics } from '@postroad/core/catalog/describe/describe-schema';
import { exampleCaps } from '@postroad/core/catalog/describe/send-windows';
import type { AccountNames } from '@postroad/core/catalog/describe/topic';
import { type TopicName, topicNames } from '@postroad/core/catalog/describe/topic-names';
import { checkCondition } from '@postroad/core/conditions/check';
import { predicates } from '@postroad/core/conditions/predicates';
import { conditionTypes } from '@postroad/core/conditions/types/table';
import { checkLiquid } from '@postroad/core/content/liquid/check-liquid';
import { mergeVariables } from '@postroad/core/content/text/merge-context';
import { parseThemeVariables } from '@postroad/core/content/themes/values';
import { themeVocabulary } from '@postroad/core/content/themes/vocabulary';
import { readTree } from '@postroad/core/definitions/read-tree';
import { parseEventEntry } from '@postroad/core/events/event';
import type { RunPolicy } from '@postroad/core/flows/definition/definition';
import { review } from '@postroad/core/flows/definition/review';
import { checkTrigger } from '@postroad/core/flows/definition/trigger';
import { occurrences } from '@postroad/core/flows/definition/wait-for';
import { renewalTriggerType } from '@postroad/core/flows/renewals/renewal-trigger';
import { stepType, stepTypeNames } from '@postroad/core/flows/steps/table';
import { dateTrigger } from '@postroad/core/flows/triggers/date';
import { eventTrigger } from '@postroad/core/flows/triggers/event';
import { renewalTrigger } from '@postroad/core/flows/triggers/renewal';
import { scheduleTrigger } from '@postroad/core/flows/triggers/schedule';
import { segmentTrigger } from '@postroad/core/flows/triggers/segment';
import { issueCodes } from '@postroad/core/flows/validate/codes';
import { ownEvents } from '@postroad/core/flows/validate/event-unknown';
import type { FieldType } from '@postroad/core/people/field-type';
import { durationFault } from '@postroad/core/platform/duration';
import { limits } from '@postroad/core/platform/limits';
import { parseInput } from '@postroad/core/platform/operations/parse-input';
import { Refusal } from '@postroad/core/platform/refusal';
import { ZoneClock } from '@postroad/core/platform/zone-clock';
import { describe, expect, it } from 'vitest';
import { root } from '../../../support/repository.ts';

const nothing: AccountNames = {
  event_types: [],
  fields: [],
  tags: [],
  themes: [],
  emails: [],
  flows: [],
  products: [],
  segments: [],
  sequences: [],
};

const some: AccountNames = {
  event_types: ['trial_began', 'order_paid'],
  fields: [
    { key: 'seats', type: 'number' },
    { key: 'plan', type: 'string' },
  ],
  tags: ['VIP', 'customer'],
  themes: ['default', 'warm'],
  emails: [
    { id: 12, title: 'Goodbye' },
    { id: 7, title: 'Welcome' },
  ],
  flows: ['welcome'],
  products: ['course', 'membership'],
  segments: ['customers'],
  sequences: [{ id: 3, title: 'Onboarding' }],
};

/** As much as a store hands over, with names as long and as awkward as they come. */
const full: AccountNames = {
  event_types: Array.from({ length: limits.describeNames }, (_, i) => `"\\${'e'.repeat(60)}${i}`),
  fields: Array.from({ length: limits.describeNames }, (_, i) => ({
    key: `${'f'.repeat(70)}${i}`,
    type: 'boolean' as const,
  })),
  tags: Array.from({ length: limits.describeNames }, (_, i) =>
    i % 2 ? '\u0001'.repeat(limits.tagChars) : `🦊 tag ${i}`,
  ),
  themes: Array.from({ length: limits.describeNames }, (_, i) => `theme-${i}`),
  emails: Array.from({ length: limits.describeNames }, (_, i) => ({
    id: 9_000_000_000 + i,
    title: 'T'.repeat(i % 2 ? 200 : 70),
  })),
  flows: Array.from({ length: limits.describeNames }, (_, i) => `flow-${'k'.repeat(70)}${i}`),
  products: Array.from({ length: limits.describeNames }, (_, i) => `product-${i}`),
  segments: Array.from({ length: limits.describeNames }, (_, i) => `segment-${i}`),
  sequences: Array.from({ length: limits.describeNames }, (_, i) => ({
    id: 8_000_000_000 + i,
    title: 'S'.repeat(i % 2 ? 200 : 60),
  })),
};

const accounts = { nothing, some, full };

const cases = Object.entries(accounts).flatMap(([account, names]) =>
  topicNames.flatMap((topic) =>
    [null, ...topics[topic].parts].map(
      (part) => [topic, part, account, names] as [TopicName, string | null, string, AccountNames],
    ),
  ),
);
const casesOf = (topic: TopicName) => cases.filter(([name]) => name === topic);

const exampleOf = (topic: TopicName, part: string | null, names: AccountNames) =>
  describeSchema(topic, part, names).example as Record<string, unknown>;

/** What exists in the account, and what every account is taken to have. */
function referencesOf(names: AccountNames) {
  const ids = [1, ...names.emails.map(({ id }) => id)];
  return {
    emails: new Map(ids.map((id) => [id, { archived: false, blank: false, transactional: false }])),
    fields: new Map<string, FieldType>([
      ['plan', 'string'],
      ['birthday', 'date'],
      ...names.fields.map(({ key, type }) => [key, type] as const),
    ]),
    tags: new Set(['customer', ...names.tags.map((tag) => tag.toLowerCase())]),
    events: new Set(names.event_types),
    sequences: new Set([1, ...names.sequences.map(({ id }) => id)]),
    sequencesOff: new Set<number>(),
    flows: new Set(names.flows),
    products: new Set(['membership', ...names.products]),
    segments: new Map(['customers', ...names.segments].map((key, index) => [key, index + 1])),
    tunables: new Map(),
  };
}

const findings = (
  definition: unknown,
  names: AccountNames,
  runPolicy: RunPolicy = 'single_run',
) => {
  const context = { flowKey: 'x', held: null, runPolicy, references: referencesOf(names) };
  const { refusals, validation } = review(definition, context);
  // An account without any events yet has recorded none of the example's.
  const later = names.event_types.length === 0 ? 'event_unknown' : '';
  const found = [...refusals, ...validation.errors, ...validation.warnings];
  return found.filter(({ code }) => code !== later);
};

const liquidErrors = (source: Record<string, unknown>) =>
  Object.entries(source)
    .filter((entry): entry is [string, string] => typeof entry[1] === 'string')
    .flatMap(([field, text]) => Object.values(checkLiquid(text, field)).flat());

describe('every answer', () => {
  it.each(cases)('%s %s (%s) is short and complete', (topic, part, account, names) => {
    const answer = describeSchema(topic, part, names);
    const size = JSON.stringify(answer).length;
    expect(size).toBeLessThanOrEqual(limits.describeChars);
    expect(answer.names.map(({ kind }) => kind)).toEqual(namesFor(topic, part));
    for (const { complete } of answer.names) expect(complete).toBe(account !== 'full');
    expect(answer.rules.length).toBeGreaterThan(0);
    const keys = answer.fields.map(({ name }) => name);
    expect(new Set(keys).size).toBe(keys.length);
    expect(JSON.stringify(answer)).not.toMatch(/undefined|\[object|NaN/);
  });

  it('leaves room for names of the account', () => {
    const sizes = topicNames.map((topic) => [
      topic,
      JSON.stringify(describeSchema(topic, null, nothing)).length,
    ]);
    process.stdout.write(`describe_schema: ${sizes.map((pair) => pair.join(' ')).join(', ')}\n`);
    const tight = sizes.filter(
      ([topic, size]) =>
        topics[topic as TopicName].names.length > 0 && Number(size) > limits.describeChars - 200,
    );
    expect(tight).toEqual([]);
  });

  it('points at operations and topics that exist', () => {
    for (const [topic, part, , names] of cases) {
      for (const target of describeSchema(topic, part, names).see) {
        const [name = '', further, ...rest] = target.split(' ');
        expect(operationNames, target).toContain(name);
        if (further !== undefined) expect(topicNames).toContain(further);
        expect(rest).toEqual([]);
      }
    }
  });

  it('HOUSE-09 speaks of operations that exist, and of no tool', () => {
    const mentions = /\b(?:list|get|save|validate|activate|preview|record|describe)_[a-z_]+\b/g;
    for (const [topic, part, , names] of cases.filter(([, , account]) => account === 'some')) {
      const { rules, fields } = describeSchema(topic, part, names);
      const text = JSON.stringify([rules, fields.map(({ note }) => note)]);
      for (const name of text.match(mentions) ?? []) expect(operationNames).toContain(name);
    }
  });
});

describe('every example is valid', () => {
  it.each([...casesOf('author'), ...casesOf('flow')])(
    '%s (%s %s)',
    (topic, part, _account, names) => {
      const { definition, flow_key, ...rest } = exampleOf(topic, part, names);
      parseInput(operationNamed('create_flow').input, { key: flow_key, definition, ...rest });
      expect(findings(definition, names)).toEqual([]);
    },
  );

  it.each(casesOf('steps'))('%s %s (%s)', (topic, part, _account, names) => {
    const example = exampleOf(topic, part, names);
    expect(findings(example, names)).toEqual([]);
    const types = (example.nodes as { type: string }[]).map(({ type }) => type);
    expect(types).toEqual([part ?? 'gate']);
  });

  it.each(casesOf('trigger'))('%s (%s %s)', (topic, part, _account, names) => {
    const example = exampleOf(topic, part, names);
    expect(checkTrigger(example, 'trigger')).toEqual([]);
    const nodes = [{ type: 'exit_flow' }];
    expect(findings({ trigger: example, nodes }, names, 'repeat')).toEqual([]);
  });

  it.each(casesOf('renewal'))('%s %s (%s)', (topic, part, _account, names) => {
    if (part !== null) return;
    const trigger = exampleOf(topic, part, names);
    expect(findings({ trigger, nodes: [{ type: 'exit_flow' }] }, names, 'repeat')).toEqual([]);
  });

  it.each(casesOf('conditions'))('%s %s (%s)', (topic, part, _account, names) => {
    const example = exampleOf(topic, part, names);
    expect(checkCondition(example, 'condition', referencesOf(names))).toEqual([]);
  });

  it('duration', () => {
    expect(durationFault(exampleOf('duration', null, some))).toBeNull();
  });

  it('theme', () => {
    const { variables, ...rest } = exampleOf('theme', null, some);
    expect(parseThemeVariables(variables).errors).toEqual([]);
    expect(Object.keys(variables as object)).toHaveLength(3);
    parseInput(operationNamed('create_theme').input, { variables, ...rest });
  });

  const isTaken = (settings: object, names: AccountNames) => {
    const { warnings } = readSettings({ ...settings }, referencesOf(names));
    expect(warnings).toEqual([]);
  };

  it.each(casesOf('settings'))('%s (%s %s)', (topic, part, _account, names) => {
    const example = exampleOf(topic, part, names);
    parseInput(operationNamed('update_settings').input, example);
    isTaken(example.settings as object, names);
  });

  it.each(casesOf('send_windows'))('%s (%s %s)', (topic, part, _account, names) => {
    isTaken({ send_windows: exampleOf(topic, part, names) }, names);
    isTaken({ 'sending.frequency_caps': exampleCaps }, names);
  });

  it.each(casesOf('preferences'))('%s (%s %s)', (topic, part, _account, names) => {
    isTaken({ 'sending.subscription_preferences': exampleOf(topic, part, names) }, names);
  });

  it.each([...casesOf('liquid'), ...casesOf('email')])('%s (%s %s)', (topic, part, _, names) => {
    const example = exampleOf(topic, part, names);
    parseInput(operationNamed('create_email').input, example);
    expect(liquidErrors(example)).toEqual([]);
  });

  it.each(casesOf('events'))('%s (%s %s)', (topic, part, _account, names) => {
    const example = exampleOf(topic, part, names);
    expect(parseEventEntry(example, new Date(0), new ZoneClock('UTC')).error).toBeNull();
    parseInput(operationNamed('record_event').input, example);
  });

  it('definitions', () => {
    const { files } = exampleOf('definitions', null, some) as { files: Record<string, string> };
    const { records, parse_errors } = readTree(files);
    expect(parse_errors).toEqual([]);
    expect(records.map(({ type, errors }) => [type, errors])).toEqual([['field', []]]);
  });

  it.each(['index', 'issues'] as const)('%s', (topic) => {
    const { topic: next, part } = exampleOf(topic, null, some);
    expect(describeSchema(next as TopicName, part as string, some).part).toBe(part);
  });
});

describe('VER-05 the vocabulary is the live one', () => {
  const namesIn = (topic: TopicName, part: string | null = null) =>
    describeSchema(topic, part, nothing).fields.map(({ name }) => name);

  it('theme variables', () => {
    expect(namesIn('theme')).toEqual(themeVocabulary.map(({ name }) => name));
  });

  it('settings', () => {
    expect(namesIn('settings')).toEqual(settingKeys);
  });

  it('condition types and their keys', () => {
    expect(namesIn('conditions')).toEqual(Object.keys(conditionTypes));
    for (const [type, { keys }] of Object.entries(conditionTypes)) {
      const own = namesIn('conditions', type).filter((name) => name.startsWith(`${type}.`));
      const told = own.filter((name) => !name.includes(' '));
      expect(told).toEqual(['type', ...keys].map((key) => `${type}.${key}`));
    }
  });

  it('COND-16 predicates and their arguments', () => {
    const told = namesIn('conditions', 'predicate');
    for (const [name, { args }] of Object.entries(predicates)) {
      expect(told).toContain(`predicate.name ${name}`);
      for (const key of Object.keys(args)) expect(told).toContain(`predicate.args ${name}.${key}`);
    }
  });

  it.each(stepTypeNames)('keys of the step %s', (type) => {
    const { fields = {}, arms = [] } = stepType(type) ?? {};
    const keys = ['type', ...Object.keys(fields), ...arms].map((key) => `${type}.${key}`);
    expect(namesIn('steps', type)).toEqual(keys);
  });

  it('keys of a renewal trigger', () => {
    expect(namesIn('trigger', renewalTriggerType)).toEqual(renewalTrigger.keys);
  });

  it('keys of a date trigger', () => {
    expect(namesIn('trigger', 'date')).toEqual(dateTrigger.keys);
  });

  it('keys of a schedule', () => {
    expect(namesIn('trigger', 'schedule')).toEqual(scheduleTrigger.keys);
  });

  it('keys of a trigger of a segment', () => {
    expect(namesIn('trigger', 'segment')).toEqual(segmentTrigger.keys);
  });

  it('keys of a trigger', () => {
    expect(namesIn('trigger').filter((name) => !name.includes('.'))).toEqual(eventTrigger.keys);
  });

  it('variables of an email', () => {
    const known = mergeVariables.map(({ name }) => name);
    const told = namesIn('liquid');
    expect(known.filter((name) => !told.includes(name) && !/^automation\./.test(name))).toEqual([]);
    expect(told.filter((name) => !known.includes(name))).toEqual([]);
  });

  it('codes of validation', () => {
    expect(topics.issues.parts).toEqual(['errors', 'warnings', ...Object.keys(issueCodes)]);
    const codesIn = (part: string) => describeSchema('issues', part, nothing).rules[0]?.split(' ');
    const listed = ['errors', 'warnings'].flatMap(codesIn);
    expect(listed.toSorted()).toEqual(Object.keys(issueCodes).toSorted());
  });
});

describe('names of the account', () => {
  it('are in the answer as they are written', () => {
    expect(describeSchema('conditions', null, some).names).toEqual([
      { kind: 'fields', names: ['seats (number)', 'plan (string)'], complete: true },
      { kind: 'tags', names: ['VIP', 'customer'], complete: true },
    ]);
    expect(describeSchema('flow', null, some).names[0]?.names).toEqual(['12 Goodbye', '7 Welcome']);
  });

  it('are used by the examples', () => {
    const text = JSON.stringify(exampleOf('author', null, some));
    expect(text).toContain('"trial_began"');
    expect(text).toContain('"email_id":12');
    expect(text).toContain('"field":"seats"');
  });
});

it.each([
  ['steps', 'if_els', 'Did you mean if_else?'],
  ['issues', 'email_unknwon', 'Did you mean email_unknown?'],
  ['conditions', 'x'.repeat(500), 'has no part'],
  ['theme', 'colors', 'The topic theme has no parts; leave part out.'],
] as const)('refuses the part %s %s', (topic, part, hint) => {
  const refused = () => describeSchema(topic, part, nothing);
  expect(refused).toThrow(Refusal);
  expect(refused).toThrow(hint);
});

/** Tokens of o200k_base in a character of these answers, as gpt-tokenizer 4.0 counted them. */
const tokensPerCharacter = 0.2425;

it('AGT-19 fits all topics into what an agent can spare', () => {
  const answers = topicNames.map((topic) => compactTopic(describeSchema(topic, null, some)));
  const characters = JSON.stringify(answers).length;
  const tokens = Math.ceil(characters * tokensPerCharacter);
  process.stdout.write(`describe_schema: about ${tokens} tokens in all for an agent\n`);
  expect(tokens).toBeLessThanOrEqual(8_700);
});

it('AGT-19 has in one topic what an ordinary flow needs', () => {
  const { rules, fields } = compactTopic(describeSchema('author', null, some));
  const text = [...rules, ...fields].join('\n');
  for (const type of [...stepTypeNames, ...Object.keys(conditionTypes)])
    expect(text).toMatch(new RegExp(`\\b${type}\\b`));
  for (const key of [
    'event',
    'match',
    'email_id',
    'amount',
    'subject',
    'body_markdown',
    'run_policy',
  ])
    expect(text).toContain(key);
  // What a gate waits for is said in words too, and once named an occurrence that no gate takes.
  expect(text).toContain(`occurrence: ${occurrences.join(' | ')}`);
});

it('AGT-19 says the limits, statuses and defaults that the code has, without writing them again', async () => {
  const folder = join(root, 'core/src/catalog/describe');
  const files = (await readdir(folder)).filter(
    (name) => !['flow-json-schema.ts', 'liquid-vocabulary.ts'].includes(name),
  );
  // Numbers of standards and the year from which rules of schedules count.
  const known = new Set(['5545', '2024', '404', '422']);
  for (const name of files) {
    const source = await readFile(join(folder, name), 'utf8');
    const sentences = source.match(/'[^'\n]{30,}'|`[^`\n]{30,}`/g) ?? [];
    for (const sentence of sentences.filter((text) => !/example|\{\{/.test(text)))
      for (const number of sentence.replaceAll(/\$\{[^}]*\}/g, '').match(/\b\d{3,}\b/g) ?? [])
        expect(known, `${name}: ${sentence}`).toContain(number);
    expect(source, name).not.toMatch(/active, trialing or past_due/);
  }
});

it('AGT-19 leaves no fact of an answer out of its compact form', () => {
  for (const [topic, part, , names] of cases.filter(([, , account]) => account === 'some')) {
    const described = describeSchema(topic, part, names);
    const text = JSON.stringify(compactTopic(described));
    const { fields, rules, see } = described;
    const notes = fields.flatMap(({ name, note }) => [name, note]);
    for (const fact of [...notes, ...rules, ...see])
      expect(text).toContain(JSON.stringify(fact).slice(1, -1));
  }
});

it('AGM-04 shows an event that a client may record, also where the service recorded its own first', () => {
  const names = (event_types: string[]) => ({ ...some, event_types });
  const recorded = (account: AccountNames) => exampleOf('events', null, account).name;
  expect(recorded(names([...ownEvents, 'order_paid']))).toBe('order_paid');
  expect(recorded(names([...ownEvents]))).toBe('signed_up');
});

it('AGT-20 says in the topic on renewals what automation.target_at means', () => {
  const rules = describeSchema('renewal', null, some).rules.join(' ');
  expect(rules).toContain('automation.target_at is when the reminder is due');
});
