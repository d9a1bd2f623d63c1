import type { Tool as ListedTool } from '@modelcontextprotocol/server';
import { type OperationName, operationNamed } from '@postroad/core/catalog/catalog';
import { asksSometimes } from '@postroad/core/catalog/confirmed';
import { type ObjectSchema, type SlimSchema, slimInput } from '@postroad/core/catalog/input-schema';
import { sentenceInWords } from '@postroad/core/catalog/words';
import { pathParameters } from '@postroad/core/platform/operations/operation';
import { takesRevision } from '@postroad/core/platform/operations/revised';
import { hasOutline } from '../calls/outline.ts';
import { listedName } from './argument-names.ts';
import { type Choice, operationsOf, type Preset, type Save, type Tool } from './tool.ts';
import { toolWords } from './tool-words.ts';

/** What a person, segment, email or flow is named by: the instructions say it once (AGT-15). */
const named: SlimSchema = { type: 'string' };

/** The same, or a new record, whose members the tool that saves one has. */
const either: SlimSchema = { anyOf: [named, { type: 'object', properties: {} }] };

/** The input of an operation, with each record that it names under the one name of tools. */
function inputOf(operation: OperationName): ObjectSchema {
  const { properties, required = [], ...schema } = slimInput(operationNamed(operation).input);
  const listed: Record<string, SlimSchema> = {};
  for (const [name, property] of Object.entries(properties)) {
    const isOwn = listedName(name) !== name;
    const other = listed[listedName(name)];
    // A key or a new record beside the id of the same.
    const key = isOwn ? other : property;
    const isNew = key?.anyOf?.some(({ type }) => type === 'object') ?? false;
    if (name === 'email' && isNew) listed.email = either;
    else listed[listedName(name)] = isOwn || other ? named : property;
  }
  return { ...schema, properties: listed, required: required.map(listedName) };
}

/**
 * Drops descriptions of list entries: their names suffice, and a tool must stay under 250 tokens.
 */
function withoutDescriptions({ description: _, ...schema }: SlimSchema): SlimSchema {
  const properties = Object.entries(schema.properties ?? {}).map(
    ([name, value]): [string, SlimSchema] => [name, withoutDescriptions(value)],
  );
  return schema.properties ? { ...schema, properties: Object.fromEntries(properties) } : schema;
}

/** The path parameters alone: the other arguments are preset. */
function presetSchema({ call }: Preset): ObjectSchema {
  const schema = inputOf(call);
  const address = pathParameters(operationNamed(call).path).map(listedName);
  const properties = Object.entries(schema.properties).filter(([name]) => address.includes(name));
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** The arguments of both operations, and the one that chooses between them if neither has it. */
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
  // Spread twice: order and wording are the update's; arguments of the create alone follow.
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
  if (operationsOf(tool).some((name) => takesRevision(operationNamed(name)))) {
    properties.if_revision = { type: 'integer' };
  }
  if (!tool.hints.readOnly) {
    properties.verbose = { type: 'boolean' };
    properties.idempotency_key = { type: 'string' };
    properties.dry_run = { type: 'boolean' };
    properties.confirm_token = { type: 'string' };
  }
  const required = served.required ?? [];
  return { type: 'object', properties, ...(required.length > 0 ? { required } : {}) };
}

const schemas = new Map<string, ObjectSchema>();

/** The schema of all arguments of a tool. */
export function toolSchema(tool: Tool): ObjectSchema {
  const known = schemas.get(tool.name);
  if (known) return known;
  const built = buildSchema(tool);
  schemas.set(tool.name, built);
  return built;
}

/**
 * Drops null from a type: it clears most fields, which need not be said. If it means more, the
 * description says so and it stays.
 */
function withoutNull(schema: SlimSchema): SlimSchema {
  const { anyOf, ...rest } = schema;
  const [one, other] = anyOf ?? [];
  if (!one || other?.type !== 'null' || /\bnull\b/.test(schema.description ?? '')) return schema;
  return { ...one, ...rest };
}

/** A list whose entries may hold a new email: its description has their members. */
function withShortEntries(schema: SlimSchema): SlimSchema {
  const { items } = schema;
  if (items?.properties?.email?.anyOf === undefined) return schema;
  return { ...schema, items: { type: 'object', properties: {} } };
}

/** Arguments of many reading tools that few calls need: taken, and listed where a tool says so. */
const seldom: ReadonlySet<string> = new Set(['sort', 'fields', 'expand']);

/** Whether an argument that every writing tool takes makes a difference to this one. */
function matters(name: string, tool: Tool): boolean {
  const { hints, operation } = tool;
  if (name === 'verbose') return operationsOf(tool).some(hasOutline);
  if (name === 'confirm_token') return operationsOf(tool).some(asksSometimes);
  if (name !== 'idempotency_key' || hints.readOnly) return true;
  // A repeated call does nothing more, or would make another record.
  const makes = typeof operation === 'object' && 'create' in operation && !operation.keyAs;
  return makes || !hints.idempotent;
}

/** Whether `tools/list` shows an argument of a tool. */
export function isShown(tool: Tool, name: string): boolean {
  const { unlisted = [], listed = [] } = tool.arguments ?? {};
  if (!(name in toolSchema(tool).properties) || unlisted.includes(name)) return false;
  const isSeldom = tool.hints.readOnly && seldom.has(name);
  return (!isSeldom || listed.includes(name)) && matters(name, tool);
}

/** The schema in `tools/list`, without the arguments and descriptions that the tool omits. */
function listedSchema(tool: Tool): ObjectSchema {
  return shownSchema(tool, (name) => isShown(tool, name));
}

function shownSchema(tool: Tool, isThere: (name: string) => boolean): ObjectSchema {
  const { undescribed = [] } = tool.arguments ?? {};
  const { type, properties, ...required } = toolSchema(tool);
  const shown = Object.entries(properties)
    .filter(([name]) => isThere(name))
    .map(([name, schema]): [string, SlimSchema] => {
      const { description, ...rest } = withShortEntries(withoutNull(schema));
      const isDescribed = description !== undefined && !undescribed.includes(name);
      if (!isDescribed) return [name, rest];
      return [name, { ...rest, description: sentenceInWords(description, toolWords({})) }];
    });
  return { type, properties: Object.fromEntries(shown), ...required };
}

/** What a host assumes of a tool that does not say (MCP, ToolAnnotations). */
const assumed: Readonly<Record<string, boolean>> = {
  readOnly: false,
  destructive: true,
  idempotent: false,
};

/** In the order of the literal, without what hosts assume anyway, which is a tenth of the list. */
function annotationsOf({ hints }: Tool): ListedTool['annotations'] {
  const listed = Object.entries(hints).filter(([name, holds]) => holds !== assumed[name]);
  return Object.fromEntries(listed.map(([name, holds]) => [`${name}Hint`, holds]));
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

/** The same with the arguments that the list saves, such as `winner` of a broadcast. */
export function foundTool(tool: Tool): ListedTool {
  const { unlisted = [] } = tool.arguments ?? {};
  const isThere = (name: string) => isShown(tool, name) || unlisted.includes(name);
  return {
    ...listedTool(tool),
    inputSchema: shownSchema(tool, isThere) as ListedTool['inputSchema'],
  };
}
