import type { OperationName } from '@postroad/core/catalog/catalog';
import { outlinedNames, outlineOf } from '@postroad/core/catalog/outline';
import { commandWords, sentenceInWords } from '@postroad/core/catalog/words';
import { nearest } from '@postroad/core/platform/nearest';
import { isWrite, pathParameters } from '@postroad/core/platform/operations/operation';
import type { Command } from 'commander';
import { reportFailure } from '../output/report.ts';
import type { Finish, Terminal } from '../output/terminal.ts';
import { screenLine } from '../output/terminal-width.ts';
import { addConfirmOptions, addOutputOptions, addServerOptions } from './common-options.ts';
import { needsConfirmation } from './confirmations.ts';
import { addOperationFlags, append } from './operation-flags.ts';
import { type Given, readBody, readGiven } from './operation-input.ts';
import { type OwnOptions, type Run, runOperation } from './run-operation.ts';

function addOperation(
  command: Command,
  name: OperationName,
  terminal: Terminal,
  finish: Finish,
): void {
  const operation = outlineOf(name);
  const parameters = pathParameters(operation.path);
  for (const parameter of parameters) command.argument(`<${parameter}>`);
  const flags = addOperationFlags(command, name, fileOperations[name]?.holds ?? null);
  fileOperations[name]?.add(command);
  terminalFlags[name]?.(command);
  // Scripts may pass --yes to every write; if nothing is asked it has no effect.
  if (isWrite(operation)) addConfirmOptions(command, needsConfirmation(name));
  addServerOptions(addOutputOptions(command));
  command.action(async () => {
    const options = command.opts<Record<string, Given>>();
    const given: Record<string, Given> = {};
    for (const [attribute, property] of flags) {
      const value = options[attribute];
      if (value !== undefined) given[property] = value;
    }
    parameters.forEach((parameter, index) => {
      given[parameter] = command.args[index] ?? '';
    });
    const { idempotencyKey, body, ...rest } = command.opts<OwnOptions>();
    const own: OwnOptions = rest;
    if (!flags.has('idempotencyKey') && idempotencyKey !== undefined) {
      own.idempotencyKey = idempotencyKey;
    }
    if (!flags.has('body') && body !== undefined) own.body = body;
    const files = fileOperations[name];
    const run = { name, given, own, terminal };
    finish(await (files?.run(run, command.args[0]) ?? runOperation(run)));
  });
}

/** Flags that are about the person at the terminal, and not arguments of the operation. */
const terminalFlags: Partial<Record<OperationName, (command: Command) => Command>> = {
  create_email: (command) =>
    command.option('--edit', 'write the email in your editor: VISUAL, or EDITOR'),
  preview_email: (command) =>
    command
      .option('--open', 'show the HTML in the browser')
      .option('--out <file>', 'write the HTML to this file; - is standard output'),
  send_message: (command) =>
    command.option('--attach <file>', 'attach this file; again for another one', append),
};

interface FileOperation {
  /** The argument that the file holds. */
  holds?: string;
  add(command: Command): void;
  /** Null if the call uses no file. */
  run(run: Run, file: string | undefined): Promise<number> | null;
}

async function runStream({ name, given, own, terminal }: Run, work: StreamWork): Promise<number> {
  try {
    const input = { ...(await readBody(own, terminal)), ...readGiven(name, given) };
    return await work(input, await import('../files/people-files.ts'));
  } catch (error) {
    return reportFailure(error, terminal, own.json !== undefined);
  }
}

type StreamWork = (
  input: Record<string, unknown>,
  files: typeof import('../files/people-files.ts'),
) => Promise<number>;

/** Operations whose argument or answer is a file, which is streamed, whatever its size. */
const fileOperations: Partial<Record<OperationName, FileOperation>> = {
  import_people: {
    holds: 'content',
    add: (command) => command.argument('[file]', 'CSV or NDJSON; - reads standard input'),
    run: (run, file) =>
      file === undefined
        ? null
        : runStream(run, (input, { importPeople }) =>
            importPeople(file, input, run.own, run.terminal),
          ),
  },
  export_people: {
    add: (command) =>
      command.option(
        '--out <file>',
        'write to this file; - is standard output, as without it; --json returns one page',
      ),
    run: (run) =>
      run.own.json === undefined && run.own.jq === undefined
        ? runStream(run, (input, { exportPeople }) => exportPeople(input, run.own, run.terminal))
        : null,
  },
  export_person: {
    add: (command) =>
      command.option(
        '--out <file>',
        'write to this file; - is standard output, as without it; --jq and --limit return one page',
      ),
    run: (run) =>
      run.own.jq === undefined && run.given.limit === undefined && run.given.cursor === undefined
        ? runStream(run, (input, { exportPerson }) => exportPerson(input, run.own, run.terminal))
        : null,
  },
};

/** The verb that was meant: one with this word in it, as send-now has send, or one spelt like it. */
function refuseVerb(group: Command, written: string): never {
  const verbs = group.commands.map((command) => command.name());
  const near = verbs.find((verb) => verb.split('-').includes(written)) ?? nearest(written, verbs);
  const hint = near === null ? '' : `\n(Did you mean ${near}?)`;
  return group.error(`error: unknown command '${screenLine(written)}'${hint}`, {
    code: 'commander.unknownCommand',
  });
}

/**
 * Adds `postroad <noun> <verb>` for every operation of the catalog. Returns the groups by noun. Only
 * groups that the words name get arguments and flags, as nothing of others is run or shown: those of
 * all take longer to make than most commands to run.
 */
export function addOperationCommands(
  program: Command,
  terminal: Terminal,
  finish: Finish,
  words: 'all' | readonly string[],
): Map<string, Command> {
  const groups = new Map<string, Command>();
  for (const name of outlinedNames) {
    const { noun, verb, summary } = outlineOf(name);
    let group = groups.get(noun);
    if (!group) {
      group = program.command(noun).helpGroup('Operator commands:');
      if (noun === 'layouts') group.alias('templates');
      const named = group;
      group.on('command:*', ([verb = '']: string[]) => refuseVerb(named, verb));
      groups.set(noun, group);
    }
    const command = group.command(verb).description(sentenceInWords(summary, commandWords));
    const isNamed =
      words === 'all' || [noun, ...group.aliases()].some((one) => words.includes(one));
    if (isNamed) addOperation(command, name, terminal, finish);
  }
  return groups;
}

/** Lists in the help of each group its verbs, once all are added. */
export function describeGroups(groups: Map<string, Command>): void {
  for (const [noun, group] of groups) {
    const verbs = group.commands.map((command) => command.name());
    group.description(`${noun}: ${verbs.join(', ')}`);
  }
}
