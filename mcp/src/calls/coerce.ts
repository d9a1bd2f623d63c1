import type { SlimSchema } from '@postroad/core/catalog/input-schema';
import { isObject, type JsonObject } from '@postroad/core/platform/json';
import { readExactJson } from '@postroad/core/platform/operations/rounded-number';
import { invalid } from '@postroad/core/platform/refusal';

/**
 * Converts what agents write to the type of the schema: numbers, booleans and objects given as
 * text, ids given as numbers.
 */
export function coerce(name: string, value: unknown, schema: SlimSchema | undefined): unknown {
  if (schema === undefined) return value;
  return coerceWithin(name, coerceWhole(name, value, schema), schema);
}

function coerceWhole(name: string, value: unknown, schema: SlimSchema): unknown {
  const types = [schema, ...(schema.anyOf ?? [])].map(({ type }) => type);
  if (typeof value === 'number') {
    const isText = types.includes('string') && !types.some((type) => /^(int|num)/.test(type ?? ''));
    return isText ? String(value) : value;
  }
  if (typeof value !== 'string') return value;
  if (types.includes('string') && !types.includes('object')) return value;
  if (types.includes('integer') && /^-?\d{1,15}$/.test(value)) return Number(value);
  if (types.includes('boolean') && /^(true|false)$/.test(value)) return value === 'true';
  const text = withoutFence(value.trim());
  if (types.includes('object') && text.startsWith('{')) return jsonIn(name, text, 'an object');
  if (types.includes('array') && text.startsWith('[')) return jsonIn(name, text, 'a list');
  return value;
}

/** The same of the entries of a list and the members of an object, such as `variants[0].email_id`. */
function coerceWithin(name: string, value: unknown, schema: SlimSchema): unknown {
  const choices = [schema, ...(schema.anyOf ?? [])];
  const items = choices.find((choice) => choice.items !== undefined)?.items;
  if (Array.isArray(value) && items !== undefined) {
    return value.map((entry, index) => coerce(`${name}[${index}]`, entry, items));
  }
  const properties = choices.find((choice) => choice.properties !== undefined)?.properties;
  if (!isObject(value) || properties === undefined) return value;
  const members = Object.entries(value).map(([key, member]) => {
    const own = ownMember(key, value, properties);
    const schema = Object.hasOwn(properties, own) ? properties[own] : undefined;
    return [own, coerce(`${name}.${own}`, member, schema)];
  });
  return Object.fromEntries(members);
}

/** The member of an entry that an email is named by: that of its id or that of its key (AGT-15). */
function ownMember(key: string, entry: JsonObject, known: Record<string, SlimSchema>): string {
  if (!['email', 'email_id'].every((name) => Object.hasOwn(known, name))) return key;
  const other = { email: 'email_id', email_id: 'email' }[key];
  const value = entry[key];
  const isName = typeof value === 'string' || typeof value === 'number';
  if (other === undefined || !isName || Object.hasOwn(entry, other)) return key;
  return /^\d{1,15}$/.test(String(value)) ? 'email_id' : 'email';
}

/** The code of a text that is one block of it, as models write JSON. */
function withoutFence(text: string): string {
  const isBlock = text.length > 6 && text.startsWith('```') && text.endsWith('```');
  return isBlock
    ? text
        .slice(3, -3)
        .replace(/^\w*\s/, '')
        .trim()
    : text;
}

/** Throws a 422 that says why a text that looks like JSON is none. */
function jsonIn(name: string, text: string, wanted: string): unknown {
  try {
    return readExactJson(text, name);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const { message: cause } = error;
    const message = `${name} must be ${wanted}. It is text that is no JSON: ${cause}.`;
    const fix = `Send ${name} as ${wanted}, not as text; as text it has no comments and no comma behind the last entry.`;
    throw invalid([{ path: name, code: 'type_invalid', message, fix }]);
  }
}
