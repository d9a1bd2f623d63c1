import { operationNamed } from '@postroad/core/operations/catalog';
import {
  type ObjectSchema,
  type SlimSchema,
  slimInput,
} from '@postroad/core/operations/input-schema';
import { isWrite, pathParameters, type Safety } from '@postroad/core/operations/operation';
import { operationsOf, type Serves, type Tool } from './tool.ts';

export interface ToolAnnotations {
  readOnlyHint: boolean;
  openWorldHint: boolean;
  destructiveHint?: boolean;
  idempotentHint?: boolean;
}

/** The names of an entry speak for themselves; a tool is to stay under 250 tokens. */
function withoutDescriptions({ description: _, ...schema }: SlimSchema): SlimSchema {
  const properties = Object.entries(schema.properties ?? {}).map(
    ([name, value]): [string, SlimSchema] => [name, withoutDescriptions(value)],
  );
  return schema.properties ? { ...schema, properties: Object.fromEntries(properties) } : schema;
}

/** What both take, and what decides between them where neither takes it. */
function eitherSchema({ operation, or, when }: Extract<Serves, { or: unknown }>): ObjectSchema {
  const one = slimInput(operationNamed(operation).input);
  const other = slimInput(operationNamed(or).input);
  const both = { ...one.properties, ...other.properties, ...one.properties };
  return {
    type: 'object',
    properties: when in both ? both : { ...both, [when]: { type: 'boolean' } },
    required: (one.required ?? []).filter((name) => other.required?.includes(name)),
  };
}

function pairSchema(serves: Extract<Serves, { create: unknown }>): ObjectSchema {
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

function servedSchema({ serves }: Tool): ObjectSchema {
  if ('create' in serves) return pairSchema(serves);
  if ('or' in serves) return eitherSchema(serves);
  const schema = slimInput(operationNamed(serves.operation).input);
  if (!serves.fixed) return schema;
  // What is left open beside the given arguments is the address alone.
  const address = pathParameters(operationNamed(serves.operation).path);
  const properties = Object.entries(schema.properties).filter(([name]) => address.includes(name));
  return { ...schema, properties: Object.fromEntries(properties) };
}

function buildSchema(tool: Tool): ObjectSchema {
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

const schemas = new Map<string, ObjectSchema>();

/** The schema of all arguments of a tool but `idempotency_key`, which every writing one takes. */
export function toolSchema(tool: Tool): ObjectSchema {
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
export function listedSchema(tool: Tool): ObjectSchema {
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
