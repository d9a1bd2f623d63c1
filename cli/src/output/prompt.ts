import type { CommonOptions } from '../commands/common-options.ts';
import { Cancelled, UsageError } from './exit-codes.ts';
import type { Terminal } from './terminal.ts';

export interface Question {
  /** A sentence about what would happen. */
  text: string;
  /** The text that must be typed; without it, yes is enough. */
  typed?: string;
}

/**
 * Asks for confirmation unless --yes is given. Throws Cancelled if the person does not agree, and
 * UsageError if nobody can be asked.
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
  const how = typed === undefined ? '[y/N]' : `Type ${typed} to continue:`;
  const answer = (await terminal.ask(`${text} ${how} `))?.trim();
  const agreed = typed === undefined ? /^y(?:es)?$/i.test(answer ?? '') : answer === typed;
  if (!agreed) throw new Cancelled();
}
