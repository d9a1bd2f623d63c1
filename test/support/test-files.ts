import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';

/** `all` runs each file on every database that it can run on, and laws with all their values. */
export type Suite = 'quick' | 'all';

/** `npm run test:all` asks for all. */
export const suite: Suite = process.env.POSTROAD_SUITE === 'all' ? 'all' : 'quick';

/** The test files of each project, by their paths from the folder of the tests. */
export interface TestFiles {
  /** They open no database, themselves or by what they import: they prove the same on every one. */
  unit: string[];
  /** They open none either, but start processes, threads or a browser, so `npm run check` leaves them out. */
  slow: string[];
  embedded: string[];
  postgres: string[];
}

/** What every test that opens a database gets it from. */
const databases = 'support/database.ts';

/**
 * A test that fails is tried once more where it has processes, databases or a browser, and named as
 * flaky if it passes then (decision 0078). A law is not: another attempt would draw the same values.
 */
export const once = { count: 1, condition: /^(?!Property failed)/ };

/** How often a test of each project is tried again. */
export const retries = { unit: { count: 0 }, slow: once, embedded: once, postgres: once };

/** The two databases differ below `store`; each surface and the README are shown on both. */
const onBoth = /^(store|surfaces|docs)\//;

/**
 * Code that names the embedded database, or a limit that is its own, expects something else there. What
 * is asked of a server alone, or more often of a server, proves no more on the embedded database.
 */
const differsThere = /'embedded'|\w+Embedded\b/;

/** The lines that are comments, where marks are; a test may have one in its data. */
function commentsOf(text: string): string {
  const lines = text.split('\n');
  return lines.filter((line) => /^(?:\/\/|\/\*\*| \*) /.test(line)).join('\n');
}

/** In a comment that says why. */
const isSlow = /@slow\b/;

/** In a comment that says why: it takes too long for every run. */
const onlyInAll = /@suite all\b/;

/** In a comment that says why: `@database postgres`, `embedded`, or `both`. */
const named = /@database (postgres|embedded|both)\b/;

/** In a comment that says why: the only one of both that proves more in `npm test`. */
const namedForQuick = /@quick (postgres|embedded)\b/;

function importsOf(text: string): string[] {
  return [...text.matchAll(/\bfrom '(\.[^']+)'|\bimport\('(\.[^']+)'\)/g)].flatMap(
    ([, static_ = '', dynamic = '']) => static_ || dynamic,
  );
}

/** Whether a file of `tests`, or one it imports from there, however far around, opens a database. */
function opensDatabase(tests: string, file: string, seen = new Set<string>()): boolean {
  if (file === databases) return true;
  const path = join(tests, file);
  if (seen.has(file) || !existsSync(path)) return false;
  seen.add(file);
  return importsOf(readFileSync(path, 'utf8')).some((name) =>
    opensDatabase(tests, normalize(join(file, '..', name)).replaceAll('\\', '/'), seen),
  );
}

function databasesOf(
  tests: string,
  file: string,
  suite: Suite,
): Exclude<keyof TestFiles, 'unit' | 'slow'>[] {
  const text = readFileSync(join(tests, file), 'utf8');
  const comments = commentsOf(text);
  const [, name] = named.exec(comments) ?? [];
  if (name === 'postgres' || name === 'embedded') return [name];
  const [, quick] = namedForQuick.exec(comments) ?? [];
  if (suite === 'quick' && (quick === 'postgres' || quick === 'embedded')) return [quick];
  const both = suite === 'all' || name === 'both' || onBoth.test(file) || differsThere.test(text);
  return both ? ['postgres', 'embedded'] : ['postgres'];
}

/** Where each test file below `tests` runs; read from the files, so that no list has to be kept. */
export function filesOf(tests: string, suite: Suite): TestFiles {
  const files: TestFiles = { unit: [], slow: [], embedded: [], postgres: [] };
  const found = readdirSync(tests, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.test.ts') && !/(^|\/)node_modules\//.test(file))
    .toSorted();
  for (const file of found) {
    const comments = commentsOf(readFileSync(join(tests, file), 'utf8'));
    if (suite === 'quick' && onlyInAll.test(comments)) continue;
    if (!opensDatabase(tests, file)) files[isSlow.test(comments) ? 'slow' : 'unit'].push(file);
    else for (const name of databasesOf(tests, file, suite)) files[name].push(file);
  }
  return files;
}
