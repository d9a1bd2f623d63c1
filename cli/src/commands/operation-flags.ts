import { type OperationName, operationNamed } from '@postroad/core/catalog/catalog';
import { type SlimSchema, slimInput } from '@postroad/core/operations/tool-schema';
import { isWrite, pathParameters } from '@postroad/core/platform/operations/operation';
import { type Command, Option } from 'commander';
import { isList } from './operation-input.ts';

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
export function addOperationFlags(command: Command, name: OperationName): Map<string, string> {
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
