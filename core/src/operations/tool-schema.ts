import { z } from 'zod';
import { operationNamed } from '../catalog/catalog.ts';
import { personAddress } from '../people/person-operations.ts';
import { isWrite, pathParameters, type Safety } from '../platform/operations/operation.ts';
import { keyOrId, page } from '../platform/operations/shapes.ts';
import { operationsOf, type Serves, type Tool } from './tool.ts';

/** The subset of JSON Schema that tools advertise. */
export interface SlimSchema {
  type?: string;
  description?: string;
  properties?: Record<string, SlimSchema>;
  required?: string[];
  items?: SlimSchema;
  enum?: unknown[];
  anyOf?: SlimSchema[];
  [keyword: string]: unknown;
}

export interface ToolSchema extends SlimSchema {
  type: 'object';
  properties: Record<string, SlimSchema>;
}

export interface ToolAnnotations {
  readOnlyHint: boolean;
  openWorldHint: boolean;
  destructiveHint?: boolean;
  idempotentHint?: boolean;
}

/** Each costs tokens and is checked by the service, which answers with a sentence. */
const dropped = new Set([
  ...['$schema', 'additionalProperties', 'propertyNames', 'default', 'const'],
  ...['minimum', 'maximum', 'minLength', 'maxLength', 'pattern', 'minItems', 'maxItems'],
]);

/**
 * Descriptions that say no more than the type and the argument's name, and those of addresses and
 * paging, which most tools have and the instructions say once.
 */
const selfEvident = new Set<unknown>([
  ...['Numeric id', 'Key', keyOrId.description, personAddress.description],
  ...[page.limit.description, page.cursor.description],
]);

function isSchema(value: unknown): value is SlimSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function slim(schema: SlimSchema): SlimSchema {
  const result: SlimSchema = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (dropped.has(keyword)) continue;
    if (keyword === 'description' && selfEvident.has(value)) continue;
    if (keyword === 'properties' && isSchema(value)) result.properties = slimAll(value);
    else if (Array.isArray(value)) {
      result[keyword] = value.map((entry: unknown) => (isSchema(entry) ? slim(entry) : entry));
    } else result[keyword] = isSchema(value) ? slim(value) : value;
  }
  if (result.type === 'object') result.properties ??= {};
  // An id beside text is written as text too, which several hosts read best.
  if (result.anyOf?.every((one) => one.type === 'string' || one.type === 'integer')) {
    const { anyOf, ...rest } = result;
    if (anyOf.some((one) => one.type === 'string')) return { type: 'string', ...rest };
  }
  // Several hosts do not read a list of types.
  const { type, ...rest } = result as { type?: unknown };
  if (Array.isArray(type)) return { ...rest, anyOf: type.map((one) => ({ type: String(one) })) };
  return result;
}

function slimAll(properties: SlimSchema): Record<string, SlimSchema> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [name, slim(value as SlimSchema)]),
  );
}

const inputs = new WeakMap<z.ZodType, ToolSchema>();

/** The slim JSON Schema of what a contract takes; its top is an object. Made once for each. */
export function slimInput(input: z.ZodType): ToolSchema {
  const known = inputs.get(input);
  if (known) return known;
  const made = slimSchema(input);
  inputs.set(input, made);
  return made;
}

function slimSchema(input: z.ZodType): ToolSchema {
  const schema = slim(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as SlimSchema);
  return { ...schema, type: 'object', properties: schema.properties ?? {} };
}

/** The names of an entry speak for themselves; a tool is to stay under 250 tokens. */
function withoutDescriptions({ description: _, ...schema }: SlimSchema): SlimSchema {
  const properties = Object.entries(schema.properties ?? {}).map(
    ([name, value]): [string, SlimSchema] => [name, withoutDescriptions(value)],
  );
  return schema.properties ? { ...schema, properties: Object.fromEntries(properties) } : schema;
}

/** What both take, and what decides between them where neither takes it. */
function eitherSchema({ operation, or, when }: Extract<Serves, { or: unknown }>): ToolSchema {
  const one = slimInput(operationNamed(operation).input);
  const other = slimInput(operationNamed(or).input);
  const both = { ...one.properties, ...other.properties, ...one.properties };
  return {
    type: 'object',
    properties: when in both ? both : { ...both, [when]: { type: 'boolean' } },
    required: (one.required ?? []).filter((name) => other.required?.includes(name)),
  };
}

