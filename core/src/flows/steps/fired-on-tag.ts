import { type JsonObject, own } from '../../platform/json.ts';
import type { FiredEvent } from './step-type.ts';

/** The event that the service records when the tag of a step changes (EVENT-15). */
export function firedOnTag(name: 'tag_added' | 'tag_removed', step: JsonObject): FiredEvent[] {
  const tag = own(step, 'tag');
  return typeof tag === 'string' ? [{ name, details: { tag: tag.trim() } }] : [];
}
