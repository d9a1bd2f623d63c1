import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { operationNamed, operationNames } from '@postroad/core/catalog/catalog';
import { asksSometimes } from '@postroad/core/catalog/confirmed';
import { topics } from '@postroad/core/catalog/describe/describe-schema';
import { topicNames } from '@postroad/core/catalog/describe/topic-names';
import { issueCodes } from '@postroad/core/flows/validate/codes';
import type { CodeEntry } from '@postroad/core/platform/issue';
import type { Safety } from '@postroad/core/platform/operations/operation';
import { parseInput } from '@postroad/core/platform/operations/parse-input';
import { internalProblem, problemOf } from '@postroad/core/platform/problem';
import { conflictCodes, invalid, notFound, Refusal } from '@postroad/core/platform/refusal';
import { hasOutline } from '@postroad/mcp/calls/outline';
import { toolProblem, unknownTool } from '@postroad/mcp/calls/tool-problem';
import { instructions } from '@postroad/mcp/instructions';
import { getPrompt, prompts } from '@postroad/mcp/prompts/prompts';
import {
  resolveTool,
  toolByName,
  toolForOperation,
  tools,
  withToolNames,
} from '@postroad/mcp/tools/catalog';
import {
  type Exposure,
  listedTools,
  offeredTool,
  unlistedTools,
} from '@postroad/mcp/tools/exposure';
import { findTools, findToolsEntry } from '@postroad/mcp/tools/find-tools';
import { isShown, listedTool, toolSchema } from '@postroad/mcp/tools/schema';
import { operationsOf, toolsets } from '@postroad/mcp/tools/tool';
import { toolWords } from '@postroad/mcp/tools/tool-words';
import {
  DatabaseUnavailable,
  databaseShort,
} from '@postroad/service/platform/database-unavailable';
import { expect, it } from 'vitest';

/** Tokens as mcp.md counts them: characters of compact JSON divided by four. */
function tokens(value: unknown): number {
  return Math.ceil(JSON.stringify(value).length / 4);
}

/** The arguments of the design; additional ones are ours. */
interface Draft {
  args: string[];
  hints: object;
}

const listed = listedTools({ toolsets }).map(listedTool);
const golden = join(import.meta.dirname, '..', 'golden', 'tools.json');

it('SURF-03, SURF-04, SURF-05 lists the tools as the golden file has them', async () => {
  const lines = listed.map((tool) => JSON.stringify(tool)).join(',\n');
  await expect(`[\n${lines}\n]\n`).toMatchFileSnapshot(golden);
});

it('uses nothing in schemas that hosts are known to stumble over', () => {
  const check = (schema: Record<string, unknown>, at: string) => {
    expect(Array.isArray(schema.type), `${at} has several types`).toBe(false);
    expect(Object.keys(schema), at).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(\$|oneOf|allOf|not|const)/)]),
    );
    if (schema.type === 'object') expect(schema.properties, at).toBeDefined();
    if (schema.type === 'array') expect(schema.items, at).toBeDefined();
    const inner = (schema.properties ?? {}) as Record<string, Record<string, unknown>>;
    for (const [name, value] of Object.entries(inner)) check(value, `${at}.${name}`);
    for (const value of (schema.anyOf ?? []) as Record<string, unknown>[]) check(value, at);
    if (schema.items) check(schema.items as Record<string, unknown>, `${at}[]`);
  };
  for (const { name, inputSchema } of listed) check(inputSchema, name);
});

it('AGT-17, AGT-18 keeps the list within what an agent can spare', () => {
  // Of this list o200k counts a twentieth fewer than characters by four: 8,582 for 36,142 characters.
  const o200k = (list: readonly object[]) => Math.ceil(tokens(list) * 0.95);
  const shown = (exposure?: Exposure) =>
    o200k([...listedTools(exposure).map(listedTool), findToolsEntry]);
  const sizes = {
    ...{ usual: shown(), all: shown({ toolsets: ['all'] }) },
    ...{ every: o200k(listed), readOnly: shown({ toolsets: ['all'], readOnly: true }) },
  };
  process.stdout.write(`tools/list in tokens: ${JSON.stringify(sizes)}\n`);
  expect(sizes.every).toBeLessThanOrEqual(9_000);
  expect(sizes.readOnly).toBeLessThanOrEqual(4_200);
  expect(sizes.usual).toBeLessThanOrEqual(5_000);
  expect(listedTools().length + 1).toBeLessThanOrEqual(40);
  for (const tool of listed) expect(o200k([tool]), tool.name).toBeLessThanOrEqual(250);
  expect(tokens(instructions)).toBeLessThanOrEqual(400);
});

