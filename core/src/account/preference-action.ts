import { isBlank, tagKey } from '../conditions/compare.ts';
import { fieldTypeFault } from '../people/field-type.ts';
import { plainTextAt } from '../people/person-values.ts';
import { ValueError } from '../platform/issue.ts';
import { isObject, own, quoted } from '../platform/json.ts';
import { limits } from '../platform/limits.ts';
import { nearest } from '../platform/nearest.ts';
import { hasMoreCharacters } from '../platform/octets.ts';
import { listOf, objectWith, readEach, type SettingReading } from './setting-rule.ts';

/**
 * The effect of choosing one side of a toggle on the person; never on suppression (PREF-13,
 * PREF-19).
 */
export type PreferenceAction =
  | { type: 'add_tag' | 'remove_tag'; tag: string }
  | { type: 'set_field'; field: string; value: string | number | boolean }
  | { type: 'clear_field'; field: string };

const keysOf: Readonly<Record<PreferenceAction['type'], readonly string[]>> = {
  add_tag: ['type', 'tag'],
  remove_tag: ['type', 'tag'],
  set_field: ['type', 'field', 'value'],
  clear_field: ['type', 'field'],
};

const types = Object.keys(keysOf) as PreferenceAction['type'][];

/** The tag or field that an action writes; actions with equal targets write the same one. */
export function targetOf(action: PreferenceAction): string {
  return 'tag' in action ? `tag ${tagKey(action.tag)}` : `field ${action.field}`;
}

/** One branch of a toggle (PREF-12 to PREF-16). */
export function readActions(
  value: unknown,
  path: string,
  { references }: Pick<SettingReading, 'references'>,
): PreferenceAction[] {
  const actions = readEach(
    listOf(value, path, limits.toggleActions).map(
      (action, index) => () => readAction(action, `${path}[${index}]`, references),
    ),
  );
  const written = new Map<string, number>();
  for (const [index, action] of actions.entries()) {
    const target = targetOf(action);
    const before = written.get(target);
    if (before !== undefined) {
      const message = `writes the ${target} that entry ${before} writes already; a branch writes each once.`;
      throw new ValueError(`${path}[${index}]`, message);
    }
    written.set(target, index);
  }
  return actions;
}

function readAction(
  value: unknown,
  path: string,
  { fields }: SettingReading['references'],
): PreferenceAction {
  const name = isObject(value) ? own(value, 'type') : undefined;
  const type = types.find((known) => known === name);
  if (type === undefined) {
    const near = typeof name === 'string' ? nearest(name, types) : null;
    const message = `must have a type of ${types.join(', ')}, not ${quoted(name)}.`;
    throw new ValueError(path, message, 'action_unknown', near);
  }
  const action = objectWith(value, path, keysOf[type]);
  if (type === 'add_tag' || type === 'remove_tag') {
    return { type, tag: plainTextAt(own(action, 'tag'), `${path}.tag`, limits.tagChars) };
  }
  const field = own(action, 'field');
  const fieldType = typeof field === 'string' ? fields.get(field) : undefined;
  if (typeof field !== 'string' || fieldType === undefined) {
    const near = typeof field === 'string' ? nearest(field, fields.keys()) : null;
    const hint = near === null ? ' Create it with create_field first.' : '';
    const message = `names no active custom field: ${quoted(field)}.${hint}`;
    throw new ValueError(`${path}.field`, message, 'field_unknown', near);
  }
  if (type === 'clear_field') return { type, field };
  const set = own(action, 'value');
  const at = `${path}.value`;
  if (isBlank(set)) throw new ValueError(at, 'must not be blank; use clear_field instead.');
  if (typeof set !== 'string' && typeof set !== 'number' && typeof set !== 'boolean') {
    throw new ValueError(at, `must be text, a number, true or false, not ${quoted(set)}.`);
  }
  if (typeof set === 'string' && hasMoreCharacters(set, limits.fieldValueChars)) {
    throw new ValueError(at, `may be at most ${limits.fieldValueChars} characters long.`);
  }
  if (fieldTypeFault('', field, fieldType, set) !== null) {
    const takes = fieldType === 'date' ? 'a date as YYYY-MM-DD' : `a ${fieldType}`;
    throw new ValueError(at, `must be ${takes}, as the field ${field} is defined.`);
  }
  return { type, field, value: set };
}
