import { version } from '@postroad/core/platform/version';
import { Command, CommanderError } from 'commander';
import { addDefinitionCommands } from './commands/definition-commands.ts';
import { addEventCommands } from './commands/event-commands.ts';
import { addFlowDrawings } from './commands/flow-drawings.ts';
import { addHelpCommand } from './commands/help-command.ts';
import { addLoginCommands } from './commands/login-commands.ts';
import { addOperationCommands, describeGroups } from './commands/operation-commands.ts';
import { addQueueWatch } from './commands/queue-watch.ts';
import { addServerCommands } from './commands/server-commands.ts';
import { exitCodes } from './output/exit-codes.ts';
import { reportFailure } from './output/report.ts';
import { type Finish, processTerminal, type Terminal } from './output/terminal.ts';

const afterHelp = `
"postroad help <command>" explains each; "postroad help environment" says which service commands use, by
POSTROAD_URL, postroad.yml or login, and which variables the service reads.

Exit codes: 0 ok, 1 failed, 2 cancelled, 3 usage, 4 auth, 5 validation, 6 not found, 7 conflict
`;

/**
 * Builds the command tree; `finish` receives the exit code of the command that ran. With the words of a
 * command line, only what these can name is complete.
 */
export function createProgram(
  terminal: Terminal,
  finish: Finish,
  words: 'all' | readonly string[] = 'all',
): Command {
  const program = new Command('postroad')
    .description('Self-hosted email automation.')
    .version(version)
    // Otherwise a group with its own flags would take those of its verbs.
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({
      writeOut: terminal.out,
      writeErr: terminal.err,
      getOutHelpWidth: () => terminal.columns,
      getErrHelpWidth: () => terminal.columns,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    // Beside a verb with two ids there are 34 columns on a screen of 80.
    .configureHelp({ minWidthToWrap: 24 })
    .addHelpText('after', afterHelp)
    .showSuggestionAfterError();
  addServerCommands(program, terminal, finish);
  addDefinitionCommands(program, terminal, finish);
  addLoginCommands(program, terminal, finish);
  addHelpCommand(program, terminal, finish);
  const groups = addOperationCommands(program, terminal, finish, words);
  addEventCommands(groups, terminal, finish);
  addQueueWatch(groups, terminal, finish);
  addFlowDrawings(groups, terminal, finish);
  describeGroups(groups);
  return program;
}

/** Runs one command line and returns its exit code. */
export async function main(argv: string[], terminal: Terminal = processTerminal): Promise<number> {
  let exitCode: number = exitCodes.ok;
  const finish = (code: number) => {
    exitCode = code;
  };
  // A completion is about every command.
  const program = createProgram(terminal, finish, argv[0] === 'completion' ? 'all' : argv);
  try {
    await program.parseAsync(argv, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (!(error instanceof CommanderError)) return reportFailure(error, terminal);
    return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
  }
}
