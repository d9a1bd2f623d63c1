import type { Command } from 'commander';
import { login, logout, whoami } from '../connection/login.ts';
import { openPage } from '../output/open-page.ts';
import { reportFailure } from '../output/report.ts';
import type { Finish, Terminal } from '../output/terminal.ts';
import { addOutputOptions, addServerOptions, type CommonOptions } from './common-options.ts';
import { completionFor } from './completion.ts';

/** Which service is asked, and by whom; and what makes the command line pleasant. */
export function addAccountCommands(program: Command, terminal: Terminal, finish: Finish): void {
  const guarded = async (work: () => Promise<number>, json?: CommonOptions['json']) => {
    finish(
      await work().catch((error: unknown) => reportFailure(error, terminal, json !== undefined)),
    );
  };
  program
    .command('login')
    .description('keep a token of a server; it is asked for, or read from standard input')
    .option('--url <address>', 'address of the server')
    .action((options: CommonOptions) => guarded(() => login(options, terminal)));
  program
    .command('logout')
    .description('forget the token of a server')
    .option('--url <address>', 'address of the server')
    .action((options: CommonOptions) => guarded(() => logout(options, terminal)));
  const who = program
    .command('whoami')
    .description('say which service is asked, and what chose it');
  addServerOptions(addOutputOptions(who)).action((options: CommonOptions) =>
    guarded(() => whoami(options, terminal), options.json),
  );
  const open = program
    .command('open')
    .description('open the documentation of the API, or the mailbox, in a browser')
    .argument('[page]', 'docs or mailbox', 'docs');
  addServerOptions(open).action((page: string, options: CommonOptions) =>
    guarded(() => openPage(page, options, terminal)),
  );
  program
    .command('completion')
    .description('write what bash, zsh or fish completes commands by')
    .argument('<shell>', 'bash, zsh or fish')
    .action((shell: string) =>
      guarded(async () => {
        terminal.out(completionFor(shell, program));
        return 0;
      }),
    );
}
