import type { CommonOptions } from '../commands/common-options.ts';
import { selectFields } from '../commands/fields.ts';
import { applyJq } from './jq.ts';
import { besideTable, tableOf } from './table.ts';
import type { Terminal } from './terminal.ts';
import { screenText } from './terminal-width.ts';

/** JSON for programs on one line, for people over several and safe to look at. */
export function formatted(value: unknown, terminal: Terminal, json: boolean): string {
  if (!terminal.outIsTty) return `${JSON.stringify(value)}\n`;
  return `${screenText(JSON.stringify(value, null, json ? undefined : 2))}\n`;
}

/**
 * Shows an answer as the flags say: what jq makes of it, some fields, one line of JSON. Without
 * flags a person gets `text`, which has to be safe to look at, or a table, and a program JSON.
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
    const made = await applyJq(chosen, jq, terminal.outIsTty && json === undefined);
    terminal.out(terminal.outIsTty ? screenText(made) : made);
    return;
  }
  if (terminal.outIsTty && json === undefined) {
    const written = (await text?.()) ?? tableOf(chosen, terminal.columns);
    if (written) {
      terminal.out(written);
      if (text === undefined) terminal.err(besideTable(chosen));
      return;
    }
  }
  terminal.out(formatted(chosen, terminal, json !== undefined));
}
