import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { operationNamed, operationNames } from '@postroad/core/catalog/catalog';
import { operationsOf } from '@postroad/core/operations/tool';
import { toolDescription } from '@postroad/core/operations/tool-schema';
import {
  hiddenTool,
  servedByOthers,
  toolNamed,
  toolServing,
  tools,
} from '@postroad/core/operations/tools';
import { parseInput } from '@postroad/core/platform/operations/parse-input';
import { problemOf } from '@postroad/core/platform/problem';
import { invalid, Refusal } from '@postroad/core/platform/refusal';
import { instructions } from '@postroad/mcp/instructions';
import { listedTool, listedTools, type McpOptions } from '@postroad/mcp/mcp-server';
import { toolProblem } from '@postroad/mcp/tool-problem';
import { expect, it } from 'vitest';

/** mcp.md counts characters of compact JSON by four. */
function tokens(value: unknown): number {
  return Math.ceil(JSON.stringify(value).length / 4);
}

/** What the design asked for; more arguments are ours. */
interface Draft {
  args: string[];
  hints: object;
}

const listed = tools.filter(({ hidden }) => !hidden).map(listedTool);
const golden = join(import.meta.dirname, 'golden', 'tools.json');

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

it('keeps the list within what an agent can spare', () => {
  const shown = (options?: McpOptions) => tokens(listedTools(options).map(listedTool));
  const sizes = { every: tokens(listed), complete: shown(), readOnly: shown({ readOnly: true }) };
  process.stdout.write(`tools/list in tokens: ${JSON.stringify(sizes)}\n`);
  expect(sizes.complete).toBeLessThanOrEqual(9_000);
  expect(sizes.readOnly).toBeLessThanOrEqual(3_600);
  for (const tool of listed) expect(tokens(tool), tool.name).toBeLessThanOrEqual(250);
  expect(tokens(instructions)).toBeLessThanOrEqual(400);
});

it('has a tool for every operation, and none twice', () => {
  expect(operationNames.filter((name) => !toolServing(name))).toEqual([]);
  const served = tools.flatMap((tool) => ('fixed' in tool.serves ? [] : operationsOf(tool)));
  expect([...served, ...Object.keys(servedByOthers)].sort()).toEqual([...operationNames].sort());
  expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length);
});

it('finds tools by the names that agents call them by', () => {
  const named = (name: string) => hiddenTool(name)?.name;
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
  // Each operation that shares a tool can be called by its own name.
  for (const { serves } of tools) {
    if (!('or' in serves)) continue;
    const { operation, or } = serves;
    for (const name of [operation, or])
      expect((toolNamed(name) ?? hiddenTool(name))?.name).toBe(name);
  }
  expect(named('drop_table')).toBeUndefined();
});

it('has every tool of the draft with its arguments and annotations', async () => {
  const draft = JSON.parse(await readFile(join(import.meta.dirname, 'draft-tools.json'), 'utf8'));
  const byName = new Map(listed.map((entry) => [entry.name, entry]));
  for (const [name, { args, hints }] of Object.entries(draft as Record<string, Draft>)) {
    const found = byName.get(name);
    expect(found?.annotations, name).toEqual(hints);
    expect(Object.keys(found?.inputSchema.properties ?? {}), name).toEqual(
      expect.arrayContaining(args),
    );
  }
});

it('speaks of no tool that does not exist', () => {
  const names = new Set(tools.map(({ name }) => name));
  const verbs =
    '(?:list|get|save|make|validate|activate|pause|preview|record|describe|explain|dry_run|retry|move|rollback|diff|cancel)';
  const mentions = new RegExp(`\\b${verbs}_[a-z_]+\\b`, 'g');
  for (const text of [instructions, ...tools.map(toolDescription)]) {
    const unknown = (text.match(mentions) ?? []).filter((name) => !names.has(name));
    expect(
      unknown.filter((name) => name !== 'dry_run'),
      text,
    ).toEqual([]);
  }
});

it('names the value that a misspelt one most likely meant', () => {
  const tool = toolNamed('describe_schema');
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
      },
    ]),
    'Write upcase in body_markdown for what the message names, and call save_email again.',
    'upcase',
  ],
  [
    'save_layout',
    invalid([
      {
        path: 'theme',
        code: 'theme_unknown',
        message: 'There is no theme "acme-2026". Did you mean "acme-2027"?',
      },
    ]),
    'Use acme-2027 as theme.',
    'acme-2027',
  ],
  [
    'delete_theme',
    new Refusal('conflict', '"a.b" is the default theme. Make another one the default first.'),
    'Make another one the default first.',
    undefined,
  ],
  [
    'delete_theme',
    new Refusal('conflict', 'It changed meanwhile.'),
    'Read the record again, then decide what still has to change.',
    undefined,
  ],
])('tells what to do after %s is refused', (name, refusal, fix, meant) => {
  const tool = toolNamed(name);
  if (!tool) throw new Error(`There is no ${name}.`);
  const problem = toolProblem(problemOf(refusal), tool);
  expect([problem.fix, problem.did_you_mean]).toEqual([fix, meant]);
});
