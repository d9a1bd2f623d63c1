import type { Tool as ListedTool } from '@modelcontextprotocol/server';
import { tools } from '@postroad/mcp/tools/catalog';
import { findTools } from '@postroad/mcp/tools/find-tools';
import { listedTool } from '@postroad/mcp/tools/schema';
import { searchTools } from '@postroad/mcp/tools/search-tools';
import { expect, it } from 'vitest';
import { agentTasks, intents, operatorWords, vagueTasks } from './intents.ts';

function missed(wishes: typeof intents, first: number): readonly (readonly string[])[] {
  return wishes.filter(([wish, ...names]) => {
    const found = searchTools(wish, tools).slice(0, first);
    return !names.some((name) => found.some((one) => one.name === name));
  });
}

it('AGT-18 finds a fitting tool among the first eight for what people ask for', () => {
  const known = new Set(tools.map(({ name }) => name));
  const named = [...intents, ...operatorWords].flatMap(([, ...names]) => names);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
  const none = missed(intents, 8);
  expect(none.length / intents.length, none.join('\n')).toBeLessThanOrEqual(0.05);
});

it('AGT-18 finds tools by the words of marketing, of other products and of their mistakes', () => {
  const late = missed(operatorWords, 4);
  expect(late.length / operatorWords.length, late.join('\n')).toBeLessThanOrEqual(0.05);
});

function behind(tasks: typeof agentTasks, first: number): string[] {
  return tasks.flatMap(([task, tool]) => {
    const found = searchTools(task, tools).map(({ name }) => name);
    return found.slice(0, first).includes(tool) ? [] : [`${task}: ${found.slice(0, 3).join(', ')}`];
  });
}

it('AGT-18 finds first what a task names by verb and record', () => {
  expect(behind(agentTasks, 1)).toEqual([]);
  expect(behind(vagueTasks, 2)).toEqual([]);
});

it('AGT-18 shows the arguments that the list saves on what it finds', () => {
  const found = (q: string, name: string): ListedTool | undefined => {
    const [block] = findTools({ q }, {}).content;
    const { tools: entries } = JSON.parse(block?.type === 'text' ? block.text : '') as {
      tools: ListedTool[];
    };
    return entries.find((entry) => entry.name === name);
  };
  const argumentsOf = (entry: ListedTool | undefined) =>
    Object.keys(entry?.inputSchema.properties ?? {});
  const broadcast = found('experiment winner', 'save_broadcast');
  expect(argumentsOf(broadcast)).toEqual(expect.arrayContaining(['variants', 'winner']));
  expect(argumentsOf(found('language', 'save_email'))).toContain('translations');
  const listed = tools.find(({ name }) => name === 'save_broadcast');
  expect(listed && argumentsOf(listedTool(listed))).not.toContain('winner');
});

it('AGT-18 finds with few tokens, and says which tools it shows without their arguments', () => {
  for (const q of ['ab test broadcast', 'sign-up form', 'create a flow', 'save_broadcast']) {
    const [block] = findTools({ q }, {}).content;
    const text = block?.type === 'text' ? block.text : '';
    const answer = JSON.parse(text) as { tools: Partial<ListedTool>[]; message?: string };
    const short = answer.tools.filter(({ inputSchema }) => inputSchema === undefined);
    expect(text.length / 4, q).toBeLessThanOrEqual(1_150);
    expect(short.length, q).toBeGreaterThan(0);
    expect(answer.message, q).toContain('without inputSchema');
  }
});
