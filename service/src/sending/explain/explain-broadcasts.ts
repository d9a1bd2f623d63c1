import { limits } from '@postroad/core/platform/limits';
import type { BroadcastFact } from '@postroad/core/sending/explain/explain-broadcast';
import { type ExplainedBroadcast, explainedBroadcasts } from '@postroad/store/broadcasts/broadcast';
import { excludedAmong } from '@postroad/store/broadcasts/broadcast-audience';
import { loadAudience } from '@postroad/store/conditions/audience';
import { idsOfAudience } from '@postroad/store/people/audience';
import type { PersonRow } from '@postroad/store/people/person';
import type { Tx } from '@postroad/store/platform/transaction';
import { loadExclusions } from '../../broadcasts/exclusions.ts';
import { momentsOf } from '../../broadcasts/local-times.ts';
import { whichRecheck } from '../../broadcasts/recheck-segment.ts';

/** The newest broadcasts of an email, with what matters for one person. */
export async function broadcastFacts(
  tx: Tx,
  { id: personId, timezone }: Pick<PersonRow, 'id' | 'timezone'>,
  emailId: number,
  accountZone: string,
): Promise<BroadcastFact[]> {
  const query = { personId, emailId, limit: limits.explainedRows };
  const rows = await explainedBroadcasts(tx, query);
  const recheck = rows.length > 0 ? await whichRecheck(tx, rows) : new Set<number>();
  const facts: BroadcastFact[] = [];
  for (const row of rows) {
    const isMember = await isIn(tx, personId, row);
    const exclusions = await loadExclusions(tx, row);
    const [excluded] = await excludedAmong(tx, exclusions, [personId]);
    const excludedBy = excluded?.by ?? null;
    const { send_at_local: local } = row;
    const sendAt = local === null ? row.send_at : new Date(momentsOf(local, accountZone)(timezone));
    facts.push({
      ...{ ...row, send_at: sendAt },
      ...{ in_segment: isMember, excluded_by: excludedBy, rechecks: recheck.has(row.id) },
    });
  }
  return facts;
}

async function isIn(tx: Tx, personId: number, broadcast: ExplainedBroadcast) {
  if (broadcast.segment_id === null) return false;
  const audience = await loadAudience(tx, broadcast.segment_definition);
  const range = { after: personId - 1, through: personId };
  return (await idsOfAudience(tx, audience, range)).length > 0;
}
