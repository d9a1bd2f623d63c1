import type { CommonOptions } from '../commands/common-options.ts';
import { selectFields } from '../commands/fields.ts';
import { applyJq } from './jq.ts';
import { tableFooter, tableOf } from './table.ts';
import type { Terminal } from './terminal.ts';
import { screenText } from './terminal-width.ts';

/** JSON: one line for programs, indented and escaped for a terminal. */
export function formatted(value: unknown, terminal: Terminal, json: boolean): string {
  if (!terminal.outIsTty) return `${JSON.stringify(value)}\n`;
  return `${screenText(JSON.stringify(value, null, json ? undefined : 2))}\n`;
}

/**
 * Prints an answer as the flags say: filtered by jq, some fields, one line of JSON. Without flags,
 * a terminal gets `text`, which must be safe to display, or a table, and a program gets JSON.
 */
export async function show(
  answer: unknown,
  options: Pick<CommonOptions, 'json' | 'jq'>,
  terminal: Terminal,
  text?: () => string | Promise<string>,
): Promise<void> {
  const { json, jq } = options;
  const chosen = typeof json === 'string' ? selectFields(answer, json) : answer;
  if (jq !== undefined) {
    const filtered = await applyJq(chosen, jq, terminal.outIsTty && json === undefined);
    terminal.out(terminal.outIsTty ? screenText(filtered) : filtered);
    return;
  }
  if (terminal.outIsTty && json === undefined) {
    const written = (await text?.()) ?? tableOf(chosen, terminal.columns);
    if (written) {
      terminal.out(written);
      if (text === undefined) terminal.err(tableFooter(chosen));
      return;
    }
  }
  terminal.out(formatted(chosen, terminal, json !== undefined));
}
