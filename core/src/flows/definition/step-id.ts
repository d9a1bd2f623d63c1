import { type JsonObject, own } from '../../platform/json.ts';
import { limits } from '../../platform/limits.ts';
import { isSlug } from './slug.ts';

/** A positive integer that fits the column of runs (DEF-07). */
export function isStepId(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) > 0 && (value as number) <= limits.stepIdMax;
}

/** `{id}-{slug}` (DEF-13); the id alone, or nothing, if an unchecked step lacks the rest. */
export function handleOf(step: Readonly<JsonObject>): string {
  const id = own(step, 'id');
  const slug = own(step, 'slug');
  if (!isStepId(id)) return '';
  return isSlug(slug) ? `${id}-${slug}` : String(id);
}

/** `{flow_key}.{id}-{slug}`, the Step ID (DEF-13). */
export function stepIdOf(flowKey: string, handle: string): string {
  return `${flowKey}.${handle}`;
}
