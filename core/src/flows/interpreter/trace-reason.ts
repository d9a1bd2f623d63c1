import type { LeafValue } from '../../conditions/evaluate.ts';
import { quoted } from '../../platform/json.ts';
import { limits } from '../../platform/limits.ts';
import type { FlowMemo } from './flow-memo.ts';
import type { TraceEntry } from './run.ts';

function leafText({ condition, actual, result }: LeafValue, memo: FlowMemo): string {
  const saw = actual === null || actual === undefined ? 'nothing' : quoted(actual);
  return `${memo.summaryOf(condition)}: ${result ? 'yes' : 'no'}, saw ${saw}`;
}

/**
 * The reason of a trace entry as one line to store, with the values of each condition. At most
 * `limits.reasonChars`; null if there is nothing to say. `memo` belongs to the flow.
 */
export function traceReason({ reason, values = [] }: TraceEntry, memo: FlowMemo): string | null {
  const texts = reason === undefined ? [] : [reason];
  let length = reason?.length ?? 0;
  for (const value of values) {
    // A condition can have hundreds of leaves; the line shows the first.
    if (length > limits.reasonChars) break;
    const text = leafText(value, memo);
    length += text.length;
    texts.push(text);
  }
  if (texts.length === 0) return null;
  const line = texts.join('; ');
  return line.length > limits.reasonChars ? `${line.slice(0, limits.reasonChars - 1)}…` : line;
}
