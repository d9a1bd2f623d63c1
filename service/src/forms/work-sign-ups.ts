import { holdsConfirmLink } from '@postroad/core/content/text/confirm-link';
import { limits } from '@postroad/core/platform/limits';
import { holdReasons } from '@postroad/core/queue/hold-reasons';
import { retryAt, unreachableRetryAt } from '@postroad/core/queue/retry';
import { readAccount } from '@postroad/store/account/setting';
import { type FormRow, findConfirmEmail, findForm } from '@postroad/store/forms/form';
import {
  claimSignUps,
  deleteSignUp,
  isUnwanted,
  type SettledSignUp,
  type SignUpRow,
  settleSignUp,
} from '@postroad/store/forms/sign-up';
import { findPersonByEmail } from '@postroad/store/people/person';
import { retry, settling } from '@postroad/store/platform/retry';
import { type Tx, transaction } from '@postroad/store/platform/transaction';
import { findSendingHold } from '@postroad/store/queue/sending-control';
import { lacksSender, type SenderConfig } from '../account/sender.ts';
import type {
  CompiledEmailCache,
  LoadedTemplate,
} from '../content/compile/compiled-email-cache.ts';
import type { IngestDeps } from '../events/ingest.ts';
import { erasedAmong } from '../people/suppression-hash.ts';
import type { TransactionDeps } from '../platform/transaction-deps.ts';
import type { ComposeDeps } from '../sending/compose.ts';
import { brokenBy, type HandOverDeps, handOver, type MadeMail } from '../sending/make-mail.ts';
import { logFailure, type SendOutcome } from '../sending/settle.ts';
import { type ConfirmMailParts, confirmMail } from './confirm-mail.ts';
import { join } from './join.ts';

/** The parts of the service that work on sign-ups needs. */
export interface SignUpDeps
  extends TransactionDeps,
    IngestDeps,
    HandOverDeps,
    Omit<ComposeDeps, 'config'> {
  config: TransactionDeps['config'] & SenderConfig;
  templates: CompiledEmailCache;
}

const addressKey = 'sending.mailing_address';

/** The email of the form, if it can be sent and still holds the link; the built-in one goes else. */
async function templateOf(
  tx: Tx,
  deps: Pick<SignUpDeps, 'templates'>,
  { confirm_email_id: id }: FormRow,
): Promise<LoadedTemplate | null> {
  if (id === null) return null;
  const email = await findConfirmEmail(tx, id);
  if (email === null || email.kind !== 'transactional' || !holdsConfirmLink(email.body_markdown)) {
    return null;
  }
  const loaded = (await deps.templates.load(tx, [id])).get(id);
  const usable = loaded && !loaded.archived && !loaded.blank && !loaded.stale && !loaded.broken;
  return usable ? loaded : null;
}

/** Somebody who is known, or asked to be forgotten, stays as they are (FORM-03). */
async function joinStranger(
  tx: Tx,
  deps: SignUpDeps,
  parts: { form: FormRow; signUp: SignUpRow },
): Promise<void> {
  const { address, id } = parts.signUp;
  const known = await findPersonByEmail(tx, address);
  const erased = await erasedAmong(tx, deps, [address]);
  if (known === null && !erased.has(address)) await join(tx, deps, parts, 'given');
  await deleteSignUp(tx, id);
}

/**
 * Decides what becomes of claimed sign-ups: the mails to hand over. People to whom mail came back, or
 * who complained, get none (FORM-11).
 */
async function take(
  tx: Tx,
  deps: SignUpDeps,
  room: Room,
): Promise<{ claimed: number; mails: ConfirmMailParts[] }> {
  // Who needs no mail joins while sending is held, as events are taken then.
  const mailing = (await findSendingHold(tx)) === null;
  const until = new Date(tx.now.getTime() + limits.signUpClaimMs);
  const claimed = await claimSignUps(tx, { until, mailing, ...room });
  if (claimed.length === 0) return { claimed: 0, mails: [] };
  const { profile, saved } = await readAccount(tx, [addressKey]);
  const mails: ConfirmMailParts[] = [];
  for (const signUp of claimed) {
    const form = await findForm(tx, String(signUp.form_id));
    if (form === null) continue;
    if (signUp.is_single) {
      await joinStranger(tx, deps, { form, signUp });
      continue;
    }
    if (await isUnwanted(tx, signUp.address)) {
      await settleSignUp(tx, signUp.id, { mailed: false, dueAt: null, lastError: null });
      continue;
    }
    const template = await templateOf(tx, deps, form);
    if (lacksSender(deps.config, profile, template?.fromAddress ?? null)) {
      const again = new Date(tx.now.getTime() + limits.sendUnreachableMs);
      const held = { mailed: false, dueAt: again, lastError: holdReasons.noSender };
      await settleSignUp(tx, signUp.id, held);
      continue;
    }
    const mailingAddress = String(saved.get(addressKey) ?? '');
    mails.push({ form, signUp, profile, mailingAddress, template, now: tx.now });
  }
  return { claimed: claimed.length, mails };
}

