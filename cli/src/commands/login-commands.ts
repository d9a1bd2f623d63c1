import type { Command } from 'commander';
import { login, logout, whoami } from '../connection/login.ts';
import { openPage } from '../output/open-page.ts';
import { reportFailure } from '../output/report.ts';
import type { Finish, Terminal } from '../output/terminal.ts';
import { addOutputOptions, addServerOptions, type CommonOptions } from './common-options.ts';
import { completionFor } from './completion.ts';

/** Adds login, logout, whoami, open and completion. */
export function addLoginCommands(program: Command, terminal: Terminal, finish: Finish): void {
  const guarded = async (work: () => Promise<number>, json?: CommonOptions['json']) => {
    finish(
      await work().catch((error: unknown) => reportFailure(error, terminal, json !== undefined)),
    );
  };
  program
    .command('login')
    .description('store a token for a server, from a prompt or standard input')
    .option('--url <url>', 'URL of the server')
    .action((options: CommonOptions) => guarded(() => login(options, terminal)));
  program
    .command('logout')
    .description('forget the token of a server')
    .option('--url <url>', 'URL of the server')
    .action((options: CommonOptions) => guarded(() => logout(options, terminal)));
  const who = program
    .command('whoami')
    .description('show which service the commands use, and what chose it');
  addServerOptions(addOutputOptions(who)).action((options: CommonOptions) =>
    guarded(() => whoami(options, terminal), options.json),
  );
  const open = program
    .command('open')
    .description('open the console, signed in, or another page in a browser')
    .argument('[page]', 'console, docs, mailbox or api', 'console');
  addServerOptions(open).action((page: string, options: CommonOptions) =>
    guarded(() => openPage(page, options, terminal)),
  );
  program
    .command('completion')
    .description('print the completion script for bash, zsh or fish')
    .argument('<shell>', 'bash, zsh or fish')
    .action((shell: string) =>
      guarded(async () => {
        terminal.out(completionFor(shell, program));
        return 0;
      }),
    );
}
