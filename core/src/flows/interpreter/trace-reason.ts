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
 * Why an entry of a trace is as it is, in a line to keep: its reason, and what each condition saw.
 * At most `limits.reasonChars`; null where there is nothing to say. `memo` is that of the flow.
 */
export function traceReason({ reason, values = [] }: TraceEntry, memo: FlowMemo): string | null {
  const texts = reason === undefined ? [] : [reason];
  let length = reason?.length ?? 0;
  for (const value of values) {
    // A condition can have hundreds of leaves, of which the line shows the first.
    if (length > limits.reasonChars) break;
    const text = leafText(value, memo);
    length += text.length;
    texts.push(text);
  }
  if (texts.length === 0) return null;
  const line = texts.join('; ');
  return line.length > limits.reasonChars ? `${line.slice(0, limits.reasonChars - 1)}…` : line;
}
