import type { CallToolResult, Tool as ListedTool } from '@modelcontextprotocol/server';
import { nearest } from '@postroad/core/platform/nearest';
import { invalid } from '@postroad/core/platform/refusal';
import { type Exposure, offeredTools } from './exposure.ts';
import { foundTool } from './schema.ts';
import { searchTools } from './search-tools.ts';

const found = 8;
/** Most are not called: the arguments of all eight would cost more than a task. */
const whole = 3;
const wordsMax = 200;

/** The tool that finds the others: a list of all would cost an agent more than most tasks do (AGT-18). */
export const findToolsEntry: ListedTool = {
  name: 'find_tools',
  description:
    'Find tools that are not listed, by what you want to do or by name. What it finds can be called at once.',
  inputSchema: {
    type: 'object',
    properties: { q: { type: 'string', description: 'cancel a broadcast' } },
    required: ['q'],
  },
  annotations: { readOnlyHint: true },
};

/**
 * The tools that fit best. Those that were named, or else the first ones, have all their arguments, which
 * nothing else tells an agent of; the others are a name and a description, and the answer says so.
 * Throws a Refusal where nothing is asked for.
 */
export function findTools(args: Record<string, unknown>, exposure: Exposure): CallToolResult {
  const { q, ...rest } = args;
  const [other] = Object.keys(rest);
  if (other !== undefined) {
    const message = `${other} is not a known key here.`;
    throw invalid([{ path: other, code: 'key_unknown', message }]);
  }
  if (typeof q !== 'string' || q.trim() === '' || q.length > wordsMax) {
    const message = `q must be text of 1 to ${wordsMax} characters: what you want to do.`;
    throw invalid([{ path: 'q', code: q === undefined ? 'required' : 'value_invalid', message }]);
  }
  const offered = offeredTools(exposure);
  const exact = offered
    .filter(({ name }) => q.includes(name))
    .sort((a, b) => b.name.length - a.name.length);
  const ranked = searchTools(q.replaceAll('_', ' '), offered);
  const best = [...new Set([...exact, ...ranked])].slice(0, found);
  const described = exact.length || whole;
  const short = best.slice(described).map(({ name, description }) => ({ name, description }));
  const tools = [...best.slice(0, described).map(foundTool), ...short];
  const meant = nearest(
    q,
    offered.map(({ name }) => name),
  );
  const answer = {
    tools,
    ...(short.length > 0 && {
      message:
        'The tools without inputSchema have arguments too: put their names into q to see them.',
    }),
    ...(tools.length === 0 && {
      message: 'No tool has these words. Say it in other words, or name a record: flow, email.',
      ...(meant !== undefined && meant !== null && { did_you_mean: meant }),
    }),
  };
  return { content: [{ type: 'text', text: JSON.stringify(answer) }] };
}
