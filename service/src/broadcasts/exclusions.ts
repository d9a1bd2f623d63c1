import type { OperationInput } from '@postroad/core/catalog/catalog';
import { hinted, type Issue } from '@postroad/core/platform/issue';
import { limits } from '@postroad/core/platform/limits';
import { nearest } from '@postroad/core/platform/nearest';
import { invalid } from '@postroad/core/platform/refusal';
import {
  type BroadcastContent,
  findExcludedBroadcasts,
  listBroadcastIds,
} from '@postroad/store/broadcasts/broadcast';
import { type Exclusions, exclusionsOf } from '@postroad/store/broadcasts/broadcast-audience';
import { loadAudience } from '@postroad/store/conditions/audience';
import { findSegmentDefinitions, listSegmentKeys } from '@postroad/store/conditions/segment';
import type { Tx } from '@postroad/store/platform/transaction';

/** What a broadcast excludes, as its row keeps it. */
export type ExcludedIds = Pick<BroadcastContent, 'excluded_broadcast_ids' | 'excluded_segment_ids'>;

function unknownIds(
  asked: readonly number[],
  known: readonly { id: number }[],
  others: readonly number[],
  { path, noun, list }: { path: string; noun: 'broadcast' | 'segment'; list: string },
): Issue[] {
  const found = new Set(known.map(({ id }) => id));
  return asked.flatMap((id, index) => {
    if (found.has(id)) return [];
    const message = `There is no ${noun} ${id}. ${list} shows their ids.`;
    const issue = { path: `exclude.${path}[${index}]`, code: `${noun}_unknown`, message };
    return [hinted(issue, nearest(String(id), others.map(String)))];
  });
}

/**
 * The ids of an exclusion, each once. Throws a 422 for what is not there, and for the broadcast `own`
 * itself. The caller holds the shared lock of references, so none of them can be deleted meanwhile.
 */
export async function chosenExclusions(
  tx: Tx,
  {
    broadcast_ids = [],
    segment_ids = [],
  }: NonNullable<OperationInput<'create_broadcast'>['exclude']>,
  own: number | null,
): Promise<ExcludedIds> {
  const broadcasts = await findExcludedBroadcasts(tx, broadcast_ids);
  const segments = await findSegmentDefinitions(tx, segment_ids);
  const issues: Issue[] = [];
  if (broadcasts.length < new Set(broadcast_ids).size) {
    const others = await listBroadcastIds(tx, limits.broadcastsKnown);
    const of = { path: 'broadcast_ids', noun: 'broadcast', list: 'list_broadcasts' } as const;
    issues.push(...unknownIds(broadcast_ids, broadcasts, others, of));
  }
  if (segments.length < new Set(segment_ids).size) {
    const others = (await listSegmentKeys(tx, null)).map(({ id }) => id);
    const of = { path: 'segment_ids', noun: 'segment', list: 'list_segments' } as const;
    issues.push(...unknownIds(segment_ids, segments, others, of));
  }
  const itself = own === null ? -1 : broadcast_ids.indexOf(own);
  if (itself >= 0) {
    const message = `Broadcast ${own} cannot exclude itself: nobody gets it twice anyway.`;
    const fix = 'Take its own id out of exclude.broadcast_ids.';
    issues.push({ path: `exclude.broadcast_ids[${itself}]`, code: 'value_invalid', message, fix });
  }
  if (issues.length > 0) throw invalid(issues);
  return {
    excluded_broadcast_ids: [...new Set(broadcast_ids)],
    excluded_segment_ids: [...new Set(segment_ids)],
  };
}

/** The exclusions of a broadcast by the present rules of its segments, for queries, and these segments. */
export async function loadExclusions(
  tx: Tx,
  { excluded_broadcast_ids, excluded_segment_ids }: ExcludedIds,
): Promise<Exclusions & { segments: { id: number; key: string; name: string }[] }> {
  const broadcasts = await findExcludedBroadcasts(tx, excluded_broadcast_ids);
  const found =
    excluded_segment_ids.length === 0 ? [] : await findSegmentDefinitions(tx, excluded_segment_ids);
  const placeOf = ({ id }: { id: number }) => excluded_segment_ids.indexOf(id);
  const segments = found.toSorted((one, other) => placeOf(one) - placeOf(other));
  const audiences = [];
  for (const { definition } of segments) audiences.push(await loadAudience(tx, definition));
  return {
    ...exclusionsOf(tx, broadcasts, audiences),
    segments: segments.map(({ id, key, name }) => ({ id, key, name })),
  };
}
