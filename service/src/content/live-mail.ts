import { limits } from '@postroad/core/platform/limits';
import type { LiveMail } from '@postroad/core/platform/operations/shapes';
import { readLiveSenders } from '@postroad/store/content/live-senders';
import { keptPeopleInside } from '@postroad/store/flows/flow';
import type { Tx } from '@postroad/store/platform/transaction';
import { countQueuedOf } from '@postroad/store/queue/send-view';
import { keptInside } from '@postroad/store/sequences/sequence';

const sum = (counts: readonly { people: number }[]) =>
  counts.reduce((total, { people }) => total + people, 0);

/**
 * A member of the answer to a change of emails: what sends them now and what is queued of them
 * (AGT-08). Empty where nothing does; the counts of people are those that are kept.
 */
export async function liveMailOf(
  tx: Tx,
  emailIds: readonly number[],
): Promise<{ live?: LiveMail }> {
  if (emailIds.length === 0) return {};
  const { flows, sequences, ...others } = await readLiveSenders(tx, emailIds);
  const queued = await countQueuedOf(tx, emailIds, limits.holdersCounted);
  const counts = { flows: flows.length, sequences: sequences.length, ...others };
  if (Object.values(counts).every((count) => count === 0) && queued === 0) return {};
  const inside = [await keptPeopleInside(tx, flows), await keptInside(tx, sequences)];
  return { live: { ...counts, people_inside: sum(inside.flat()), queued_mail: queued } };
}