it('AGM-02 lists the token of a dry run wherever a call may need agreement', () => {
  const asking = listedTools({ toolsets }).filter((tool) => operationsOf(tool).some(asksSometimes));
  expect(asking.length).toBeGreaterThan(20);
  expect(asking.filter((tool) => !isShown(tool, 'confirm_token'))).toEqual([]);
});

it('AGT-18 lists tools by set and by name, and finds the others', () => {
  const named = (exposure?: Exposure) => listedTools(exposure).map(({ name }) => name);
  expect(named({ tools: ['cancel_run', 'list_bounces'] })).toEqual([
    ...['describe_schema', 'cancel_run', 'list_bounces'],
  ]);
  expect(named({ toolsets: ['flows'], tools: ['get_report'] })).toEqual(
    expect.arrayContaining(['describe_schema', 'rollback_flow', 'get_report']),
  );
  expect(named({ toolsets: ['all'] })).not.toContain('create_token');
  expect(named({ toolsets: ['all', 'tokens'] })).toContain('create_token');
  const found = (q: string, exposure: Exposure = {}) => {
    const [block] = findTools({ q }, exposure).content;
    const { tools: entries } = JSON.parse(block?.type === 'text' ? block.text : '') as {
      tools: { name: string }[];
    };
    return entries.map(({ name }) => name);
  };
  for (const { name } of tools) {
    expect(found(name)[0], name).toBe(name);
    expect(offeredTool(name, {})?.name).toBe(name);
  }
  expect(found('cancel a broadcast')).toContain('cancel_broadcast');
  expect(found('cancel a broadcast', { readOnly: true })).not.toContain('cancel_broadcast');
  expect(found('xyzzy')).toEqual([]);
  for (const args of [{}, { q: ' ' }, { q: 7 }, { q: 'a', topic: 'b' }]) {
    expect(() => findTools(args, {}), JSON.stringify(args)).toThrow(Refusal);
  }
});

it('has a tool for every operation, and none twice', () => {
  expect(operationNames.filter((name) => !toolForOperation(name))).toEqual([]);
  const served = tools.flatMap((tool) => {
    const isPreset = typeof tool.operation === 'object' && 'with' in tool.operation;
    return [...(isPreset ? [] : operationsOf(tool)), ...(tool.alsoServes ?? [])];
  });
  expect(served.sort()).toEqual([...operationNames].sort());
  expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length);
});

/** From the mildest to the most severe. */
const gravity: readonly Safety[] = ['read', 'add', 'replace', 'remove', 'send'];

const overwrites = { readOnly: false, destructive: true, idempotent: true, openWorld: false };

/** The hints that follow from the most severe operation of a tool. */
const hintsOf: Record<Safety, object> = {
  read: { readOnly: true, openWorld: false },
  add: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
  replace: overwrites,
  remove: overwrites,
  send: { readOnly: false, destructive: true, idempotent: false, openWorld: true },
};

