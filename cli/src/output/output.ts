import type { CommonOptions } from '../commands/common-options.ts';
import { selectFields } from '../commands/fields.ts';
import { applyJq } from './jq.ts';
import { readingView } from './reading-view.ts';
import { type RowView, tableFooter, tableOf } from './table.ts';
import type { Terminal } from './terminal.ts';
import { screenText } from './terminal-width.ts';

/** JSON: one line for programs, indented and escaped for a terminal. */
export function formatted(value: unknown, terminal: Terminal, json: boolean): string {
  if (!terminal.outIsTty) return `${JSON.stringify(value)}\n`;
  return `${screenText(JSON.stringify(value, null, json ? undefined : 2))}\n`;
}

/** What a terminal gets in place of the answer itself. */
export interface Display {
  /** The answer in words, which must be safe to display; null where it has none. */
  text?: (() => string | Promise<string>) | undefined;
  /** The cells of a row, where the answer is a list. */
  row?: RowView | undefined;
}

/**
 * Prints an answer as the flags say: filtered by jq, some fields, one line of JSON. Without flags,
 * a terminal gets a text, a table or a record to read, and a program gets JSON.
 */
export async function show(
  answer: unknown,
  options: Pick<CommonOptions, 'json' | 'jq'>,
  terminal: Terminal,
  { text, row }: Display = {},
): Promise<void> {
  const { json, jq } = options;
  const chosen = typeof json === 'string' ? selectFields(answer, json) : answer;
  if (jq !== undefined) {
    const filtered = await applyJq(chosen, jq, terminal.outIsTty && json === undefined);
    terminal.out(terminal.outIsTty ? screenText(filtered) : filtered);
    return;
  }
  if (terminal.outIsTty && json === undefined) {
    const said = await text?.();
    terminal.out(
      said ?? tableOf(chosen, terminal.columns, row) ?? readingView(chosen, terminal.columns),
    );
    // A long table would push it off the screen.
    if (said === undefined) terminal.err(tableFooter(chosen));
    return;
  }
  terminal.out(formatted(chosen, terminal, json !== undefined));
}
