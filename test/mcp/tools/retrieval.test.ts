import { tools } from '@postroad/mcp/tools/catalog';
import { listedTool } from '@postroad/mcp/tools/schema';
import { searchTools } from '@postroad/mcp/tools/search-tools';
import { expect, it } from 'vitest';
import { intents } from './intents.ts';

it('AGT-18 finds a fitting tool among the first eight for what people ask for', () => {
  const entries = tools.map(listedTool);
  const known = new Set(entries.map(({ name }) => name));
  expect(intents.flatMap(([, ...names]) => names).filter((name) => !known.has(name))).toEqual([]);
  const missed = intents.filter(([wish, ...names]) => {
    const first = searchTools(wish, entries).slice(0, 8);
    return !names.some((name) => first.some((one) => one.name === name));
  });
  expect(missed.length / intents.length, missed.join('\n')).toBeLessThanOrEqual(0.05);
});
