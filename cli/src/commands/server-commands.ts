import { version } from '@postroad/core/platform/version';
import type { Command } from 'commander';
import { reportFailure } from '../output/report.ts';
import type { Finish, Terminal } from '../output/terminal.ts';
import type { DevOptions } from './dev.ts';
import type { McpCommandOptions } from './mcp-command.ts';
import type { McpInstallOptions } from './mcp-install.ts';

type Guarded = (work: () => Promise<number>) => Promise<void>;

function addNarrowing(command: Command): Command {
  return command
    .option('--read-only', 'offer only tools that change nothing')
    .option('--toolsets <names>', 'offer only these sets of tools, separated by commas')
    .option(
      '--confirm <mode>',
      'whether a person is asked before people are reached: elicit (where the client can ask), always, never',
    );
}

function addMcpCommands(program: Command, terminal: Terminal, guarded: Guarded): void {
  const mcp = addNarrowing(program.command('mcp'))
    .description('serve an agent over stdin and stdout')
    .action((options: McpCommandOptions) =>
      guarded(async () => (await import('./mcp-command.ts')).mcp(options, terminal)),
    );
  addNarrowing(mcp.command('install'))
    .description('enter this server into an agent host: claude, cursor, vscode or codex')
    .argument('<host>', 'claude, cursor, vscode or codex')
    .option('--name <name>', 'name of the server in the host', 'postroad')
    .option('--scope <scope>', 'project (the folder here) or user', 'project')
    .option('--url <address>', 'address of the server; POSTROAD_URL where left out')
    .option('--dry-run', 'print the file as it would be, and write nothing')
    .action((host: string, _options: unknown, command: Command) =>
      guarded(async () => {
        const options = command.optsWithGlobals<McpInstallOptions>();
        return (await import('./mcp-install.ts')).mcpInstall(host, options, terminal);
      }),
    );
}

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
    .command('dev')
    .description('serve the files of a folder for development: reloaded on change, mail caught')
    .argument('[dir]', 'folder of the files; else dir of postroad.yml, else the current one')
    .option('--activate', 'turn on every flow that is a draft')
    .option('--prune', 'remove what has no file')
    .option('--port <port>', 'port to listen on; PORT, else 3000')
    .option('--no-color', 'no colours; NO_COLOR does the same')
    .action((dir: string | undefined, options: DevOptions) =>
      guarded(async () => (await import('./dev.ts')).dev(dir, options, terminal)),
    );
  addMcpCommands(program, terminal, guarded);
  program
    .command('migrate')
    .description('bring the database to the schema of this version')
    .action(() => guarded(async () => (await import('./migrate.ts')).migrate(terminal)));
  program
    .command('doctor')
    .description('check configuration, database, mail and queue; each failure says what to do')
    .action(() => guarded(async () => (await import('../doctor/doctor.ts')).doctor(terminal)));
  program
    .command('version')
    .description('print the version')
    .action(() => terminal.out(`${version}\n`));
}
