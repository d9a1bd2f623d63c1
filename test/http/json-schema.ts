/** A JSON schema (draft 2020-12) or a part of one. */
export type Schema = Record<string, unknown>;

type Check = (value: unknown, argument: unknown, schema: Schema) => boolean;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const types: Record<string, (value: unknown) => boolean> = {
  object: isObject,
  array: Array.isArray,
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: Number.isInteger,
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
};

const number =
  (compare: (value: number, bound: number) => boolean): Check =>
  (value, bound) =>
    typeof value !== 'number' || compare(value, bound as number);
const text =
  (compare: (value: string, argument: never) => boolean): Check =>
  (value, argument) =>
    typeof value !== 'string' || compare(value, argument as never);
const list =
  (compare: (value: unknown[], argument: never) => boolean): Check =>
  (value, argument) =>
    !Array.isArray(value) || compare(value, argument as never);
const count = (argument: unknown, value: unknown) =>
  (argument as Schema[]).filter((schema) => matches(value, schema)).length;

/** Every keyword in the OpenAPI document; an unknown one fails the tests. */
const keywords: Record<string, Check> = {
  // Marks text from outside the account's operators; it restricts no value.
  'x-untrusted': () => true,
  'x-untrusted-without': () => true,
  type: (value, type) => [type].flat().some((name) => types[name as string]?.(value) === true),
  const: (value, expected) => value === expected,
  enum: (value, allowed) => (allowed as unknown[]).includes(value),
  minimum: number((value, bound) => value >= bound),
  maximum: number((value, bound) => value <= bound),
  minLength: text((value, bound: number) => [...value].length >= bound),
  maxLength: text((value, bound: number) => [...value].length <= bound),
  pattern: text((value, pattern: string) => new RegExp(pattern, 'u').test(value)),
  items: list((value, schema: Schema) => value.every((entry) => matches(entry, schema))),
  minItems: list((value, bound: number) => value.length >= bound),
  maxItems: list((value, bound: number) => value.length <= bound),
  anyOf: (value, schemas) => count(schemas, value) > 0,
  allOf: (value, schemas) => count(schemas, value) === (schemas as Schema[]).length,
  oneOf: (value, schemas) => count(schemas, value) === 1,
  required: (value, names) =>
    !isObject(value) || (names as string[]).every((name) => Object.hasOwn(value, name)),
  properties: (value, properties) =>
    !isObject(value) ||
    Object.entries(properties as Record<string, Schema>).every(
      ([name, schema]) => !Object.hasOwn(value, name) || matches(value[name], schema),
    ),
  propertyNames: (value, schema) =>
    !isObject(value) || Object.keys(value).every((name) => matches(name, schema as Schema)),
  additionalProperties: (value, rest, schema) =>
    !isObject(value) ||
    Object.entries(value)
      .filter(([name]) => !Object.hasOwn((schema.properties ?? {}) as object, name))
      .every(([, entry]) => (typeof rest === 'boolean' ? rest : matches(entry, rest as Schema))),
  description: () => true,
  default: () => true,
};

/** Whether a value matches a schema. Throws on an unknown keyword. */
export function matches(value: unknown, schema: Schema): boolean {
  return Object.entries(schema).every(([keyword, argument]) => {
    const check = keywords[keyword];
    if (!check) throw new Error(`The keyword ${keyword} is unknown.`);
    return check(value, argument, schema);
  });
}
