import type { Arguments, Call } from '@postroad/core/catalog/call';
import { type OperationName, operationNamed } from '@postroad/core/catalog/catalog';
import type { ObjectSchema, SlimSchema } from '@postroad/core/catalog/input-schema';
import { limits } from '@postroad/core/platform/limits';
import { nearest } from '@postroad/core/platform/nearest';
import { type FieldError, invalid } from '@postroad/core/platform/refusal';
import { thrownProblem } from '@postroad/core/platform/thrown-problem';
import type { z } from 'zod';
import { namingTools } from '../tools/catalog.ts';
import { toolSchema } from '../tools/schema.ts';
import type { Choice, Save, Tool } from '../tools/tool.ts';

type Bound = (name: OperationName, input: Arguments, keySuffix?: string) => Promise<unknown>;

/** Parts the keys of the two calls that one tool call can become. */
const createSuffix = ':create';

/** Takes what agents write for what they mean: numbers, booleans and objects as text, ids as numbers. */
function coerced(value: unknown, schema: SlimSchema | undefined): unknown {
  if (typeof value === 'number' && schema?.type === 'string') return String(value);
  if (typeof value !== 'string' || schema === undefined) return value;
  if (schema.type === 'integer' && /^-?\d{1,15}$/.test(value)) return Number(value);
  if (schema.type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  if (schema.type === 'object' && value.startsWith('{')) return parsed(value);
  if (schema.type === 'array' && value.startsWith('[')) return parsed(value);
  return value;
}

/** The text itself where it is no JSON; the contract then says what it should have been. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** `theme`, `id` or `themeKey` for `theme_key`: a part of the name, or the name misspelt. */
function meantArgument(name: string, known: string[]): string | null {
  const part = (entry: string) => entry.startsWith(`${name}_`) || entry.endsWith(`_${name}`);
  return known.find(part) ?? nearest(name, known);
}

/** What agents call the address of a record, whatever its argument is named (mcp.md §5). */
const addressNames: ReadonlySet<string> = new Set(['id', 'key', 'id_or_key']);

/** The argument behind another name: `layout_id` for `id`, `theme_key` for `theme`. */
function aliased(name: string, known: readonly string[]): string | undefined {
  if (known.includes(name)) return name;
  if (addressNames.has(name)) return known.find((entry) => /_(id|key)$/.test(entry));
  return [`${name}_key`, `${name}_id`].find((entry) => known.includes(entry));
}

/** The arguments under the names they are known by; what is given twice stays under its own. */
function renamed(args: Arguments, schema: ObjectSchema): Arguments {
  const known = Object.keys(schema.properties);
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => {
      const meant = aliased(name, known);
      return [meant === undefined || Object.hasOwn(args, meant) ? name : meant, value];
    }),
  );
}

function unknownArguments(args: Arguments, schema: ObjectSchema, taken: string[]): FieldError[] {
  const known = [...Object.keys(schema.properties), ...taken];
  return Object.keys(args)
    .filter((name) => !known.includes(name))
    .map((name) => {
      const meant = meantArgument(name, Object.keys(schema.properties));
      const hint = meant ? ` Did you mean ${meant}?` : '';
      const message = `${name} is not an argument of this tool.${hint}`;
      return { path: name, code: 'key_unknown', message };
    });
}

function flagOf(args: Arguments, name: string): boolean {
  const value = args[name] ?? false;
  if (typeof value === 'boolean') return value;
  throw invalid([{ path: name, code: 'type_invalid', message: `${name} must be true or false.` }]);
}

function idempotencyKeyOf(args: Arguments): string | undefined {
  const key = args.idempotency_key;
  if (key === undefined) return undefined;
  const longest = limits.idempotencyKeyChars - createSuffix.length;
  if (typeof key === 'string' && key !== '' && key.length <= longest) return key;
  const message = `idempotency_key must be a text of 1 to ${longest} characters.`;
  throw invalid([{ path: 'idempotency_key', code: 'value_invalid', message }]);
}

function formatOf(args: Arguments, formats: readonly string[]): string {
  const format = args.format ?? formats[0];
  const found = formats.find((name) => name === format);
  if (found !== undefined) return found;
  const message = `format must be one of ${formats.join(', ')}.`;
  throw invalid([{ path: 'format', code: 'value_invalid', message }]);
}