/** Hints that differ on purpose, with the reason. */
const hintsBesides: Record<string, [hints: object, reason: string]> = {
  record_events: [{ openWorld: true }, 'Events start flows, which send.'],
  import_people: [{ openWorld: true }, 'An import can start flows.'],
  save_person: [{ openWorld: true }, 'Tags and changed fields start flows.'],
  save_people: [{ openWorld: true }, 'As save_person.'],
  tag_person: [{ openWorld: true }, 'A tag starts flows.'],
  tag_people: [{ openWorld: true }, 'As tag_person.'],
  apply_definitions: [
    { openWorld: true },
    'Its files can put flows live, and change those that are.',
  ],
  toggle_sequence: [{ openWorld: true }, 'A sequence that is on sends.'],
  move_sequence_step: [{ idempotent: false }, 'Each call moves it one further.'],
  activate_flow: [{ idempotent: true }, 'A flow that is on stays on.'],
  schedule_broadcast: [{ idempotent: true }, 'The same time once more is the same time.'],
  save_draft: [{ destructive: false }, 'It changes nothing that is live.'],
  send_test_email: [{ destructive: false }, 'It changes nothing that is kept.'],
  check_service: [{ openWorld: true }, 'It asks DNS and the mail provider.'],
};

it('HOUSE-09 hints say what the safety of the operations says, but for reasons', () => {
  for (const tool of tools) {
    const grave = operationsOf(tool).map((name) => gravity.indexOf(operationNamed(name).safety));
    const usual = hintsOf[gravity[Math.max(...grave)] ?? 'send'];
    const [besides = {}] = hintsBesides[tool.name] ?? [];
    expect(tool.hints, tool.name).toEqual({ ...usual, ...besides });
    if (tool.name in hintsBesides) expect(tool.hints, tool.name).not.toEqual(usual);
  }
  expect(Object.keys(hintsBesides).filter((name) => !toolByName(name))).toEqual([]);
});

it('AGM-06 says openly which tools can start flows, which reach people', () => {
  const starting = [
    ...['record_events', 'save_person', 'save_people', 'tag_person', 'tag_people'],
    ...['import_people', 'apply_definitions', 'activate_flow', 'toggle_sequence', 'move_clock'],
  ];
  for (const name of starting) {
    const tool = toolByName(name);
    expect(tool && listedTool(tool).annotations, name).toMatchObject({ openWorldHint: true });
  }
  for (const { name, annotations } of tools.map(listedTool)) {
    expect(typeof annotations?.openWorldHint, name).toBe('boolean');
  }
});

it('HOUSE-09 lists every tool once, but for those that say why not', () => {
  const names = [...listed.map(({ name }) => name), ...Object.keys(unlistedTools)];
  expect(names.toSorted()).toEqual(tools.map(({ name }) => name).toSorted());
});

it('HOUSE-09 names tools to agents where core names operations', () => {
  const said = ['update_theme', 'list_themes', 'describe_schema flow', 'export_definitions'];
  expect(withToolNames([...said, 'no_operation'])).toEqual([
    ...['save_theme', 'list_themes', 'describe_schema flow', 'pull_definitions', 'no_operation'],
  ]);
});

it('finds tools by the names that agents use', () => {
  const named = (name: string) => resolveTool(name)?.name;
  expect(['create_theme', 'update_flow', 'upsert_person'].map(named)).toEqual([
    'save_theme',
    'save_flow',
    'save_person',
  ]);
  expect(['test_send', 'archive_email', 'rollback'].map(named)).toEqual([
    'send_test_email',
    'delete_email',
    'rollback_flow',
  ]);
  // An operation that shares a tool can be called by its own name.
  for (const { operation } of tools) {
    if (typeof operation === 'string' || !('otherwise' in operation)) continue;
    for (const name of [operation.call, operation.otherwise]) expect(named(name)).toBe(name);
  }
  expect(named('drop_table')).toBeUndefined();
});

it('has every tool of the draft with its arguments and annotations', async () => {
  const draft = JSON.parse(await readFile(join(import.meta.dirname, 'draft-tools.json'), 'utf8'));
  const byName = new Map(tools.map((tool) => [tool.name, listedTool(tool)]));
  // What hosts assume where a tool does not say.
  const usual = { readOnlyHint: false, destructiveHint: true };
  for (const [name, { args, hints }] of Object.entries(draft as Record<string, Draft>)) {
    const found = byName.get(name);
    expect({ ...usual, ...found?.annotations }, name).toEqual({ ...usual, ...hints });
    expect(Object.keys(found?.inputSchema.properties ?? {}), name).toEqual(
      expect.arrayContaining(args),
    );
  }
});

