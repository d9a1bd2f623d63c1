import type { Tool as ListedTool } from '@modelcontextprotocol/server';

const stopWords: ReadonlySet<string> = new Set(
  'a all an and any are as at be been before by can could did do does for from give go had has have how i if in into is it its let make may me most my no not of off on or our out shall she so than that the their them then there these they this to up us was we were what when where which who whom whose why will with you your'.split(
    ' ',
  ),
);

function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return words
    .filter((word) => !stopWords.has(word))
    .map((word) => word.replace(/ies$/, 'y').replace(/(?<=\w{3})(ing|ed|es|s)$/, ''));
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

/** Okapi BM25 with k1 1.2 and b 0.75: the tools that have a word that was asked for, the best first. */
export function searchTools(asked: string, tools: readonly ListedTool[]): ListedTool[] {
  const documents = tools.map((tool) => {
    const { name, description = '', inputSchema } = tool;
    return { tool, words: wordsOf([name, description, ...textsOf(inputSchema)].join(' ')) };
  });
  const usual = documents.reduce((sum, { words }) => sum + words.length, 0) / documents.length;
  const scores = new Map<ListedTool, number>();
  for (const word of wordsOf(asked)) {
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
