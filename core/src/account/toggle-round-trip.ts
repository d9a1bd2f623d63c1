import { tagKey } from '../conditions/compare.ts';
import { evaluate } from '../conditions/evaluate.ts';
import { nobody } from '../conditions/facts.ts';
import { readTree } from '../conditions/tree.ts';
import { type JsonObject, own } from '../platform/json.ts';
import { limits } from '../platform/limits.ts';
import { type PreferenceAction, targetOf } from './preference-action.ts';

/**
 * Whether the condition agrees after each choice (PREF-18): `always`, for `some` people, or for
 * nobody, and on which side it fails.
 */
export type RoundTrip = 'always' | 'some' | 'never_on' | 'never_off' | 'never_both';

/** True, false, or dependent on values that the actions do not write. */
type Truth = boolean | null;

/** Known values of a person after some actions, by target. */
type Written = ReadonlyMap<string, PreferenceAction>;

/**
 * The truth of a condition, given one bit per unwritten leaf; without bits, what is known
 * regardless.
 */
type Judge = (bits: number | null) => Truth;

/** Judges a toggle whose condition names tags and fields only. */
export function roundTrip(
  condition: unknown,
  on: readonly PreferenceAction[],
  off: readonly PreferenceAction[],
): RoundTrip {
  const open = new Map<string, number>();
  const judge = (...branches: (readonly PreferenceAction[])[]) =>
    judgeOf(condition, writtenBy(...branches), open);
  if (judge(on)(null) === true && judge(off)(null) === false) return 'always';
  // A person who switches has gone through the actions of both sides.
  open.clear();
  const afterOn = judge(off, on);
  const afterOff = judge(on, off);
  if (afterOn(null) === false) return 'never_on';
  if (afterOff(null) === true) return 'never_off';
  if (open.size > limits.toggleOpenLeaves) return 'some';
  for (let bits = 0; bits < 2 ** open.size; bits += 1) {
    if (afterOn(bits) === true && afterOff(bits) === false) return 'some';
  }
  return 'never_both';
}

function writtenBy(...branches: (readonly PreferenceAction[])[]): Written {
  return new Map(branches.flat().map((action) => [targetOf(action), action]));
}

/** Kleene's logic: an unknown member leaves the result unknown, unless the others decide. */
function judgeOf(condition: unknown, written: Written, open: Map<string, number>): Judge {
  return readTree<Judge>(condition, {
    leaf(leaf) {
      const action = written.get(targetRead(leaf));
      if (action !== undefined) {
        const truth = seen(leaf, action);
        return () => truth;
      }
      const key = leafKey(leaf);
      const index = open.get(key) ?? open.size;
      open.set(key, index);
      return (bits) => (bits === null ? null : (bits & (1 << index)) !== 0);
    },
    all: (members) => (bits) => decide(members, bits, false),
    any: (members) => (bits) => decide(members, bits, true),
    not: (member) => (bits) => {
      const truth = member(bits);
      return truth === null ? null : !truth;
    },
    nothing: () => false,
  });
}

/** One `deciding` member decides; otherwise an unknown one leaves the result unknown. */
function decide(members: readonly Judge[], bits: number | null, deciding: boolean): Truth {
  let open = false;
  for (const member of members) {
    const truth = member(bits);
    if (truth === deciding) return deciding;
    open ||= truth === null;
  }
  return open ? null : !deciding;
}

function targetRead(leaf: JsonObject): string {
  const field = own(leaf, 'field');
  return field === undefined ? `tag ${tagKey(String(own(leaf, 'tag')))}` : `field ${String(field)}`;
}

function leafKey(leaf: JsonObject): string {
  const target = targetRead(leaf);
  return JSON.stringify([target, own(leaf, 'op') ?? null, own(leaf, 'value') ?? null]);
}

/** Evaluates a leaf for a person with only this value. */
function seen(leaf: JsonObject, action: PreferenceAction): boolean {
  const person = {
    ...nobody,
    tags: new Set(action.type === 'add_tag' ? [tagKey(action.tag)] : []),
    fields: action.type === 'set_field' ? { [action.field]: action.value } : {},
  };
  const facts = { person, known: new Map(), segments: new Map() };
  return evaluate(leaf as never, facts, new Date(0)).result;
}
