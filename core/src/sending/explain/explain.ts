import type { EmailKind } from '../../content/compile/email.ts';
import { holdReasons, isFrequencyCapReason, sendingHoldIn } from '../../queue/hold-reasons.ts';
import type { CapVerdict } from '../cap-verdicts.ts';
import {
  type BroadcastFact,
  type BroadcastReasons,
  broadcastReasons,
} from './explain-broadcast.ts';
import { concerns, type FlowFact, flowReasons, oneReason } from './explain-flow.ts';
import { type DeliveryReason, day, quoting } from './explain-reason.ts';
import { type SequenceFact, sequenceReasons } from './explain-sequence.ts';

export interface PersonFact {
  unsubscribed_at: Date | null;
  unsubscribe_reason: string | null;
  /** The mail whose link the person used to unsubscribe, if known. */
  left_by: { email_id: number; title: string; send_id: number | null } | null;
  /** Known from messages alone, and never subscribed (MSG-11). */
  isStranger: boolean;
  hard_bounced_at: Date | null;
  complained_at: Date | null;
  /** Of the example, whose people get no real mail. */
  isExample: boolean;
}

export interface EmailFact {
  id: number;
  archived: boolean;
  /** Its subject or body is empty. */
  blank: boolean;
  /** Whether it compiled and can be rendered. */
  compiled: boolean;
  kind: EmailKind;
}

/** One send of the email, or of the flow, to the person. */
export interface SendFact {
  id: number;
  status:
    | 'scheduled'
    | 'holding'
    | 'sending'
    | 'uncertain'
    | 'sent'
    | 'failed'
    | 'skipped'
    | 'canceled';
  due_at: Date;
  ended_at: Date | null;
  attempts: number;
  /** The provider's text, or why it is on hold or was skipped. */
  reason: string | null;
  /** The broadcast that queued it, if one did. */
  broadcast_id: number | null;
  /** Whether retention left only what counts of it, so that nobody can read or retry it. */
  is_past: boolean;
}

export interface DeliveryFacts {
  now: Date;
  person: PersonFact;
  /** The email in question: undefined if none was given, null if it does not exist. */
  email: EmailFact | null | undefined;
  /** The given flow, the flows that send the email, or those in which the person is. */
  flows: FlowFact[] | null;
  /** The sequences that send the email. */
  sequences: SequenceFact[];
  /** The broadcasts of the email. */
  broadcasts: BroadcastFact[];
  /** The guards that stop the email, or every email if none was given. */
  guards: { key: string; name: string }[];
  /** Why an operator holds all sending; null while mail goes. */
  hold: string | null;
  /** What the frequency caps do with one more mail now, such as the email; null if they let it go. */
  cap: CapVerdict | null;
  sends: SendFact[];
  asksFlow: boolean;
}

export interface Delivery {
  would_send: boolean;
  reasons: DeliveryReason[];
}

/**
 * Explains why one person does or does not get an email, or what happened to them in a flow:
 * suppression, email, guards, flows, sequences, broadcasts and sends, in the order in which the
 * service checks them; the newest mail answers before what only says how far the person is. Pure: decides on the
 * loaded facts.
 */