it('mentions no tool that does not exist', () => {
  const names = new Set(tools.map(({ name }) => name));
  const verbs =
    '(?:list|get|save|make|validate|activate|pause|preview|record|describe|explain|dry_run|retry|move|rollback|diff|cancel)';
  const mentions = new RegExp(`\\b${verbs}_[a-z_]+\\b`, 'g');
  for (const text of [instructions, ...tools.map(({ description }) => description)]) {
    const unknown = (text.match(mentions) ?? []).filter((name) => !names.has(name));
    expect(
      unknown.filter((name) => name !== 'dry_run'),
      text,
    ).toEqual([]);
  }
});

it('AGT-20 names in prompts only topics and parts that describe_schema takes', () => {
  const seen = prompts.flatMap((prompt) => {
    const given = prompt.arguments.map(({ name }): [string, string] => [name, 'x']);
    const [message] = getPrompt(prompt.name, Object.fromEntries(given)).messages;
    const text = message?.content.type === 'text' ? message.content.text : '';
    expect(text, prompt.name).not.toMatch(/describe_schema \w+:/);
    return [...text.matchAll(/describe_schema (?!for )(\w+)(?:, part (\w+))?/g)];
  });
  for (const [text, name, part] of seen) {
    const topic = topicNames.find((known) => known === name);
    expect(topic, text).toBeDefined();
    if (topic && part !== undefined) expect(topics[topic].parts, text).toContain(part);
  }
  expect(seen.map(([, , part]) => part)).toContain('renewal');
});

it('names the nearest value for a misspelt one', () => {
  const tool = toolByName('describe_schema');
  if (!tool) throw new Error('There is no describe_schema.');
  const refused = () => parseInput(operationNamed('describe_schema').input, { topic: 'trigers' });
  expect(refused).toThrow(Refusal);
  try {
    refused();
  } catch (error) {
    expect(toolProblem(problemOf(error as Refusal), tool)).toMatchObject({
      fix: 'Use trigger as topic.',
      did_you_mean: 'trigger',
    });
  }
});

it.each([
  [
    'save_email',
    invalid([
      {
        path: 'body_markdown',
        code: 'unknown_filter',
        message: 'Line 1, column 1: there is no filter "upcse". Did you mean "upcase"?',
        did_you_mean: 'upcase',
      },
    ]),
    'Write upcase in body_markdown instead of the unknown name, and call save_email again.',
    'upcase',
  ],
  [
    'save_layout',
    invalid([
      {
        path: 'theme',
        code: 'theme_unknown',
        message: 'There is no theme "acme-2026". Did you mean "acme-2027"?',
        did_you_mean: 'acme-2027',
      },
    ]),
    'Use acme-2027 as theme.',
    'acme-2027',
  ],
  [
    'delete_theme',
    new Refusal('conflict', '"a.b" is the default theme. Make another one the default first.'),
    'Make another one the default first; list_themes shows the present state.',
    undefined,
  ],
  [
    'delete_theme',
    new Refusal('conflict', 'It changed meanwhile.'),
    'Look at it with list_themes, then decide what still has to change.',
    undefined,
  ],
])('tells what to do after %s is refused', (name, refusal, fix, meant) => {
  const tool = toolByName(name);
  if (!tool) throw new Error(`There is no ${name}.`);
  const problem = toolProblem(problemOf(refusal), tool);
  expect([problem.fix, problem.did_you_mean]).toEqual([fix, meant]);
});

it.each([
  ['pause_broadcast', '; get_broadcast shows the present state.'],
  ['replace_broadcast_email', '; get_broadcast shows the present state.'],
  ['hold_sending', '; get_sending shows the present state.'],
  ['move_run', '; list_flow_runs shows the present state.'],
  ['save_sequence_step', '; get_sequence shows the present state.'],
  ['revert_change', '; list_changes says in revert which changes can be reverted.'],
])('names the tool that shows what %s changes', (name, rest) => {
  const tool = toolByName(name);
  if (!tool) throw new Error(`There is no ${name}.`);
  const problem = problemOf(new Refusal('conflict', 'It is so. Do that.'));
  expect(toolProblem(problem, tool).fix).toBe(`Do that${rest}`);
});

