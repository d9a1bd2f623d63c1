import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { settingsWith } from '@postroad/core/account/settings';
import { operationNamed } from '@postroad/core/catalog/catalog';
import { variables } from '@postroad/service/app/config/variables';
import { expect, it } from 'vitest';
import { projectFiles, projectTree, root } from '../support/repository.ts';
import { readPage } from './guide.ts';

const files = projectFiles();

const pages = files.filter((path) => path.endsWith('.md'));

/** The rooms of a package: the folders of its sources. */
function roomsOf(name: string): string[] {
  const room = new RegExp(`^${name}/src/(\\w+)/`);
  return files.flatMap((path) => room.exec(path)?.[1] ?? []);
}

/** Links to files and images, as they are written. */
function links(markdown: string): string[] {
  return [...markdown.matchAll(/\]\((?!https?:|#)([^)#\s]+)[^)]*\)/g)].map(([, link = '']) => link);
}

/** Files and folders, of the project or of the folder of the page, that are named in backticks. */
function namedPaths(markdown: string): string[] {
  return [
    ...markdown.matchAll(/`([a-z]+\/[\w./-]+\.(?:tsx?|mjs|json|sql)|[a-z]+\/src\/[\w./-]+)`/g),
  ].map(([, path = '']) => path);
}

/** References without an address (`[0081][81]`), and addresses without a reference (`[81]: …`). */
function looseReferences(markdown: string): string[] {
  const labels = (pattern: RegExp) =>
    [...markdown.matchAll(pattern)].map(([, label = '']) => label);
  const used = labels(/\]\[([\w-]+)\]/g);
  const given = labels(/^\[([^\]\n]+)\]: /gm);
  return [
    ...used.filter((label) => !given.includes(label)),
    ...given.filter((label) => !used.includes(label)),
  ];
}

/** Links whose text is the number of a record, and that lead to another one. */
function misnumberedLinks(markdown: string): string[] {
  const given = new Map(
    [...markdown.matchAll(/^\[([^\]\n]+)\]: (\S+)/gm)].map(([, label, target]) => [label, target]),
  );
  const numbered = [...markdown.matchAll(/\[(\d{4})\](?:\(([^)]+)\)|\[([\w-]+)\])/g)];
  return numbered.flatMap(([link, number = '', target, label]) =>
    (target ?? given.get(label) ?? number).includes(number) ? [] : [link],
  );
}

/** Functions and variables that are named in backticks: words with a hump. */
function namedValues(markdown: string): string[] {
  return [...markdown.matchAll(/`([a-z]+[A-Z]\w*)(?:\(\))?`/g)].map(([, name = '']) => name);
}

it.each(pages)('%s leads nowhere that is not there', (page) => {
  const text = readPage(page);
  const gone = [
    ...links(text).filter((link) => !existsSync(join(root, dirname(page), link))),
    ...namedPaths(text).filter(
      (path) => !existsSync(join(root, path)) && !existsSync(join(root, dirname(page), path)),
    ),
    ...looseReferences(text),
    ...misnumberedLinks(text),
  ];
  expect(gone).toEqual([]);
});

it('no page that says how it is today names a function that does not exist', () => {
  const words = new Set(
    [...projectTree()].flatMap(([path, text]) =>
      /\.(?:tsx?|mjs|json)$/.test(path) ? (text.match(/[A-Za-z]\w*/g) ?? []) : [],
    ),
  );
  // Records of decisions name what was, and what others have.
  const today = pages.filter((page) => !/^docs\/decisions\/0|^CHANGELOG/.test(page));
  const gone = today.flatMap((page) =>
    namedValues(readPage(page)).filter((name) => !words.has(name)),
  );
  expect(gone).toEqual([]);
});

/** The anchors that GitHub makes of the headings of a page. */
function anchors(markdown: string): Set<string> {
  const found = new Set<string>();
  const counts = new Map<string, number>();
  const prose = markdown.replaceAll(/^```[\s\S]*?^```$/gm, '');
  for (const [, heading = ''] of prose.matchAll(/^#{1,6} +(.+?) *$/gm)) {
    const text = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const anchor = text.replaceAll(/[^\p{L}\p{N}_ -]/gu, '').replaceAll(' ', '-');
    const count = counts.get(anchor) ?? 0;
    counts.set(anchor, count + 1);
    found.add(count === 0 ? anchor : `${anchor}-${count}`);
  }
  return found;
}

/** Links of a page to a heading that does not exist. */
function missingAnchors(page: string, read: (path: string) => string): string[] {
  const found = [...read(page).matchAll(/\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)/g)];
  return found.flatMap(([, path = '', anchor = '']) => {
    const target = path === '' ? page : join(dirname(page), path);
    const known = !target.endsWith('.md') || anchors(read(target)).has(anchor);
    return known ? [] : `${path}#${anchor}`;
  });
}

