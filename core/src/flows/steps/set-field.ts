import { fieldTypeFault } from '../../people/field-type.ts';
import type { FieldValue } from '../../people/person-values.ts';
import { type JsonObject, own, quoted } from '../../platform/json.ts';
import type { StepBase } from '../definition/definition.ts';
import { fieldKey, fieldValue } from '../definition/field-kind.ts';
import { report } from '../validate/codes.ts';
import type { FiredEvent, StepType } from './step-type.ts';

/** Null and empty text clear the field (DEF-18). */
export interface SetField extends StepBase {
  type: 'set_field';
  field: string;
  value: FieldValue;
}

/** Sets a custom field to a value of its type, or clears it (RUN-09). */
export const setField: StepType<SetField> = {
  words: {
    purpose: 'Sets a custom field to a value of its type.',
    example: ({ field: { key, value } }) => ({ name: 'Note the plan', field: key, value }),
    uses: ['fields'],
    rules: [
      'value must be there: of the type of the field, or "" or null to clear it.',
      'A date is written YYYY-MM-DD. The change records field_changed {key, old, new}.',
    ],
    errors: ['field_unknown', 'field_value_type', 'liquid_not_run'],
  },
  fields: {
    field: { kind: fieldKey, required: true },
    value: { kind: fieldValue, required: true },
  },
  arms: [],
  ends: false,

  references(step, path, { fields }) {
    const field = own(step, 'field');
    const value = own(step, 'value');
    if (typeof field !== 'string' || !isGiven(value)) return [];
    const type = fields.get(field);
    const fault = type === undefined ? null : fieldTypeFault('', field, type, value);
    if (fault === null) return [];
    return [report('field_value_type', `${path}.value`, `${fault} The value is ${quoted(value)}.`)];
  },

  summary(step) {
    const value = own(step, 'value');
    const field = `the field ${quoted(own(step, 'field'))}`;
    return value === null || value === '' ? `Clear ${field}` : `Set ${field} to ${quoted(value)}`;
  },

  fires: firedOnField,
  holds: () => false,

  enter(step, { answers }) {
    const { field } = step;
    const type = answers.fieldTypes.get(field);
    if (type === undefined) {
      return { kind: 'skip', reason: `There is no active custom field ${quoted(field)}.` };
    }
    const value = isGiven(step.value) ? step.value : null;
    const fault = value === null ? null : fieldTypeFault('', field, type, value);
    if (fault !== null) return { kind: 'skip', reason: `${fault} The value is ${quoted(value)}.` };
    return { kind: 'next', effect: { kind: 'set_field', step_id: step.id, field, value } };
  },
};

function isGiven(value: unknown): value is string | number | boolean {
  if (typeof value === 'string') return value !== '';
  return typeof value === 'number' || typeof value === 'boolean';
}

/** The event that the service records when a field changes; its previous value is not known yet. */
function firedOnField(step: JsonObject): FiredEvent[] {
  const key = own(step, 'field');
  const value = own(step, 'value') ?? null;
  return [{ name: 'field_changed', details: { key, new: value === '' ? null : value } }];
}
