import type { PreferenceAction } from '../account/preference-action.ts';
import type { PreferenceToggle } from '../account/preference-toggle.ts';
import { evaluate } from '../conditions/evaluate.ts';
import type { Facts } from '../conditions/facts.ts';
import type { FieldValue } from '../people/person-values.ts';
import type { Issue } from '../platform/issue.ts';
import { own, quoted } from '../platform/json.ts';

/** The person's choices, by toggle id. */
export type Selection = ReadonlyMap<string, boolean>;

/** The change of a person that one side of a toggle makes. */
export interface ToggleChange {
  fields: Record<string, FieldValue>;
  add_tags: string[];
  remove_tags: string[];
}

/** Reads a choice for every toggle and nothing else (SUB-19), or says what is wrong. */
export function readSelection(
  toggles: readonly PreferenceToggle[],
  given: Readonly<Record<string, unknown>>,
): { selection: Selection; errors: Issue[] } {
  const selection = new Map<string, boolean>();
  const errors: Issue[] = [];
  const fault = (id: string, code: string, message: string) =>
    errors.push({ path: `selections.${id}`, code, message });
  for (const { id } of toggles) {
    const chosen = own(given, id);
    if (typeof chosen === 'boolean') selection.set(id, chosen);
    else if (chosen === undefined) fault(id, 'missing', `The selection of ${id} is missing.`);
    else fault(id, 'value_invalid', `${id} must be true or false, not ${quoted(chosen)}.`);
  }
  for (const id of Object.keys(given)) {
    if (toggles.some((toggle) => toggle.id === id)) continue;
    fault(id, 'unknown', `There is no toggle ${quoted(id)}.`);
  }
  return { selection, errors };
}

/** The actions of the chosen side, which run even if it was chosen before (SUB-26). */
export function toggleChange(toggle: PreferenceToggle, chosen: boolean): ToggleChange {
  const change: ToggleChange = { fields: {}, add_tags: [], remove_tags: [] };
  for (const action of chosen ? toggle.on : toggle.off) apply(change, action);
  return change;
}

function apply(change: ToggleChange, action: PreferenceAction): void {
  switch (action.type) {
    case 'add_tag':
      change.add_tags.push(action.tag);
      return;
    case 'remove_tag':
      change.remove_tags.push(action.tag);
      return;
    case 'set_field':
      change.fields[action.field] = action.value;
      return;
    case 'clear_field':
      change.fields[action.field] = null;
      return;
  }
}

/** Whether the toggle is on for a person. */
export function isOn({ condition }: PreferenceToggle, facts: Facts, now: Date): boolean {
  return evaluate(condition, facts, now).result;
}
