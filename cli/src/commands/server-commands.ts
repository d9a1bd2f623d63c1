import { version } from '@postroad/core/platform/version';
import type { Command } from 'commander';
import type { RestoreCommandOptions } from '../backup/restore.ts';
import type { DoctorOptions } from '../doctor/doctor.ts';
import { reportFailure } from '../output/report.ts';
import type { Finish, Terminal } from '../output/terminal.ts';
import { addOutputOptions } from './common-options.ts';
import type { DevOptions } from './dev.ts';
import type { McpCommandOptions } from './mcp-command.ts';
import type { McpInstallOptions } from './mcp-install.ts';

type Guarded = (work: () => Promise<number>) => Promise<void>;

function addExposureOptions(command: Command): Command {
  return command
    .option('--read-only', 'offer only tools that change nothing')
    .option(
      '--toolsets <names>',
      'list these toolsets, separated by commas; all lists most of them',
    )
    .option(
      '--confirm <mode>',
      'ask a person first: auto (before people are reached or data is lost), always (before every write), never',
    );
}

function addMcpCommands(program: Command, terminal: Terminal, guarded: Guarded): void {
  const mcp = addExposureOptions(program.command('mcp'))
    .option('--tools <names>', 'list these tools, separated by commas')
    .description('serve an agent over stdin and stdout')
    .action((options: McpCommandOptions) =>
      guarded(async () => (await import('./mcp-command.ts')).mcp(options, terminal)),
    );
  addExposureOptions(mcp.command('install'))
    .description('add this server to an agent host: claude, cursor, vscode or codex')
    .argument('<host>', 'claude, cursor, vscode or codex')
    .option('--name <name>', 'name of the server in the host', 'postroad')
    .option('--scope <scope>', 'project (the current folder) or user', 'project')
    .option('--url <url>', 'URL of the server; that of the other commands by default')
    .option('--token-scopes <scopes>', 'scopes of the token that is made', 'read,draft')
    .option('--no-token', 'make no token')
    .option('--dry-run', 'print the new file, and write nothing')
    .action((host: string, _options: unknown, command: Command) =>
      guarded(async () => {
        const options = command.optsWithGlobals<McpInstallOptions>();
        return (await import('./mcp-install.ts')).mcpInstall(host, options, terminal);
      }),
    );
}

/**
 * Adds the commands that run or maintain a service. Each module is loaded when its command runs:
 * they import the whole service, which other commands do not need.
 */
export function addServerCommands(program: Command, terminal: Terminal, finish: Finish): void {
  const guarded = async (work: () => Promise<number>) => {
    finish(await work().catch((error: unknown) => reportFailure(error, terminal)));
  };
  program
    .command('serve')
    .description('serve HTTP and MCP, and do due work')
    .option('--no-cron', 'leave due work to "postroad worker"')
    .action(({ cron }: { cron: boolean }) =>
      guarded(async () => (await import('./serve.ts')).serve(cron, terminal)),
    );
  program
    .command('worker')
    .description('do due work, without HTTP; any number can run')
    .action(() => guarded(async () => (await import('./worker.ts')).work(terminal)));
  program
    .command('dev')
    .description('serve the files of a folder for development: reloaded on change, mail caught')
    .argument('[dir]', 'folder of the files; by default dir of postroad.yml, or the current folder')
    .option('--activate', 'turn on every draft flow')
    .option('--prune', 'remove records without a file')
    .option('--force', 'apply over steps that the files no longer have, and over tests that fail')
    .option('--port <port>', 'port to listen on; by default PORT, or 3000')
    .option('--no-color', 'no colours; NO_COLOR does the same')
    .action((dir: string | undefined, options: DevOptions) =>
      guarded(async () => (await import('./dev.ts')).dev(dir, options, terminal)),
    );
  addMcpCommands(program, terminal, guarded);
  program
    .command('migrate')
    .description('migrate the database to the schema of this version')
    .action(() => guarded(async () => (await import('./migrate.ts')).migrate(terminal)));
  program
    .command('backup')
    .description('write everything in the database to a file, while it is in use')
    .argument('<file>', 'the file, packed with gzip; - is standard output')
    .option('--url <url>', 'URL of the server')
    .option('--data-dir <folder>', 'data directory of the service, or of its running server')
    .action((file: string, options: { url?: string; dataDir?: string }) =>
      guarded(async () => (await import('../backup/backup.ts')).backup(file, options, terminal)),
    );
  program
    .command('restore')
    .description('fill an empty database with a backup; sending is held afterwards')
    .argument('[file]', 'a file that backup wrote; - is standard input')
    .option('--in-place', 'instead of a file: other tools have restored the database already')
    .option('--data-dir <folder>', 'folder of a new embedded database')
    .option('--erasures <file...>', 'lists of erasures, or later backups, whose erasures apply')
    .option('--stopped-at <time>', 'when the service stopped that is restored; now by default')
    .action((file: string | undefined, options: RestoreCommandOptions) =>
      guarded(async () => (await import('../backup/restore.ts')).restore(file, options, terminal)),
    );
  const doctor = program
    .command('doctor')
    .description('check configuration, database, mail and queue; each failure says what to do')
    .option('--server', 'ask the server about itself: sender, provider, DNS, clock, disk, keys');
  addOutputOptions(doctor).action((options: DoctorOptions) =>
    guarded(async () => (await import('../doctor/doctor.ts')).doctor(options, terminal)),
  );
  program
    .command('version')
    .description('print the version')
    .action(() => terminal.out(`${version}\n`));
}
