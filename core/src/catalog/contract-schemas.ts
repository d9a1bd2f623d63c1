import { z } from 'zod';
import { type OperationName, operationNamed } from './catalog.ts';
import type { SlimSchema } from './input-schema.ts';

/** The whole JSON Schemas of an operation, from which forms and tables are drawn. */
export interface ContractSchemas {
  input: SlimSchema;
  output: SlimSchema;
}

/** Keywords that say nothing to a form: objects are strict everywhere. */
const dropped: ReadonlySet<string> = new Set(['$schema', 'additionalProperties', 'propertyNames']);

function without(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(without);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).flatMap(([keyword, value]) => {
    if (dropped.has(keyword)) return [];
    if (keyword !== 'properties') return [[keyword, without(value)]];
    const properties = Object.entries(value as object).map(([name, one]) => [name, without(one)]);
    return [[keyword, Object.fromEntries(properties)]];
  });
  return Object.fromEntries(entries);
}

export function contractSchemasOf(name: OperationName): ContractSchemas {
  const { input, output } = operationNamed(name);
  return {
    input: without(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })) as SlimSchema,
    output: without(z.toJSONSchema(output, { unrepresentable: 'any' })) as SlimSchema,
  };
}
