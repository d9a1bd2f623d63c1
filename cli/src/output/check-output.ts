import { type SlimSchema, slimInput } from '@postroad/core/operations/tool-schema';
import { nearest } from '@postroad/core/platform/nearest';
import type { Operation } from '@postroad/core/platform/operations/operation';
import type { CommonOptions } from '../commands/common-options.ts';
import { UsageError } from './exit-codes.ts';
import { compileJq } from './jq.ts';

/** Names of the fields of a record, of the entries of a list, of whatever it may be. */
function fieldsOf({ properties, items, anyOf = [] }: SlimSchema): string[] {
  const inner = [...(items ? [items] : []), ...anyOf].flatMap(fieldsOf);
  return [...Object.keys(properties ?? {}), ...inner];
}

/**
 * Refuses what --json and --jq cannot mean before anything is done: a write that has been made must
 * not end as if it was called the wrong way. Throws UsageError.
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
