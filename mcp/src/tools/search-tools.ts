import { nearest } from '@postroad/core/platform/nearest';
import { foundTool } from './schema.ts';
import { operationsOf, type Tool } from './tool.ts';

const stopWords: ReadonlySet<string> = new Set(
  'a all an and any are as at be been before by can could did do does for from give go had has have how i if in into is it its let make may me most my no not of off on or our out shall she so somebody someone something than that the their them then there these they this to up us was we were what when where which who whom whose will with you your'.split(
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

/** The words of names, each with others that people and models say for it. */
const sayings: Readonly<Record<string, string>> = {
  create: 'add new write build define compose register set',
  update: 'change edit modify adjust alter rename set',
  delete: 'remove erase destroy discard',
  get: 'show see view read open fetch display inspect',
  list: 'show see view find search query browse',
  send: 'deliver launch',
  cancel: 'stop abort',
  rollback: 'restore revert undo',
  revert: 'restore undo',
  flow: 'automation workflow journey',
  upsert: 'create add new',
  person: 'people contact subscriber customer recipient user',
  people: 'person contacts subscribers customers recipients users',
  record: 'send track post log register',
  broadcast: 'newsletter campaign blast',
  layout: 'template',
  segment: 'audience',
  form: 'signup',
};

/** By stem, the stems of names that a word may stand for beside itself. */
const saidFor = new Map<string, string[]>();
for (const [word, others] of Object.entries(sayings)) {
  for (const other of others.split(' ').map(stemOf)) {
    saidFor.set(other, [...(saidFor.get(other) ?? []), stemOf(word)]);
  }
}

interface ToolTerms {
  /** How often each word is in its texts. */
  times: ReadonlyMap<string, number>;
  length: number;
  /** The words of each name: its own, and those of its operations, which say create where it says save. */
  names: readonly (readonly string[])[];
}

const termsByName = new Map<string, ToolTerms>();

function termsOf(tool: Tool): ToolTerms {
  const before = termsByName.get(tool.name);
  if (before) return before;
  const { name, description, inputSchema } = foundTool(tool);
  const { asked = '' } = tool;
  // With presets an operation does more than its tool.
  const isPreset = typeof tool.operation === 'object' && 'with' in tool.operation;
  const names = [name, ...(isPreset ? [] : operationsOf(tool))].map((one) =>
    one.replaceAll('_', ' '),
  );
  const words = wordsOf([name, ...names, description, asked, ...textsOf(inputSchema)].join(' '));
  const times = new Map<string, number>();
  for (const word of words) times.set(word, (times.get(word) ?? 0) + 1);
  const terms = { times, length: words.length, names: names.map(wordsOf) };
  termsByName.set(name, terms);
  return terms;
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

/** How rare each word is among the tools. */
type Weigh = (word: string) => number;

/** How much a word counts in texts that may stand for one of a name: many texts say add or show. */
const saidInText = 0.5;

/** How much a word counts in a name that it only stands for. */
const saidInName = 0.8;

/** How much a name counts beside all other words of its tool. */
const nameWeight = 2;

/**
 * What was asked for of a name, less for each of its words that was not: import_people is asked for by
 * "import people", and cancel_import is not, however short its description is.
 */
function nameScore(
  name: readonly string[],
  said: ReadonlyMap<string, number>,
  weigh: Weigh,
): number {
  const total = name.reduce((sum, word) => sum + weigh(word), 0);
  const asked = name.reduce((sum, word) => sum + weigh(word) * (said.get(word) ?? 0), 0);
  return asked === 0 ? 0 : nameWeight * asked * (asked / total) ** 2;
}

/**
 * Okapi BM25 with k1 1.2 and b 0.75 over all words of a tool, and beside it how well its name fits: the
 * tools that have a word that was asked for, the best first.
 */
export function searchTools(asked: string, tools: readonly Tool[]): Tool[] {
  const documents = tools.map((tool) => ({ tool, ...termsOf(tool) }));
  const usual = documents.reduce((sum, { length }) => sum + length, 0) / documents.length;
  const having = new Map<string, number>();
  for (const { times } of documents) {
    for (const word of times.keys()) having.set(word, (having.get(word) ?? 0) + 1);
  }
  const weigh: Weigh = (word) => {
    const some = having.get(word) ?? 0;
    return Math.log(1 + (documents.length - some + 0.5) / (some + 0.5));
  };
  const known = new Set(having.keys());
  const own = wordsOf(asked);
  const meant = new Set(own.flatMap((word) => meantBy(word, known)));
  const said = new Map<string, number>();
  for (const word of [...own, ...meant]) {
    for (const other of saidFor.get(word) ?? []) said.set(other, saidInName);
  }
  for (const word of [...own, ...meant]) said.set(word, 1);
  const scores = new Map<Tool, number>();
  for (const { tool, times, length, names } of documents) {
    const inText = [...meant].reduce((sum, word) => {
      const often = times.get(word) ?? 0;
      const weight = weigh(word) * (saidFor.has(word) ? saidInText : 1);
      return sum + (weight * often * 2.2) / (often + 1.2 * (0.25 + (0.75 * length) / usual));
    }, 0);
    const inName = Math.max(...names.map((name) => nameScore(name, said, weigh)));
    if (inText + inName > 0) scores.set(tool, inText + inName);
  }
  return [...scores].sort(([, a], [, b]) => b - a).map(([tool]) => tool);
}

/** The words of a text as they are spelt; one and several are one word. */
function spelt(text: string): string[] {
  const words = text.toLowerCase().match(/[a-z]+/g) ?? [];
  return words.map((word) => (word.endsWith('s') ? word.slice(0, -1) : word));
}

/** Whether a name has other words than a tool, each of which tools are asked for by: it is not misspelt from it. */
export function isOtherName(name: string, tool: string, tools: readonly Tool[]): boolean {
  const own = spelt(tool);
  const others = spelt(name).filter((word) => !own.includes(word));
  if (others.length === 0) return false;
  const asked = new Set(tools.flatMap((one) => spelt(`${one.name} ${one.asked ?? ''}`)));
  return others.every((word) => asked.has(word) && !stopWords.has(word));
}

/**
 * The tool that a name asks for, such as delete_person for erase_contact. Null where the best one has no
 * word for a part of the name: it does something else.
 */
export function toolSaid(name: string, tools: readonly Tool[]): Tool | null {
  const asked = name.replaceAll(/[_-]/g, ' ');
  const [best] = searchTools(asked, tools);
  if (best === undefined) return null;
  const { times, names } = termsOf(best);
  const own = new Set(names.flat());
  const isSaid = (word: string) =>
    times.has(word) || (saidFor.get(word) ?? []).some((other) => own.has(other));
  return wordsOf(asked).every(isSaid) ? best : null;
}
