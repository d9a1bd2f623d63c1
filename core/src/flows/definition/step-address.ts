import { isStepId } from './step-id.ts';

/**
 * The step id in an address: the id itself, a handle `{id}-{slug}` or a Step ID
 * `{flow_key}.{id}-{slug}` (DEF-13). Ignores the slug, because it changes when a step is renamed.
 * Null for any other text, and for a Step ID of another flow.
 */
export function addressedStep(flowKey: string, address: string): number | null {
  const text = address.trim();
  const dot = text.lastIndexOf('.');
  if (dot >= 0 && text.slice(0, dot) !== flowKey) return null;
  const found = /^(\d{1,10})(?:-[a-z0-9-]+)?$/.exec(text.slice(dot + 1));
  const id = Number(found?.[1]);
  return isStepId(id) ? id : null;
}
