import { nearest } from '@postroad/core/platform/nearest';
import { foundTool } from './schema.ts';
import { operationsOf, type Tool } from './tool.ts';

const stopWords: ReadonlySet<string> = new Set(
  'a all an and any are as at be been before by can could did do does for from give go had has have how i if in into is it its let make may me most my no not of off on or our out shall she so somebody someone something than that the their them then there these they this to up us was we were what when where which who whom whose why will with you your'.split(
    ' ',
  ),
);

/** The shortest word that a word in no tool is taken for another form of. */
const formChars = 5;

/** A word without its ending, so that its forms are one: change, changes, changed and changing. */
function stemOf(word: string): string {
  const single = word
    .replace(/ies$/, 'y')
    .replace(/(?<=\w{2}(?:s|x|ch|sh))es$/, '')
    .replace(/(?<=\w{2}[^su])s$/, '');
  const bare = single.replace(/(?<=\w{3})(?:ing|ed)$/, '').replace(/(?<=\w{3})e$/, '');
  return bare.at(-1) === bare.at(-2) ? bare.slice(0, -1) : bare;
}

function wordsOf(text: string): string[] {
  const words =
    text
      .toLowerCase()
      .replaceAll('a/b', 'ab')
      .match(/[a-z0-9]+/g) ?? [];
  return words
    .filter((word) => !stopWords.has(word))
    .map(stemOf)
    .map((word) => (word === 'mail' ? 'email' : word));
}

/** The names, descriptions and values of a schema. */
function textsOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([keyword, value]) => {
    if (keyword === 'description') return [String(value)];
    if (keyword === 'enum') return (value as unknown[]).map(String);
    return keyword === 'properties' ? [...Object.keys(value), ...textsOf(value)] : textsOf(value);
  });
}

const wordsByName = new Map<string, readonly string[]>();

/** The words of a tool: its name counts twice, and those of its operations say create where it says save. */
function wordsOfTool(tool: Tool): readonly string[] {
  const before = wordsByName.get(tool.name);
  if (before) return before;
  const { name, description, inputSchema } = foundTool(tool);
  const { asked = '' } = tool;
  const names = [name, name, ...operationsOf(tool)].map((one) => one.replaceAll('_', ' '));
  const words = wordsOf([...names, description, asked, ...textsOf(inputSchema)].join(' '));
  wordsByName.set(name, words);
  return words;
}

/** The words of tools that a word stands for: itself, or what begins like it, or what it is misspelt from. */
function meantBy(word: string, known: ReadonlySet<string>): string[] {
  if (known.has(word) || word.length < formChars) return [word];
  const start = word.slice(0, formChars);
  const forms = [...known].filter((other) => other.startsWith(start));
  if (forms.length > 0) return forms;
  const meant = nearest(word, known);
  return meant === null ? [] : [meant];
}

/** Okapi BM25 with k1 1.2 and b 0.75: the tools that have a word that was asked for, the best first. */
export function searchTools(asked: string, tools: readonly Tool[]): Tool[] {
  const documents = tools.map((tool) => ({ tool, words: wordsOfTool(tool) }));
  const known = new Set(documents.flatMap(({ words }) => words));
  const usual = documents.reduce((sum, { words }) => sum + words.length, 0) / documents.length;
  const scores = new Map<Tool, number>();
  for (const word of new Set(wordsOf(asked).flatMap((one) => meantBy(one, known)))) {
    const having = documents.filter(({ words }) => words.includes(word));
    const weight = Math.log(1 + (documents.length - having.length + 0.5) / (having.length + 0.5));
    for (const { tool, words } of having) {
      const times = words.filter((other) => other === word).length;
      const length = 0.25 + (0.75 * words.length) / usual;
      const score = (weight * times * 2.2) / (times + 1.2 * length);
      scores.set(tool, (scores.get(tool) ?? 0) + score);
    }
  }
  return [...scores].sort(([, a], [, b]) => b - a).map(([tool]) => tool);
}
