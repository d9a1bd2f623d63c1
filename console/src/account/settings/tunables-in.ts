import { isObject } from '@postroad/core/platform/json';

/** The names of tunables in a definition, each with the id of the step that names it. */
export function tunablesIn(definition: unknown): { name: string; step: number | null }[] {
  const found: { name: string; step: number | null }[] = [];
  const look = (value: unknown, step: number | null): void => {
    if (Array.isArray(value)) {
      for (const one of value) look(one, step);
      return;
    }
    if (!isObject(value)) return;
    if (typeof value.setting === 'string' && Object.keys(value).length === 1) {
      found.push({ name: value.setting, step });
    }
    const own = typeof value.type === 'string' && typeof value.id === 'number' ? value.id : step;
    for (const one of Object.values(value)) look(one, own);
  };
  look(definition, null);
  return found;
}
