import { type Arguments, type Call, plainCall } from '@postroad/core/catalog/call';
import { type OperationName, operationNamed, operationNames } from '@postroad/core/catalog/catalog';
import { limits } from '@postroad/core/platform/limits';
import { pathParameters } from '@postroad/core/platform/operations/operation';
import type { ExpectedRevision } from '@postroad/core/platform/operations/revised-resources';
import { invalid } from '@postroad/core/platform/refusal';
import { thrownProblem } from '@postroad/core/platform/thrown-problem';
import { resolveAlias, takes } from '../tools/argument-names.ts';
import { withToolNames } from '../tools/catalog.ts';
import { toolSchema } from '../tools/schema.ts';
import type { Choice, Save, Tool } from '../tools/tool.ts';
import { coerce } from './coerce.ts';
import { inOwnNames } from './named-records.ts';
import { changesOf, changesSince, hasOutline, outlined, stateBefore } from './outline.ts';
import { unknownArguments } from './unknown-arguments.ts';
import { moveUntrusted } from './untrusted.ts';

interface BoundCall {
  (name: OperationName, input: Arguments, keySuffix?: string): Promise<unknown>;
  /** Whether the caller has seen the record, so that none is created in its place. */
  hasSeen: boolean;
  /** Whether the same call may come again, to be answered as the first one was. */
  isKeyed: boolean;
  /** Whether there is the record that a call would change; also true where it cannot be read. */
  exists(update: OperationName, address: unknown): Promise<boolean>;
}

/** Reads the record at the address that an operation changes; what cannot be read counts as there. */
async function isThere(update: OperationName, address: unknown, call: Call): Promise<boolean> {
  const { path } = operationNamed(update);
  const [parameter = ''] = pathParameters(path);
  const reading = operationNames.find((name) => {
    const operation = operationNamed(name);
    return operation.method === 'GET' && operation.path === path;
  });
  if (reading === undefined) return true;
  try {
    await call(reading, { [parameter]: address }, plainCall);
    return true;
  } catch (error) {
    return thrownProblem(error)?.code !== 'not_found';
  }
}

/**
 * Throws why a record was not looked up. A token that may not read it hears first what the call itself
 * needs, which the service refuses before it reads the arguments.
 */
async function throwRefusal(error: unknown, attempt: () => Promise<unknown>): Promise<never> {
  if (thrownProblem(error)?.code !== 'forbidden') throw error;
  const refused: unknown = await attempt().then(
    () => error,
    (other: unknown) => other,
  );
  throw thrownProblem(refused)?.code === 'forbidden' ? refused : error;
}

/** Distinguishes the idempotency keys of the two operations that one tool call can become. */
const createSuffix = ':create';

/** Arguments as the tool lists them; one that is also given under that name is left alone. */
function listedArguments(args: Arguments, tool: Tool): Arguments {
  const known = Object.keys(toolSchema(tool).properties);
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => {
      const meant = resolveAlias(name, tool, known);
      return [meant === undefined || Object.hasOwn(args, meant) ? name : meant, value];
    }),
  );
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

function ifRevisionOf(args: Arguments): ExpectedRevision | undefined {
  const revision = args.if_revision;
  if (revision === undefined || revision === null) return undefined;
  if (typeof revision === 'number' && Number.isInteger(revision) && revision >= 0)
    return [revision];
  const message =
    'if_revision must be the revision of the record, a whole number; 0: there is no draft yet.';
  throw invalid([{ path: 'if_revision', code: 'value_invalid', message }]);
}

function formatOf(args: Arguments, formats: readonly string[]): string {
  const format = args.format ?? formats[0];
  const found = formats.find((name) => name === format);
  if (found !== undefined) return found;
  const message = `format must be one of ${formats.join(', ')}.`;
  throw invalid([{ path: 'format', code: 'value_invalid', message }]);
}

/** The argument `format` of a tool whose operation has its own. */
function requestedFormat({ format }: Arguments, { memberOfFormat }: Tool): string | undefined {
  return memberOfFormat !== undefined && typeof format === 'string' ? format : undefined;
}

/**
 * The arguments that a create takes. Those only for an update (`replace`) have nothing to act on
 * yet.
 */
function createArguments(name: OperationName, input: Arguments): Arguments {
  return Object.fromEntries(Object.entries(input).filter(([key]) => takes(name, key)));
}

/**
 * Chooses one of two operations by an argument, and drops the argument if the operation does not
 * take it.
 */
function chooseOperation(
  { when, call, otherwise }: Choice,
  input: Arguments,
): [OperationName, Arguments] {
  const { [when]: selector, ...rest } = input;
  const given = selector !== undefined && selector !== null && selector !== false;
  const name = given ? call : otherwise;
  return [name, given && takes(name, when) ? input : rest];
}

async function save({ create, update, by, keyAs }: Save, input: Arguments, call: BoundCall) {
  const address = input[by];
  if (keyAs === undefined) {
    if (address === undefined) return call(create, createArguments(create, input), createSuffix);
    return call(update, input);
  }
  // A number is an id, and records are never created with an id of the caller's choice.
  const mayCreate = !call.hasSeen && !/^\d+$/.test(String(address));
  const made = { ...createArguments(create, input), [keyAs]: address };
  if (mayCreate && call.isKeyed && (await call.exists(update, address))) {
    const first = await answerOfFirst(() => call(create, made, createSuffix));
    if (first !== null) return first;
  }
  try {
    return await call(update, input);
  } catch (error) {
    if (!mayCreate || !(await isMissing(error, update, address, call))) throw error;
  }
  return call(create, made, createSuffix);
}

/**
 * The answer of the call that made a record, where this is the same call again: as a change it would be
 * done a second time. Null where the record was there before, since its key is taken.
 */