/** `format` of a tool whose operation takes it itself. */
function asked({ format }: Arguments, { memberOfFormat }: Tool): string | undefined {
  return memberOfFormat !== undefined && typeof format === 'string' ? format : undefined;
}

/** Whether an operation takes an argument, by its name. */
function takenBy(name: OperationName): (argument: string) => boolean {
  const { shape } = operationNamed(name).input as z.ZodObject;
  return (argument) => Object.hasOwn(shape, argument);
}

/** What a create takes of the arguments; what only a change knows (`replace`) has no object yet. */
function creatable(name: OperationName, input: Arguments): Arguments {
  const takes = takenBy(name);
  return Object.fromEntries(Object.entries(input).filter(([key]) => takes(key)));
}

/** The one of two operations that the arguments choose; a mark that only chooses is not passed on. */
function chosen({ when, call, otherwise }: Choice, input: Arguments): [OperationName, Arguments] {
  const { [when]: mark, ...rest } = input;
  const given = mark !== undefined && mark !== null && mark !== false;
  const name = given ? call : otherwise;
  const taken = takenBy(name)(when);
  return [name, given && taken ? input : rest];
}

async function save({ create, update, by, keyAs }: Save, input: Arguments, call: Bound) {
  const address = input[by];
  if (keyAs === undefined) {
    if (address === undefined) return call(create, creatable(create, input), createSuffix);
    return call(update, input);
  }
  try {
    return await call(update, input);
  } catch (error) {
    // A number is an id, and no record is made under an id of the caller's choice.
    const isId = /^\d+$/.test(String(address));
    if (isId || thrownProblem(error)?.code !== 'not_found') throw error;
  }
  return call(create, { ...creatable(create, input), [keyAs]: address }, createSuffix);
}

async function served({ operation }: Tool, input: Arguments, call: Bound): Promise<unknown> {
  if (typeof operation === 'string') return call(operation, input);
  if ('create' in operation) return save(operation, input, call);
  if ('otherwise' in operation) return call(...chosen(operation, input));
  return call(operation.call, { ...input, ...operation.with });
}

function inFormat(output: object, tool: Tool, format: string | undefined): object {
  const alone = format === undefined ? undefined : tool.memberOfFormat?.[format];
  if (alone !== undefined) {
    const [member] = Object.entries(output).filter(([name]) => name === alone);
    return member === undefined ? output : Object.fromEntries([member]);
  }
  const others = (tool.formats ?? []).filter((name) => name !== format);
  if (others.length === 0) return output;
  return Object.fromEntries(Object.entries(output).filter(([name]) => !others.includes(name)));
}

/** The answer with the names of tools where it names operations. */
function inToolNames(output: object, { namesOperations = [] }: Tool): object {
  const named = Object.entries(output).filter(([name]) => namesOperations.includes(name));
  if (named.length === 0) return output;
  const inTools = named.map(([name, texts]) => [name, namingTools(texts as string[])]);
  return { ...output, ...Object.fromEntries(inTools) };
}

/**
 * Runs one tool through `call`. Answers the operation's output, with `dry_run: true` where nothing
 * was changed. Throws a 422 for arguments the tool does not know, and what `call` throws.
 */
export async function runTool(tool: Tool, received: Arguments, call: Call): Promise<object> {
  const schema = toolSchema(tool);
  const args = renamed(received, schema);
  const writes = !tool.hints.readOnly;
  const unknown = unknownArguments(args, schema, writes ? ['idempotency_key'] : []);
  if (unknown.length > 0) throw invalid(unknown);
  const given = Object.fromEntries(
    Object.entries(args).map(([name, value]) => [name, coerced(value, schema.properties[name])]),
  );
  const dryRun = writes && flagOf(given, 'dry_run');
  const idempotencyKey = writes ? idempotencyKeyOf(given) : undefined;
  const format = tool.formats ? formatOf(given, tool.formats) : asked(given, tool);
  const { dry_run: _, idempotency_key: __, ...input } = given;
  if (tool.formats) delete input.format;
  const bound: Bound = async (name, value, suffix = '') => {
    const key = idempotencyKey === undefined ? undefined : `${idempotencyKey}${suffix}`;
    const { output } = await call(name, value, { dryRun, idempotencyKey: key });
    return output;
  };
  const output = await served(tool, input, bound);
  const shaped = inToolNames(inFormat(output as object, tool, format), tool);
  return dryRun ? { ...shaped, dry_run: true } : shaped;
}
