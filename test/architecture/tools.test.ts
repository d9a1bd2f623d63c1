import { operationNames } from '@postroad/core/catalog/catalog';
import { tools } from '@postroad/mcp/tools/catalog';
import { expect, it } from 'vitest';
import { projectTree, type SourceTree, treeOf } from '../support/repository.ts';
import { withoutComments } from '../support/source-text.ts';

/** Rooms of the house that may have tools. */
const rooms = [
  ...['people', 'events', 'billing', 'conditions', 'content', 'flows', 'sequences', 'broadcasts'],
  ...['messages', 'sending', 'subscribers', 'forms', 'definitions', 'account', 'webhooks'],
];

const roomFiles = new Set(rooms.map((room) => `mcp/src/tools/${room}.ts`));

/** Tools that are not one literal with its hints in one room. */
function misplaced(names: readonly string[], tree: SourceTree): string[] {
  const literals = [...tree].flatMap(([path, text]) => {
    if (!path.startsWith('mcp/src/')) return [];
    const found = withoutComments(text).matchAll(/\bname: '(\w+)',\s+toolset: '/g);
    return [...found].map(([, name = '']) => ({ path, name }));
  });
  const strays = literals.filter(({ path }) => !roomFiles.has(path));
  return [
    ...strays.map(({ path, name }) => `${path} holds ${name}, which belongs in a room`),
    ...names.flatMap((name) => {
      const count = literals.filter((literal) => literal.name === name).length;
      return count === 1 ? [] : [`${name} is in ${count} literals`];
    }),
  ];
}

/** What belongs to tools alone: sets of them, and hints to hosts. */
const ofTools = /\b(toolsets?|(readOnly|destructive|idempotent|openWorld)Hint)\b/g;

/** Tools in core; the name of an operation is one of its own, whichever tool is named for it. */
function toolsInCore(names: readonly string[], tree: SourceTree): string[] {
  const foreign = new Set(names.filter((name) => !operationNames.some((own) => own === name)));
  return [...tree]
    .filter(([path]) => path.startsWith('core/src/'))
    .flatMap(([path, text]) => {
      const code = withoutComments(text);
      const named = (code.match(/\b[a-z]+(_[a-z]+)+\b/g) ?? []).filter((word) => foreign.has(word));
      return [...named, ...(code.match(ofTools) ?? [])].map((word) => `${path}: ${word}`);
    });
}

const names = tools.map(({ name }) => name);

it('HOUSE-09 keeps each tool as one literal in its room, and none in core', () => {
  expect(misplaced(names, projectTree())).toEqual([]);
  expect(toolsInCore(names, projectTree())).toEqual([]);
});

it('HOUSE-09 would see a tool out of its room, twice, or in core', () => {
  const literal = "{ name: 'save_flow',\n toolset: 'flows' }";
  const good = treeOf({ 'mcp/src/tools/flows.ts': literal });
  expect(misplaced(['save_flow'], good)).toEqual([]);
  expect(misplaced(['save_flow', 'get_flow'], good)).toEqual(['get_flow is in 0 literals']);
  const twice = { 'mcp/src/tools/flows.ts': literal, 'mcp/src/tools/people.ts': literal };
  expect(misplaced(['save_flow'], treeOf(twice))).toEqual(['save_flow is in 2 literals']);
  const stray = treeOf({ 'mcp/src/calls/run-tool.ts': literal });
  expect(misplaced(['save_flow'], stray)).toHaveLength(1);

  const core = treeOf({
    'core/src/a.ts': "const see = ['get_flow', 'save_flow'];",
    'core/src/b.ts': 'const hints = { readOnlyHint: true };',
    'core/src/c.ts': "const list_flows = { toolset: 'flows' }; // save_flow",
  });
  expect(toolsInCore(['get_flow', 'list_flows', 'save_flow'], core)).toEqual([
    ...['core/src/a.ts: save_flow', 'core/src/b.ts: readOnlyHint', 'core/src/c.ts: toolset'],
  ]);
});
