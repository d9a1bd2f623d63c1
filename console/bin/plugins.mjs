import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

/** A module that parses `value`, which engines do faster than evaluating a literal. */
export function jsonModule(name, value) {
  return `export const ${name} = JSON.parse(${JSON.stringify(JSON.stringify(value))});\n`;
}

/** Writes each limit where it is read, so that the page does not load all of them. */
export function limitsPlugin(limits) {
  return {
    name: 'limits',
    transform: (code, id) =>
      code.includes('platform/limits') && !id.endsWith('/limits.ts')
        ? code.replaceAll(/\blimits\.(\w+)\b/g, (whole, name) =>
            Object.hasOwn(limits, name) ? JSON.stringify(limits[name]) : whole,
          )
        : null,
  };
}

/** The modules beside it that a module imports at once, for more than their types. */
function importsOf(text) {
  return text.split(';\n').flatMap((statement) => {
    const isImport = /^(?:import|export) (?!type )/m.test(statement) && statement.endsWith("'");
    const from = statement.slice(statement.lastIndexOf(" '") + 2, -1);
    return isImport && from.startsWith('.') ? [from] : [];
  });
}

/** The modules that are loaded with the first one, by the static imports. */
function loadedAtFirst(first, texts) {
  const found = new Set();
  const add = (path) => {
    if (found.has(path) || !texts.has(path)) return;
    found.add(path);
    for (const to of importsOf(texts.get(path))) add(resolve(dirname(path), to));
  };
  add(first);
  return found;
}

/** The keys of words that a module names, as a whole or by what they begin with. */
function keysIn(text, keys) {
  const named = new Set([...text.matchAll(/'([\w-]+(?:\.[\w-]+)+)'/g)].map(([, key]) => key));
  const prefixes = [...text.matchAll(/`([\w-]+\.(?:[\w-]+\.)*)\$\{/g)].map(([, prefix]) => prefix);
  return keys.filter((key) => named.has(key) || prefixes.some((prefix) => key.startsWith(prefix)));
}

/** The part of words that files of these folders say: that of the folder, of its room, or of all rooms. */
function partOfFolders(folders) {
  if (folders.size === 0 || folders.has('initial')) return 'initial';
  const [folder, ...others] = folders;
  if (others.length === 0) return folder.replaceAll('/', '_');
  const [room, ...further] = new Set([...folders].map((one) => one.split('/')[0]));
  return further.length === 0 ? room : 'shared';
}

/** Sentences of the service, which this module finds by their English form, and no other by a key. */
const sentences = { part: 'sentences', path: 'platform/sentences.ts' };

/**
 * The words of each part of the console: `initial` for what is loaded at first, one for each room, one
 * for each folder of a room, `shared` for what several rooms say, and one for sentences of the service.
 */
function partsOf(source, keys) {
  const paths = readdirSync(source, { recursive: true })
    .filter((path) => /\.tsx?$/.test(path) && !path.startsWith('words'))
    .map((path) => join(source, path));
  const texts = new Map(paths.map((path) => [path, readFileSync(path, 'utf8')]));
  const initial = loadedAtFirst(join(source, 'main.tsx'), texts);
  const keysOf = new Map(paths.map((path) => [path, keysIn(texts.get(path), keys)]));
  const folders = new Map(keys.map((key) => [key, new Set()]));
  for (const [path, own] of keysOf) {
    const folder = initial.has(path) ? 'initial' : dirname(relative(source, path));
    for (const key of own) folders.get(key).add(folder);
  }
  const isSentence = (key) => key.startsWith('said.') && folders.get(key).size === 0;
  const partOf = new Map(
    keys.map((key) => [key, isSentence(key) ? sentences.part : partOfFolders(folders.get(key))]),
  );
  keysOf.get(join(source, sentences.path)).push(...keys.filter(isSentence));
  return { partOf, keysOf };
}

/**
 * Splits the words of each language, which are one file, into what is loaded at first and what comes
 * with the room that says it. English comes within the scripts, another language beside them.
 */
export function wordsPlugin({ source, words }) {
  const folder = join(source, 'words');
  const { en, ...others } = words;
  const { partOf, keysOf } = partsOf(source, [
    ...new Set(Object.values(words).flatMap((own) => Object.keys(own))),
  ]);
  const wordsOf = (all, part) =>
    Object.fromEntries(Object.entries(all).filter(([key]) => partOf.get(key) === part));
  const loadersOf = (part) =>
    Object.keys(others).map((code) => `${code}: () => import('console:words/${part}/${code}')`);
  return {
    name: 'words',
    load(id) {
      if (id === join(folder, 'en.ts')) return jsonModule('en', wordsOf(en, 'initial'));
      if (id === join(folder, 'languages.ts')) {
        return `export const otherLanguages = {${loadersOf('initial')}};\n`;
      }
      const [, part, code] = id.match(/^console:words\/(\w+)(?:\/(\w+))?$/) ?? [];
      if (part === undefined) return null;
      if (code !== undefined) return jsonModule('words', wordsOf(others[code], part));
      const to = JSON.stringify(join(source, 'platform', 'words.ts'));
      return `import { addWords } from ${to};\n${jsonModule('en', wordsOf(en, part))}addWords({ en, others: {${loadersOf(part)}} });\n`;
    },
    transform(code, id) {
      const parts = [...new Set((keysOf.get(id) ?? []).map((key) => partOf.get(key)))];
      const later = parts.filter((part) => part !== 'initial');
      if (later.length === 0) return null;
      return `${later.map((part) => `import 'console:words/${part}';\n`).join('')}${code}`;
    },
  };
}