export function explainDelivery(facts: DeliveryFacts): Delivery {
  const barred = [
    ...suppressions(facts.person, facts.email?.kind === 'transactional'),
    ...emailFaults(facts.email),
    ...facts.guards.map(guardReason),
  ];
  const against = [...barred, ...(facts.cap?.then === 'skip' ? [capReason(facts.cap)] : [])];
  const flows = (facts.flows ?? []).map((flow) => flowReasons(flow, facts.now));
  const sequences = facts.sequences.map((one) => sequenceReasons(one, facts.now));
  const sends = facts.sends.map((send) => sendReason(send, facts.now));
  const isDraft = ({ status }: BroadcastFact) => status === 'draft';
  const broadcasts = facts.broadcasts.filter((one) => !isDraft(one)).map(broadcastReasons);
  const draftBroadcasts = facts.broadcasts
    .filter(isDraft)
    .flatMap((one) => broadcastReasons(one).reasons);
  const ways = [...flows, ...sequences, ...broadcasts];
  const [reached = [], idle = [], drafts = []] = flowsApart(facts);
  const late = facts.cap?.then === 'hold' ? [capReason(facts.cap)] : [];
  const coming = [
    ...ways.flatMap((way) => way.coming ?? []),
    ...facts.sends.filter((send) => isComing(send, broadcasts)).map(({ due_at }) => due_at),
  ];
  const asked = facts.email !== undefined || facts.asksFlow;
  const held = facts.hold !== null && (!asked || coming.length > 0) ? [heldReason(facts.hold)] : [];
  const otherWays = [...sequences, ...broadcasts].flatMap((way) => way.reasons);
  const isOver = facts.email !== undefined && ways.every(({ coming }) => coming === null);
  const isSettled = isOver && reached.every(({ code }) => runsOn.has(code));
  const newest = isSettled ? sends[0] : undefined;
  const isAnswer = ({ code }: DeliveryReason) => code === 'already_sent';
  const first =
    newest && isAnswer(newest)
      ? sends.filter(isAnswer)
      : sends.filter((send) => send === newest && otherWays.length === 0);
  const others = sends.filter((send) => !first.includes(send));
  const reasons = [
    ...[...against, ...held, ...late, ...first, ...reached, ...otherWays, ...others],
    ...[...idle, ...drafts, ...draftBroadcasts],
  ];
  if (facts.asksFlow && facts.flows === null) {
    const fix = 'Take a key from list_flows.';
    reasons.push({ code: 'flow_not_found', message: 'There is no such flow.', fix });
  }
  if (!asked) {
    if (against.length + held.length > 0) return { would_send: false, reasons };
    const message = 'Nothing prevents emailing this person.';
    const reachable = { code: 'reachable', message, fix: '' };
    return {
      would_send: true,
      reasons: [...(late.length > 0 ? late : [reachable]), ...reached],
    };
  }
  if (reasons.length === late.length) {
    const message =
      'No flow, sequence or broadcast sends this email, and it was never queued for this person.';
    const fix = 'Send it from one of them, or send a test with send_test_email.';
    reasons.push({ code: 'nothing_sends_it', message, fix });
  }
  const goes = barred.length + held.length === 0 && coming.some(passesCap(facts.cap));
  return { would_send: goes, reasons };
}

/** Codes of runs about which nothing happened since; their newest mail answers first (AGM-01). */
const runsOn: ReadonlySet<string> = new Set([
  ...['run_waiting', 'run_due', 'run_completed', 'run_exited'],
]);

/** A rule that skips does so with what comes due while its window is full, and with nothing later. */
function passesCap(cap: CapVerdict | null): (due: Date) => boolean {
  return (due) => cap?.then !== 'skip' || due >= cap.until;
}

function isComing(send: SendFact, broadcasts: readonly BroadcastReasons[]): boolean {
  const goesByItself =
    send.status === 'scheduled' ||
    send.status === 'sending' ||
    isWindowed(send) ||
    isCapped(send) ||
    isRepaced(send);
  return (
    goesByItself &&
    !broadcasts.some(({ skips }) => skips !== undefined && skips === send.broadcast_id)
  );
}

/**
 * What is said of flows: of those that the person has to do with, of the other ones, and of drafts,
 * which start nobody; each flow once (AGM-01). Of a flow that was asked for, every reason is in the first.
 */
