import { type Command, Option } from 'commander';
import { reportFailure } from '../output/report.ts';
import type { Finish, Terminal } from '../output/terminal.ts';
import {
  addConfirmOptions,
  addOutputOptions,
  addServerOptions,
  type CommonOptions,
} from './common-options.ts';

const group = 'Definitions as files:';
const folder = 'folder of the files; else dir of postroad.yml, else the current one';

/** Each is loaded once it is called. */
export function addDefinitionCommands(program: Command, terminal: Terminal, finish: Finish): void {
  const guarded = async (work: () => Promise<number>, { json }: CommonOptions = {}) => {
    finish(
      await work().catch((error: unknown) => reportFailure(error, terminal, json !== undefined)),
    );
  };
  const add = (name: string, description: string) =>
    program.command(name).helpGroup(group).description(description);

  add('init', 'make a folder for definition files, with an example')
    .argument('[dir]', 'the folder', '.')
    .option('--url <address>', 'server that the folder belongs to, kept in postroad.yml')
    .option('--no-example', 'without the example')
    .action((dir: string, options) =>
      guarded(async () => (await import('../definitions/init.ts')).init(dir, options, terminal)),
    );

  const pull = add('pull', 'make the files what the service has').argument('[dir]', folder);
  pull.option('--dry-run', 'say what would be written, and write nothing');
  addServerOptions(addOutputOptions(addConfirmOptions(pull))).action((dir, options) =>
    guarded(
      async () => (await import('../definitions/pull.ts')).pull(dir, options, terminal),
      options,
    ),
  );

  const diff = add('diff', 'say what a push would change').argument('[dir]', folder);
  diff
    .option('--prune', 'count what has no file as removed')
    .option('--exit-code', 'end with 0 where nothing differs, 2 where something does, 1 on errors')
    .addOption(
      new Option('--format <format>', 'how to say it').choices(['text', 'markdown', 'json']),
    );
  addServerOptions(addOutputOptions(diff)).action((dir, options) =>
    guarded(
      async () => (await import('../definitions/push.ts')).diff(dir, options, terminal),
      options,
    ),
  );

  const push = add('push', 'show what differs, ask, and make the service what the files say');
  push
    .argument('[dir]', folder)
    .option('--prune', 'remove what has no file; emails are archived')
    .option('--force', 'even where step ids that people stand on are freed or given away')
    .option('--dry-run', 'say what would happen, and change nothing');
  addServerOptions(addOutputOptions(addConfirmOptions(push))).action((dir, options) =>
    guarded(
      async () => (await import('../definitions/push.ts')).push(dir, options, terminal),
      options,
    ),
  );

  const validate = add('validate', 'check the files without a server').argument('[dir]', folder);
  validate.option('--fix', 'write the files as a pull would, with ids for what is new');
  addOutputOptions(validate).action((dir, options) =>
    guarded(
      async () => (await import('../definitions/validate.ts')).validate(dir, options, terminal),
      options,
    ),
  );

  const watch = add('watch', 'check the files after each change').argument('[dir]', folder);
  watch
    .option('--push', 'and push what is valid, without asking')
    .option('--no-color', 'no colours; NO_COLOR does the same');
  addServerOptions(watch).action((dir, options) =>
    guarded(async () => (await import('../definitions/watch.ts')).watch(dir, options, terminal)),
  );
}
