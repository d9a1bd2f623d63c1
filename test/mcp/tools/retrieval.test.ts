import { listedTools } from '@postroad/mcp/tools/exposure';
import { listedTool } from '@postroad/mcp/tools/schema';
import { expect, it } from 'vitest';
import { intents } from './intents.ts';

const stopWords = new Set(
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

/** The names, descriptions and values of a schema, which hosts search for tools. */
function textsOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([keyword, value]) => {
    if (keyword === 'description') return [String(value)];
    if (keyword === 'enum') return (value as unknown[]).map(String);
    return keyword === 'properties' ? [...Object.keys(value), ...textsOf(value)] : textsOf(value);
  });
}

interface Document {
  name: string;
  words: string[];
}

/** Okapi BM25 with k1 1.2 and b 0.75; returns names, the best first. */
function ranking(documents: readonly Document[]): (wish: string) => string[] {
  const usual = documents.reduce((sum, { words }) => sum + words.length, 0) / documents.length;
  const weightOf = (word: string) => {
    const having = documents.filter(({ words }) => words.includes(word)).length;
    return Math.log(1 + (documents.length - having + 0.5) / (having + 0.5));
  };
  const scoreOf = ({ words }: Document, asked: readonly string[]) =>
    asked.reduce((score, word) => {
      const times = words.filter((other) => other === word).length;
      const length = 0.25 + (0.75 * words.length) / usual;
      return score + (weightOf(word) * times * 2.2) / (times + 1.2 * length);
    }, 0);
  return (wish) => {
    const asked = wordsOf(wish);
    const scored = documents.map((document) => ({ document, score: scoreOf(document, asked) }));
    return scored.sort((a, b) => b.score - a.score).map(({ document }) => document.name);
  };
}

it('finds a fitting tool among the first five for what people ask for', () => {
  const documents = listedTools().map((tool) => {
    const { name, description = '', inputSchema } = listedTool(tool);
    const text = [name, description, ...textsOf(inputSchema)].join(' ');
    return { name, words: wordsOf(text) };
  });
  const known = new Set(documents.map(({ name }) => name));
  expect(intents.flatMap(([, ...tools]) => tools).filter((name) => !known.has(name))).toEqual([]);
  const rank = ranking(documents);
  const missed = intents.filter(([wish, ...tools]) => {
    const first = rank(wish).slice(0, 5);
    return !tools.some((name) => first.includes(name));
  });
  expect(missed.length / intents.length, missed.join('\n')).toBeLessThanOrEqual(0.05);
});
