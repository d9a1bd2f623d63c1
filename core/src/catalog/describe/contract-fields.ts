import { type OperationName, operationNamed } from '../catalog.ts';
import { type SlimSchema, slimInput } from '../input-schema.ts';
import type { TopicField } from './topic.ts';

function typeOf(schema: SlimSchema): string {
  if (schema.enum) return schema.enum.map(String).join(' | ');
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' or ');
  if (schema.type === 'array' && schema.items) return `${typeOf(schema.items)}[]`;
  return schema.type ?? 'any';
}

function fieldsIn(schema: SlimSchema, prefix: string): TopicField[] {
  const required = new Set(schema.required ?? []);
  return Object.entries(schema.properties ?? {}).flatMap(([key, property]) => {
    const name = `${prefix}${key}`;
    const own = {
      name,
      type: typeOf(property),
      required: required.has(key),
      note: property.description ?? '',
    };
    return [own, ...fieldsIn(property, `${name}.`)];
  });
}

/** The keys of an operation's input, nested ones with dots. */
export function contractFields(operation: OperationName): TopicField[] {
  return fieldsIn(slimInput(operationNamed(operation).input), '');
}
