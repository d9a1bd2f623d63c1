import { posix } from 'node:path';
import { expect, it } from 'vitest';
import { projectTree, type SourceTree, treeOf } from '../support/repository.ts';
import { importsOf } from '../support/source-text.ts';

/** Files that must not be imported where events are recorded and people changed. */
const unknownTo: { within: RegExp; names: RegExp; what: string }[] = [
  {
    within: /^(service|store)\/src\/events\//,
    names: /^\w+\/src\/(flows|billing|queue|sending|sequences|broadcasts)\/|\/counters\.ts$/,
    what: 'events',
  },
  {
    within: /^(service|store)\/src\/people\//,
    names: /^\w+\/src\/(events|flows|queue|sending|sequences|broadcasts)\//,
    what: 'people',
  },
];

/** Where others learn of what happens. */
const wiring = 'service/src/app/facts.ts';

function fileOf(path: string, specifier: string): string {
  const published = /^@postroad\/(\w+)\/(.+)$/.exec(specifier);
  if (published) return `${published[1]}/src/${published[2]}.ts`;
  return specifier.startsWith('.') ? posix.join(posix.dirname(path), specifier) : specifier;
}

function wrongKnowledge(tree: SourceTree): string[] {
  return [...tree].flatMap(([path, text]) =>
    unknownTo
      .filter(({ within }) => within.test(path))
      .flatMap(({ names, what }) =>
        importsOf(text)
          .map(({ specifier }) => fileOf(path, specifier))
          .filter((file) => names.test(file))
          .map((file) => `${path}: ${what} know of ${file}, which belongs in ${wiring}`),
      ),
  );
}

/** Files that let a room subscribe to a fact. */
function subscribing(tree: SourceTree): string[] {
  return [...tree]
    .filter(([path]) => /^\w+\/src\//.test(path))
    .filter(([, text]) => /\bnew Fact\b|\beventsRecorded: \[/.test(text))
    .map(([path]) => path);
}

it('UNIT-04 lets events and people know nothing of those who learn of them', () => {
  expect(wrongKnowledge(projectTree())).toEqual([]);
});

it('UNIT-04 subscribes rooms to facts in one place', () => {
  expect(subscribing(projectTree())).toEqual([wiring]);
});

it('UNIT-04 would see such knowledge, and a second place', () => {
  const tree = treeOf({
    'service/src/events/record-events.ts':
      "import { a } from '../flows/a.ts'; import { b } from '@postroad/store/billing/b'; import { c } from '../app/counters.ts'; import { d } from '../people/d.ts';",
    'store/src/people/person.ts': "import type { a } from '../queue/send.ts';",
    'service/src/flows/late.ts': 'export const mine = new Fact([go]);',
  });
  expect(wrongKnowledge(tree)).toEqual([
    `service/src/events/record-events.ts: events know of service/src/flows/a.ts, which belongs in ${wiring}`,
    `service/src/events/record-events.ts: events know of store/src/billing/b.ts, which belongs in ${wiring}`,
    `service/src/events/record-events.ts: events know of service/src/app/counters.ts, which belongs in ${wiring}`,
    `store/src/people/person.ts: people know of store/src/queue/send.ts, which belongs in ${wiring}`,
  ]);
  expect(subscribing(tree)).toEqual(['service/src/flows/late.ts']);
});
