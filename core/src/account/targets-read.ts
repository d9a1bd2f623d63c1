import { factKey, type Segments } from '../conditions/facts.ts';
import { segmentsNamed } from '../conditions/segments.ts';
import { eachLeaf } from '../conditions/tree.ts';
import { validType } from '../conditions/valid-leaf.ts';
import type { Issue } from '../platform/issue.ts';
import { isObject, own, quoted } from '../platform/json.ts';
import { limits } from '../platform/limits.ts';
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

/**
 * The same for anything that holds conditions or matches, such as the definition of a flow: what any
 * leaf in it reads, and what it compares details of events with.
 */
function mentions(value: unknown, targets: ReadonlySet<string>, depth = 0): boolean {
  if (Array.isArray(value)) return value.some((member) => mentions(member, targets, depth + 1));
  if (!isObject(value) || depth > limits.jsonDepth) return false;
  const { type, tag, field, detail, value: compared } = value;
  if (type === 'has_tag' && isTarget('tag', tag, targets)) return true;
  if (type === 'field' && isTarget('field', field, targets)) return true;
  if (detail !== undefined && isTarget('tag', compared, targets)) return true;
  if (detail !== undefined && isTarget('field', compared, targets)) return true;
  return Object.values(value).some((member) => mentions(member, targets, depth + 1));
}

function isTarget(kind: 'tag' | 'field', name: unknown, targets: ReadonlySet<string>): boolean {
  if (typeof name !== 'string') return false;
  return targets.has(
    kind === 'tag'
      ? targetOf({ type: 'add_tag', tag: name })
      : targetOf({ type: 'clear_field', field: name }),
  );
}

/**
 * A warning for each toggle of a page that is shown which writes what nothing reads, so that turning
 * it off stops no email (SAFE-49). `readers` are the conditions of segments and guards and the definitions of flows.
 */
export function unreadToggles(
  { enabled, toggles }: { enabled: boolean; toggles: readonly PreferenceToggle[] },
  readers: readonly unknown[],
): Issue[] {
  if (!enabled) return [];
  return toggles.flatMap((toggle, index) => {
    const targets = new Set(targetsWritten(toggle));
    if (readers.some((reader) => mentions(reader, targets))) return [];
    const written = [...targets].map((target) => target.replace(' ', ' "')).join('", ');
    const message = `No segment, guard or flow reads the ${written}" that the toggle ${quoted(toggle.id)} writes, so turning it off stops no email.`;
    const fix = 'Read it in the segment of a broadcast, or in a guard for the emails of the topic.';
    const path = `settings.sending.subscription_preferences.toggles[${index}]`;
    return [{ path, code: 'toggle_unread', message, fix }];
  });
}

/** The tags and fields that a toggle writes, on either side. */
export function targetsWritten({ on, off }: PreferenceToggle): string[] {
  return [...new Set([...on, ...off].map(targetOf))];
}
