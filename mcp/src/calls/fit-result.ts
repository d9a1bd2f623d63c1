import { limits } from '@postroad/core/platform/limits';
import { toolSchema } from '../tools/schema.ts';
import type { Tool } from '../tools/tool.ts';

type Json = Record<string, unknown>;

/** The part that was cut at one place of an answer. */
interface Cut {
  /** Path, such as `people` or `flow.definition`. */
  at: string;
  /** Numbers of entries or characters kept and left out. */
  kept: number;
  left_out: number;
}

function sizeOf(value: unknown): number {
  return JSON.stringify(value)?.length ?? 0;
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The number of leading entries that fit, at least one. */
function countThatFits(sizes: readonly number[], room: number): number {
  let left = room;
  const over = sizes.findIndex((size) => {
    left -= size + 1;
    return left < 0;
  });
  return over === -1 ? sizes.length : Math.max(1, over);
}

function cutText(text: string, room: number, at: string, cuts: Cut[]): string {
  // Escaped characters are longer in JSON, so 5 % stay free.
  const share = Math.max(0, Math.floor((room / Math.max(1, sizeOf(text))) * text.length * 0.95));
  const kept = text.slice(0, share).toWellFormed();
  cuts.push({ at, kept: kept.length, left_out: text.length - kept.length });
  return kept;
}

function cutList(list: unknown[], room: number, at: string, cuts: Cut[]): unknown[] {
  const kept = countThatFits(list.map(sizeOf), room);
  if (kept < list.length) cuts.push({ at, kept, left_out: list.length - kept });
  const [first] = list;
  if (kept > 1 || sizeOf(first) <= room) return list.slice(0, kept);
  return [cut(first, room, `${at}[0]`, cuts)];
}

/** Cuts the largest member first. */
function cutObject(value: Json, room: number, at: string, cuts: Cut[]): Json {
  const result = { ...value };
  const named = Object.keys(result).sort((a, b) => sizeOf(result[b]) - sizeOf(result[a]));
  for (const name of named) {
    const over = sizeOf(result) - room;
    if (over <= 0) break;
    const share = Math.max(0, sizeOf(result[name]) - over);
    result[name] = cut(result[name], share, at === '' ? name : `${at}.${name}`, cuts);
  }
  return result;
}

/** Cuts a value to about `room` characters of JSON; numbers and booleans stay. */
function cut(value: unknown, room: number, at: string, cuts: Cut[]): unknown {
  if (sizeOf(value) <= room) return value;
  if (typeof value === 'string') return cutText(value, room, at, cuts);
  if (Array.isArray(value)) return cutList(value, room, at, cuts);
  return isObject(value) ? cutObject(value, room, at, cuts) : value;
}

/** Arguments that narrow an answer, the most effective first. */
const narrowing = [
  ...['prefix', 'q', 'label', 'tag', 'segment', 'status', 'person', 'name', 'since', 'part'],
  'flow_key',
];

function fixOf(tool: Tool, args: Json, cuts: readonly Cut[]): string {
  const known = Object.keys(toolSchema(tool).properties);
  const [first] = cuts;
  if (first && known.includes('limit')) {
    const others = narrowing.filter((name) => known.includes(name) && args[name] === undefined);
    const narrow = others.length > 0 ? `, or narrow it by ${others.join(', ')}` : '';
    return `Call ${tool.name} again with limit ${first.kept}, then continue with next_cursor${narrow}.`;
  }
  const narrow = narrowing.filter((name) => known.includes(name) && args[name] === undefined);
  if (narrow.length > 0) return `Call ${tool.name} again, narrowed by ${narrow.join(' or ')}.`;
  return 'Read it in full as a resource (resources/templates/list), or over HTTP.';
}

/** Keeps the first `limits.mcpFindings` findings of each kind, and counts the others in `more`. */
function withFewerFindings(value: unknown): unknown {
  if (!isObject(value)) return value;
  const result: Json = { ...value };
  let more = 0;
  for (const name of ['errors', 'warnings']) {
    const list = result[name];
    if (!Array.isArray(list) || list.length <= limits.mcpFindings) continue;
    more += list.length - limits.mcpFindings;
    result[name] = list.slice(0, limits.mcpFindings);
  }
  if ('validation' in result) result.validation = withFewerFindings(result.validation);
  if (isObject(result.flow)) result.flow = withFewerFindings(result.flow);
  return more > 0 ? { ...result, more } : result;
}

/** An answer as an object and as JSON text. */
export interface FittedResult {
  answer: object;
  text: string;
}

/**
 * Fits an answer or problem to a model's context: at most `limits.mcpFindings` findings of a kind,
 * with `more`, and at most `limits.mcpResultChars` characters of JSON, with `truncated`, which says
 * what was left out and how to ask for less. A page that was cut has no `next_cursor`, since
 * continuing from it would skip the rows left out.
 */
export function fitResult(answer: object, tool: Tool, args: Json): FittedResult {
  const few = withFewerFindings(answer) as Json;
  const text = JSON.stringify(few);
  if (text.length <= limits.mcpResultChars) return { answer: few, text };
  const cuts: Cut[] = [];
  const { next_cursor: _, ...rest } = few;
  const short = cut(rest, limits.mcpResultChars - limits.mcpTruncatedChars, '', cuts) as Json;
  const fitted = { ...short, truncated: { cuts: cuts.slice(0, 3), fix: fixOf(tool, args, cuts) } };
  return { answer: fitted, text: JSON.stringify(fitted) };
}
