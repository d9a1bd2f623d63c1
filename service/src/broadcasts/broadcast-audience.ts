import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { after } from '@postroad/core/platform/duration';
import { readProfile } from '@postroad/store/account/profile';
import type { BroadcastRow } from '@postroad/store/broadcasts/broadcast';
import { countEligible, type EligibleCount } from '@postroad/store/broadcasts/broadcast-audience';
import { loadAudience } from '@postroad/store/conditions/audience';
import { findSegmentById } from '@postroad/store/conditions/segment';
import { readEmailVersions } from '@postroad/store/content/email-compile';
import type { Tx } from '@postroad/store/platform/transaction';
import type { Guards } from '../conditions/guards.ts';
import { actsOn } from '../conditions/guards.ts';
import type { AudienceDeps } from '../people/audience.ts';
import { countInTime } from '../people/audience.ts';
import { broadcastPace, finishAt, gapOf, type SpeedDeps, stepMs } from './broadcast-pace.ts';
import { loadExclusions } from './exclusions.ts';
import { momentsOf } from './local-times.ts';

type AudienceView = OperationOutput<'get_broadcast'>['broadcast']['audience'];

const nobody: EligibleCount = {
  ...{ people: 0, unsubscribed: 0, hard_bounced: 0, complained: 0, by_broadcast: 0 },
  ...{ by_segment: 0, guarded: 0, eligible: 0 },
  ...{ by_guard: [], by_segments: [] },
};

const sums = (one: readonly number[], other: readonly number[]): number[] =>
  other.map((people, index) => people + (one[index] ?? 0));

function added(one: EligibleCount, other: EligibleCount): EligibleCount {
  return {
    people: one.people + other.people,
    unsubscribed: one.unsubscribed + other.unsubscribed,
    hard_bounced: one.hard_bounced + other.hard_bounced,
    complained: one.complained + other.complained,
    by_broadcast: one.by_broadcast + other.by_broadcast,
    by_segment: one.by_segment + other.by_segment,
    guarded: one.guarded + other.guarded,
    eligible: one.eligible + other.eligible,
    by_guard: sums(one.by_guard, other.by_guard),
    by_segments: sums(one.by_segments, other.by_segments),
  };
}

/** The parts of the service needed to count the audience of a broadcast. */
export interface BroadcastAudienceDeps extends AudienceDeps, SpeedDeps {
  guards: Guards;
}

type Broadcast = Pick<
  BroadcastRow,
  | 'segment_id'
  | 'email_id'
  | 'variant_email_ids'
  | 'winner_rule'
  | 'emails_per_hour'
  | 'excluded_broadcast_ids'
  | 'excluded_segment_ids'
>;

/**
 * Counts the people a broadcast would reach if it were sent now, and those left out, by reason. A guard
 * counts where it acts on the email of any variant. If it
 * has `send_at`, its end is reckoned from then. Null if it has no segment, or if counting took longer
 * than `ms`.
 */
export async function broadcastAudience(
  tx: Tx,
  deps: BroadcastAudienceDeps,
  broadcast: Broadcast & Pick<BroadcastRow, 'send_at' | 'send_at_local'>,
  ms: number,
): Promise<AudienceView> {
  const { segment_id, email_id, variant_email_ids } = broadcast;
  const segment = segment_id === null ? null : await findSegmentById(tx, segment_id);
  if (segment === null) return null;
  const emails = await readEmailVersions(tx, [...new Set([email_id, ...variant_email_ids])]);
  const labels = emails.flatMap((email) => email.labels);
  const enabled = await deps.guards.enabled(tx);
  const guards = enabled.filter((guard) => actsOn(guard, labels));
  const audience = await loadAudience(tx, segment.definition);
  const { segments, ...exclusions } = await loadExclusions(tx, broadcast);
  const conditions = guards.map(({ condition }) => condition);
  const { counted } = await countInTime(tx, deps, ms, {
    none: nobody,
    count: (range) => countEligible(tx, { audience, exclusions }, conditions, range),
    add: added,
  });
  if (counted === null) return null;
  const { people, eligible, by_guard, by_segments, ...excluded } = counted;
  const recipients = eligible + excluded.guarded;
  const start = await startOf(tx, broadcast);
  const pace = broadcast.emails_per_hour ?? (await broadcastPace(tx));
  const end = finishAt(start, recipients, stepMs(pace, gapOf(deps)));
  return {
    ...{ people, recipients, eligible, excluded },
    expected_finish_at: recipients === 0 ? null : end.toISOString(),
    guards: guards.map(({ id, key, name }, index) => ({
      ...{ id, key, name },
      people: by_guard[index] ?? 0,
    })),
    excluded_segments: segments.map((segment, index) => ({
      ...segment,
      people: by_segments[index] ?? 0,
    })),
  };
}

/**
 * When the first email is due, or, where a sample is compared, the first of the rest; of a broadcast at a
 * local time, as if everybody had the account's zone.
 */
async function startOf(
  tx: Tx,
  {
    send_at,
    send_at_local: local,
    winner_rule: rule,
  }: Pick<BroadcastRow, 'send_at' | 'send_at_local' | 'winner_rule'>,
): Promise<Date> {
  const decided = (sentAt: Date) => (rule === null ? sentAt : after(sentAt, rule.after));
  if (local === null) return decided(send_at ?? tx.now);
  const { timezone } = await readProfile(tx);
  const sentAt = new Date(Math.max(momentsOf(local, timezone)(null), tx.now.getTime()));
  return rule === null ? sentAt : new Date(momentsOf(local, timezone, decided(sentAt))(null));
}
