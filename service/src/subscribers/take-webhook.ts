import { createHash } from 'node:crypto';
import { parseAddress } from '@postroad/core/people/address';
import { limits } from '@postroad/core/platform/limits';
import { wireAddress } from '@postroad/mail/message/wire-address';
import type { MailFeedback, WebhookRequest } from '@postroad/mail/webhooks/feedback';
import {
  admitsWebhook,
  readWebhook,
  type WebhookProvider,
  type WebhookSecrets,
} from '@postroad/mail/webhooks/read-webhook';
import { type LockedPerson, lockPeople } from '@postroad/store/people/person';
import type { Tx } from '@postroad/store/platform/transaction';
import { findRecipients } from '@postroad/store/queue/send-content';
import {
  acceptUncertain,
  addFeedback,
  type CopyReader,
  countSoftBounce,
  endSoftBounces,
  findCopyReaders,
  findSentTo,
  type SentTo,
  takeReceipt,
} from '@postroad/store/sending/send-feedback';
import { changedAbout } from '../flows/goals/changed-about.ts';
import type { FlowDeps } from '../flows/live-flows.ts';
import { changedBy } from '../flows/run-wakeups.ts';
import { changePeople, type PeopleDeps, type PersonChange } from '../people/change-people.ts';
import type { Counters } from '../platform/counters.ts';
import type { Log } from '../platform/log.ts';
import { retriedTransaction } from '../platform/retried-transaction.ts';
import type { TransactionDeps } from '../platform/transaction-deps.ts';
import { announceMail } from '../queue/announce-mail.ts';
import { countMail } from '../queue/count-mail.ts';
import { isOurs } from '../sending/message-id.ts';
import { keepHits, type NewHit } from '../sending/tracking/keep-hits.ts';
import { userAgentOf } from '../sending/tracking/take-hit.ts';
import { linkKeyOf } from '../sending/tracking/tracking-links.ts';

/** The parts of the service that provider feedback needs. */
interface WebhookDeps extends PeopleDeps, FlowDeps, TransactionDeps {
  config: TransactionDeps['config'] & { webhooks: WebhookSecrets };
  counters: Counters;
  log: Log;
}

/** Refuses, before the body is read, what its headers show not to come from the provider (SEC-04). */
export function admitWebhook(
  { config, counters }: Pick<WebhookDeps, 'config' | 'counters'>,
  provider: WebhookProvider,
  headers: WebhookRequest['headers'],
): boolean {
  if (admitsWebhook(provider, headers, config.webhooks)) return true;
  counters.add('webhooks_refused', 1);
  return false;
}

/**
 * Processes the webhook of a provider: stores it with its mail, and suppresses people whose mail
 * bounced permanently or who complained. The mail, and through it the person, is found by the
 * reference that the provider got with it, never by an address; an address only tells who got a copy
 * of it from who got the mail. Uncertain mail becomes sent, since
 * the provider has it. False if the request is not proven to come from the provider; then nothing
 * is written. Repeated feedback changes nothing.
 */
export async function takeWebhook(
  deps: WebhookDeps,
  provider: WebhookProvider,
  request: WebhookRequest,
): Promise<boolean> {
  // Signatures use real time, whatever the test clock says.
  const reading = readWebhook(provider, request, deps.config.webhooks, new Date());
  if (reading.kind === 'forged') {
    deps.counters.add('webhooks_refused', 1);
    return false;
  }
  const feedback = reading.feedback.filter(
    ({ send }) => send !== null && isOurs(deps.acceptedKeys, send),
  );
  if (reading.notice !== null) deps.log.warn(reading.notice);
  if (feedback.length > 0) {
    const key = createHash('sha256').update(reading.key).digest('base64url');
    await retriedTransaction(deps.database, { testClock: deps.config.testClock }, async (tx) => {
      if (await takeReceipt(tx, provider, key)) await keep(tx, deps, provider, feedback);
    });
  }
  deps.counters.add('webhooks_taken', 1);
  return true;
}

async function keep(
  tx: Tx,
  deps: WebhookDeps,
  provider: WebhookProvider,
  feedback: readonly MailFeedback[],
): Promise<void> {
  const sends = await findSentTo(
    tx,
    feedback.map(({ send }) => send?.sendId ?? 0),
  );
  const messages = [...sends.values()].filter(({ source_kind }) => source_kind === 'message');
  const copies = await findCopyReaders(
    tx,
    messages.map(({ id }) => id),
  );
  const people = [...sends.values(), ...copies].flatMap(({ person_id }) => person_id ?? []);
  // In the order of every writer: people before rows that refer to them.
  const there = await lockPeople(tx, people);
  const bounced = feedback.filter(isBounce).flatMap(({ send }) => send?.sendId ?? []);
  const recipients = await findRecipients(
    tx,
    bounced.filter((id) => sends.has(id)),
  );
  const changes: PersonChange[] = [];
  const received: number[] = [];
  const hits: NewHit[] = [];
  for (const one of feedback) {
    const sent = sends.get(one.send?.sendId ?? 0);
    // Nothing is stored about erased people.
    const person = there.get(sent?.person_id ?? 0);
    if (sent === undefined || sent.person_id === null || person === undefined) continue;
    if (sent.uncertain && (await acceptUncertain(tx, sent.id, provider, one.providerId))) {
      received.push(sent.person_id);
      announceMail(tx, 'sent', [sent]);
    }
    const act = actOf(one);
    const reader = copyReaderOf(copies, one, sent.id);
    if (act !== null) hits.push(hitOf(tx, provider, one, act, sent.id));
    else if (reader !== null) changes.push(...changesOfCopy(one, sent, reader, there));
    else changes.push(...(await keepOne(tx, provider, one, sent, person, recipients.get(sent.id))));
  }
  countMail(tx, sends.values());
  await changePeople(tx, deps, changes);
  await keepHits(tx, deps, hits);
  if (received.length > 0) await wakeReceivers(tx, deps, received);
}

