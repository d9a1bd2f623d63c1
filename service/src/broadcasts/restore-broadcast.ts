import { invalid } from '@postroad/core/platform/refusal';
import {
  type BroadcastContent,
  insertBroadcast,
  updateBroadcast,
} from '@postroad/store/broadcasts/broadcast';
import { lockContent } from '@postroad/store/content/content-lock';
import { findEmail } from '@postroad/store/content/email';
import { lockReferences } from '@postroad/store/platform/reference-lock';
import type { Tx } from '@postroad/store/platform/transaction';
import { chosenSegment } from './broadcast-handlers.ts';
import { chosenExclusions } from './exclusions.ts';
import { broadcastIn, waiting } from './find-broadcast.ts';

async function requireNamed(tx: Tx, content: BroadcastContent): Promise<void> {
  const { segment_id, email_id, variant_email_ids, ...named } = content;
  const { excluded_broadcast_ids, excluded_segment_ids } = named;
  await chosenSegment(tx, { segment_id: segment_id ?? undefined });
  const exclude = { broadcast_ids: excluded_broadcast_ids, segment_ids: excluded_segment_ids };
  await chosenExclusions(tx, exclude, null);
  for (const id of new Set([email_id, ...variant_email_ids])) {
    if (await findEmail(tx, id)) continue;
    const message = `There is no email ${id} any more. Give the broadcast another email.`;
    throw invalid([{ path: 'email_id', code: 'email_unknown', message }]);
  }
}

async function lockNamed(tx: Tx): Promise<void> {
  await lockContent(tx, 'shared');
  await lockReferences(tx, 'shared');
}

/** Makes a draft with the content of a deleted broadcast. Returns its id. */
export async function remakeBroadcast(tx: Tx, content: BroadcastContent): Promise<number> {
  await lockNamed(tx);
  await requireNamed(tx, content);
  return await insertBroadcast(tx, content);
}

/** Gives a broadcast that is not sent yet the content that it had. */
export async function restoreBroadcast(
  tx: Tx,
  id: number,
  content: BroadcastContent,
): Promise<void> {
  await lockNamed(tx);
  await broadcastIn(tx, id, waiting, 'changed');
  await requireNamed(tx, content);
  await updateBroadcast(tx, id, content);
}
