import { isObject } from '@postroad/core/platform/json';
import { limits } from '@postroad/core/platform/limits';
import { toolSchema } from '../tools/schema.ts';
import type { Tool } from '../tools/tool.ts';

type Json = Record<string, unknown>;

/** One place of an answer at which something was left out. */
interface Cut {
  /** Path, such as `people` or `flow.steps`. */
  at: string;
  /** How much is there, and how to get the rest. */
  how: string;
}

/** A list of findings that is shortened, with how many there are in all. */
interface Findings extends Cut {
  all: number;
}

/** Where a cut is made, and what it needs to say how to get the rest. */
interface Cutting {
  tool: Tool;
  args: Json;
  cuts: Cut[];
  /** Lists of findings that were shortened already, which may have to be shortened again. */
  findings: Findings[];
}

function sizeOf(value: unknown): number {
  return JSON.stringify(value)?.length ?? 0;
}

/** The number of leading entries that fit. */
function countThatFits(sizes: readonly number[], room: number): number {
  let left = room;
  const over = sizes.findIndex((size) => {
    left -= size + 1;
    return left < 0;
  });
  return over === -1 ? sizes.length : over;
}

/** What can be written back: half of it would be taken for all of it, so it is whole or not there. */
const wholeMembers: ReadonlySet<string> = new Set(['definition', 'condition', 'variables']);

function cutList(list: unknown[], room: number, at: string, cutting: Cutting): unknown[] {
  const kept = countThatFits(list.map(sizeOf), room);
  const before = cutting.findings.findIndex((one) => one.at === at);
  const cutTo = (count: number) => {
    const [shortened] = before === -1 ? [] : cutting.findings.splice(before, 1);
    cutting.cuts.push({ at, how: rowsHow(count, shortened?.all ?? list.length, at, cutting) });
  };
  const [first] = list;
  if (kept === 0 && isObject(first)) {
    const one = cutObject(first, room, `${at}[0]`, cutting);
    if (list.length > 1) cutTo(1);
    return [one];
  }
  if (kept < list.length) cutTo(kept);
  return list.slice(0, kept);
}

/** Files that fit, whole, in their order; the others are named. */
function cutFiles(files: Json, room: number, at: string, { tool, cuts }: Cutting): Json {
  const entries = Object.entries(files);
  const names = sizeOf(Object.keys(files));
  const kept: [string, unknown][] = [];
  let left = room - Math.min(names, room / 3);
  for (const [path, text] of entries) {
    const size = sizeOf(path) + sizeOf(text) + 2;
    // One file alone comes whole: there is no smaller part to ask for.
    if (size > left && entries.length > 1) continue;
    left -= size;
    kept.push([path, text]);
  }
  const there = new Set(kept.map(([path]) => path));
  const out = entries.flatMap(([path]) => (there.has(path) ? [] : [path]));
  const listed = countThatFits(out.map(sizeOf), room / 3);
  const more = out.length - listed;
  const rest = more === 0 ? '' : ` and ${more} more behind ${out[listed - 1]}`;
  if (out.length > 0) {
    const whole = `${out.length} of ${entries.length} files are left out: ${out.slice(0, listed).join(', ')}${rest}.`;
    cuts.push({ at, how: `${whole} Call ${tool.name} with their names as paths.` });
  }
  return Object.fromEntries(kept);
}

/** Leaves members out, the largest first; what can be written back is the last to go. */
function cutObject(value: Json, room: number, at: string, cutting: Cutting): Json {
  const result = { ...value };
  const isWhole = (name: string) => wholeMembers.has(name) || typeof result[name] === 'string';
  const order = Object.keys(result).sort(
    (a, b) => Number(isWhole(a)) - Number(isWhole(b)) || sizeOf(result[b]) - sizeOf(result[a]),
  );
  for (const name of order) {
    const over = sizeOf(result) - room;
    if (over <= 0) break;
    const size = sizeOf(result[name]);
    if (size < limits.mcpKeptMemberChars) continue;
    const path = at === '' ? name : `${at}.${name}`;
    const kept = cut(name, result[name], Math.max(0, size - over), path, cutting);
    if (kept === undefined) delete result[name];
    else result[name] = kept;
  }
  return result;
}

/** Cuts a value to about `room` characters of JSON; undefined where it is left out whole. */
function cut(name: string, value: unknown, room: number, at: string, cutting: Cutting): unknown {
  const whole = typeof value === 'string' || wholeMembers.has(name);
  if (whole) {
    if (name === 'definition' && sizeOf(value) <= limits.mcpDefinitionChars) return value;
    cutting.cuts.push({ at, how: wholeHow(sizeOf(value), cutting) });
    return undefined;
  }
  if (Array.isArray(value)) return cutList(value, room, at, cutting);
  if (!isObject(value)) return value;
  return name === 'files'
    ? cutFiles(value, room, at, cutting)
    : cutObject(value, room, at, cutting);
}