it('FIX-02 has a draft on an older base take over what others changed, before it is published', () => {
  const tool = toolByName('publish_draft');
  const members = { base_revision: 6, live_revision: 7 };
  const problem = problemOf(new Refusal('conflict', 'It is so. Do that.', members));
  expect(tool && toolProblem(problem, tool)).toMatchObject({
    fix: expect.stringMatching(/take what its changes undo .* save_draft .* base_revision 7\.$/),
    next_tool: 'get_draft',
  });
});

it('FIX-02 sends no key to itself, and who looks for a mail to all mail', () => {
  const fixOf = (name: string, refusal: Refusal) => {
    const tool = toolByName(name);
    if (!tool) throw new Error(`There is no ${name}.`);
    return toolProblem(problemOf(refusal), tool).fix;
  };
  const key = { path: 'reason', code: 'key_unknown', message: 'reason is not a known key here.' };
  expect(fixOf('hold_sending', invalid([key]))).toBe(
    'Leave reason out of this call of hold_sending.',
  );
  expect(fixOf('get_send', notFound('send', 7))).toBe(
    'Take a key or id from list_sends and call get_send again.',
  );
});

it.each([
  ['create_tokens', 'create_token'],
  ['record_event', 'record_events'],
  ['list_campaigns', 'list_broadcasts'],
  ['erase_person', 'delete_person'],
  ['send_broadcast', 'send_broadcast_now'],
  ['list_contacts', 'list_people'],
  ['restore_emails', 'restore_email'],
  ['release_sendings', 'release_sending'],
  // A field is something else.
  ['delete_file', 'apply_definitions'],
  ['delete_feild', 'delete_field'],
])('FIX-02 the unknown tool %s leads to %s, which does what it says', (name, meant) => {
  expect(unknownTool(name, tools)).toMatchObject({
    ...{ did_you_mean: meant, next_tool: meant, fix: `Call ${meant}.` },
  });
});

it.each(['foo_bar', 'send_sms', 'get_weather', 'read_file', 'web_search', 'create_payment'])(
  'FIX-02 the unknown tool %s, of which no tool has every word, leads to find_tools',
  (name) => {
    const problem = unknownTool(name, tools);
    expect(problem).toMatchObject({
      fix: 'Call find_tools with what you want to do as q.',
      next_tool: 'find_tools',
    });
    expect(problem).not.toHaveProperty('did_you_mean');
  },
);

it.each(['send_message', 'save_person', 'import_people', 'delete_form'])(
  'FIX-02 %s whose outcome is unknown is not to be called again unseen',
  (name) => {
    const tool = toolByName(name);
    if (tool === undefined) throw new Error(name);
    for (const problem of [
      problemOf(new DatabaseUnavailable()),
      internalProblem('7'),
      problemOf(new Refusal('unavailable', 'The call may have been carried out: look first.')),
    ]) {
      const { fix, next_tool } = toolProblem(problem, tool);
      expect(fix).toMatch(/^Nobody knows whether this was done: look with \w+ before /);
      expect(fix).toContain(` ${next_tool} before ${name} is called again`);
      expect(fix).toMatch(/With the same (?:idempotency_)?key/);
    }
    const stored = problemOf(databaseShort(false));
    expect(toolProblem(stored, tool).fix).toMatch(new RegExp(`^Call ${name} again`));
    const reading = toolByName('get_person');
    expect(reading && toolProblem(internalProblem('7'), reading).fix).toMatch(/^Call get_person/);
  },
);

it('FIX-02 a setting that is written wrong leads to the topic that shows its form', () => {
  const tool = toolByName('save_settings');
  const problemAt = (path: string) =>
    tool &&
    toolProblem(
      problemOf(invalid([{ path, code: 'value_invalid', message: 'It is wrong.' }])),
      tool,
    );
  expect(problemAt('settings.sending.frequency_caps[0].per')).toMatchObject({
    fix: expect.stringContaining('describe_schema send_windows shows the form.'),
    next_tool: 'describe_schema',
  });
  expect(problemAt('settings.sending.tracking')?.next_tool).toBeUndefined();
});

