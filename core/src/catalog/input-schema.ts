import { z } from 'zod';
import { personAddress } from '../people/person-operations.ts';
import { keyOrId, page } from '../platform/operations/shapes.ts';

/** The subset of JSON Schema shown to people and agents. */
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

/** The schema of an operation's whole input or output. */
export interface ObjectSchema extends SlimSchema {
  type: 'object';
  properties: Record<string, SlimSchema>;
}

/** Keywords left out: the service checks them and explains a violation in a sentence. */
const dropped: ReadonlySet<string> = new Set([
  ...['$schema', 'additionalProperties', 'propertyNames', 'default', 'const'],
  ...['minimum', 'maximum', 'minLength', 'maxLength', 'pattern', 'minItems', 'maxItems'],
]);

/** Descriptions that only repeat the type and name, and those of addresses and paging. */
const selfEvident: ReadonlySet<unknown> = new Set([
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
  // An id that may be text is shown as text, which several hosts handle best.
  if (result.anyOf?.every((one) => one.type === 'string' || one.type === 'integer')) {
    const { anyOf, ...rest } = result;
    if (anyOf.some((one) => one.type === 'string')) return { type: 'string', ...rest };
  }
  // Several hosts do not support a list of types.
  const { type, ...rest } = result as { type?: unknown };
  if (Array.isArray(type)) return { ...rest, anyOf: type.map((one) => ({ type: String(one) })) };
  return result;
}

function slimAll(properties: SlimSchema): Record<string, SlimSchema> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [name, slim(value as SlimSchema)]),
  );
}

/** The slim JSON Schema of a contract's input; its top is an object. */
export function slimInput(input: z.ZodType): ObjectSchema {
  const schema = slim(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as SlimSchema);
  return { ...schema, type: 'object', properties: schema.properties ?? {} };
}
