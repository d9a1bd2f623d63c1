import type { OperationName } from '@postroad/core/catalog/catalog';
import type { ObjectSchema, SlimSchema } from '@postroad/core/catalog/input-schema';
import { inputSchemaOf, outlineOf } from '@postroad/core/catalog/outline';
import { commandWords, sentenceInWords } from '@postroad/core/catalog/words';
import { argumentAliases } from '@postroad/core/platform/operations/aliases';
import { isWrite, pathParameters } from '@postroad/core/platform/operations/operation';
import { takesRevision } from '@postroad/core/platform/operations/revised';
import type { Problem } from '@postroad/core/platform/problem';
import { type Command, Option } from 'commander';
import { holdsTexts, isList, shownValue } from './operation-input.ts';

const schemas = new Map<OperationName, ObjectSchema>();

/** The schema is kept, since a process may run many commands. */
function inputOf(name: OperationName): ObjectSchema {
  const schema = schemas.get(name) ?? inputSchemaOf(name);
  schemas.set(name, schema);
  return schema;
}

/** Arguments whose own flag is one of every command: --url says where the server is. */
const otherFlags: Readonly<Record<string, string>> = { url: 'endpoint-url' };

/** The flag of an argument. */
export function flagOf(name: string): string {
  return `--${otherFlags[name] ?? name.replaceAll('_', '-')}`;
}

/**
 * An error for people, who write an argument by its flag: with another name than the argument has it
 * would be looked for in vain. Programs read the names of the arguments.
 */
export function problemInFlags<Given extends Pick<Problem, 'detail' | 'errors'>>(
  problem: Given,
  name: OperationName,
): Given {
  const { properties } = inputOf(name);
  const renamed = Object.keys(otherFlags).filter((own) => own in properties);
  const inFlags = (text: string) =>
    renamed
      .reduce(
        (said, own) => (said.startsWith(`${own} `) ? flagOf(own) + said.slice(own.length) : said),
        text,
      )
      // What is to be sent as force: true is --force here.
      .replace(/\b([a-z_]+): true\b/g, (found, own: string) =>
        own in properties ? flagOf(own) : found,
      );
  const errors = problem.errors?.map((error) => ({
    ...error,
    path: renamed.includes(error.path) ? flagOf(error.path) : error.path,
    message: inFlags(error.message),
  }));
  return { ...problem, detail: inFlags(problem.detail), ...(errors && { errors }) };
}

/** For a flag that may be repeated. */
export function append(value: string, before: unknown): string[] {
  return Array.isArray(before) ? [...before, value] : [value];
}

function shapeOf(schema: SlimSchema): string {
  if (isList(schema) && holdsTexts(schema)) return 'a,b';
  return schema.type === 'object' || isList(schema) ? 'json' : 'value';
}

function optionFor(name: string, schema: SlimSchema, note: string | undefined): Option {
  const about = sentenceInWords(schema.description ?? '', commandWords);
  const notes = [about, note].filter(Boolean).join('; ');
  if (schema.type === 'boolean') return new Option(`${flagOf(name)} [boolean]`, notes);
  const shape = shapeOf(schema);
  const option = new Option(`${flagOf(name)} <${shape}>`, notes);
  if (isList(schema)) option.argParser(append);
  if (Array.isArray(schema.enum))
    option.description = [notes, schema.enum.map(shownValue).join('|')].filter(Boolean).join(': ');
  return option;
}

/**
 * Adds a flag for each argument of the operation. Returns the arguments by commander's attribute
 * names. A file that is an argument of the command holds `inFile`.
 */
export function addOperationFlags(
  command: Command,
  name: OperationName,
  inFile: string | null,
): Map<string, string> {
  const operation = outlineOf(name);
  const inPath = pathParameters(operation.path);
  const { properties, required = [] } = inputOf(name);
  const flags = new Map<string, string>();
  const noteOf = (property: string) => (required.includes(property) ? 'required' : undefined);
  for (const [property, schema] of Object.entries(properties)) {
    if (inPath.includes(property)) continue;
    const option =
      property === inFile
        ? new Option(`${flagOf(property)} <value>`, 'its text, instead of the file')
        : optionFor(property, schema, noteOf(property));
    flags.set(option.attributeName(), property);
    command.addOption(option);
  }
  for (const [alias, property] of Object.entries(argumentAliases)) {
    const schema = properties[property];
    if (schema === undefined || Object.hasOwn(properties, alias)) continue;
    const option = optionFor(alias, schema, undefined).hideHelp();
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