it.each([
  ['save_settings', 'Leave it out, and change it with update_profile.', 'save_profile'],
  ['save_segment', 'Use a key from list_fields, or create it with save_field.', 'list_fields'],
  ['save_segment', 'Write it with describe_schema conditions or list_fields.', 'describe_schema'],
  ['save_segment', 'Correct it, and call save_segment again.', undefined],
  ['save_segment', 'Write has_tag in its place.', undefined],
])('FIX-02 a fault of %s with the fix "%s" leads to the tool that it names', (name, fix, next) => {
  const tool = toolByName(name);
  const issue = { path: 'definition', code: 'value_invalid', message: 'It is wrong.', fix };
  const problem = tool && toolProblem(problemOf(invalid([issue])), tool);
  expect([problem?.fix, problem?.next_tool]).toEqual([fix, next]);
});

it.each([
  ['hold_sending', 'hold_sending'],
  ['release_sending', 'hold_sending (release: true)'],
  ['restore_email', 'delete_email (restore: true)'],
  ['resume_broadcast', 'pause_broadcast (resume: true)'],
  ['untag_person', 'tag_person (remove: true)'],
  // A record chooses the operation, and the sentence names it.
  ['get_run', 'list_flow_runs'],
  ['save_flow_draft', 'save_draft'],
] as const)('FIX-02 a fix names %s to agents as %s, which does it', (operation, said) => {
  expect(toolWords({})(operation, null)).toBe(said);
});

it('FIX-02 a record without its key is created by a new one', () => {
  const tool = toolByName('save_segment');
  const issue = { path: 'segment', code: 'required', message: 'segment is required.' };
  expect(tool && toolProblem(problemOf(invalid([issue])), tool).fix).toBe(
    'Add segment, the key: a new one creates the record, one that is there changes it, and call save_segment again.',
  );
});

it('FIX-02 the name of a column that a file has is corrected in the mapping', () => {
  const tool = toolByName('import_people');
  const fix = 'Put {"Vorname":"first_name"} into mapping, if that is what was meant.';
  const issue = { path: 'content', code: 'column_unknown', message: 'No meaning.', fix };
  const refusal = invalid([{ ...issue, did_you_mean: 'first_name' }]);
  expect(tool && toolProblem(problemOf(refusal), tool)).toMatchObject({
    fix,
    did_you_mean: 'first_name',
  });
});

/** Words by which a fix sends its reader back to the sentence that was read already. */
const circular = /as the message|message (?:says|lists|describes|names)/;

const faults: readonly [code: string, message: string][] = [
  ['required', 'name is required.'],
  ['type_invalid', 'name must be text.'],
  ['too_large', 'name may be at most 200 characters long.'],
  ['too_small', 'name must not be blank.'],
  ['value_invalid', 'name must be one of a, b.'],
  ['value_invalid', 'name is a word that nobody expects.'],
  ['key_unknown', 'name is not a known key here.'],
  ['email_unknown', 'There is no email 7.'],
  ['segment_unknown', 'There is no segment 7.'],
  ['column_unknown', 'The column "x" has no meaning here.'],
];

const refusals: readonly Refusal[] = [
  ...faults.map(([code, message]) => invalid([{ path: 'name', code, message }])),
  ...['theme', 'run', 'send', 'draft', 'token'].map((kind) => notFound(kind, 7)),
  ...conflictCodes.map((code) => new Refusal(code, 'It is taken. Choose another one.')),
  new Refusal('conflict', 'It changed meanwhile.'),
  ...(['payload_too_large', 'rate_limited', 'unavailable', 'malformed_json'] as const).map(
    (code) => new Refusal(code, 'It could not be done.'),
  ),
];