function flowsApart({ flows, asksFlow, now }: DeliveryFacts): DeliveryReason[][] {
  const known = flows ?? [];
  if (asksFlow) return [known.flatMap((flow) => flowReasons(flow, now).reasons), [], []];
  const isDraft = (flow: FlowFact) => flow.status === 'draft' && flow.run === null;
  const all = (flow: FlowFact) => flowReasons(flow, now).reasons;
  const first = (flow: FlowFact) => all(flow).slice(0, 1);
  const one = (flow: FlowFact) => oneReason(all(flow));
  const others = known.filter((flow) => !isDraft(flow));
  return [
    others.filter(concerns).flatMap(one),
    others.filter((flow) => !concerns(flow)).flatMap(first),
    known.filter(isDraft).flatMap(first),
  ];
}

function mailNamed({ email_id, title, send_id }: NonNullable<PersonFact['left_by']>): string {
  const send = send_id === null ? '' : `, send ${send_id}`;
  return `"${title}" (email ${email_id}${send})`;
}

function unsubscribed(person: PersonFact, since: Date): DeliveryReason {
  const erased = person.unsubscribe_reason === 'erased';
  const code = erased ? 'erased' : 'unsubscribed';
  const fix =
    'Resubscribe the person only where they asked for it: set unsubscribed to false with update_person.';
  if (erased) {
    const message = 'The address belongs to a person who was erased, and stays suppressed.';
    return { code, message, fix };
  }
  if (person.isStranger) return { code, message: 'Never subscribed.', fix };
  const by = person.left_by && ` by the link in ${mailNamed(person.left_by)}`;
  const message = `Unsubscribed since ${day(since)}${by ?? ''}.`;
  return { code, message, fix, ...quoting(person.unsubscribe_reason) };
}

/** Transactional mail passes by an unsubscribe (MSG-03). */
function suppressions(person: PersonFact, isTransactional: boolean): DeliveryReason[] {
  const found: DeliveryReason[] = [];
  if (person.isExample) {
    const message = 'This person is of the example, and no mail leaves for them.';
    found.push({ code: 'example', message, fix: 'Take a person of your own.' });
  }
  if (person.unsubscribed_at && !isTransactional) {
    found.push(unsubscribed(person, person.unsubscribed_at));
  }
  if (person.hard_bounced_at) {
    found.push({
      code: 'hard_bounced',
      message: `The address was refused for good at ${day(person.hard_bounced_at)}.`,
      fix: 'Correct the address with update_person, or set hard_bounced to false once the mailbox exists again.',
    });
  }
  if (person.complained_at) {
    found.push({
      code: 'complained',
      message: `Complained about an email at ${day(person.complained_at)}.`,
      fix: 'People who complained are never emailed again.',
    });
  }
  return found;
}

function emailFaults(email: DeliveryFacts['email']): DeliveryReason[] {
  if (email === undefined) return [];
  if (email === null) {
    const fix = 'Take an id from list_emails.';
    return [{ code: 'email_not_found', message: 'There is no such email.', fix }];
  }
  if (email.archived) {
    const message = `Email ${email.id} is archived, and archived emails are not sent.`;
    return [{ code: 'email_archived', message, fix: 'Bring it back with restore_email.' }];
  }
  if (email.blank) {
    const message = `Email ${email.id} has no subject or no body, and blank emails are not sent.`;
    return [
      { code: 'email_blank', message, fix: 'Write subject and body_markdown with update_email.' },
    ];
  }
  if (email.compiled) return [];
  const message = `Email ${email.id} does not compile.`;
  return [
    {
      code: 'email_broken',
      message,
      fix: 'Save it again with update_email and correct what is refused.',
    },
  ];
}

/** It is sent automatically, unlike mail that an operator holds. */
function isWindowed(send: SendFact): boolean {
  return send.status === 'holding' && send.reason === holdReasons.outsideWindow;
}

/** The same. */
function isCapped(send: SendFact): boolean {
  return send.status === 'holding' && isFrequencyCapReason(send.reason);
}

/** The same, within moments. */
function isRepaced(send: SendFact): boolean {
  return send.status === 'holding' && send.reason === holdReasons.paceChanging;
}

