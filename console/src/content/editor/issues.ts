import { positionSaid } from '@postroad/core/content/text/position-words';

/** What the service says of a text: it is refused for an error, and saved with a warning. */
export interface TextIssue {
  path: string;
  code: string;
  message: string;
  isError: boolean;
}

export interface LocatedIssue extends TextIssue {
  /** Offsets of what it is about. */
  from: number;
  to: number;
  /** Null if it names no line. */
  line: number | null;
}

function lineAt(text: string, line: number): { from: number; to: number } {
  const lines = text.split('\n');
  const at = Math.min(Math.max(1, line), lines.length);
  const from = lines.slice(0, at - 1).reduce((sum, one) => sum + one.length + 1, 0);
  return { from, to: from + (lines[at - 1] ?? '').length };
}

/** The end of the tag or value that begins at an offset; else of the line. */
function endOf(text: string, from: number, lineEnd: number): number {
  const closing = text.startsWith('{%', from) ? '%}' : text.startsWith('{{', from) ? '}}' : null;
  const end = closing === null ? -1 : text.indexOf(closing, from);
  return end < 0 || end > lineEnd ? lineEnd : end + 2;
}

/**
 * An issue at its line in a text: that of a component, or any other. One that names no line of it is
 * about the whole, and shown at the first.
 */
export function located(
  text: string,
  issue: TextIssue,
  component: string | null = null,
): LocatedIssue {
  const said = positionSaid(issue.message);
  if (said === null || said.component !== component) {
    return { ...issue, ...lineAt(text, 1), line: null };
  }
  const { position, isWholeLine } = said;
  const line = lineAt(text, position.line);
  const from = Math.min(line.to, line.from + position.column - 1);
  const to = isWholeLine ? line.to : endOf(text, from, line.to);
  return { ...issue, from, to: Math.max(from, to), line: position.line };
}
