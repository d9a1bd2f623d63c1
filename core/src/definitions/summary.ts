import type { Definition } from '../flows/definition/definition.ts';
import { diffDefinitions } from '../flows/definition/diff.ts';
import { oneLine } from '../flows/drawing/one-line.ts';
import { stepCount } from '../flows/drawing/summary.ts';
import { isObject, type JsonObject, own, quoted } from '../platform/json.ts';
import { limits } from '../platform/limits.ts';
import type { DefinitionType, Records } from './records.ts';
import { fileText } from './text/front-matter.ts';

/** Multi-line texts; a summary shows only the number of changed lines. */
const texts: ReadonlySet<string> = new Set(['body_markdown', 'html', 'css']);

function lineCounts(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  // Files lose line feeds at the end, which are not lines.
  const lines = fileText(text);
  for (const line of lines === '' ? [] : lines.split('\n')) {
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  return counts;
}

/** Number of lines that `of` has more often than `than`. */
function surplus(of: ReadonlyMap<string, number>, than: ReadonlyMap<string, number>): number {
  let lines = 0;
  for (const [line, count] of of) lines += Math.max(0, count - (than.get(line) ?? 0));
  return lines;
}

function textChange(key: string, before: string, after: string): string {
  const [was, is] = [lineCounts(before), lineCounts(after)];
  const [added, removed] = [surplus(is, was), surplus(was, is)];
  if (added + removed === 0) return `${key}: the same lines in another order`;
  return `${key}: +${added} −${removed} ${added + removed === 1 ? 'line' : 'lines'}`;
}

function inOrder(_key: string, value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The order of keys says nothing: the database has another one than a file. */
function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b) || text(a) === text(b);
}

function text(value: unknown): string {
  return JSON.stringify(value, inOrder);
}

/** Describes one changed value; for maps, each entry. */
function valueChange(key: string, before: unknown, after: unknown): string[] {
  if (same(before, after)) return [];
  if (texts.has(key)) return [textChange(key, String(before ?? ''), String(after ?? ''))];
  const inside = key === 'variables' || key === 'tunables';
  if (inside && isObject(before) && isObject(after)) return mapChanges(key, before, after);
  if (Array.isArray(before) && Array.isArray(after) && key === 'labels') {
    return [`labels: ${listText(before)} → ${listText(after)}`];
  }
  const plain = [before, after].every((value) => typeof value !== 'object' || value === null);
  return [
    plain ? `${key}: ${quoted(before ?? null)} → ${quoted(after ?? null)}` : `${key} changed`,
  ];
}

function listText(list: readonly unknown[]): string {
  return list.length === 0 ? 'none' : oneLine(list.map(String).join(', '), limits.drawnChars);
}

function mapChanges(name: string, before: JsonObject, after: JsonObject): string[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys.flatMap((key) => {
    const [was, is] = [own(before, key), own(after, key)];
    if (same(was, is)) return [];
    const shown = (value: unknown) =>
      value === undefined ? 'unset' : oneLine(JSON.stringify(value), limits.drawnChars);
    return [`${name}.${oneLine(key, limits.drawnChars)}: ${shown(was)} → ${shown(is)}`];
  });
}

function stepsChange(before: readonly unknown[], after: readonly unknown[]): string[] {
  if (same(before, after)) return [];
  if (before.length !== after.length) return [`steps: ${before.length} → ${after.length}`];
  const changed = after.flatMap((step, index) => (same(step, before[index]) ? [] : [index + 1]));
  return [`steps: changed at ${changed.join(', ')}`];
}

function flowChanges(before: unknown, after: unknown): string[] {
  if (same(before, after)) return [];
  const [from, to] = [before as Definition, after as Definition];
  const lines = diffDefinitions(from, to).map(({ kind, handle, path, summary }) => {
    const subject = handle === '' ? path : handle;
    return `${subject} ${kind}: ${summary}`;
  });
  return lines.length > 0 ? lines : ['definition changed'];
}

/** Describes an update for people, one line per change, up to a limit. */
export function changeSummary<Type extends DefinitionType>(
  type: Type,
  before: Records[Type],
  after: Records[Type],
): string[] {
  return changedLines(before as JsonObject, after as JsonObject, type === 'flow');
}

/** Describes what differs between two states of a record, one line per change, up to a limit. */
export function changedLines(was: JsonObject, is: JsonObject, isFlow: boolean): string[] {
  const keys = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (key) => key !== 'id' && key !== 'key',
  );
  const lines = keys.flatMap((key) => {
    const [old, now] = [own(was, key), own(is, key)];
    if (isFlow && key === 'definition') return flowChanges(old, now);
    if (Array.isArray(old) && Array.isArray(now) && key === 'steps') return stepsChange(old, now);
    return valueChange(key, old, now);
  });
  const more = lines.length - limits.changeSummaryLines;
  if (more <= 0) return lines;
  return [...lines.slice(0, limits.changeSummaryLines), `${more} more`];
}

/** Describes a new record. */
export function creationSummary<Type extends DefinitionType>(
  type: Type,
  record: Records[Type],
): string[] {
  if (type === 'flow') {
    const steps = stepCount((record as Records['flow']).definition as unknown as Definition);
    return [`New draft with ${steps} ${steps === 1 ? 'step' : 'steps'}; activate it to start it`];
  }
  if (type === 'sequence') {
    const { steps, enabled } = record as Records['sequence'];
    return [
      `New, ${enabled ? 'on' : 'off'}, with ${steps.length} ${steps.length === 1 ? 'step' : 'steps'}`,
    ];
  }
  if (type === 'flow_test') return ['New test'];
  return [`New ${type}`];
}
