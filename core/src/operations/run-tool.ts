import { type OperationName, operationNamed } from '../catalog/catalog.ts';
import { limits } from '../platform/limits.ts';
import { nearest } from '../platform/nearest.ts';
import { type FieldError, invalid } from '../platform/refusal.ts';
import { thrownProblem } from '../platform/thrown-problem.ts';
import type { Serves, Tool } from './tool.ts';
import {
  type SlimSchema,
  slimInput,
  type ToolSchema,
  toolSchema,
  toolWrites,
} from './tool-schema.ts';

export type Arguments = Record<string, unknown>;

export interface CallOptions {
  dryRun: boolean;
  idempotencyKey: string | undefined;
  /** Once it answers false, a call that is not committed is rolled back; a server never asks. */
  isWanted?: (() => boolean) | undefined;
}

/** Does one operation, in this process or on a server; throws what `thrownProblem` reads. */
export type Call = (
  name: OperationName,
  input: Arguments,
  options: CallOptions,
) => Promise<{ output: unknown }>;

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

/** The argument that another name stands for: `id` for `layout_id`, `theme` for `theme_key`. */
function aliased(name: string, known: readonly string[]): string | undefined {
  if (known.includes(name)) return name;
  if (addressNames.has(name)) return known.find((entry) => /_(id|key)$/.test(entry));
  return [`${name}_key`, `${name}_id`].find((entry) => known.includes(entry));
}

/** The arguments under the names they are known by; what is given twice stays under its own. */
function renamed(args: Arguments, schema: ToolSchema): Arguments {
  const known = Object.keys(schema.properties);
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => {
      const meant = aliased(name, known);
      return [meant === undefined || Object.hasOwn(args, meant) ? name : meant, value];
    }),
  );
}

function unknownArguments(args: Arguments, schema: ToolSchema, taken: string[]): FieldError[] {
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
function asked({ format }: Arguments, { alone }: Tool): string | undefined {
  return alone !== undefined && typeof format === 'string' ? format : undefined;
}

/** What a create takes of the arguments; what only a change knows (`replace`) has no object yet. */
function creatable(name: OperationName, input: Arguments): Arguments {
  const known = slimInput(operationNamed(name).input).properties;
  return Object.fromEntries(Object.entries(input).filter(([key]) => key in known));
}

/** The one of two operations that the arguments choose; a mark that only chooses is not passed on. */
function chosen(
  { operation, or, when }: Extract<Serves, { or: unknown }>,
  input: Arguments,
): [OperationName, Arguments] {
  const { [when]: mark, ...rest } = input;
  const given = mark !== undefined && mark !== null && mark !== false;
  const name = given ? or : operation;
  const taken = when in slimInput(operationNamed(name).input).properties;
  return [name, given && taken ? input : rest];
}

async function save(
  serves: Extract<Serves, { create: OperationName }>,
  input: Arguments,
  call: Bound,
) {
  const { create, update, by, createsAs } = serves;
  const address = input[by];
  if (createsAs === undefined) {
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
  return call(create, { ...creatable(create, input), [createsAs]: address }, createSuffix);
}

async function served({ serves }: Tool, input: Arguments, call: Bound): Promise<unknown> {
  if ('create' in serves) return save(serves, input, call);
  if ('or' in serves) return call(...chosen(serves, input));
  return call(serves.operation, { ...input, ...serves.fixed });
}

function inFormat(output: unknown, tool: Tool, format: string | undefined): unknown {
  const alone = format === undefined ? undefined : tool.alone?.[format];
  if (alone !== undefined) {
    const [member] = Object.entries(output as object).filter(([name]) => name === alone);
    return member === undefined ? output : Object.fromEntries([member]);
  }
  const others = (tool.formats ?? []).filter((name) => name !== format);
  if (others.length === 0) return output;
  return Object.fromEntries(
    Object.entries(output as object).filter(([name]) => !others.includes(name)),
  );
}

/**
 * Runs one tool through `call`. Answers the operation's output, with `dry_run: true` where nothing
 * was changed. Throws a 422 for arguments the tool does not know, and what `call` throws.
 */
export async function runTool(tool: Tool, received: Arguments, call: Call): Promise<unknown> {
  const schema = toolSchema(tool);
  const args = renamed(received, schema);
  const writes = toolWrites(tool);
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
  const shaped = inFormat(output, tool, format);
  return dryRun ? { ...(shaped as object), dry_run: true } : shaped;
}
