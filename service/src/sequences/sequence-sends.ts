import { holdReasons } from '@postroad/core/queue/hold-reasons';
import { lockPeople } from '@postroad/store/people/person';
import type { Tx } from '@postroad/store/platform/transaction';
import { type ClaimedSend, holdSends } from '@postroad/store/queue/send';
import { lockSequencesShared, type SequenceRow } from '@postroad/store/sequences/sequence';
import { receivedBefore } from '@postroad/store/sequences/sequence-run';

type Sequences = ReadonlyMap<number, SequenceRow>;

function isOfSequence({ source_kind }: ClaimedSend): boolean {
  return source_kind === 'sequence';
}

/**
 * Holds mail of sequences that are off; they stay off until the transaction ends (SEQ-13). Returns
 * the other sends, with their sequences.
 */
export async function holdForSequences(
  tx: Tx,
  leaseId: string,
  chunk: readonly ClaimedSend[],
): Promise<{ rest: ClaimedSend[]; sequences: Sequences }> {
  const ids = chunk.filter(isOfSequence).flatMap(({ source_id }) => source_id ?? []);
  if (ids.length === 0) return { rest: [...chunk], sequences: new Map() };
  const sequences = await lockSequencesShared(tx, [...new Set(ids)]);
  const isOff = (send: ClaimedSend) =>
    isOfSequence(send) && sequences.get(send.source_id ?? 0)?.enabled === false;
  const off = chunk.filter(isOff).map(({ id }) => id);
  if (off.length > 0) await holdSends(tx, leaseId, off, holdReasons.sequenceOff);
  return { rest: chunk.filter((send) => !isOff(send)), sequences };
}

function sendsOnce(send: ClaimedSend, sequences: Sequences): boolean {
  return isOfSequence(send) && sequences.get(send.source_id ?? 0)?.repeat_mode === 'once_per_email';
}

/**
 * If an email may reach a person only once, other transactions that send to the same people wait,
 * so that their attempts are seen.
 */
export async function lockReceivers(
  tx: Tx,
  sends: readonly ClaimedSend[],
  sequences: Sequences,
): Promise<void> {
  if (!sends.some((send) => sendsOnce(send, sequences))) return;
  await lockPeople(tx, [...new Set(sends.map(({ person_id }) => person_id))]);
}

/**
 * Sends that would repeat an email in a sequence that sends each email once; of two in this batch,
 * the first is sent.
 */
export async function repeats(
  tx: Tx,
  sends: readonly ClaimedSend[],
  sequences: Sequences,
): Promise<ClaimedSend[]> {
  const once = sends.filter((send) => sendsOnce(send, sequences));
  if (once.length === 0) return [];
  const known = once.flatMap((send) =>
    send.email_id === null ? [] : [{ ...send, email_id: send.email_id }],
  );
  const before = new Set(await receivedBefore(tx, known));
  const about = ({ person_id, email_id }: ClaimedSend) => `${person_id} ${email_id}`;
  const going = new Set(sends.filter((send) => !sendsOnce(send, sequences)).map(about));
  return once.filter((send) => {
    if (before.has(send.id) || going.has(about(send))) return true;
    going.add(about(send));
    return false;
  });
}