/** An email of the form that cannot be filled in gives way to the built-in one. */
function madeMail(
  deps: SignUpDeps,
  parts: ConfirmMailParts,
): MadeMail<{ id: number; source_kind: 'form' }> {
  const send = { id: parts.signUp.send_id, source_kind: 'form' as const };
  try {
    return { send, message: confirmMail(deps, parts) };
  } catch (error) {
    const broken = brokenBy(deps, send, error);
    if (parts.template !== null) return madeMail(deps, { ...parts, template: null });
    return { send, message: { broken } };
  }
}

/** What the outcome means for the row. A mail that may have arrived is not sent again. */
function settled(outcome: SendOutcome, attempts: number, now: Date): SettledSignUp {
  if (outcome.kind === 'accepted') return { mailed: true, dueAt: null, lastError: null };
  const { kind, reason } = outcome;
  const spread = Math.random();
  const again = () => {
    if (kind === 'unreachable') return unreachableRetryAt(now, spread);
    return kind === 'refused' && !outcome.permanent ? retryAt(now, attempts, spread) : null;
  };
  return { mailed: false, dueAt: again(), lastError: reason };
}

/** Nobody sees these mails in a list, so the log says which of them nobody gets (OBS-01). */
async function settle(
  tx: Tx,
  deps: SignUpDeps,
  { id, send_id, attempts }: SignUpRow,
  outcome: SendOutcome,
): Promise<void> {
  const now = settled(outcome, attempts, tx.now);
  await settleSignUp(tx, id, now);
  if (now.mailed || now.dueAt !== null) return;
  const isInDoubt = outcome.kind === 'uncertain';
  tx.work.afterCommit(() => logFailure(deps, send_id, outcome, isInDoubt));
}

/** What may be claimed beside the mails that are with the provider. */
type Room = Omit<Parameters<typeof claimSignUps>[1], 'until' | 'mailing'>;

/**
 * Works on sign-ups that are due: sends mails for confirmation, and writes those of forms without
 * double opt-in. A claim expires, so the mail of a killed process is sent by another one.
 *
 * A round does not wait for the provider, so that a mail without an answer keeps one connection and no
 * other mail. The mails to one domain have half of the connections at most.
 */
export class SignUpMails {
  readonly #deps: SignUpDeps;
  readonly #active = new Map<number, { domain: string; work: Promise<void> }>();

  constructor(deps: SignUpDeps) {
    this.#deps = deps;
  }

  /** Returns how many sign-ups were due. With the test clock it waits for their mails. */
  async round(): Promise<number> {
    const { database, config, provider } = this.#deps;
    // Nothing can begin before one ends.
    if (this.#active.size >= provider.concurrency) await Promise.race(this.#works());
    const room = this.#room();
    const clock = { testClock: config.testClock };
    const { claimed, mails } = await transaction(database, clock, (tx) =>
      take(tx, this.#deps, room),
    );
    for (const parts of mails) this.#begin(parts);
    if (config.testClock) await this.close();
    return claimed;
  }

  /** Waits for the mails that are with the provider. */
  async close(): Promise<void> {
    await Promise.all(this.#works());
  }

  #works(): Promise<void>[] {
    return [...this.#active.values()].map(({ work }) => work);
  }

  #room(): Room {
    const { concurrency } = this.#deps.provider;
    const share = Math.max(1, Math.floor(concurrency / 2));
    const counts = new Map<string, number>();
    for (const { domain } of this.#active.values()) {
      counts.set(domain, (counts.get(domain) ?? 0) + 1);
    }
    const fullDomains = [...counts].filter(([, count]) => count >= share).map(([domain]) => domain);
    const most = Math.max(0, ...[...counts.values()].filter((count) => count < share));
    const free = Math.min(concurrency - this.#active.size, share - most, limits.signUpBatch);
    return { limit: free, busy: [...this.#active.keys()], fullDomains };
  }

  #begin(parts: ConfirmMailParts): void {
    const { id, address } = parts.signUp;
    const work = this.#send(parts)
      .catch((error: unknown) => {
        const text = 'What became of a mail for confirmation could not be written.';
        this.#deps.log.error(text, { error });
      })
      .finally(() => this.#active.delete(id));
    this.#active.set(id, { domain: address.slice(address.lastIndexOf('@') + 1), work });
  }

  async #send(parts: ConfirmMailParts): Promise<void> {
    const { database, config } = this.#deps;
    const { outcome } = await handOver(this.#deps, madeMail(this.#deps, parts), () => true);
    await retry(settling, () =>
      transaction(database, { testClock: config.testClock }, (tx) =>
        settle(tx, this.#deps, parts.signUp, outcome),
      ),
    );
  }
}
