import { z } from 'zod';
import { personAddress } from '../people/person-operations.ts';
import { keyOrId, page } from '../platform/operations/shapes.ts';

/** The subset of JSON Schema that people and agents are shown. */
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

/** The schema of all that an operation takes or answers. */
export interface ObjectSchema extends SlimSchema {
  type: 'object';
  properties: Record<string, SlimSchema>;
}

/** Left out of what is shown: the service checks each, and answers a violation with a sentence. */
const dropped: ReadonlySet<string> = new Set([
  ...['$schema', 'additionalProperties', 'propertyNames', 'default', 'const'],
  ...['minimum', 'maximum', 'minLength', 'maxLength', 'pattern', 'minItems', 'maxItems'],
]);

/**
 * Descriptions that say no more than the type and the argument's name, and those of addresses and
 * paging.
 */
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

/** The slim JSON Schema of what a contract takes; its top is an object. */
export function slimInput(input: z.ZodType): ObjectSchema {
  const schema = slim(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as SlimSchema);
  return { ...schema, type: 'object', properties: schema.properties ?? {} };
}
