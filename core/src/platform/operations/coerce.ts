import { readExactJson } from './rounded-number.ts';

/** The parts of a property's JSON schema that parsing texts needs. */
interface PropertySchema {
  type?: string | string[];
  anyOf?: PropertySchema[];
  items?: PropertySchema;
}

interface Expected {
  types: ReadonlySet<string>;
  items: Expected | null;
}

function expectedOf(schema: PropertySchema): Expected {
  const types = new Set(schema.type === undefined ? [] : [schema.type].flat());
  let items = schema.items ? expectedOf(schema.items) : null;
  for (const option of schema.anyOf ?? []) {
    const inner = expectedOf(option);
    for (const type of inner.types) types.add(type);
    items ??= inner.items;
  }
  return { types, items };
}

/** What a call expects, by the names of its properties. */
export type Expectations = ReadonlyMap<string, Expected>;

/** The expectations of a JSON schema of an input. */
export function expectationsOf(properties: Readonly<Record<string, unknown>>): Expectations {
  const entries = Object.entries(properties);
  return new Map(entries.map(([name, property]) => [name, expectedOf(property as PropertySchema)]));
}

const integer = /^-?\d{1,16}$/;
const decimal = /^-?\d{1,30}(?:\.\d{1,30})?(?:[eE][+-]?\d{1,3})?$/;

function number(text: string, types: ReadonlySet<string>): number | undefined {
  if (types.has('number') && decimal.test(text) && Number.isFinite(Number(text))) {
    return Number(text);
  }
  if (!types.has('integer')) return undefined;
  const value = Number(text);
  if (integer.test(text) && Number.isSafeInteger(value)) return value;
  // A number that is none of these is reported as what it is: it is too large, or has a fraction.
  return decimal.test(text) && !Number.isSafeInteger(value) && Number.isFinite(value)
    ? value
    : undefined;
}

function flag(text: string): boolean | undefined {
  if (text === '1' || text === 'true') return true;
  return text === '0' || text === 'false' ? false : undefined;
}

/** The value of JSON text, or undefined if it is not JSON. */
function json(name: string, text: string): unknown {
  try {
    return readExactJson(text, name);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function coerceOne(name: string, text: string, { types, items }: Expected): unknown {
  const start = text.trimStart()[0];
  if (types.has('object') && start === '{') return json(name, text) ?? text;
  if (items && start === '[' && !items.types.has('string')) return json(name, text) ?? text;
  if (types.has('string')) return text;
  if (types.has('null') && text === 'null') return null;
  const value = number(text, types) ?? (types.has('boolean') ? flag(text) : undefined);
  return value ?? text;
}

function coerce(name: string, given: string | string[], expected: Expected): unknown {
  const { items } = expected;
  if (!items) {
    return Array.isArray(given) ? given : coerceOne(name, given, expected);
  }
  if (Array.isArray(given)) return given.map((text) => coerceOne(name, text, items));
  const whole = coerceOne(name, given, { ...expected, types: new Set(['array']) });
  return Array.isArray(whole) ? whole : [coerceOne(name, given, items)];
}

/**
 * Converts texts (query, path, command-line flags) to the types that a call expects:
 * integers, numbers, booleans as 1, 0, true or false, lists as repeated keys or `key[]`, objects
 * and lists of objects as JSON text, `null` for a nullable value other than text. Text that cannot
 * be converted and unknown keys stay as they are: `parseInput` reports both. Throws a 422 for JSON text
 * with a whole number that would lose digits.
 */
export function coerceTexts(
  texts: Record<string, string | string[]>,
  properties: Expectations,
): Record<string, unknown> {
  const input = new Map<string, unknown>();
  const collected = new Map<string, string | string[]>();
  for (const [key, given] of Object.entries(texts)) {
    const name = key.endsWith('[]') ? key.slice(0, -2) : key;
    const expected = properties.get(name);
    if (!expected || (name !== key && !expected.items)) {
      input.set(key, given);
      continue;
    }
    const before = collected.get(name);
    const alone = before === undefined && name === key;
    collected.set(name, alone ? given : [before ?? [], given].flat());
  }
  for (const [name, given] of collected) {
    const expected = properties.get(name);
    if (expected) input.set(name, coerce(name, given, expected));
  }
  return Object.fromEntries(input);
}
