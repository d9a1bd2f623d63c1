import { operationNamed, operationNames } from '@postroad/core/catalog/catalog';
import { isWrite } from '@postroad/core/platform/operations/operation';
import type { Deps } from '@postroad/service/app/deps';
import { handlers } from '@postroad/service/app/handlers';
import { type LaneParts, lanesOf } from '@postroad/service/app/lanes';
import { PendingSignals } from '@postroad/service/app/recurring';
import { expect, it } from 'vitest';
import { projectTree, type SourceTree, treeOf } from '../support/repository.ts';
import { importsOf, lineAt, withoutComments } from '../support/source-text.ts';

const kinds = ['transaction', 'grouped', 'engine', 'compile', 'upload', 'stream', 'read'];

/** What makes a handler of its kind, as it is called in the files of handlers. */
const builders = [
  ...['transaction', 'grouped', 'engine', 'compileFirst', 'withNewEmails', 'upload'],
  ...['stream', 'read'],
];

/** Operations that have no handler made by one of the builders. */
function handlersWithoutKind(names: readonly string[], tree: SourceTree): string[] {
  const made = new Set<string>();
  const builder = new RegExp(String.raw`^ {2}(\w+): (?:${builders.join('|')})\(`, 'gm');
  for (const [path, text] of tree) {
    if (!/^service\/src\/.*-handlers\.ts$/.test(path)) continue;
    for (const [, name = ''] of withoutComments(text).matchAll(builder)) made.add(name);
  }
  return names.filter((name) => !made.has(name));
}

/** Where code asks for a kind or a lane by name, file and line. */
function comparedKinds(tree: SourceTree, paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    const code = withoutComments(tree.get(path) ?? '');
    const asked =
      /(?<!database\.)\b(?:kind|lane|name)\s*[!=]==|[!=]==\s*(?:kind|lane|name)\b|'\w+' in \w|\bcase '/g;
    return [...code.matchAll(asked)].map(({ index }) => `${path}:${lineAt(code, index)}`);
  });
}

const dispatchers = [
  'service/src/app/invoke.ts',
  'service/src/app/handler-runner.ts',
  'service/src/app/engine.ts',
  'service/src/app/recurring.ts',
  'service/src/app/worker-loop.ts',
];

/** The rows of the table; what they run with is asked for only when they run. */
const lanes = lanesOf({} as Deps, {} as LaneParts, new PendingSignals(), () => false);

/** Files of the service's top that name a lane, beside the table. */
function namedLanes(tree: SourceTree): string[] {
  const quoted = new RegExp(`(?<!\\bwake\\()'(?:${lanes.map(({ name }) => name).join('|')})'`, 'g');
  return [...tree].flatMap(([path, text]) => {
    if (!/^service\/src\/app\/[\w-]+\.ts$/.test(path) || path.endsWith('/lanes.ts')) return [];
    const code = withoutComments(text);
    return [...code.matchAll(quoted)].map(({ index }) => `${path}:${lineAt(code, index)}`);
  });
}

