import { factKey, type Segments } from '../conditions/facts.ts';
import { segmentsNamed } from '../conditions/segments.ts';
import { eachLeaf } from '../conditions/tree.ts';
import { validType } from '../conditions/valid-leaf.ts';
import { own } from '../platform/json.ts';
import { targetOf } from './preference-action.ts';
import type { PreferenceToggle } from './preference-toggle.ts';

/**
 * The tags and fields that a condition reads, itself or through the segments it names, as `targetOf`
 * names what toggles write. `segments` are those that it names, at any depth.
 */
export function targetsRead(condition: unknown, segments: Segments): Set<string> {
  const found = new Set<string>();
  const seen = new Set<string>();
  const open: unknown[] = [condition];
  while (open.length > 0) {
    const next = open.pop();
    addTargets(next, found);
    for (const { segment } of segmentsNamed(next)) {
      const key = factKey({ kind: 'segment', segment });
      if (seen.has(key)) continue;
      seen.add(key);
      open.push(segments.get(key));
    }
  }
  return found;
}

function addTargets(condition: unknown, found: Set<string>): void {
  eachLeaf(condition, '', (leaf) => {
    const type = validType(leaf);
    const tag = own(leaf, 'tag');
    if (type !== null && typeof tag === 'string') found.add(targetOf({ type: 'add_tag', tag }));
    for (const { kind, name } of type?.names?.(leaf) ?? []) {
      if (kind === 'field') found.add(targetOf({ type: 'clear_field', field: String(name) }));
    }
  });
}

/** The tags and fields that a toggle writes, on either side. */
export function targetsWritten({ on, off }: PreferenceToggle): string[] {
  return [...new Set([...on, ...off].map(targetOf))];
}
