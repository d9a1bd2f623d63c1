import type { Condition } from './condition.ts';
import type { Facts } from './facts.ts';
import { eachLeaf } from './tree.ts';
import { LeafTypes } from './valid-leaf.ts';

/**
 * The earliest moment after `now` at which a condition may change for a person through time alone;
 * null if time changes nothing. Takes any JSON and the same facts as `evaluate`.
 */
export function changesAt(
  condition: Condition,
  facts: Facts,
  now: Date,
  types = new LeafTypes(),
): Date | null {
  let earliest: Date | null = null;
  eachLeaf(condition, '', (leaf) => {
    const inner = (other: Condition) => changesAt(other, facts, now, types);
    const at = types.of(leaf)?.changesAt?.(leaf, facts, now, inner) ?? null;
    if (at !== null && at > now && (earliest === null || at < earliest)) earliest = at;
  });
  return earliest;
}