/** Wakes people who wait for a condition about received mail. */
async function wakeReceivers(tx: Tx, deps: FlowDeps, people: readonly number[]): Promise<void> {
  changedAbout(
    tx,
    await deps.liveFlows.running(tx),
    ['received', 'received_count'],
    people.map((id) => changedBy(id, undefined)),
  );
}

function actOf({ kind }: MailFeedback): 'open' | 'click' | null {
  if (kind === 'opened') return 'open';
  return kind === 'clicked' ? 'click' : null;
}

/** The time that the provider gives, but never later than now. */
function timeOf(tx: Tx, { at }: MailFeedback): Date {
  return at === null || at > tx.now ? tx.now : at;
}

/** An open or a click that a provider counted is judged like our own. */
function hitOf(
  tx: Tx,
  provider: WebhookProvider,
  feedback: MailFeedback,
  kind: 'open' | 'click',
  sendId: number,
): NewHit {
  const { url, user_agent } = feedback.details;
  const userAgent = user_agent === undefined ? null : userAgentOf(user_agent);
  const link = kind === 'open' ? null : linkKeyOf(url ?? '');
  const at = timeOf(tx, feedback).getTime();
  return {
    sendId,
    kind,
    link,
    authored: null,
    at,
    head: false,
    prefetch: false,
    userAgent,
    provider,
  };
}

/** Who got the copy that the feedback is about; null if it is about the mail itself. */
function copyReaderOf(
  copies: readonly CopyReader[],
  { address }: MailFeedback,
  sendId: number,
): CopyReader | null {
  const read = copies.length === 0 ? null : parseAddress(address ?? '');
  if (read === null) return null;
  const wire = wireAddress(read);
  const isReader = (copy: CopyReader) =>
    copy.send_id === sendId && wireAddress(copy.address) === wire;
  return copies.find(isReader) ?? null;
}

/**
 * Feedback on a copy says nothing of the mail or of the person it went to, and is not stored with it.
 * A mailbox that could not take one copy may take the next.
 */
function changesOfCopy(
  { kind, details }: MailFeedback,
  { id, email_id }: SentTo,
  { person_id }: CopyReader,
  there: ReadonlyMap<number, unknown>,
): PersonChange[] {
  if (person_id === null || !there.has(person_id)) return [];
  const about = { email_id, send_id: id, ...(details.answer && { answer: details.answer }) };
  const change = { person_id, how: 'provider', about } as const;
  if (kind === 'hard_bounced') return [{ ...change, hard_bounced: true }];
  return kind === 'complained' ? [{ ...change, complained: true }] : [];
}

/**
 * Whether a mail went to another address than the person has now, which its bounce says nothing of.
 * `recipient` is what is kept of it. Reports of mail servers name the last address of a mail that was
 * forwarded, so they do not tell.
 */
function isOfFormerAddress(
  provider: WebhookProvider,
  { address }: MailFeedback,
  recipient: string | undefined,
  { email }: LockedPerson,
): boolean {
  const named = provider === 'smtp' ? null : address;
  const sentTo = parseAddress(recipient ?? named ?? '');
  const now = parseAddress(email);
  return sentTo !== null && now !== null && wireAddress(sentTo) !== wireAddress(now);
}

const isBounce = ({ kind }: MailFeedback) => kind === 'soft_bounced' || kind === 'hard_bounced';

/** The change of the person, if there is one. */
async function keepOne(
  tx: Tx,
  provider: WebhookProvider,
  feedback: MailFeedback,
  { id, email_id, source_kind }: SentTo,
  person: LockedPerson,
  recipient: string | undefined,
): Promise<PersonChange[]> {
  const { kind, details } = feedback;
  const personId = person.id;
  // Opens and clicks are stored as hits.
  if (kind === 'opened' || kind === 'clicked') return [];
  const occurredAt = timeOf(tx, feedback);
  if (!(await addFeedback(tx, { send_id: id, kind, provider, occurred_at: occurredAt, details })))
    return [];
  const happening = kind === 'soft_bounced' || kind === 'hard_bounced' ? 'bounced' : kind;
  announceMail(tx, happening, [
    {
      ...{ id, person_id: personId, source_kind },
      about: kind === 'delivered' || kind === 'complained' ? {} : { bounce: kind },
    },
  ]);
  const about = { email_id, send_id: id, ...(details.answer && { answer: details.answer }) };
  const change = { person_id: personId, how: 'provider', about } as const;
  if (isBounce(feedback) && isOfFormerAddress(provider, feedback, recipient, person)) return [];
  switch (kind) {
    case 'delivered':
      await endSoftBounces(tx, personId);
      return [];
    case 'soft_bounced': {
      if (feedback.ofProvider) return [];
      const inRow = await countSoftBounce(tx, personId);
      if (inRow < limits.softBounces) return [];
      await endSoftBounces(tx, personId);
      return [{ ...change, hard_bounced: true, about: { ...about, soft_bounces: inRow } }];
    }
    case 'hard_bounced':
      return [{ ...change, hard_bounced: true }];
    case 'complained':
      return [{ ...change, complained: true }];
  }
}
