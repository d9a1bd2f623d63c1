import { recordsNamed } from '../conditions/records-named.ts';
import { isObject, own } from '../platform/json.ts';
import { type RecordName, uniqueNames } from '../platform/record-name.ts';

/** A record that a preference toggle names. */
export interface NamedByToggle extends RecordName {
  /** Id of the toggle. */
  toggle: string;
}

/** The records that the toggles of the preferences name: by their conditions and their actions. */
export function recordsNamedByToggles(preferences: unknown): NamedByToggle[] {
  const toggles = isObject(preferences) ? own(preferences, 'toggles') : undefined;
  return listOf(toggles).flatMap((toggle) => {
    const id = own(toggle, 'id');
    if (typeof id !== 'string') return [];
    const actions = [...listOf(own(toggle, 'on')), ...listOf(own(toggle, 'off'))];
    const fields = actions.flatMap((action): RecordName[] => {
      const field = own(action, 'field');
      return typeof field === 'string' ? [{ kind: 'field', name: field }] : [];
    });
    const names = uniqueNames([...recordsNamed(own(toggle, 'condition')), ...fields]);
    return names.map((name) => ({ ...name, toggle: id }));
  });
}

function listOf(value: unknown) {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
