import { tooLong, tooMuch } from '@postroad/core/content/liquid/liquid-failure';
import type { EncodedEmail } from '@postroad/core/content/render/template';
import { limits } from '@postroad/core/platform/limits';
import { Refusal } from '@postroad/core/platform/refusal';
import { quarantineCompile } from '@postroad/store/content/email-compile';
import { transaction } from '@postroad/store/platform/transaction';
import { LRUCache } from 'lru-cache';
import type { Log } from '../../platform/log.ts';
import type { TransactionDeps } from '../../platform/transaction-deps.ts';
import type { LoadedTemplate } from '../compile/compiled-email-cache.ts';
import type { MailFilling } from './render-job.ts';
import { RenderEnded, type Renderer } from './renderer.ts';

/** The parts of the service that slow mails need. */
export interface SlowMailDeps extends TransactionDeps {
  renderer: Pick<Renderer, 'run'>;
  log: Log;
}

/** Emails whose slow mails are counted; those longest without one are forgotten. */
const emailsCounted = 1_000;

/**
 * Makes mails that take long in threads that can be ended, a few at once (SEC-14). An email of which
 * several took long within an hour is quarantined until its next compile: its mails come here
 * without holding the thread of all calls first (SEC-15, docs/decisions/0055).
 */
export class SlowMails {
  readonly #deps: SlowMailDeps;
  readonly #slowAt = new LRUCache<string, number[]>({ max: emailsCounted });
  #active = 0;

  constructor(deps: SlowMailDeps) {
    this.#deps = deps;
  }

  /** How many more mails can be made now. */
  room(): number {
    return Math.max(0, limits.slowMailsAtOnce - this.#active);
  }

  /**
   * Fills in a mail. Null if there is no room, unless it is awaited, if the machine finds no time for
   * it, and if the service is stopping.
   * Throws why it fails.
   */
  async fill(
    email: LoadedTemplate,
    filling: MailFilling,
    isAwaited: boolean,
  ): Promise<EncodedEmail | null> {
    if (!isAwaited && this.room() === 0) return null;
    this.#active += 1;
    try {
      return await this.#fill(email, filling);
    } finally {
      this.#active -= 1;
    }
  }

  async #fill(email: LoadedTemplate, filling: MailFilling): Promise<EncodedEmail | null> {
    const { digest: key, compiled } = email.kept;
    try {
      const job = { ...filling, key, compiled };
      const answer = await this.#deps.renderer.run('mail', job, 'mail');
      if (answer.ms >= limits.slowMailMs) await this.#note(email);
      if (answer.filled === null) throw new Error(answer.failure);
      return answer.filled;
    } catch (error) {
      if (error instanceof Refusal) return null;
      if (!(error instanceof RenderEnded)) throw error;
      await this.#note(email);
      throw new Error(error.code === 'template_too_slow' ? tooLong : tooMuch);
    }
  }

  async #note({ emailId, version }: LoadedTemplate): Promise<void> {
    // Words of a message are sent once.
    if (emailId === null) return;
    const key = `${emailId} ${version}`;
    const now = performance.now();
    const recent = (this.#slowAt.get(key) ?? []).filter(
      (at) => at > now - limits.slowMailsWithinMs,
    );
    recent.push(now);
    this.#slowAt.set(key, recent);
    if (recent.length < limits.slowMailsMost) return;
    this.#slowAt.delete(key);
    const { database, config, log } = this.#deps;
    try {
      const isNew = await transaction(database, { testClock: config.testClock }, (tx) =>
        quarantineCompile(tx, emailId, version),
      );
      if (!isNew) return;
      log.warn('An email is quarantined: its mails take long to make. Save it to end this.', {
        email_id: emailId,
      });
    } catch (error) {
      log.warn('An email could not be quarantined; it is tried with its next slow mails.', {
        ...{ email_id: emailId, error },
      });
    }
  }
}
