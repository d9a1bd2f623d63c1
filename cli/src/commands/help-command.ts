import { nearest } from '@postroad/core/platform/nearest';
import type { Command } from 'commander';
import { UsageError } from '../output/exit-codes.ts';
import { reportFailure } from '../output/report.ts';
import type { Finish, Terminal } from '../output/terminal.ts';

const environment = `The service reads its configuration from the environment alone:

  HOST, PORT           where it listens (127.0.0.1, 3000)
  BASE_URL             URL at which links in mails start
  DATA_DIR             embedded database, token and outbox (./data)
  DATABASE_URL         PostgreSQL instead of the embedded database
  LISTEN_DATABASE_URL  its own address, where DATABASE_URL is that of a pooler
  REPLICA_URL          a standby of it, for lists that may be some seconds old
  API_TOKEN            the operator's token; by default created once in DATA_DIR
  API_TOKEN_FILE       the file that holds it, read again whenever it changes
  SECRET_KEY           signs links in mails
  MAIL_PROVIDER        outbox, smtp, ses, postmark, resend or mailgun
  ERASURES_FILE        the list of erasures, to be kept with backups
  SMTP_URL, OUTBOX_DIR, LOG_LEVEL, STARTER, TEST_CLOCK, UNCERTAIN_SENDS   see the README

Commands that call a service choose it by the first of these:

  1. --url <url> or --data-dir <folder>
  2. POSTROAD_URL with POSTROAD_TOKEN, or DATA_DIR or DATABASE_URL
  3. url in postroad.yml, in this folder or one above
  4. the server of the last "postroad login"
  5. ./data: the server that runs on it, otherwise the database itself

A token comes from POSTROAD_TOKEN or "postroad login". There is no flag for it, since every user of the
machine can see flags. POSTROAD_TOKEN is never sent to a URL that only a file names.
`;

const exitCodeText = `Exit codes of commands:

  0  ok; diff --exit-code: nothing differs
  1  failed, or the server cannot be reached
  2  cancelled by the person who was asked; diff --exit-code: something differs
  3  wrong usage, or nobody could be asked
  4  the token is missing, unknown, or may not do this
  5  the input is not valid
  6  there is no such record
  7  the state of the record does not allow this
`;

export const topics: Record<string, string> = {
  environment,
  'exit-codes': exitCodeText,
};

/** The command at a path of words. Throws UsageError with the nearest name. */
function commandAt(program: Command, words: readonly string[]): Command {
  let command = program;
  for (const [depth, word] of words.entries()) {
    const next = command.commands.find(
      (one) => one.name() === word || one.aliases().includes(word),
    );
    if (!next) {
      const known = command.commands.flatMap((one) => [one.name(), ...one.aliases()]);
      const near = nearest(word, command === program ? [...known, ...Object.keys(topics)] : known);
      const above = ['postroad help', ...words.slice(0, depth)].join(' ');
      const hint = near === null ? `"${above}" lists what there is.` : `Did you mean ${near}?`;
      throw new UsageError(`There is no command "${words.join(' ')}". ${hint}`);
    }
    command = next;
  }
  return command;
}

/** Adds `postroad help <command>`, to any depth, and help topics. */
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