it('FIX-02 no fix of a tool repeats its message; each names an argument, a value or a tool', () => {
  const wrong: string[] = [];
  for (const tool of tools) {
    for (const refusal of refusals) {
      const problem = toolProblem(problemOf(refusal), tool);
      const said = [problem.detail, ...(problem.errors ?? []).map(({ message }) => message)];
      const names = new Set(problem.fix.match(/[a-z0-9_]+/g) ?? []);
      const named = tools.some(({ name }) => names.has(name)) || names.has('name');
      const repeats = said.some((text) => text.includes(problem.fix) || problem.fix === text);
      const helps = named || /size|shorter|fewer/.test(problem.fix);
      if (repeats || circular.test(problem.fix) || !helps)
        wrong.push(`${tool.name}: ${problem.fix}`);
    }
  }
  expect(wrong).toEqual([]);
});

it('FIX-02 no fix in the table of codes sends its reader back to the message', () => {
  const names = operationNames.join('|');
  const thing = new RegExp(`"[^"]+"|[[{]|\\d|\\b[a-z]+_[a-z_]+\\b|\\b(?:${names})\\b`);
  const entries: [string, CodeEntry][] = Object.entries(issueCodes);
  const wrong = entries.filter(
    ([, { fix, meaning }]) => fix === meaning || circular.test(fix) || !thing.test(fix),
  );
  expect(wrong.map(([code, { fix }]) => `${code}: ${fix}`)).toEqual([]);
});

/** Every argument of some tool that no other word is likely to be. */
const argumentNames = new Set(
  tools.flatMap((tool) => Object.keys(toolSchema(tool).properties)).concat('limit', 'cursor'),
);

/** Arguments that a text names, as words with an underscore, or as what to send under a name. */
function argumentsNamed(text: string): string[] {
  const words = text.match(/\b[a-z]+(?:_[a-z]+)*\b/g) ?? [];
  const plain = ['limit', 'cursor', 'force', 'verbose', 'restore', 'prune'];
  return words.filter(
    (word) => argumentNames.has(word) && (word.includes('_') || plain.includes(word)),
  );
}

it('AGM-02 names in no fix an argument that the schema of its tool does not show', () => {
  const conflicts = [
    ...conflictCodes.map((code) => new Refusal(code, 'It is taken.')),
    new Refusal('revision_mismatch', 'It moved.', { expected: [1], actual: 2, current: {} }),
    new Refusal('revision_mismatch', 'There is none.', { expected: [1], actual: null }),
    new Refusal('idempotency_key_reused', 'It was used.'),
    new Refusal('conflict', 'It moved.', { live_revision: 3 }),
    new Refusal('conflict', 'It moved.', { draft_revision: 3 }),
    new Refusal('conflict', 'It has errors.', { validation: {} }),
  ];
  const hidden: string[] = [];
  for (const tool of tools) {
    for (const refusal of [...refusals, ...conflicts]) {
      const { fix } = toolProblem(problemOf(refusal), tool);
      const meant = [tool, ...tools.filter(({ name }) => new RegExp(`\\b${name}\\b`).test(fix))];
      for (const argument of argumentsNamed(fix)) {
        const takers = meant.filter((one) => argument in toolSchema(one).properties);
        if (takers.length > 0 && !takers.some((one) => isShown(one, argument)))
          hidden.push(`${tool.name}: ${argument}: ${fix}`);
      }
    }
  }
  expect(hidden).toEqual([]);
});

it('AGM-02 shows every argument that the instructions name on each tool that heeds it', () => {
  const named = new Set(argumentsNamed(instructions));
  expect([...named]).toEqual(expect.arrayContaining(['limit', 'cursor', 'dry_run', 'verbose']));
  const rows = tools.filter((tool) => 'cursor' in toolSchema(tool).properties);
  const writes = tools.filter(({ hints }) => !hints.readOnly);
  expect(rows.filter((tool) => !isShown(tool, 'limit')).map(({ name }) => name)).toEqual([]);
  expect(rows.filter((tool) => !isShown(tool, 'cursor')).map(({ name }) => name)).toEqual([]);
  expect(writes.filter((tool) => !isShown(tool, 'dry_run')).map(({ name }) => name)).toEqual([]);
  const outlinedTools = writes.filter((tool) => operationsOf(tool).some(hasOutline));
  expect(outlinedTools.filter((tool) => !isShown(tool, 'verbose'))).toEqual([]);
});

