import type { PreferenceToggle } from '@postroad/core/account/preference-toggle';
import { settingsWith } from '@postroad/core/account/settings';
import { targetsRead, targetsWritten } from '@postroad/core/account/targets-read';
import { findSettings } from '@postroad/store/account/setting';
import type { SentBroadcast } from '@postroad/store/broadcasts/broadcast-queue';
import { loadAudience } from '@postroad/store/conditions/audience';
import { loadSegments } from '@postroad/store/conditions/nested-segments';
import { membersAmong } from '@postroad/store/people/audience';
import type { Tx } from '@postroad/store/platform/transaction';

const key = 'sending.subscription_preferences';

/** The toggles of the preferences page, whether or not it is shown. */
async function loadToggles(tx: Tx): Promise<readonly PreferenceToggle[]> {
  return settingsWith(await findSettings(tx, [key]))[key].toggles;
}

/** What decides whether a broadcast checks its segment again. */
export type Rechecked = Pick<SentBroadcast, 'id' | 'recheck_segment' | 'segment_definition'>;

/**
 * The broadcasts whose mail goes only to people who are still in the segment when it comes due. Where
 * an operator left it open, those whose segment reads what a toggle writes, so that somebody who turns a
 * topic off gets nothing more of it (SAFE-47).
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
  const segments = await loadSegments(
    tx,
    open.map(({ segment_definition }) => segment_definition),
  );
  for (const { id, segment_definition } of open) {
    const read = targetsRead(segment_definition, segments);
    if (written.some((target) => read.has(target))) ids.add(id);
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
 * The mails to people who left the segment of their broadcast, as it is now: one query for each
 * segment (SAFE-46).
 */
export async function whoLeft(tx: Tx, mails: readonly BroadcastMail[]): Promise<number[]> {
  const broadcasts = [...new Set(mails.map(({ broadcast }) => broadcast))];
  const recheck = await whichRecheck(tx, broadcasts);
  const bySegment = new Map<number, BroadcastMail[]>();
  for (const mail of mails) {
    const { id, segment_id } = mail.broadcast;
    if (segment_id === null || !recheck.has(id)) continue;
    bySegment.set(segment_id, [...(bySegment.get(segment_id) ?? []), mail]);
  }
  const left: number[] = [];
  for (const own of bySegment.values()) {
    const audience = await loadAudience(tx, own[0]?.broadcast.segment_definition);
    const people = [...new Set(own.map(({ person_id }) => person_id))];
    const inside = new Set(await membersAmong(tx, audience, people));
    left.push(...own.flatMap(({ id, person_id }) => (inside.has(person_id) ? [] : [id])));
  }
  return left;
}
