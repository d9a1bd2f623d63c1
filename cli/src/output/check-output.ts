import type { OperationName } from '@postroad/core/catalog/catalog';
import { answerFieldsOf } from '@postroad/core/catalog/outline';
import { nearest } from '@postroad/core/platform/nearest';
import type { CommonOptions } from '../commands/common-options.ts';
import { UsageError } from './exit-codes.ts';
import { compileJq } from './jq.ts';

/**
 * Throws UsageError for an invalid --json or --jq before the operation runs: a write that was made
 * must not end with a usage error.
 */
export async function checkOutput(
  name: OperationName,
  { json, jq }: Pick<CommonOptions, 'json' | 'jq'>,
): Promise<void> {
  if (jq !== undefined) await compileJq(jq);
  if (typeof json !== 'string') return;
  const known = new Set(answerFieldsOf(name));
  const unknown = json
    .split(',')
    .map((field) => field.trim())
    .find((field) => !known.has(field));
  if (unknown === undefined) return;
  const near = nearest(unknown, known);
  const hint = near === null ? ` Fields: ${[...known].join(', ')}.` : ` Did you mean ${near}?`;
  throw new UsageError(`--json: there is no field "${unknown}".${hint}`);
}