/** Arguments that narrow an answer, the most effective first. */
const narrowing = [
  ...['prefix', 'q', 'label', 'tag', 'segment', 'status', 'person', 'name', 'since', 'part'],
  'flow',
];

function narrowingOf({ tool, args }: Cutting): string[] {
  // A write has been done; what it is given says what is written, not what is read.
  if (!tool.hints.readOnly) return [];
  const known = Object.keys(toolSchema(tool).properties);
  return narrowing.filter((name) => known.includes(name) && args[name] === undefined);
}

/** Tools whose answer is a resource too, or a part of one. */
const readAsResource: ReadonlySet<string> = new Set([
  'describe_schema',
  'get_flow',
  'get_email',
  'get_theme',
]);

function elsewhere({ tool }: Cutting): string {
  return readAsResource.has(tool.name)
    ? 'as a resource (resources/templates/list), or over HTTP'
    : 'over HTTP';
}

function rowsHow(kept: number, all: number, at: string, cutting: Cutting): string {
  const { tool, args } = cutting;
  const others = narrowingOf(cutting);
  const there = `${kept} of ${all} are here.`;
  if (at === 'flow.steps' && tool.memberOfFormat?.outline && args.format === undefined)
    return `${there} Call ${tool.name} with format outline for all of them.`;
  if (Object.keys(toolSchema(tool).properties).includes('limit') && kept > 0) {
    const narrow = others.length > 0 ? `, or narrow it by ${others.join(', ')}` : '';
    return `${there} Call ${tool.name} again with limit ${kept}, then continue with next_cursor${narrow}.`;
  }
  if (others.length > 0)
    return `${there} Call ${tool.name} again, narrowed by ${others.join(' or ')}.`;
  return `${there} Read all of it ${elsewhere(cutting)}.`;
}

function wholeHow(chars: number, cutting: Cutting): string {
  const others = narrowingOf(cutting);
  const there = `Left out whole: ${chars} characters.`;
  if (others.length > 0)
    return `${there} Call ${cutting.tool.name} again, narrowed by ${others.join(' or ')}.`;
  return `${there} Read it ${elsewhere(cutting)}.`;
}

const cutOf = ({ at, how }: Findings): Cut => ({ at, how });

/** Keeps the first `limits.mcpFindings` findings of each kind, and counts the others in `more`. */
function withFewerFindings(value: unknown, at: string, findings: Findings[]): unknown {
  if (!isObject(value)) return value;
  const result: Json = { ...value };
  let more = 0;
  for (const name of ['errors', 'warnings']) {
    const list = result[name];
    if (!Array.isArray(list) || list.length <= limits.mcpFindings) continue;
    more += list.length - limits.mcpFindings;
    result[name] = list.slice(0, limits.mcpFindings);
    const how = `${limits.mcpFindings} of ${list.length} are here. Correct these, then call it again.`;
    findings.push({ at: `${at}${name}`, how, all: list.length });
  }
  for (const name of ['validation', 'flow']) {
    if (isObject(result[name]))
      result[name] = withFewerFindings(result[name], `${at}${name}.`, findings);
  }
  return more > 0 ? { ...result, more } : result;
}

/** An answer as an object and as JSON text. */
export interface FittedResult {
  answer: object;
  text: string;
}

/**
 * Fits an answer or problem to a model's context: at most `limits.mcpFindings` findings of a kind, and
 * about `limits.mcpResultChars` characters of JSON. Text and definitions are whole or left out, since
 * an agent writes them back (AGT-01); `cuts` names every place and how to get the rest (AGT-02). A
 * page that was cut has no `next_cursor`, since continuing from it would skip the rows left out.
 */
export function fitResult(answer: object, tool: Tool, args: Json): FittedResult {
  const findings: Findings[] = [];
  const few = withFewerFindings(answer, '', findings) as Json;
  if (sizeOf(few) <= limits.mcpResultChars) {
    const fitted = findings.length === 0 ? few : { cuts: findings.map(cutOf), ...few };
    return { answer: fitted, text: JSON.stringify(fitted) };
  }
  const { next_cursor: _, ...rest } = few;
  const room = limits.mcpResultChars - limits.mcpCutsChars - sizeOf(findings);
  const cuts: Cut[] = [];
  const short = cutObject(rest, room, '', { tool, args, cuts, findings });
  const fitted = { cuts: [...findings.map(cutOf), ...cuts], ...short };
  return { answer: fitted, text: JSON.stringify(fitted) };
}
