import { limits } from '@postroad/core/platform/limits';
import type { BroadcastFact } from '@postroad/core/sending/explain/explain-broadcast';
import { type ExplainedBroadcast, explainedBroadcasts } from '@postroad/store/broadcasts/broadcast';
import { loadAudience } from '@postroad/store/conditions/audience';
import { findSegmentById } from '@postroad/store/conditions/segment';
import { idsOfAudience } from '@postroad/store/people/audience';
import type { Tx } from '@postroad/store/platform/transaction';

/** The newest broadcasts of an email, with what matters for one person. */
export async function broadcastFacts(
  tx: Tx,
  personId: number,
  emailId: number,
): Promise<BroadcastFact[]> {
  const query = { personId, emailId, limit: limits.explainedRows };
  const facts: BroadcastFact[] = [];
  for (const row of await explainedBroadcasts(tx, query)) {
    facts.push({ ...row, inSegment: await isIn(tx, personId, row) });
  }
  return facts;
}

async function isIn(tx: Tx, personId: number, { segment_id }: ExplainedBroadcast) {
  const segment = segment_id === null ? null : await findSegmentById(tx, segment_id);
  if (segment === null) return false;
  const audience = await loadAudience(tx, segment.definition);
  const range = { after: personId - 1, through: personId };
  return (await idsOfAudience(tx, audience, range)).length > 0;
}
