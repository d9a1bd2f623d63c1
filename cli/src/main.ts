import { version } from '@postroad/core/version';
import { Command, CommanderError } from 'commander';
import { doctor } from './doctor.ts';
import { exitCodes } from './exit-codes.ts';
import { type McpCommandOptions, mcp } from './mcp-command.ts';
import { migrate } from './migrate.ts';
import { addOperationCommands } from './operation-commands.ts';
import { reportFailure } from './report.ts';
import { serve } from './serve.ts';
import { type Finish, processTerminal, type Terminal } from './terminal.ts';
import { work } from './worker.ts';

const environmentHelp = `
Environment:
  POSTROAD_URL, POSTROAD_TOKEN   the server that operator commands and mcp talk to;
                                 without them the one that holds DATA_DIR, else the database itself
  HOST, PORT, BASE_URL, DATA_DIR, DATABASE_URL, API_TOKEN, SECRET_KEY, MAIL_PROVIDER, SMTP_URL,
  OUTBOX_DIR, LOG_LEVEL, STARTER, TEST_CLOCK, UNCERTAIN_SENDS   the server; see the README

Exit codes: 0 ok, 1 failed, 3 usage, 4 auth, 5 validation, 6 not found, 7 conflict
`;

function addServerCommands(program: Command, terminal: Terminal, finish: Finish): void {
  const guarded = async (work: () => Promise<number>) => {
    finish(await work().catch((error: unknown) => reportFailure(error, terminal)));
  };
  program
    .command('serve')
    .description('serve HTTP and MCP, and do what is due')
    .option('--no-cron', 'leave what is due to "postroad worker"')
    .action(({ cron }: { cron: boolean }) => guarded(() => serve(cron, terminal)));
  program
    .command('worker')
    .description('do what is due, without HTTP; any number of them')
    .action(() => guarded(() => work(terminal)));
  program
    .command('mcp')
    .description('serve an agent over stdin and stdout')
    .option('--read-only', 'offer only tools that change nothing')
    .option('--toolsets <names>', 'offer only these sets of tools, separated by commas')
    .action((options: McpCommandOptions) => guarded(() => mcp(options, terminal)));
  program
    .command('migrate')
    .description('bring the database to the schema of this version')
    .action(() => guarded(() => migrate(terminal)));
  program
    .command('doctor')
    .description('check configuration, database, mail and queue; each failure says what to do')
    .action(() => guarded(() => doctor(terminal)));
  program
    .command('version')
    .description('print the version')
    .action(() => terminal.out(`${version}\n`));
}

/** The whole command tree; `finish` takes the exit code of the command that ran. */
export function createProgram(terminal: Terminal, finish: Finish): Command {
  const program = new Command('postroad')
    .description('Self-hosted email automation.')
    .version(version)
    .exitOverride()
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err })
    .addHelpText('after', environmentHelp)
    .showSuggestionAfterError();
  addServerCommands(program, terminal, finish);
  addOperationCommands(program, terminal, finish);
  return program;
}

/** Runs one command line and answers its exit code. */
export async function main(argv: string[], terminal: Terminal = processTerminal): Promise<number> {
  let exitCode: number = exitCodes.ok;
  const program = createProgram(terminal, (code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync(argv, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (!(error instanceof CommanderError)) return reportFailure(error, terminal);
    return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
  }
}
