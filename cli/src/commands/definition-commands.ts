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
const folder = 'folder of the files; by default dir of postroad.yml, or the current folder';

/** Adds the commands for definition files. Each module is loaded when its command runs. */
export function addDefinitionCommands(program: Command, terminal: Terminal, finish: Finish): void {
  const guarded = async (work: () => Promise<number>, { json }: CommonOptions = {}) => {
    finish(
      await work().catch((error: unknown) => reportFailure(error, terminal, json !== undefined)),
    );
  };
  const add = (name: string, description: string) =>
    program.command(name).helpGroup(group).description(description);

  add('init', 'create a folder for definition files, with an example')
    .argument('[dir]', 'the folder', '.')
    .option('--url <url>', 'server of the folder, stored in postroad.yml')
    .option('--no-example', 'leave the example out')
    .action((dir: string, options) =>
      guarded(async () => (await import('../definitions/init.ts')).init(dir, options, terminal)),
    );

  const pull = add('pull', 'write the definitions of the service into files').argument(
    '[dir]',
    folder,
  );
  pull
    .option('--by-key', 'write files without ids, for one tree and several instances')
    .option('--merge', 'keep changes that were not pushed, and merge them with the others')
    .option('--dry-run', 'show what would be written, and write nothing');
  addServerOptions(addOutputOptions(addConfirmOptions(pull))).action((dir, options) =>
    guarded(
      async () => (await import('../definitions/pull.ts')).pull(dir, options, terminal),
      options,
    ),
  );

  const diff = add('diff', 'show what a push would change').argument('[dir]', folder);
  diff
    .option('--prune', 'count records without a file as removed')
    .option('--exit-code', 'exit with 0 if nothing differs, 2 if something does, 1 on errors')
    .addOption(
      new Option('--format <format>', 'output format').choices(['text', 'markdown', 'json']),
    );
  addServerOptions(addOutputOptions(diff)).action((dir, options) =>
    guarded(
      async () => (await import('../definitions/push.ts')).diff(dir, options, terminal),
      options,
    ),
  );

  const push = add('push', 'show the differences, ask, and apply the files to the service');
  push
    .argument('[dir]', folder)
    .option('--prune', 'remove records without a file; emails are archived')
    .option('--force', 'apply over conflicts, and over steps at which people wait')
    .option('--merge', 'merge what both sides changed, line by line, and mark what cannot be')
    .option('--dry-run', 'show what would happen, and change nothing');
  addServerOptions(addOutputOptions(addConfirmOptions(push))).action((dir, options) =>
    guarded(
      async () => (await import('../definitions/push.ts')).push(dir, options, terminal),
      options,
    ),
  );

  addFolderCommands({ add, guarded, terminal });
}

interface Adding {
  add: (name: string, description: string) => Command;
  guarded: (work: () => Promise<number>, options?: CommonOptions) => Promise<void>;
  terminal: Terminal;
}

/** The commands that read the folder, of which `watch --push` and `test --record` alone ask a server. */
function addFolderCommands({ add, guarded, terminal }: Adding): void {
  const validate = add('validate', 'check the files without a server').argument('[dir]', folder);
  validate.option('--fix', 'write the files as a pull would, with ids for new steps');
  addOutputOptions(validate).action((dir, options) =>
    guarded(
      async () => (await import('../definitions/validate.ts')).validate(dir, options, terminal),
      options,
    ),
  );

  const test = add('test', 'run the tests of flows without a server, or record one').argument(
    '[dir]',
    folder,
  );
  test
    .option('--flow <key>', 'the tests of this flow alone')
    .option(
      '--record <person_flow...>',
      'write a test from the last run of a person through a flow, which a server has',
    )
    .option('--name <name>', 'name of the test that --record writes; by default the id of the run');
  addServerOptions(addOutputOptions(test)).action((dir, options) =>
    guarded(
      async () =>
        options.record === undefined
          ? (await import('../definitions/test-flows.ts')).testFlows(dir, options, terminal)
          : (await import('../definitions/record-test.ts')).recordTest(dir, options, terminal),
      options,
    ),
  );

  const watch = add('watch', 'check the files after each change').argument('[dir]', folder);
  watch
    .option('--push', 'also push valid files, without asking')
    .option('--no-color', 'no colours; NO_COLOR does the same');
  addServerOptions(watch).action((dir, options) =>
    guarded(async () => (await import('../definitions/watch.ts')).watch(dir, options, terminal)),
  );
}
