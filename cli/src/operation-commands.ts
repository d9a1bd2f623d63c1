import {
  type OperationName,
  operationNamed,
  operationNames,
} from '@postroad/core/operations/catalog';
import { isWrite, pathParameters } from '@postroad/core/operations/operation';
import type { Command } from 'commander';
import { addConfirmOptions, addOutputOptions, addServerOptions } from './common-options.ts';
import { asksFirst } from './confirmations.ts';
import { addOperationFlags } from './operation-flags.ts';
import type { Given } from './operation-input.ts';
import { type OwnOptions, runOperation } from './run-operation.ts';
import type { Finish, Terminal } from './terminal.ts';

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
  const flags = addOperationFlags(command, name);
  if (isWrite(operation) && asksFirst(name)) addConfirmOptions(command);
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
    finish(await runOperation({ name, given, own, terminal }));
  });
}

/** `postroad <noun> <verb>` for every operation of the catalog; answers the groups by their noun. */
export function addOperationCommands(
  program: Command,
  terminal: Terminal,
  finish: Finish,
): Map<string, Command> {
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
  return groups;
}

/** Says in the help of each group what it holds, once all of it is there. */
export function describeGroups(groups: Map<string, Command>): void {
  for (const [noun, group] of groups) {
    const verbs = group.commands.map((command) => command.name());
    group.description(`${noun}: ${verbs.join(', ')}`);
  }
}
