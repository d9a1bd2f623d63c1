import { type SlimSchema, slimInput } from '@postroad/core/catalog/input-schema';
import { nearest } from '@postroad/core/platform/nearest';
import type { Operation } from '@postroad/core/platform/operations/operation';
import type { CommonOptions } from '../commands/common-options.ts';
import { UsageError } from './exit-codes.ts';
import { compileJq } from './jq.ts';

/** Field names of a schema: of an object, the entries of a list, or the alternatives of a union. */
function fieldsOf({ properties, items, anyOf = [] }: SlimSchema): string[] {
  const inner = [...(items ? [items] : []), ...anyOf].flatMap(fieldsOf);
  return [...Object.keys(properties ?? {}), ...inner];
}

/**
 * Throws UsageError for an invalid --json or --jq before the operation runs: a write that was made
 * must not end with a usage error.
 */
export async function checkOutput(
  { output }: Pick<Operation, 'output'>,
  { json, jq }: Pick<CommonOptions, 'json' | 'jq'>,
): Promise<void> {
  if (jq !== undefined) await compileJq(jq);
  if (typeof json !== 'string') return;
  const { properties } = slimInput(output);
  const known = new Set([
    ...['dry_run', ...Object.keys(properties)],
    ...Object.values(properties).flatMap(fieldsOf),
  ]);
  const unknown = json
    .split(',')
    .map((field) => field.trim())
    .find((field) => !known.has(field));
  if (unknown === undefined) return;
  const near = nearest(unknown, known);
  const hint = near === null ? ` Fields: ${[...known].join(', ')}.` : ` Did you mean ${near}?`;
  throw new UsageError(`--json: there is no field "${unknown}".${hint}`);
}