it.each(pages)('%s links to no heading that does not exist', (page) => {
  expect(missingAnchors(page, readPage)).toEqual([]);
});

it('would see a link to a heading that does not exist', () => {
  const texts: Record<string, string> = {
    'a.md': '# One\n[x](#one) [y](b/c.md#adding-an-operation) [z](b/c.md#gone) [w](#two)',
    'b/c.md': '## Adding an operation\n```\n# gone\n```\n## `x`, [y](z.md) & z\n## One\n## One',
  };
  const read = (path: string) => texts[path] ?? '';
  expect(missingAnchors('a.md', read)).toEqual(['b/c.md#gone', '#two']);
  expect([...anchors(read('b/c.md'))]).toEqual(['adding-an-operation', 'x-y--z', 'one', 'one-1']);
});

it('sees links, paths, references and names', () => {
  const text =
    'See [a](docs/a.md#part), ![b](b.svg), [c](https://example.com/), `core/src/d.ts` and `core/src/e/`.';
  expect([...links(text), ...namedPaths(text)]).toEqual([
    ...['docs/a.md', 'b.svg', 'core/src/d.ts', 'core/src/e/'],
  ]);
  expect(looseReferences('[a][1] and [b][2]\n\n[2]: b.md\n[3]: c.md\n')).toEqual(['1', '3']);
  const records =
    'see [0001](0001-a.md), [0002](0003-b.md), [0004][4], [0005][4]\n\n[4]: 0004-c.md';
  expect(misnumberedLinks(records)).toEqual(['[0002](0003-b.md)', '[0005][4]']);
  expect(namedValues('`makeMail` and `take()`, not `make_mail`: `lockAll()`')).toEqual([
    ...['makeMail', 'lockAll'],
  ]);
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
    ...named(readPage('docs/guides/observing.md')),
  ];
  const { service, mail, webhooks, traces, commands, development } = variables;
  expect(everywhere).toEqual(
    expect.arrayContaining([...service, ...mail, ...webhooks, ...traces, ...commands]),
  );
  expect(listed).toEqual(expect.arrayContaining([...service, ...commands, 'TEST_DATABASE_URL']));
  const known = [...service, ...mail, ...webhooks, ...traces, ...commands, ...development];
  expect(listed.filter((name) => !known.includes(name))).toEqual([]);
});

it('SHOP-04 no page names a script of npm that does not exist', () => {
  const { scripts } = JSON.parse(readPage('package.json')) as { scripts: Record<string, string> };
  const named = (text: string) =>
    [...text.matchAll(/`npm (?:run )?((?<=run )[\w:]+|start|test)/g)].map(([, name = '']) => name);
  const missing = pages
    .flatMap((page) => named(readPage(page)))
    .filter((name) => !(name in scripts));
  expect(missing).toEqual([]);
  const development = ['start', 'test', 'dev', 'check', 'test:watch', 'test:all'];
  expect(named(readPage('README.md') + readPage('CONTRIBUTING.md'))).toEqual(
    expect.arrayContaining(development),
  );
});

const architecture = readPage('docs/ARCHITECTURE.md').split('\n');

it('SHOP-10 ARCHITECTURE is four pages of lines that fit a terminal, with costs elsewhere', () => {
  expect(architecture.length).toBeLessThanOrEqual(240);
  const wide = architecture.filter((line) => [...line].length > 120);
  expect(wide).toEqual([]);
  expect(architecture.join('\n')).toContain('[scaling.md](scaling.md)');
  expect(architecture.filter((line) => /^\| *work *\| *cost/.test(line))).toEqual([]);
  expect(readPage('docs/scaling.md')).toMatch(/^\| work +\| cost +\|/m);
});

it('SHOP-10 ARCHITECTURE lists the rooms of the packages in their order', () => {
  const listed = architecture.flatMap((line) => /^\| `(\w+)` +\|/.exec(line)?.[1] ?? []);
  const rooms = new Set(['core', 'store', 'service'].flatMap((name) => roomsOf(name)));
  expect([...rooms].filter((room) => !listed.includes(room))).toEqual([]);
});

/** Number of words in the glossary before the rooms; the present one has at most half as many. */
const wordsBefore = 60;

it('WORD-07 there is one glossary, half as long as the one before', () => {
  expect(pages.filter((page) => /^# glossary/im.test(readPage(page)))).toEqual([
    'docs/glossary.md',
  ]);
  const words = readPage('docs/glossary.md').match(/^\| (?!word |-)\S.*\|$/gm) ?? [];
  expect(words.length).toBeGreaterThan(10);
  expect(words.length).toBeLessThanOrEqual(wordsBefore / 2);
});

it('GUIDE-04 a guide lists every member of the profile, and the README every variable', () => {
  const shape = operationNamed('get_profile').output as unknown as {
    shape: { profile: { shape: object } };
  };
  const members = Object.keys(shape.shape.profile.shape).filter((name) => name !== 'revision');
  const [, guide = ''] = readPage('docs/guides/settings.md').split('\n## The profile\n');
  const listed = [...(guide.split('\n## ')[0] ?? '').matchAll(/^\| `(\w+)`/gm)];
  expect(listed.map(([, name]) => name)).toEqual(members);
  const table = readPage('README.md').split('## Environment')[1]?.split('\n## ')[0] ?? '';
  expect(variables.service.filter((name) => !table.includes(`\`${name}`))).toEqual([]);
});

