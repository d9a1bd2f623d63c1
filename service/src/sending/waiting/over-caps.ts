import { type CapVerdict, capVerdicts, windowStart } from '@postroad/core/sending/cap-verdicts';
import type { Tx } from '@postroad/store/platform/transaction';
import { countedMail, lockCountedPeople } from '@postroad/store/sending/capped-mail';
import type { MailSettings } from '../../account/mail-settings.ts';
import type { BoundMail } from './outside-windows.ts';

type Caps = Pick<MailSettings, 'caps'>;

/**
 * The mails that a frequency cap keeps from going now (CAP-01 to CAP-04). Without caps it asks nothing.
 * Until the transaction ends, no other begins an attempt for these people under a cap. The caller has
 * locked the people, and begins the attempts of the other mails in this transaction.
 */
export async function overCaps(
  tx: Tx,
  mails: readonly BoundMail[],
  { caps }: Caps,
): Promise<ReadonlyMap<number, CapVerdict>> {
  if (caps.length === 0 || mails.length === 0) return new Map();
  const people = [...new Set(mails.map(({ person_id }) => person_id))];
  // Sent together, in this order: one round trip.
  const [, counted] = await Promise.all([
    lockCountedPeople(tx, people),
    countedTimes(tx, people, caps),
  ]);
  const judged = mails.map(({ id, person_id, labels }) => ({ id, personId: person_id, labels }));
  return capVerdicts(caps, judged, counted, tx.now);
}

/** What the caps say of one more mail to a person; takes no lock. */
export async function capsOnPerson(
  tx: Tx,
  personId: number,
  labels: readonly string[],
  { caps }: Caps,
): Promise<CapVerdict | null> {
  if (caps.length === 0) return null;
  const counted = await countedTimes(tx, [personId], caps);
  return capVerdicts(caps, [{ id: 0, personId, labels }], counted, tx.now).get(0) ?? null;
}

async function countedTimes(
  tx: Tx,
  people: readonly number[],
  caps: Caps['caps'],
): Promise<Map<number, Date[][]>> {
  const windows = caps.map((cap) => ({
    ...{ label: cap.label ?? null, after: windowStart(cap, tx.now), most: cap.max },
  }));
  const times = new Map<number, Date[][]>();
  for (const { person_id, window, at } of await countedMail(tx, people, windows)) {
    const byCap = times.get(person_id) ?? caps.map(() => []);
    times.set(person_id, byCap);
    byCap[window]?.push(at);
  }
  return times;
}