/** Fields of the engine that are true or false: it has one, for all lanes. */
function flags(tree: SourceTree): string[] {
  const engine = withoutComments(tree.get('service/src/app/engine.ts') ?? '');
  return [...engine.matchAll(/^ {2}(?:readonly )?(#?\w+)(?:: boolean| = (?:true|false);)/gm)].map(
    ([, name = '']) => name,
  );
}

/** Imports of what puts the service together, by what it is put together of. */
function importsOfTheTop(tree: SourceTree): string[] {
  return [...tree].flatMap(([path, text]) => {
    if (!path.startsWith('service/src/') || path.startsWith('service/src/app/')) return [];
    return importsOf(text)
      .filter(({ specifier }) => /^(?:\.\.?\/|@postroad\/service\/)(?:.*\/)?app\//.test(specifier))
      .map(({ line }) => `${path}:${line}`);
  });
}

it('UNIT-05 lets no room see the whole of the dependencies, nor anything else of the top', () => {
  expect(importsOfTheTop(projectTree())).toEqual([]);
});

it('UNIT-05 would see a room that takes the whole', () => {
  const tree = treeOf({
    'service/src/people/tag-handlers.ts': "import type { Deps } from '../app/deps.ts';",
    'service/src/people/import/read-file.ts':
      "import type { TagNames } from '../tag-names.ts';\nimport type { Deps } from '../../app/deps.ts';",
    'service/src/sending/send-mail.ts': "import type { Lane } from '@postroad/service/app/engine';",
    'service/src/app/status.ts': "import type { Deps } from './deps.ts';",
    'cli/src/commands/serve.ts':
      "import { openService } from '@postroad/service/app/open-service';",
  });
  expect(importsOfTheTop(tree)).toEqual([
    'service/src/people/tag-handlers.ts:1',
    'service/src/people/import/read-file.ts:2',
    'service/src/sending/send-mail.ts:1',
  ]);
});

/** Handlers that the list at the top takes from elsewhere than from the list of a room. */
function handlersPastRooms(tree: SourceTree): string[] {
  return importsOf(tree.get('service/src/app/handlers.ts') ?? '')
    .map(({ specifier }) => specifier)
    .filter((specifier) => specifier.startsWith('../') && specifier.endsWith('handlers.ts'))
    .filter((specifier) => !/^\.\.\/\w+\/handlers\.ts$/.test(specifier));
}

it('HOUSE-08 lists rooms alone where the handlers of all operations are put together', () => {
  expect(handlersPastRooms(projectTree())).toEqual([]);
});

it('HOUSE-08 would see a noun that is listed past its room', () => {
  const list = [
    "import { peopleHandlers } from '../people/handlers.ts';",
    "import { tagHandlers } from '../people/tag-handlers.ts';",
    "import { clockHandlers } from './clock-handlers.ts';",
  ];
  const tree = treeOf({ 'service/src/app/handlers.ts': list.join('\n') });
  expect(handlersPastRooms(tree)).toEqual(['../people/tag-handlers.ts']);
});

it('UNIT-06 has a kind for every handler, made by the builder of that kind', () => {
  expect(handlersWithoutKind(operationNames, projectTree())).toEqual([]);
  for (const name of operationNames) expect(kinds, name).toContain(handlers[name].kind);
  expect(new Set(operationNames.map((name) => handlers[name].kind))).toEqual(new Set(kinds));
});

it.each(operationNames)('UNIT-06 %s is of a kind that reads if its contract only reads', (name) => {
  const reads = ['read', 'stream'].includes(handlers[name].kind);
  expect(reads).toBe(!isWrite(operationNamed(name)));
});

it('UNIT-06 would see a handler without a kind', () => {
  const tree = treeOf({
    'service/src/people/tag-handlers.ts':
      'export const tagHandlers = {\n  list_tags: read(async () => {}),\n  async create_tag() {},\n  // rename_tag: read(\n};',
    'service/src/people/tag-names.ts': 'const x = {\n  rename_tag: read(async () => {}),\n};',
  });
  expect(handlersWithoutKind(['list_tags', 'create_tag', 'rename_tag'], tree)).toEqual([
    'create_tag',
    'rename_tag',
  ]);
});

it('UNIT-07 has one row a lane, which says all there is to know of it', () => {
  for (const lane of lanes) {
    expect(Object.keys(lane)).toEqual(['name', 'work', 'every', 'wakes', 'run']);
  }
  expect(new Set(lanes.map(({ name }) => name)).size).toBe(lanes.length);
});

it('UNIT-07 names a lane in that table alone', () => {
  expect(namedLanes(projectTree())).toEqual([]);
});

it('UNIT-07 would see a lane that is named elsewhere', () => {
  const tree = treeOf({
    'service/src/app/lanes.ts': "const lanes = [{ name: 'runs' }];",
    'service/src/app/engine.ts': "// 'sends'\nif (lane === 'sends') return 1;",
  });
  expect(namedLanes(tree)).toEqual(['service/src/app/engine.ts:2']);
});

it('UNIT-08 dispatches by tables: nothing that runs handlers or lanes asks which one it is', () => {
  for (const path of dispatchers) expect(projectTree().has(path), path).toBe(true);
  expect(comparedKinds(projectTree(), dispatchers)).toEqual([]);
});

it('UNIT-08 has an engine without a flag a lane', () => {
  expect(flags(projectTree())).toEqual(['#stopping']);
});

it('UNIT-08 would see a flag a lane', () => {
  const engine = 'class Engine {\n  #stopping = false;\n  #moving = false;\n  #judged: boolean;\n}';
  const tree = treeOf({ 'service/src/app/engine.ts': engine });
  expect(flags(tree)).toEqual(['#stopping', '#moving', '#judged']);
});

it('UNIT-08 would see a question for a kind', () => {
  const tree = treeOf({
    'service/src/app/invoke.ts': [
      "if ('engine' in handler) return await this.#byEngine(call, handler);",
      "if (handler.kind === 'read') return await this.#reading(call, handler);",
      "// if (handler.kind === 'read')",
      "switch (handler.kind) { case 'stream': return null; }",
      'return this.#runners[handler.kind](call, handler);',
    ].join('\n'),
  });
  expect(comparedKinds(tree, ['service/src/app/invoke.ts'])).toEqual([
    'service/src/app/invoke.ts:1',
    'service/src/app/invoke.ts:2',
    'service/src/app/invoke.ts:4',
  ]);
});
