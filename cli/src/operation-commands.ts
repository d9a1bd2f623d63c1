import {
  type OperationName,
  operationNamed,
  operationNames,
} from '@postroad/core/operations/catalog';
import { isWrite, pathParameters } from '@postroad/core/operations/operation';
import { type SlimSchema, slimInput } from '@postroad/core/operations/tool-schema';
import { type Command, Option } from 'commander';
import { type Connection, connect } from './connection.ts';
import { dryRunText } from './dry-run-text.ts';
import { addFlowDrawings } from './flow-drawings.ts';
import { type Given, isList, readBody, readGiven } from './operation-input.ts';
import { formatted, reportFailure } from './report.ts';
import type { Finish, Terminal } from './terminal.ts';

interface OwnOptions {
  json?: boolean;
  body?: string;
  file?: string;
  dryRun?: boolean;
  idempotencyKey?: string;
}

function flagOf(name: string): string {
  return `--${name.replaceAll('_', '-')}`;
}

function append(value: string, before: unknown): string[] {
  return Array.isArray(before) ? [...before, value] : [value];
}

function optionFor(name: string, schema: SlimSchema, required: boolean): Option {
  const notes = [schema.description, required ? 'required' : undefined].filter(Boolean).join('; ');
  if (schema.type === 'boolean') return new Option(`${flagOf(name)} [boolean]`, notes);
  const shape = schema.type === 'object' || isList(schema) ? 'json' : 'value';
  const option = new Option(`${flagOf(name)} <${shape}>`, notes);
  if (isList(schema)) option.argParser(append);
  if (Array.isArray(schema.enum))
    option.description = [notes, schema.enum.join('|')].filter(Boolean).join(': ');
  return option;
}

/** Flags of the operation by the name commander keeps them under. */
function addFlags(command: Command, name: OperationName): Map<string, string> {
  const operation = operationNamed(name);
  const inPath = pathParameters(operation.path);
  const { properties, required = [] } = slimInput(operation.input);
  const flags = new Map<string, string>();
  for (const [property, schema] of Object.entries(properties)) {
    if (inPath.includes(property)) continue;
    const option = optionFor(property, schema, required.includes(property));
    flags.set(option.attributeName(), property);
    command.addOption(option);
  }
  if (flags.size > 0) {
    // Where the record itself has a body, the flag is that one.
    if (!flags.has('body')) {
      command.option('--body <json>', 'all of it as one JSON object; - reads standard input');
    }
    command.option('--file <path>', 'the same from a file; - reads standard input');
  }
  if (isWrite(operation)) {
    command.option('--dry-run', 'answer what would happen, and change nothing');
    // Where the record itself carries a key, the flag is that one.
    if (!flags.has('idempotencyKey')) {
      command.option('--idempotency-key <key>', 'a repeat with the same key changes nothing more');
    }
  }
  return flags;
}

interface Run {
  name: OperationName;
  given: Record<string, Given>;
  own: OwnOptions;
  terminal: Terminal;
}

/** Answers that people read better as text; programs, and who asks for it, get JSON. */
const texts: Partial<Record<OperationName, (answer: never) => string>> = {
  dry_run_flow: dryRunText,
};

async function runOperation({ name, given, own, terminal }: Run): Promise<number> {
  let connection: Connection | undefined;
  try {
    const body = await readBody(own, terminal);
    const input = { ...body, ...readGiven(operationNamed(name), given) };
    connection = await connect(terminal.env);
    const dryRun = own.dryRun === true;
    const { output } = await connection.call(name, input, {
      dryRun,
      idempotencyKey: own.idempotencyKey,
    });
    const answer = dryRun ? { ...(output as object), dry_run: true } : output;
    const shown = terminal.outIsTty && !own.json ? texts[name]?.(answer as never) : undefined;
    terminal.out(shown ?? formatted(answer, terminal, own.json === true));
    return 0;
  } catch (error) {
    return reportFailure(error, terminal, own.json === true);
  } finally {
    await connection?.close();
  }
}

function addOperation(
  group: Command,
  name: OperationName,
  terminal: Terminal,
  finish: Finish,
): void {
  const operation = operationNamed(name);
  const parameters = pathParameters(operation.path);
  const command = group.command(operation.verb).description(operation.summary);
  for (const parameter of parameters) command.argument(`<${parameter}>`);
  const flags = addFlags(command, name);
  command.option('--json', 'one line of JSON, errors too');
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
    finish(await runOperation({ name, given, own, terminal }));
  });
}

/** `postroad <noun> <verb>` for every operation of the catalog. */
export function addOperationCommands(program: Command, terminal: Terminal, finish: Finish): void {
  const groups = new Map<string, Command>();
  for (const name of operationNames) {
    const { noun } = operationNamed(name);
    let group = groups.get(noun);
    if (!group) {
      group = program.command(noun).helpGroup('Operator commands:');
      groups.set(noun, group);
    }
    addOperation(group, name, terminal, finish);
  }
  const flows = groups.get('flows');
  if (flows) addFlowDrawings(flows, terminal, finish);
  for (const [noun, group] of groups) {
    const verbs = group.commands.map((command) => command.name());
    group.description(`${noun}: ${verbs.join(', ')}`);
  }
}
