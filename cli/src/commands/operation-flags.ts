import type { OperationName } from '@postroad/core/catalog/catalog';
import type { ObjectSchema, SlimSchema } from '@postroad/core/catalog/input-schema';
import { inputSchemaOf, outlineOf } from '@postroad/core/catalog/outline';
import { commandWords, sentenceInWords } from '@postroad/core/catalog/words';
import { argumentAliases } from '@postroad/core/platform/operations/aliases';
import { isWrite, pathParameters } from '@postroad/core/platform/operations/operation';
import { takesRevision } from '@postroad/core/platform/operations/revised';
import { type Command, Option } from 'commander';
import { isList } from './operation-input.ts';

const schemas = new Map<OperationName, ObjectSchema>();

/** The schema is kept, since a process may run many commands. */
function inputOf(name: OperationName): ObjectSchema {
  const schema = schemas.get(name) ?? inputSchemaOf(name);
  schemas.set(name, schema);
  return schema;
}

function flagOf(name: string): string {
  return `--${name.replaceAll('_', '-')}`;
}

function append(value: string, before: unknown): string[] {
  return Array.isArray(before) ? [...before, value] : [value];
}

function optionFor(name: string, schema: SlimSchema, required: boolean): Option {
  const about = sentenceInWords(schema.description ?? '', commandWords);
  const notes = [about, required ? 'required' : undefined].filter(Boolean).join('; ');
  if (schema.type === 'boolean') return new Option(`${flagOf(name)} [boolean]`, notes);
  const shape = schema.type === 'object' || isList(schema) ? 'json' : 'value';
  const option = new Option(`${flagOf(name)} <${shape}>`, notes);
  if (isList(schema)) option.argParser(append);
  if (Array.isArray(schema.enum))
    option.description = [notes, schema.enum.join('|')].filter(Boolean).join(': ');
  return option;
}

/**
 * Adds a flag for each argument of the operation. Returns the arguments by commander's attribute
 * names.
 */
export function addOperationFlags(command: Command, name: OperationName): Map<string, string> {
  const operation = outlineOf(name);
  const inPath = pathParameters(operation.path);
  const { properties, required = [] } = inputOf(name);
  const flags = new Map<string, string>();
  for (const [property, schema] of Object.entries(properties)) {
    if (inPath.includes(property)) continue;
    const option = optionFor(property, schema, required.includes(property));
    flags.set(option.attributeName(), property);
    command.addOption(option);
  }
  for (const [alias, property] of Object.entries(argumentAliases)) {
    const schema = properties[property];
    if (schema === undefined || Object.hasOwn(properties, alias)) continue;
    const option = optionFor(alias, schema, false).hideHelp();
    flags.set(option.attributeName(), property);
    command.addOption(option);
  }
  if (flags.size > 0) {
    // If the operation has an argument `body`, the flag is that argument.
    if (!flags.has('body')) {
      command.option('--body <json>', 'all arguments as one JSON object; - reads standard input');
    }
    command.option('--file <path>', 'the same from a file; - reads standard input');
  }
  if (isWrite(operation)) {
    command.option('--dry-run', 'show what would happen, and change nothing');
    if (takesRevision(operation)) {
      command.option(
        '--if-revision <number>',
        'change nothing unless the record still has this revision',
      );
    }
    // If the operation has an argument of this name, the flag is that argument.
    if (!flags.has('idempotencyKey')) {
      command.option(
        '--idempotency-key <key>',
        'repeating a call with the same key changes nothing more',
      );
    }
  }
  return flags;
}