async function answerOfFirst(createAgain: () => Promise<unknown>): Promise<unknown> {
  try {
    return await createAgain();
  } catch (error) {
    const problem = thrownProblem(error);
    const isRefused = problem !== null && problem.status < 500 && problem.status !== 429;
    if (isRefused && problem.code !== 'idempotency_key_reused') return null;
    throw error;
  }
}

/**
 * Whether a change was refused of a record that does not exist. A token may lack the scope to change
 * records and still make new ones (`draft`), so one that is refused for it is asked what it can read.
 */
async function isMissing(
  error: unknown,
  update: OperationName,
  address: unknown,
  { exists }: BoundCall,
): Promise<boolean> {
  const code = thrownProblem(error)?.code;
  if (code !== 'forbidden') return code === 'not_found';
  try {
    return !(await exists(update, address));
  } catch (unread) {
    // A token that reads nothing gets the refusal of what it asked for.
    if (thrownProblem(unread)?.code === 'forbidden') return false;
    throw unread;
  }
}

async function runOperation(
  { operation }: Tool,
  input: Arguments,
  call: BoundCall,
): Promise<unknown> {
  if (typeof operation === 'string') return call(operation, input);
  if ('create' in operation) return save(operation, input, call);
  if ('otherwise' in operation) return call(...chooseOperation(operation, input));
  return call(operation.call, { ...input, ...operation.with });
}

function selectFormat(output: object, tool: Tool, format: string | undefined): object {
  const alone = format === undefined ? undefined : tool.memberOfFormat?.[format];
  if (alone !== undefined) {
    const [member] = Object.entries(output).filter(([name]) => name === alone);
    return member === undefined ? output : Object.fromEntries([member]);
  }
  const others = (tool.formats ?? []).filter((name) => name !== format);
  return others.length === 0 ? output : without(others, output);
}

/** Drops members, those that are untrusted too. */
function without(names: readonly string[], output: object): object {
  const kept = Object.entries(output).filter(([name]) => !names.includes(name));
  return Object.fromEntries(
    kept.map(([name, member]) => [
      name,
      name === 'untrusted' ? without(names, member as object) : member,
    ]),
  );
}

/** Replaces operation names in an answer with tool names. */
function useToolNames(output: object, { namesOperations = [] }: Tool): object {
  const named = Object.entries(output).filter(([name]) => namesOperations.includes(name));
  if (named.length === 0) return output;
  const inTools = named.map(([name, texts]) => [name, withToolNames(texts as string[])]);
  return { ...output, ...Object.fromEntries(inTools) };
}

/** Says that a save found nothing to change and made a record. */
function madeBy({ operation }: Tool, name: OperationName): object {
  return typeof operation === 'object' && 'create' in operation && operation.create === name
    ? { created: true }
    : {};
}

/**
 * Runs one tool through `call`. Returns the operation's output, with `dry_run: true` on a dry run; of a write its outline (AGT-14).
 * Throws a 422 for unknown arguments, and whatever `call` throws. One tool call makes one
 * operation, or two if a save finds no record to update, or may be a repeat under its idempotency key.
 */
export async function runTool(tool: Tool, received: Arguments, call: Call): Promise<object> {
  const schema = toolSchema(tool);
  const args = listedArguments(received, tool);
  const writes = !tool.hints.readOnly;
  const unknown = unknownArguments(args, tool);
  if (unknown.length > 0) throw invalid(unknown);
  const given = Object.fromEntries(
    Object.entries(args).map(([name, value]) => [
      name,
      coerce(name, value, schema.properties[name]),
    ]),
  );
  const dryRun = writes && flagOf(given, 'dry_run');
  const idempotencyKey = writes ? idempotencyKeyOf(given) : undefined;
  const ifRevision = writes ? ifRevisionOf(given) : undefined;
  const format = tool.formats ? formatOf(given, tool.formats) : requestedFormat(given, tool);
  const isVerbose = !writes || flagOf(given, 'verbose');
  const { dry_run: _, idempotency_key: __, if_revision: ___, verbose: ____, ...input } = given;
  if (tool.formats) delete input.format;
  const once = async (name: OperationName, value: Arguments, suffix = '') => {
    const key = idempotencyKey === undefined ? undefined : `${idempotencyKey}${suffix}`;
    const own = await inOwnNames(name, value, call).catch((error: unknown) =>
      throwRefusal(error, () => call(name, value, { dryRun, idempotencyKey: undefined })),
    );
    const isOutlined = !isVerbose && hasOutline(name);
    // A repeat under its key gets the first answer again, and would seem to have changed nothing.
    const compares = isOutlined && key === undefined;
    // What cannot be read is not said; the call itself is refused where it is not allowed.
    const before = compares ? await stateBefore(name, own, call).catch(() => null) : null;
    const { output } = await call(name, own, { dryRun, idempotencyKey: key, ifRevision });
    const shown = moveUntrusted(operationNamed(name).output, output) as object;
    if (!isOutlined) return shown;
    const lines =
      name === 'revert_change' ? changesOf(shown) : before && changesSince(before, shown);
    return { ...madeBy(tool, name), ...outlined(shown), ...(lines && { changed: lines }) };
  };
  const exists = (update: OperationName, address: unknown) => isThere(update, address, call);
  const bound: BoundCall = Object.assign(once, {
    hasSeen: ifRevision !== undefined,
    isKeyed: idempotencyKey !== undefined && !dryRun,
    exists,
  });
  const output = await runOperation(tool, input, bound);
  const compact = tool.compact?.(output as object) ?? (output as object);
  const shaped = useToolNames(selectFormat(compact, tool, format), tool);
  return dryRun ? { ...shaped, dry_run: true } : shaped;
}