it('AGM-02 shows the fields that a tool writes, which are no choice of fields to read', () => {
  const writing = tools.filter(
    (tool) => !tool.hints.readOnly && 'fields' in toolSchema(tool).properties,
  );
  const names = writing.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['save_person', 'save_form']));
  expect(writing.filter((tool) => !isShown(tool, 'fields'))).toEqual([]);
});

it('AGM-02 shows what a refused import names, and keys for calls that must not happen twice', () => {
  const shown = (name: string) => {
    const tool = toolByName(name);
    return Object.keys(tool ? (listedTool(tool).inputSchema.properties ?? {}) : {});
  };
  expect(shown('import_people')).toEqual(
    expect.arrayContaining(['other_columns', 'delimiter', 'tag_separator', 'clear_blank']),
  );
  const once = tools.filter(({ hints }) => !hints.readOnly && !hints.idempotent);
  const makers = ['save_email', 'save_theme', 'save_sequence', 'save_broadcast', 'save_layout'];
  for (const name of [...once.map((tool) => tool.name), ...makers]) {
    expect(shown(name), name).toContain('idempotency_key');
  }
});

it('AGM-02 says of a bound what to do with a number, a text and a list', () => {
  const tool = toolByName('list_people');
  if (!tool) throw new Error('list_people is gone.');
  const fixOf = (input: object) => {
    try {
      parseInput(operationNamed('list_people').input, input);
    } catch (error) {
      if (error instanceof Refusal) return toolProblem(problemOf(error), tool).fix;
      throw error;
    }
    return null;
  };
  const boundOf = (path: string, message: string) =>
    toolProblem(problemOf(invalid([{ path, code: 'too_small', message }])), tool).fix;
  expect(fixOf({ limit: 201 })).toBe('Lower limit to 200, and call list_people again.');
  expect(fixOf({ limit: 0 })).toBe('Raise limit to 1, and call list_people again.');
  expect(fixOf({ q: 'x'.repeat(300) })).toBe(
    'Shorten q to 254 characters, and call list_people again.',
  );
  expect(boundOf('events', 'events must hold at least 1 entry.')).toBe(
    'Give events at least 1 entry, and call list_people again.',
  );
});

it.each([
  [
    'list_webhook_endpoints',
    'webhook endpoint',
    'Call list_webhook_endpoints without webhook_endpoint to see all.',
  ],
  ['list_segments', 'segment', 'Call list_segments without segment to see all.'],
  [
    'save_webhook_endpoint',
    'webhook endpoint',
    'Take a key or id from list_webhook_endpoints, or leave webhook_endpoint out to create one.',
  ],
  ['save_email', 'email', 'Take a key or id from list_emails, or leave email out to create one.'],
  ['save_email', 'layout', 'Take a key or id from list_layouts and call save_email again.'],
  [
    'save_theme',
    'theme',
    'Take a key or id from list_themes, or leave theme_key out to create one.',
  ],
  ['delete_email', 'email', 'Take a key or id from list_emails and call delete_email again.'],
  [
    'list_webhook_deliveries',
    'webhook endpoint',
    'Take a key or id from list_webhook_endpoints and call list_webhook_deliveries again.',
  ],
  [
    'save_sequence_step',
    'sequence step',
    'Look at get_sequence, then call save_sequence_step again.',
  ],
])('AGM-02 leads %s on from a %s that is not there', (name, kind, fix) => {
  const tool = toolByName(name);
  if (!tool) throw new Error(`${name} is gone.`);
  expect(toolProblem(problemOf(notFound(kind, 'x')), tool).fix).toBe(fix);
});

it('AGM-02 leads from a draft that is not there to the tool that keeps one', () => {
  const tool = toolByName('publish_draft');
  if (!tool) throw new Error('publish_draft is gone.');
  for (const of of ['The flow "a"', 'Email 7']) {
    const refusal = new Refusal('not_found', `${of} has no draft. Save one first.`);
    expect(toolProblem(problemOf(refusal), tool)).toMatchObject({
      fix: 'Keep a draft with save_draft first, then call publish_draft again.',
      next_tool: 'save_draft',
    });
  }
});
