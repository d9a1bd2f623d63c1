import type { Suppression } from '../../conditions/facts.ts';
import { type JsonObject, own } from '../../platform/json.ts';
import { type Known, withField, withTag } from './effects.ts';

/** A change of a person, as the service records it in an event of its own. */
export type OwnChange =
  | { of: 'tag'; tag: string; has: boolean }
  | { of: 'field'; key: string; old: unknown; new: unknown }
  | { of: 'suppression'; suppressed: Suppression | null };

/** Reads the event that the service records about a change of a person; null for other events. */
export function ownChange({
  name,
  details,
}: {
  name: string;
  details: JsonObject;
}): OwnChange | null {
  if (name === 'tag_added' || name === 'tag_removed') {
    const tag = own(details, 'tag');
    return typeof tag === 'string' ? { of: 'tag', tag, has: name === 'tag_added' } : null;
  }
  if (name === 'field_changed') {
    const key = own(details, 'key');
    const [before, after] = [own(details, 'old') ?? null, own(details, 'new') ?? null];
    return typeof key === 'string' ? { of: 'field', key, old: before, new: after } : null;
  }
  if (name === 'resubscribed') return { of: 'suppression', suppressed: null };
  if (name !== 'unsubscribed') return null;
  const reason = own(details, 'reason');
  const marked = reason === 'hard_bounced' || reason === 'complained';
  return { of: 'suppression', suppressed: marked ? reason : 'unsubscribed' };
}

/** What is known of a person once the change is made. */
export function withChange<Of extends Known>(known: Of, change: OwnChange): Of {
  if (change.of === 'tag') return withTag(known, change.tag, change.has);
  if (change.of === 'field') return withField(known, change.key, change.new);
  return { ...known, person: { ...known.person, suppressed: change.suppressed } };
}
