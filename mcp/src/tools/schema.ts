import type { Tool as ListedTool } from '@modelcontextprotocol/server';
import { type OperationName, operationNamed } from '@postroad/core/catalog/catalog';
import { type ObjectSchema, type SlimSchema, slimInput } from '@postroad/core/catalog/input-schema';
import { pathParameters } from '@postroad/core/platform/operations/operation';
import type { Choice, Preset, Save, Tool } from './tool.ts';

function inputOf(operation: OperationName): ObjectSchema {
  return slimInput(operationNamed(operation).input);
}

/** The names of an entry speak for themselves; a tool is to stay under 250 tokens. */
function withoutDescriptions({ description: _, ...schema }: SlimSchema): SlimSchema {
  const properties = Object.entries(schema.properties ?? {}).map(
    ([name, value]): [string, SlimSchema] => [name, withoutDescriptions(value)],
  );
  return schema.properties ? { ...schema, properties: Object.fromEntries(properties) } : schema;
}

/** The address alone: the other arguments are given. */
function presetSchema({ call }: Preset): ObjectSchema {
  const schema = inputOf(call);
  const address = pathParameters(operationNamed(call).path);
  const properties = Object.entries(schema.properties).filter(([name]) => address.includes(name));
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** The arguments of both, and the one that decides between them where neither takes it. */
function choiceSchema({ when, call, otherwise }: Choice): ObjectSchema {
  const one = inputOf(otherwise);
  const other = inputOf(call);
  const both = { ...one.properties, ...other.properties, ...one.properties };
  return {
    type: 'object',
    properties: when in both ? both : { ...both, [when]: { type: 'boolean' } },
    required: (one.required ?? []).filter((name) => other.required?.includes(name)),
  };
}

function saveSchema({ create, update, by, keyAs }: Save): ObjectSchema {
  const changed = inputOf(update);
  const { [keyAs ?? '']: _, ...created } = inputOf(create).properties;
  // Spread twice: the order and the wording are the update's, what only the create takes follows.
  const properties = { ...changed.properties, ...created, ...changed.properties };
  return { type: 'object', properties, required: keyAs === undefined ? [] : [by] };
}

function servedSchema({ operation }: Tool): ObjectSchema {
  if (typeof operation === 'string') return inputOf(operation);
  if ('create' in operation) return saveSchema(operation);
  return 'otherwise' in operation ? choiceSchema(operation) : presetSchema(operation);
}

function buildSchema(tool: Tool): ObjectSchema {
  const served = servedSchema(tool);
  const properties = { ...served.properties };
  for (const [name, operation] of Object.entries(tool.arguments?.entriesOf ?? {})) {
    properties[name] = { type: 'array', items: withoutDescriptions(inputOf(operation)) };
  }
  if (tool.formats) properties.format = { type: 'string', enum: [...tool.formats] };
  if (!tool.hints.readOnly) properties.dry_run = { type: 'boolean' };
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
function listedSchema(tool: Tool): ObjectSchema {
  const { undescribed = [], unlisted = [] } = tool.arguments ?? {};
  const { type, properties, ...required } = toolSchema(tool);
  const shown = Object.entries(properties)
    .filter(([name]) => !unlisted.includes(name))
    .map(([name, schema]): [string, SlimSchema] => {
      const { description, ...rest } = withoutNull(schema);
      const isSaid = description !== undefined && !undescribed.includes(name);
      return [name, isSaid ? { ...rest, description } : rest];
    });
  return { type, properties: Object.fromEntries(shown), ...required };
}

/** In the order of the literal. `idempotentHint` is said only where it holds. */
function annotationsOf({ hints }: Tool): ListedTool['annotations'] {
  const said = Object.entries(hints).filter(([name, holds]) => name !== 'idempotent' || holds);
  return Object.fromEntries(said.map(([name, holds]) => [`${name}Hint`, holds]));
}

/** One entry of `tools/list`. */
export function listedTool(tool: Tool): ListedTool {
  return {
    name: tool.name,
    description: tool.description,
    inputSchema: listedSchema(tool) as ListedTool['inputSchema'],
    annotations: annotationsOf(tool),
  };
}