it('GUIDE-02 the guide to production tells sizing, TLS, the reverse proxy, backup, restore and upgrade', () => {
  const [, ...sections] = readPage('docs/guides/deploy.md').split('\n## ');
  const about = new Map(
    sections.map((text) => {
      const [title = '', ...lines] = text.split('\n');
      return [title, lines.join('\n')];
    }),
  );
  const told: [title: string, what: RegExp][] = [
    ['Sizing', /\bcores? and \d+ GB for PostgreSQL\b/],
    ['TLS and the reverse proxy', /deploy\/Caddyfile[\s\S]*deploy\/nginx\.conf/],
    ['Backup and restore', /`postroad backup`[\s\S]*`postroad restore`/],
    ['Upgrade', /backup[\s\S]*`postroad migrate`/],
  ];
  for (const [title, what] of told) expect(about.get(title)).toMatch(what);
});

const guides = pages.filter((page) => page.startsWith('docs/guides/'));

/** The data directory that a guide starts the service with; null if it names none. */
function ownFolder(page: string): string | null {
  const start = /^(?:[A-Z_]+=\S+ )*DATA_DIR=(\S+) (?:[A-Z_]+=\S+ )*npm start$/m;
  return start.exec(readPage(page))?.[1] ?? null;
}

it('LEFT-17 guides that start the service share no data directory, and name it to both terminals', () => {
  const own = guides.flatMap((page) => ownFolder(page) ?? []);
  expect(own.length).toBeGreaterThan(15);
  expect(own.filter((folder, at) => own.indexOf(folder) !== at)).toEqual([]);
  const unnamed = guides.filter((page) => {
    const folder = ownFolder(page);
    return folder !== null && !readPage(page).includes(`\nexport DATA_DIR=${folder}\n`);
  });
  expect(unnamed).toEqual([]);
});

it('PACK-01 no page installs a package by a version, since a checkout packs another one', () => {
  const named = pages
    .filter((page) => page !== 'CHANGELOG.md' && !page.startsWith('docs/decisions/'))
    .filter((page) => /postroad-\d+\.\d+\.\d+\.tgz/.test(readPage(page)));
  expect(named).toEqual([]);
});

it('LEFT-17 the guide for applications says where the service is before it calls it', () => {
  const page = readPage('docs/guides/application.md');
  const first = page.indexOf('\nnpx postroad ');
  expect(first).toBeGreaterThan(0);
  expect(page.indexOf('\n. docs/guides/api.sh\n')).toBeLessThan(first);
});

it('RET-01, HOOK-12 the guide to settings says for how long each thing is kept at first', () => {
  const page = readPage('docs/guides/settings.md');
  const rows = [...page.matchAll(/^\| `(retention\.\w+)` +\| ([\w ]+?) +\|/gm)];
  const told = Object.fromEntries(
    rows.map(([, key = '', first = '']) => [key, first === 'for ever' ? 0 : Number(first)]),
  );
  const settings = Object.entries(settingsWith(new Map()));
  expect(told).toEqual(
    Object.fromEntries(settings.filter(([key]) => key.startsWith('retention.'))),
  );
  expect(readPage('docs/guides/security.md')).toContain('`retention.*_days`');
});
