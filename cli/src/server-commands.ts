import { version } from '@postroad/core/version';
import type { Command } from 'commander';
import type { McpCommandOptions } from './mcp-command.ts';
import { reportFailure } from './report.ts';
import type { Finish, Terminal } from './terminal.ts';

/**
 * What runs or looks after a service. Each is loaded once it is called: they bring the whole service
 * along, which commands that only ask a server can do without.
 */
export function addServerCommands(program: Command, terminal: Terminal, finish: Finish): void {
  const guarded = async (work: () => Promise<number>) => {
    finish(await work().catch((error: unknown) => reportFailure(error, terminal)));
  };
  program
    .command('serve')
    .description('serve HTTP and MCP, and do what is due')
    .option('--no-cron', 'leave what is due to "postroad worker"')
    .action(({ cron }: { cron: boolean }) =>
      guarded(async () => (await import('./serve.ts')).serve(cron, terminal)),
    );
  program
    .command('worker')
    .description('do what is due, without HTTP; any number of them')
    .action(() => guarded(async () => (await import('./worker.ts')).work(terminal)));
  program
    .command('mcp')
    .description('serve an agent over stdin and stdout')
    .option('--read-only', 'offer only tools that change nothing')
    .option('--toolsets <names>', 'offer only these sets of tools, separated by commas')
    .action((options: McpCommandOptions) =>
      guarded(async () => (await import('./mcp-command.ts')).mcp(options, terminal)),
    );
  program
    .command('migrate')
    .description('bring the database to the schema of this version')
    .action(() => guarded(async () => (await import('./migrate.ts')).migrate(terminal)));
  program
    .command('doctor')
    .description('check configuration, database, mail and queue; each failure says what to do')
    .action(() => guarded(async () => (await import('./doctor.ts')).doctor(terminal)));
  program
    .command('version')
    .description('print the version')
    .action(() => terminal.out(`${version}\n`));
}
