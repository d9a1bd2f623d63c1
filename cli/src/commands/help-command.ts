import { nearest } from '@postroad/core/platform/nearest';
import type { Command } from 'commander';
import { UsageError } from '../output/exit-codes.ts';
import { reportFailure } from '../output/report.ts';
import type { Finish, Terminal } from '../output/terminal.ts';

const environment = `The service reads its configuration from the environment alone:

  HOST, PORT           where it listens (127.0.0.1, 3000)
  BASE_URL             start of the links in mails
  DATA_DIR             embedded database, token and outbox (./data)
  DATABASE_URL         PostgreSQL instead of the embedded database
  API_TOKEN            the operator's token, else made once in DATA_DIR
  SECRET_KEY           signs links in mails
  MAIL_PROVIDER        outbox, smtp, ses, postmark, resend or mailgun
  SMTP_URL, OUTBOX_DIR, LOG_LEVEL, STARTER, TEST_CLOCK, UNCERTAIN_SENDS   see the README

Commands that ask a service find it by the first of these:

  1. --url <address> or --data-dir <folder>
  2. POSTROAD_URL with POSTROAD_TOKEN, else DATA_DIR or DATABASE_URL
  3. url in postroad.yml, here or in a folder above
  4. the server of the last "postroad login"
  5. ./data: the server that holds it, else the database itself

A token comes from POSTROAD_TOKEN, or from "postroad login". It has no flag, since everybody on the
machine can see those, and POSTROAD_TOKEN is never sent to an address that only a file names.
`;

const exitCodeText = `What a command ends with:

  0  ok; diff --exit-code: nothing differs
  1  failed; also where the server cannot be reached
  2  cancelled by the person who was asked; diff --exit-code: something differs
  3  called the wrong way, or nobody could be asked
  4  the token is missing, unknown, or may not do this
  5  the input is not valid
  6  there is no such record
  7  it conflicts with how things are
`;

export const topics: Record<string, string> = {
  environment,
  'exit-codes': exitCodeText,
};

/** The command at a path of words. Throws UsageError that names the nearest one. */
function commandAt(program: Command, words: readonly string[]): Command {
  let command = program;
  for (const word of words) {
    const next = command.commands.find(
      (one) => one.name() === word || one.aliases().includes(word),
    );
    if (!next) {
      const known = command.commands.map((one) => one.name());
      const near = nearest(word, command === program ? [...known, ...Object.keys(topics)] : known);
      const hint = near === null ? '' : ` Did you mean ${near}?`;
      throw new UsageError(`There is no command "${words.join(' ')}".${hint}`);
    }
    command = next;
  }
  return command;
}

/** `postroad help <command>`, to any depth, and some topics. */
export function addHelpCommand(program: Command, terminal: Terminal, finish: Finish): void {
  program.helpCommand(false);
  program
    .command('help')
    .description('explain a command, or a topic: environment, exit-codes')
    .argument('[command...]')
    .action((words: string[]) => {
      try {
        const topic = words.length === 1 ? topics[words[0] ?? ''] : undefined;
        terminal.out(topic ?? commandAt(program, words).helpInformation());
        finish(0);
      } catch (error) {
        finish(reportFailure(error, terminal));
      }
    });
}
