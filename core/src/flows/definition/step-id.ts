import { type JsonObject, own } from '../../platform/json.ts';
import { limits } from '../../platform/limits.ts';
import { isSlug } from './slug.ts';

/** A positive integer that a run's column can hold (DEF-07). */
export function isStepId(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) > 0 && (value as number) <= limits.stepIdMax;
}

/** `{id}-{slug}` (DEF-13), as far as a step as it was sent has one: the id alone, or nothing. */
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
