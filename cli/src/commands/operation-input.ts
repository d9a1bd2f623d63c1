import { readFile } from 'node:fs/promises';
import type { OperationName } from '@postroad/core/catalog/catalog';
import type { SlimSchema } from '@postroad/core/catalog/input-schema';
import { inputSchemaOf } from '@postroad/core/catalog/outline';
import { coerceTexts, expectationsOf } from '@postroad/core/platform/operations/coerce';
import { readExactJson } from '@postroad/core/platform/operations/rounded-number';
import { UsageError } from '../output/exit-codes.ts';
import type { Terminal } from '../output/terminal.ts';

/** The value of one flag: a text, several texts, or true for a bare flag. */
export type Given = string | string[] | true;

export function isList(schema: SlimSchema | undefined): boolean {
  return schema?.type === 'array' || isListOrOne(schema);
}

/** Whether one entry may be written without a list. */
function isListOrOne(schema: SlimSchema | undefined): boolean {
  return schema?.anyOf?.some(({ type }) => type === 'array') ?? false;
}

function isNullable(schema: SlimSchema | undefined): boolean {
  return schema?.anyOf?.some(({ type }) => type === 'null') ?? false;
}

/** The entries of a list written as JSON; null for other text. */
function jsonList(name: string, text: string): unknown[] | null {
  if (!text.trimStart().startsWith('[')) return null;
  try {
    const value = readExactJson(text, name);
    return Array.isArray(value) ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** The entries of a list in one flag: as JSON, or with commas between them if they are texts. */
function entriesOf(name: string, text: string, schema: SlimSchema | undefined): unknown[] {
  const json = jsonList(name, text);
  if (json !== null || !holdsTexts(schema)) return json ?? [text];
  return text.split(',').flatMap((entry) => entry.trim() || []);
}

/** Whether the entries of a list are texts, and not records. */
export function holdsTexts(schema: SlimSchema | undefined): boolean {
  const list = schema?.anyOf?.find(({ type }) => type === 'array') ?? schema;
  return list?.items?.type === 'string';
}

/** Names of characters that a shell takes for itself, or that cannot be seen. */
const characterNames = [
  [',', 'comma'],
  [';', 'semicolon'],
  ['\t', 'tab'],
  ['|', 'pipe'],
] as const;

/** A value as the help of its flag has it. */
export function shownValue(value: unknown): string {
  return characterNames.find(([character]) => character === value)?.[1] ?? String(value);
}

/** The value of a flag: what its help has stands for the character. */
function writtenValue(value: string, schema: SlimSchema | undefined): string {
  const named = characterNames.find(([, name]) => name === value)?.[0];
  return named !== undefined && schema?.enum?.includes(named) ? named : value;
}

/**
 * Reads flags and path parameters: objects as JSON, lists as JSON, with commas or by repeating the
 * flag, and `null` if null is allowed. Other values stay text, and the operation reports what it
 * expects.
 */
export function readGiven(
  operation: OperationName,
  given: Record<string, Given>,
): Record<string, unknown> {
  const { properties } = inputSchemaOf(operation);
  const texts: Record<string, string | string[]> = {};
  const values: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    const schema = properties[name];
    if (value === true) values[name] = true;
    else if (value === 'null' && isNullable(schema)) values[name] = null;
    else if (isList(schema)) {
      const texts = [value].flat();
      const [one = ''] = texts;
      const entries = texts.flatMap((text) => entriesOf(name, text, schema));
      const isOne = isListOrOne(schema) && entries.length === 1 && jsonList(name, one) === null;
      values[name] = isOne ? entries[0] : entries;
    } else if (schema?.type === 'object' && typeof value === 'string') {
      values[name] = objectOf(value, `--${name.replaceAll('_', '-')}`, name);
    } else texts[name] = typeof value === 'string' ? writtenValue(value, schema) : value;
  }
  return { ...coerceTexts(texts, expectationsOf(properties)), ...values };
}

function objectOf(json: string, source: string, name?: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = readExactJson(json, name);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new UsageError(`${source} is not valid JSON: ${error.message}`);
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  throw new UsageError(`${source} must be a JSON object.`);
}

/**
 * Reads the arguments as one JSON object: inline, from a file, or from standard input with `-`.
 * Throws UsageError.
 */
export async function readBody(
  options: { body?: string | undefined; file?: string | undefined },
  terminal: Terminal,
): Promise<Record<string, unknown>> {
  const { body, file } = options;
  if (body !== undefined && file !== undefined) {
    throw new UsageError('Give --body or --file, not both.');
  }
  if (body === '-' || file === '-') return objectOf(await terminal.readStdin(), 'Standard input');
  if (body !== undefined) return objectOf(body, '--body');
  if (file === undefined) return {};
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new UsageError(`${file} cannot be read: ${error.message}`);
  });
  return objectOf(text, file);
}
