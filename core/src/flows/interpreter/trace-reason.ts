import type { LeafValue } from '../../conditions/evaluate.ts';
import { conditionSummary } from '../../conditions/summary.ts';
import { quoted } from '../../platform/json.ts';
import { limits } from '../../platform/limits.ts';
import type { TraceEntry } from './run.ts';

// Leaves are those of a compiled definition, met by one person after another.
const summaries = new WeakMap<object, string>();

function summaryOf(leaf: LeafValue['condition']): string {
  const known = summaries.get(leaf);
  if (known !== undefined) return known;
  const summary = conditionSummary(leaf);
  summaries.set(leaf, summary);
  return summary;
}

function leafText({ condition, actual, result }: LeafValue): string {
  const saw = actual === null || actual === undefined ? 'nothing' : quoted(actual);
  return `${summaryOf(condition)}: ${result ? 'yes' : 'no'}, saw ${saw}`;
}

/**
 * Why an entry of a trace is as it is, in a line to keep: its reason, and what each condition saw.
 * At most `limits.reasonChars`; null where there is nothing to say.
 */
export function traceReason({ reason, values = [] }: TraceEntry): string | null {
  const texts = reason === undefined ? [] : [reason];
  let length = reason?.length ?? 0;
  for (const value of values) {
    // A condition can have hundreds of leaves, of which the line shows the first.
    if (length > limits.reasonChars) break;
    const text = leafText(value);
    length += text.length;
    texts.push(text);
  }
  if (texts.length === 0) return null;
  const line = texts.join('; ');
  return line.length > limits.reasonChars ? `${line.slice(0, limits.reasonChars - 1)}…` : line;
}
