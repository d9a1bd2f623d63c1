import { setImmediate as nextTurn } from 'node:timers/promises';
import { liquidFailure, tookTooLong } from '@postroad/core/content/liquid/liquid-failure';
import { missingPart } from '@postroad/core/content/render/missing-parts';
import type { EncodedEmail, PreparedTemplate } from '@postroad/core/content/render/template';
import { moreWork } from '@postroad/core/content/render/template-engine';
import { limits } from '@postroad/core/platform/limits';
import { inSpan } from '@postroad/core/platform/tracing/in-span';
import type { Tracer } from '@postroad/core/platform/tracing/tracer';
import type { OutgoingMessage, Provider } from '@postroad/mail/providers/provider';
import type { ClaimedSend } from '@postroad/store/queue/send';
import { mailTracking } from '../content/mail-tracking.ts';
import { ownThread, processorTime } from '../content/render/processor-time.ts';
import type { MailFilling } from '../content/render/render-job.ts';
import type { SlowMails } from '../content/render/slow-mails.ts';
import type { Log } from '../platform/log.ts';
import type { Measures } from '../platform/observing/measures.ts';
import { type ComposeDeps, type MailParts, openSend, submittedMail } from './compose.ts';
import type { SendOutcome } from './settle.ts';

/** What a hand-off says of a mail in metrics and traces. */
export interface NamedMail {
  id: number;
  source_kind: ClaimedSend['source_kind'] | 'form';
}

/** A mail that is ready to be handed over, or the reason why it could not be made. */
export interface MadeMail<Send extends NamedMail = ClaimedSend> {
  send: Send;
  message: OutgoingMessage | { broken: string };
}

/** A mail that is being made in a thread. */
export interface SlowMail {
  send: ClaimedSend;
  /** Null if there was no room or time for it: nothing of it has left, and it waits for its turn. */
  making: Promise<MadeMail | null>;
}

/** The parts of the service that making and handing over mail needs. */
export interface MailDeps extends ComposeDeps {
  provider: Provider;
  log: Log;
  measures: Pick<Measures, 'handOffs'>;
  tracer: Tracer | null;
}

export function brokenBy(deps: Pick<MailDeps, 'log'>, { id }: NamedMail, error: unknown): string {
  deps.log.error('A mail could not be made.', { send_id: id, error });
  return `The mail could not be made: ${liquidFailure(error)}.`;
}

/** The parts of the service that making mail needs. */
export interface MakeDeps extends Omit<MailDeps, 'provider' | 'measures' | 'tracer'> {
  slowMails: SlowMails;
}

/**
 * Makes a mail at once if that takes a few milliseconds, otherwise in a thread (SEC-14). Mail of an
 * email that is quarantined goes straight there (SEC-15). `isAwaited` has it made in any case.
 */
export function makeMail(deps: MakeDeps, parts: MailParts, isAwaited = false): MadeMail | SlowMail {
  const { send } = parts;
  const broken = (failure: unknown): MadeMail => ({
    send,
    message: { broken: brokenBy(deps, send, failure) },
  });
  try {
    const submitted = submittedMail(deps, parts);
    if (submitted !== null) return { send, message: submitted };
    const { email, mail } = openSend(deps, parts);
    const close = (filled: EncodedEmail): MadeMail => {
      requireWhole(send, filled);
      return { send, message: mail.close(filled) };
    };
    const filled = email.quarantined ? null : fillInHere(email.template, mail.filling);
    if (filled !== null) return close(filled);
    const making = deps.slowMails
      .fill(email, mail.filling, isAwaited)
      .then((later) => later && close(later));
    return { send, making: making.catch(broken) };
  } catch (error) {
    return broken(error);
  }
}

/** Throws for a mail whose values leave it without a subject or a link; a test shows it as it is. */
function requireWhole({ source_kind }: ClaimedSend, filled: EncodedEmail): void {
  const missing = source_kind === 'test' ? null : missingPart(filled);
  if (missing !== null) throw new Error(missing);
}

const thisThread = ownThread();

/** Null if it takes too long here. */
function fillInHere(
  template: PreparedTemplate,
  { context, links }: MailFilling,
): EncodedEmail | null {
  const tracking = links && mailTracking(links.secretKey, links.base, links.mail);
  const more = moreWork(() => processorTime.of(thisThread), limits.renderMoreMs);
  try {
    return template.fillEncoded(context, tracking, { ms: limits.mailRenderMs, more });
  } catch (error) {
    if (tookTooLong(error)) return null;
    throw error;
  }
}

/**
 * Makes mails after the statements of the transaction are sent, so that the database works
 * meanwhile: postgres.js writes at the end of a turn of the event loop.
 */
export async function makeMeanwhile<Made>(
  mails: readonly MailParts[],
  make: (parts: MailParts) => Made,
): Promise<Made[]> {
  if (mails.length === 0) return [];
  await nextTurn();
  const made: Made[] = [];
  let since = 0;
  for (const [index, parts] of mails.entries()) {
    // Connections that carry other mail are served in between.
    if (index % madeInATurn === 0 || performance.now() - since > limits.mailSliceMs) {
      await nextTurn();
      since = performance.now();
    }
    made.push(make(parts));
  }
  return made;
}

const madeInATurn = 20;

/** What hands a mail over. */
export type HandOverDeps = Pick<MailDeps, 'provider' | 'log' | 'measures' | 'tracer'>;

export async function handOver<Send extends NamedMail>(
  deps: HandOverDeps,
  mail: MadeMail<Send>,
  mayProceed: () => boolean,
): Promise<{ send: Send; outcome: SendOutcome }> {
  const began = performance.now();
  const outcome = await (deps.tracer === null
    ? outcomeOf(deps, mail, mayProceed)
    : tracedOutcome(deps.tracer, deps, mail, mayProceed));
  deps.measures.handOffs.observe(performance.now() - began, {
    provider: deps.provider.name,
    outcome: outcomeName(outcome),
  });
  return { send: mail.send, outcome };
}

/**
 * A round hands over mail for as long as there is some, so each mail is a trace of its own that is
 * linked with what it was part of.
 */
async function tracedOutcome(
  tracer: Tracer,
  deps: HandOverDeps,
  mail: MadeMail<NamedMail>,
  mayProceed: () => boolean,
): Promise<SendOutcome> {
  const present = tracer.current();
  const attributes = {
    'postroad.send_id': mail.send.id,
    'postroad.provider': deps.provider.name,
    'postroad.source': mail.send.source_kind,
  };
  const own = {
    kind: 'client',
    parent: null,
    links: present ? [present] : [],
    attributes,
  } as const;
  return await inSpan(tracer, 'hand_off', own, async (span) => {
    const outcome = await outcomeOf(deps, mail, mayProceed);
    span.set({ 'postroad.outcome': outcomeName(outcome) });
    if (outcome.kind !== 'accepted') span.fail(outcomeName(outcome));
    return outcome;
  });
}

async function outcomeOf(
  deps: HandOverDeps,
  { send, message }: MadeMail<NamedMail>,
  mayProceed: () => boolean,
): Promise<SendOutcome> {
  if ('broken' in message) return { kind: 'broken', reason: message.broken };
  try {
    return await deps.provider.send(message, mayProceed);
  } catch (error) {
    return { kind: 'broken', reason: brokenBy(deps, send, error) };
  }
}

/** A refusal for now is `deferred`: the mail goes out later. */
function outcomeName(outcome: SendOutcome): string {
  return outcome.kind === 'refused' && !outcome.permanent ? 'deferred' : outcome.kind;
}
