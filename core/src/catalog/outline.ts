import type { Operation } from '../platform/operations/operation.ts';
import { type OperationName, operationNamed, operationNames } from './catalog.ts';
import { type ObjectSchema, type SlimSchema, slimInput } from './input-schema.ts';

/**
 * What a client knows of operations before it calls one. All of it is data: the packed command has
 * it as JSON in place of this module, since loading the contracts takes longer than most calls
 * (PACK-03, `cli/bin/bundle.mjs`).
 */
export type OperationOutline = Pick<
  Operation,
  'noun' | 'verb' | 'summary' | 'method' | 'path' | 'safety' | 'revised'
>;

export const outlinedNames: readonly OperationName[] = operationNames;

export function outlineOf(name: OperationName): OperationOutline {
  const { noun, verb, summary, method, path, safety, revised } = operationNamed(name);
  const outline = { noun, verb, summary, method, path, safety };
  return revised === undefined ? outline : { ...outline, revised };
}

/** The slim JSON Schema of the input. */
export function inputSchemaOf(name: OperationName): ObjectSchema {
  return slimInput(operationNamed(name).input);
}

/** Field names of a schema: of an object, the entries of a list, or the alternatives of a union. */
function fieldsOf({ properties, items, anyOf = [] }: SlimSchema): string[] {
  const inner = [...(items ? [items] : []), ...anyOf].flatMap(fieldsOf);
  return [...Object.keys(properties ?? {}), ...inner];
}

/** The fields of an answer, and of the records in it. */
export function answerFieldsOf(name: OperationName): string[] {
  const { properties } = slimInput(operationNamed(name).output);
  const inner = Object.values(properties).flatMap(fieldsOf);
  return [...new Set(['dry_run', ...Object.keys(properties), ...inner])];
}