function guardReason({ key, name }: { key: string; name: string }): DeliveryReason {
  const called = name === key ? '' : ` (${name})`;
  return {
    code: 'guarded',
    message: `Guard "${key}"${called} skips this person, who matches its condition now.`,
    fix: 'Change the condition or the labels of the guard with update_guard, or turn it off.',
  };
}

const releaseFix = 'Let mail go again with release_sending.';

function heldReason(why: string): DeliveryReason {
  return { code: 'held', message: `All sending is held: ${why}.`, fix: releaseFix };
}

const capFix = 'Change sending.frequency_caps with update_settings to let more through.';

function capReason({ reason, then, until }: CapVerdict): DeliveryReason {
  const now =
    then === 'skip'
      ? `It skips an email that comes due before ${day(until)}.`
      : `An email that comes due now waits until ${day(until)}.`;
  return { code: 'frequency_cap', message: `${reason}. ${now}`, fix: capFix };
}

function sendReason(send: SendFact, now: Date): DeliveryReason {
  const what = `Send ${send.id}`;
  const said = send.reason ? `: ${send.reason}` : '';
  // The queue's own reasons are part of a message; those of providers are quoted.
  const quote = quoting(send.reason);
  const ended = send.ended_at ? ` at ${day(send.ended_at)}` : '';
  switch (send.status) {
    case 'scheduled': {
      const again = send.attempts > 0;
      const tried = again ? ` Attempt ${send.attempts} did not go through.` : '';
      const answered = { fix: '', ...(again ? quote : {}) };
      if (send.due_at <= now) {
        const message = `${what} is due and goes out next.${tried}`;
        return { code: 'due', message, ...answered };
      }
      const message = `${what} is due at ${day(send.due_at)}.${tried}`;
      return { code: again ? 'retrying' : 'not_due_yet', message, ...answered };
    }
    case 'holding': {
      if (isWindowed(send)) {
        const message = `${what} waits for its send window, which opens at ${day(send.due_at)}${said}.`;
        return {
          code: 'outside_window',
          message,
          fix: 'Change send_windows with update_settings to send it earlier.',
        };
      }
      if (isCapped(send)) {
        const message = `${what} waits until ${day(send.due_at)}${said}.`;
        return { code: 'frequency_cap', message, fix: capFix };
      }
      if (send.reason === holdReasons.noSender) {
        const message = `${what} is held${said}.`;
        return {
          code: 'sender_missing',
          message,
          fix: 'Set default_from_address with update_profile.',
        };
      }
      const why = sendingHoldIn(send.reason);
      if (why !== null) {
        const message = `${what} waits, since all sending is held: ${why}.`;
        return { code: 'held', message, fix: releaseFix };
      }
      const fix =
        'It goes out once what holds it ends, such as a pause of its flow or broadcast, or a sequence that is off.';
      return { code: 'held', message: `${what} is held${said}.`, fix };
    }
    case 'sending':
      return { code: 'sending', message: `${what} is being handed over.`, fix: '' };
    case 'uncertain': {
      const fix = 'Look whether it arrived, then retry_send; dismiss closes it instead.';
      return { code: 'uncertain', message: `${what} may or may not have arrived.`, fix, ...quote };
    }
    case 'sent':
      return { code: 'already_sent', message: `${what} was accepted${ended}.`, fix: '' };
    case 'failed': {
      const fix = send.is_past
        ? ''
        : 'Correct what the provider names, then retry_send or retry_failed_sends.';
      return { code: 'failed', message: `${what} failed${ended}.`, fix, ...quote };
    }
    case 'skipped': {
      const fix = isFrequencyCapReason(send.reason) ? capFix : '';
      return { code: 'skipped', message: `${what} was skipped${ended}${said}.`, fix };
    }
    case 'canceled':
      return { code: 'canceled', message: `${what} was canceled${ended}${said}.`, fix: '' };
  }
}