function pairSchema(serves: Extract<Serves, { create: unknown }>): ToolSchema {
  const update = slimInput(operationNamed(serves.update).input);
  const create = slimInput(operationNamed(serves.create).input);
  const { [serves.createsAs ?? '']: _, ...created } = create.properties;
  // Spread twice: the order and the wording are the update's, what only the create takes follows.
  const properties = { ...update.properties, ...created, ...update.properties };
  return {
    type: 'object',
    properties,
    required: serves.createsAs === undefined ? [] : [serves.by],
  };
}

function servedSchema({ serves }: Tool): ToolSchema {
  if ('create' in serves) return pairSchema(serves);
  if ('or' in serves) return eitherSchema(serves);
  const schema = slimInput(operationNamed(serves.operation).input);
  if (!serves.fixed) return schema;
  // What is left open beside the given arguments is the address alone.
  const address = pathParameters(operationNamed(serves.operation).path);
  const properties = Object.entries(schema.properties).filter(([name]) => address.includes(name));
  return { ...schema, properties: Object.fromEntries(properties) };
}

function buildSchema(tool: Tool): ToolSchema {
  const served = servedSchema(tool);
  const properties = { ...served.properties };
  for (const [name, operation] of Object.entries(tool.entriesOf ?? {})) {
    const items = slimInput(operationNamed(operation).input);
    properties[name] = { type: 'array', items: withoutDescriptions(items) };
  }
  if (tool.formats) properties.format = { type: 'string', enum: [...tool.formats] };
  if (safetyOf(tool) !== 'read') properties.dry_run = { type: 'boolean' };
  const required = served.required ?? [];
  return { type: 'object', properties, ...(required.length > 0 ? { required } : {}) };
}

const schemas = new Map<string, ToolSchema>();

/** The schema of all arguments of a tool but `idempotency_key`, which every writing one takes. */
export function toolSchema(tool: Tool): ToolSchema {
  const known = schemas.get(tool.name);
  if (known) return known;
  const built = buildSchema(tool);
  schemas.set(tool.name, built);
  return built;
}

/** Null clears most fields, which goes without saying; where it means more, the contract says so. */
function withoutNull(schema: SlimSchema): SlimSchema {
  const { anyOf, ...rest } = schema;
  const [one, other] = anyOf ?? [];
  if (!one || other?.type !== 'null' || /\bnull\b/.test(schema.description ?? '')) return schema;
  return { ...one, ...rest };
}

/** The schema as clients are shown it: without what the tool leaves unsaid. */
export function listedSchema(tool: Tool): ToolSchema {
  const { properties, ...rest } = toolSchema(tool);
  const shown = Object.entries(properties)
    .filter(([name]) => !tool.unlisted?.includes(name))
    .map(([name, schema]): [string, SlimSchema] => {
      const { description, ...shown } = withoutNull(schema);
      const said = description !== undefined && !tool.quiet?.includes(name);
      return [name, said ? { ...shown, description } : shown];
    });
  const { type, ...required } = rest;
  return { type, properties: Object.fromEntries(shown), ...required };
}

const gravity: readonly Safety[] = ['read', 'add', 'replace', 'remove', 'send'];

/** The gravest of what a tool can do; a pair that creates or changes overwrites. */
export function safetyOf(tool: Tool): Safety {
  const found = operationsOf(tool).map((name) => gravity.indexOf(operationNamed(name).safety));
  return gravity[Math.max(0, ...found)] ?? 'read';
}

export function toolWrites(tool: Tool): boolean {
  return isWrite({ safety: safetyOf(tool) });
}

export function toolDescription(tool: Tool): string {
  const [decides] = operationsOf(tool);
  return tool.description ?? (decides === undefined ? '' : operationNamed(decides).summary);
}

const hintsOf: Record<Safety, ToolAnnotations> = {
  read: { readOnlyHint: true, openWorldHint: false },
  add: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  replace: {
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: true,
    openWorldHint: false,
  },
  remove: {
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: true,
    openWorldHint: false,
  },
  send: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
};

/** What a host may show a person before it lets an agent use the tool. */
export function toolAnnotations(tool: Tool): ToolAnnotations {
  const hints: ToolAnnotations = { ...hintsOf[safetyOf(tool)], ...tool.hints };
  if (hints.idempotentHint === false) delete hints.idempotentHint;
  return hints;
}
