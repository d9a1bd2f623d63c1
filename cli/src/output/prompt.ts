import type { CommonOptions } from '../commands/common-options.ts';
import { Cancelled, UsageError } from './exit-codes.ts';
import type { Terminal } from './terminal.ts';

export interface Question {
  /** A sentence that says what would happen. */
  text: string;
  /** What has to be typed; else a yes is enough. */
  typed?: string;
}

/**
 * Asks the person, unless --yes has answered. Throws Cancelled for anything but agreement, and
 * UsageError where nobody can be asked.
 */
export async function confirm(
  { text, typed }: Question,
  options: Pick<CommonOptions, 'yes' | 'input'>,
  terminal: Terminal,
): Promise<void> {
  if (options.yes) return;
  if (!terminal.inIsTty || !terminal.errIsTty || options.input === false) {
    throw new UsageError(`${text} Nobody can be asked here: repeat the command with --yes.`);
  }
  const how = typed === undefined ? '[y/N]' : `Type ${typed} to go on:`;
  const said = (await terminal.ask(`${text} ${how} `))?.trim();
  const agreed = typed === undefined ? /^y(?:es)?$/i.test(said ?? '') : said === typed;
  if (!agreed) throw new Cancelled();
}
