import { canonicalCondition } from '../conditions/canonical.ts';
import { checkCondition } from '../conditions/check.ts';
import { tagKey } from '../conditions/compare.ts';
import type { Condition } from '../conditions/condition.ts';
import { readDateOperator } from '../conditions/date-compare.ts';
import type { ConditionReferences } from '../conditions/facts.ts';
import { readPersonField } from '../conditions/person-fields.ts';
import { eachLeaf } from '../conditions/tree.ts';
import { ValueError } from '../platform/issue.ts';
import { isObject, type JsonObject, own, quoted } from '../platform/json.ts';
import { limits } from '../platform/limits.ts';
import { type PreferenceAction, readActions } from './preference-action.ts';
import {
  faultsOf,
  filledText,
  objectAt,
  onlyKeys,
  readEach,
  readParts,
  type SettingReading,
  trimmedText,
} from './setting-rule.ts';
import { type RoundTrip, roundTrip } from './toggle-round-trip.ts';

/** One switch of the preferences page. */
export interface PreferenceToggle {
  id: string;
  label: string;
  description?: string;
  /** The switch is on if this holds; tags and fields only. */
  condition: Condition;
  on: readonly PreferenceAction[];
  off: readonly PreferenceAction[];
}

/** PREF-08 to PREF-12, and whether its actions lead to the state its condition reads. */
export function readToggle(value: unknown, reading: SettingReading): PreferenceToggle {
  const { path } = reading;
  const toggle = objectAt(value, path);
  const description = own(toggle, 'description') ?? '';
  const actionsOf = (branch: 'on' | 'off') =>
    readActions(own(toggle, branch), `${path}.${branch}`, reading);
  const condition = { ...reading, path: `${path}.condition` };
  const read = readParts({
    keys: () => onlyKeys(toggle, path, toggleKeys),
    about: () => trimmedText(description, `${path}.description`, limits.toggleDescriptionChars),
    id: () => idAt(own(toggle, 'id'), `${path}.id`),
    label: () => filledText(own(toggle, 'label'), `${path}.label`, limits.toggleLabelChars),
    on: () => actionsOf('on'),
    off: () => actionsOf('off'),
    condition: () =>
      readCondition(own(toggle, 'condition'), condition, [
        ...orNone(() => actionsOf('on')),
        ...orNone(() => actionsOf('off')),
      ]),
  });
  const { id, label, about, on, off } = read;
  judge(roundTrip(read.condition, on, off), reading);
  const described = about === '' ? {} : { description: about };
  return { id, label, ...described, condition: read.condition, on, off };
}

/** The actions of a branch; none where it has faults, which are reported elsewhere. */
function orNone(read: () => PreferenceAction[]): PreferenceAction[] {
  try {
    return read();
  } catch (error) {
    faultsOf(error);
    return [];
  }
}

const toggleKeys = ['id', 'label', 'description', 'condition', 'on', 'off'];

function idAt(value: unknown, path: string): string {
  const isId = typeof value === 'string' && /^[a-zA-Z0-9_-]+$/.test(value);
  if (isId && value.length <= limits.toggleIdChars) return value;
  const takes = `1 to ${limits.toggleIdChars} letters, digits, _ and -`;
  throw new ValueError(path, `must be ${takes}, not ${quoted(value)}.`);
}

function readCondition(
  value: unknown,
  { path, references, warn }: SettingReading,
  actions: readonly PreferenceAction[],
): Condition {
  checkGroups(value, path, 1);
  eachLeaf(value, path, (leaf, at) => {
    const type = own(leaf, 'type');
    if (type === 'has_tag') return;
    if (type === 'field') return checkToggleField(leaf, at, references);
    if (type === 'all' || type === 'any' || type === 'not') return;
    const takes = 'has_tag, field and groups of them with all, any and not';
    throw new ValueError(`${at}.type`, `takes ${takes}, not ${quoted(type)}.`);
  });
  readEach(
    checkCondition(value, path, withTagsOf(references, actions)).map((issue) => () => {
      if (issue.severity === 'error') {
        throw new ValueError(issue.path, `is wrong: ${issue.message}`, issue.code);
      }
      warn(issue.path, issue.code, issue.message);
    }),
  );
  return canonicalCondition(value) as Condition;
}

/** Toggles compare custom fields, by the operators that read no calendar. */
function checkToggleField(
  leaf: JsonObject,
  path: string,
  { fields }: Pick<ConditionReferences, 'fields'>,
): void {
  const key = own(leaf, 'field');
  if (readPersonField(key) !== null && !fields.has(String(key))) {
    throw new ValueError(`${path}.field`, `takes a custom field, not ${quoted(key)}.`);
  }
  const operator = readDateOperator(own(leaf, 'op'));
  if (operator !== null) {
    const message = `does not take ${operator}, whose answer changes by time alone.`;
    throw new ValueError(`${path}.op`, message, 'operator_unknown');
  }
}

/** Tags that the toggle itself adds will exist once it is saved. */
function withTagsOf(
  references: ConditionReferences,
  actions: readonly PreferenceAction[],
): ConditionReferences {
  const written = actions.flatMap((action) => ('tag' in action ? tagKey(action.tag) : []));
  return { ...references, tags: new Set([...references.tags, ...written]) };
}

/** PREF-11; the general condition check reports the other faults of groups. */
function checkGroups(value: unknown, path: string, depth: number): void {
  if (!isObject(value)) return;
  if (depth > limits.toggleConditionDepth) {
    const message = `is too deep: a condition has at most ${limits.toggleConditionDepth} levels, the outermost included.`;
    throw new ValueError(path, message, 'condition_too_deep');
  }
  if (Object.hasOwn(value, 'not')) checkGroups(value.not, `${path}.not`, depth + 1);
  for (const group of ['all', 'any']) {
    const members = own(value, group);
    if (!Array.isArray(members)) continue;
    const at = `${path}.${group}`;
    if (members.length === 0 || members.length > limits.toggleConditionChildren) {
      throw new ValueError(at, `takes 1 to ${limits.toggleConditionChildren} conditions.`);
    }
    for (const [index, member] of members.entries()) {
      checkGroups(member, `${at}[${index}]`, depth + 1);
    }
  }
}

function judge(trip: RoundTrip, { path, warn }: SettingReading): void {
  if (trip === 'always') return;
  if (trip === 'some') {
    const message =
      'The condition also reads what the toggle does not write, so that some people cannot save their choice.';
    warn(`${path}.condition`, 'toggle_depends', message);
    return;
  }
  const branch = trip === 'never_off' ? 'off' : 'on';
  const shown = branch === 'off' ? 'on' : 'off';
  const why =
    trip === 'never_both'
      ? 'nobody would be shown as on after choosing on, and as off after choosing off.'
      : `a person who chooses ${branch} would still be shown as ${shown}.`;
  const message = `must lead to what the condition reads: ${why}`;
  throw new ValueError(`${path}.${branch}`, message, 'toggle_contradicts');
}
