import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { variables } from '@postroad/service/app/config/variables';
import { expect, it } from 'vitest';
import { projectFiles, root } from '../support/repository.ts';
import { readPage } from './guide.ts';

const pages = projectFiles().filter((path) => path.endsWith('.md'));

/** Links to files, images too, as they stand in the text. */
function links(markdown: string): string[] {
  return [...markdown.matchAll(/\]\((?!https?:|#)([^)#\s]+)[^)]*\)/g)].map(([, link = '']) => link);
}

/** Files of the project that are named between backticks. */
function namedFiles(markdown: string): string[] {
  return [...markdown.matchAll(/`([a-z]+\/[\w./-]+\.(?:ts|mjs|json|sql))`/g)].map(
    ([, file = '']) => file,
  );
}

it.each(pages)('%s leads nowhere that is not there', (page) => {
  const text = readPage(page);
  const gone = [
    ...links(text).filter((link) => !existsSync(join(root, dirname(page), link))),
    ...namedFiles(text).filter((file) => !existsSync(join(root, file))),
  ];
  expect(gone).toEqual([]);
});

it('sees links and files', () => {
  const text =
    'See [a](docs/a.md#part), ![b](b.svg), [c](https://example.com/) and `core/src/d.ts`.';
  expect([...links(text), ...namedFiles(text)]).toEqual(['docs/a.md', 'b.svg', 'core/src/d.ts']);
});

it('SHOP-11 the documents name each variable that is read, and the README no other', () => {
  const named = (text: string) =>
    new Set(text.match(/\b[A-Z]+_[A-Z_]+\b|\b(?:HOST|PORT|STARTER)\b/g));
  const table = readPage('README.md').split('## Environment')[1]?.split('\n## ')[0] ?? '';
  const listed = [...table.matchAll(/^\| (`[^|]+`)/gm)].flatMap(([, cell = '']) => [
    ...named(cell),
  ]);
  const everywhere = [
    ...named(readPage('README.md')),
    ...named(readPage('docs/guides/sending.md')),
  ];
  const { service, mail, webhooks, commands, development } = variables;
  expect(everywhere).toEqual(
    expect.arrayContaining([...service, ...mail, ...webhooks, ...commands]),
  );
  expect(listed).toEqual(expect.arrayContaining([...service, ...commands, 'TEST_DATABASE_URL']));
  const known = [...service, ...mail, ...webhooks, ...commands, ...development];
  expect(listed.filter((name) => !known.includes(name))).toEqual([]);
});

it('SHOP-04 no page names a script of npm that does not exist', () => {
  const { scripts } = JSON.parse(readPage('package.json')) as { scripts: Record<string, string> };
  const named = (text: string) =>
    [...text.matchAll(/`npm (?:run )?(start|test|(?<=run )[\w:]+)/g)].map(([, name = '']) => name);
  const missing = pages
    .flatMap((page) => named(readPage(page)))
    .filter((name) => !(name in scripts));
  expect(missing).toEqual([]);
  const development = ['start', 'test', 'dev', 'check', 'test:watch', 'test:all'];
  expect(named(readPage('README.md') + readPage('CONTRIBUTING.md'))).toEqual(
    expect.arrayContaining(development),
  );
});
