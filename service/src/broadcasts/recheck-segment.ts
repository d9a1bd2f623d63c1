import type { PreferenceToggle } from '@postroad/core/account/preference-toggle';
import { settingsWith } from '@postroad/core/account/settings';
import { targetsRead, targetsWritten } from '@postroad/core/account/targets-read';
import { skipReasons } from '@postroad/core/queue/hold-reasons';
import { findSettings } from '@postroad/store/account/setting';
import type { SentBroadcast } from '@postroad/store/broadcasts/broadcast-queue';
import { loadAudience } from '@postroad/store/conditions/audience';
import { loadSegments } from '@postroad/store/conditions/nested-segments';
import { findSegmentDefinitions } from '@postroad/store/conditions/segment';
import { membersAmong } from '@postroad/store/people/audience';
import type { Tx } from '@postroad/store/platform/transaction';

const key = 'sending.subscription_preferences';

/** The toggles of the preferences page, whether or not it is shown. */
async function loadToggles(tx: Tx): Promise<readonly PreferenceToggle[]> {
  return settingsWith(await findSettings(tx, [key]))[key].toggles;
}

/** What decides whether a broadcast checks its segment again. */
export type Rechecked = Pick<
  SentBroadcast,
  'id' | 'recheck_segment' | 'segment_definition' | 'excluded_segment_ids'
>;

/** The conditions of the segments that broadcasts exclude, by id; no query where they exclude none. */
async function excludedDefinitions(
  tx: Tx,
  broadcasts: readonly Pick<Rechecked, 'excluded_segment_ids'>[],
): Promise<ReadonlyMap<number, unknown>> {
  const ids = [...new Set(broadcasts.flatMap((one) => one.excluded_segment_ids))];
  if (ids.length === 0) return new Map();
  const rows = await findSegmentDefinitions(tx, ids);
  return new Map(rows.map(({ id, definition }) => [id, definition]));
}

/**
 * The broadcasts whose mail goes only to people who are still in the segment when it comes due, and in
 * none that is excluded. Where an operator left it open, those whose segments read what a toggle writes,
 * so that somebody who turns a topic off gets nothing more of it (SAFE-47).
 */
export async function whichRecheck(
  tx: Tx,
  broadcasts: readonly Rechecked[],
): Promise<ReadonlySet<number>> {
  const chosen = broadcasts.filter(({ recheck_segment }) => recheck_segment === true);
  const open = broadcasts.filter(({ recheck_segment }) => recheck_segment === null);
  const ids = new Set(chosen.map(({ id }) => id));
  if (open.length === 0) return ids;
  const toggles = await loadToggles(tx);
  if (toggles.length === 0) return ids;
  const written = toggles.flatMap(targetsWritten);
  const excluded = await excludedDefinitions(tx, open);
  const readBy = new Map(
    open.map((one) => [
      one.id,
      [one.segment_definition, ...one.excluded_segment_ids.map((id) => excluded.get(id))],
    ]),
  );
  const segments = await loadSegments(tx, [...readBy.values()].flat());
  for (const [id, definitions] of readBy) {
    const read = definitions.map((definition) => targetsRead(definition, segments));
    if (written.some((target) => read.some((one) => one.has(target)))) ids.add(id);
  }
  return ids;
}

/** A mail of a broadcast. */
interface BroadcastMail {
  id: number;
  person_id: number;
  broadcast: SentBroadcast;
}

/**
 * Why mails are skipped whose people left the segment of their broadcast, or came into one that it
 * excludes: one query for each segment (SAFE-46).
 */
export async function whoLeft(
  tx: Tx,
  mails: readonly BroadcastMail[],
): Promise<ReadonlyMap<number, string>> {
  const broadcasts = [...new Set(mails.map(({ broadcast }) => broadcast))];
  const recheck = await whichRecheck(tx, broadcasts);
  const rechecked = mails.filter(({ broadcast }) => recheck.has(broadcast.id));
  const reasons = new Map<number, string>();
  for (const own of bySegments(rechecked, ({ segment_id }) => (segment_id ? [segment_id] : []))) {
    const inside = await insideOf(tx, own.mails, own.mails[0]?.broadcast.segment_definition);
    for (const { id, person_id } of own.mails) {
      if (!inside.has(person_id)) reasons.set(id, skipReasons.leftSegment);
    }
  }
  const definitions = await excludedDefinitions(
    tx,
    rechecked.map(({ broadcast }) => broadcast),
  );
  for (const own of bySegments(rechecked, (broadcast) => broadcast.excluded_segment_ids)) {
    const definition = definitions.get(own.segmentId);
    if (definition === undefined) continue;
    const inside = await insideOf(tx, own.mails, definition);
    for (const { id, person_id } of own.mails) {
      if (inside.has(person_id) && !reasons.has(id)) reasons.set(id, skipReasons.inExcludedSegment);
    }
  }
  return reasons;
}

function bySegments(
  mails: readonly BroadcastMail[],
  segmentsOf: (broadcast: SentBroadcast) => readonly number[],
): { segmentId: number; mails: BroadcastMail[] }[] {
  const groups = new Map<number, BroadcastMail[]>();
  for (const mail of mails) {
    for (const id of segmentsOf(mail.broadcast)) groups.set(id, [...(groups.get(id) ?? []), mail]);
  }
  return [...groups].map(([segmentId, own]) => ({ segmentId, mails: own }));
}

/** The people of these mails who match a condition. */
async function insideOf(
  tx: Tx,
  mails: readonly BroadcastMail[],
  definition: unknown,
): Promise<ReadonlySet<number>> {
  const audience = await loadAudience(tx, definition);
  const people = [...new Set(mails.map(({ person_id }) => person_id))];
  return new Set(await membersAmong(tx, audience, people));
}
