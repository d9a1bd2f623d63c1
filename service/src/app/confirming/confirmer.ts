import { hash, randomInt } from 'node:crypto';
import type { OperationName, OperationOutput } from '@postroad/core/catalog/catalog';
import {
  type Confirmation,
  confirmAgain,
  confirmationText,
  recordNameIn,
} from '@postroad/core/catalog/confirmation';
import { mayNeedConfirmation, needsConfirmation } from '@postroad/core/catalog/confirmed';
import type { Consequence } from '@postroad/core/catalog/consequence-words';
import { consequencesOf, type Reader } from '@postroad/core/catalog/consequences';
import { limits } from '@postroad/core/platform/limits';
import { isWrite } from '@postroad/core/platform/operations/operation';
import { takesRevision } from '@postroad/core/platform/operations/revised';
import type { ExpectedRevision } from '@postroad/core/platform/operations/revised-resources';
import { Refusal } from '@postroad/core/platform/refusal';
import type { Database } from '@postroad/store/platform/connection/database';
import { dropIdempotencyKey, takeIdempotencyKey } from '@postroad/store/platform/idempotency';
import type { Tx } from '@postroad/store/platform/transaction';
import { retriedTransaction } from '../../platform/retried-transaction.ts';
import type { Call } from '../handler-runner.ts';
import { presentRevisions } from '../if-revision.ts';
import { type Agreed, confirmToken, readConfirmToken } from './confirm-token.ts';

interface ConfirmDeps {
  database: Database;
  config: { testClock: boolean };
  secretKey: Buffer;
  acceptedKeys: readonly Buffer[];
}

type Name = OperationName;

/** What a call changes, as it is now, and when that was looked at. */
interface Look {
  revisions: Agreed['revisions'];
  at: Date;
}

/** A call that a person agreed to. */
export interface Admitted {
  ifRevision: ExpectedRevision | undefined;
  /** Makes the token good again, for a call that was refused and so stored nothing. */
  release(): Promise<void>;
}

/** Every text of 48 bits that a number can hold. */
const nonces = 2 ** 48 - 1;
const minute = 60;

/**
 * Decides whether a person has to agree to a call, and whether they agreed to this one (AGT-08 to
 * AGT-11). What they agreed to is in a signed token; that it was used is a row that every process sees.
 */
export class Confirmer {
  readonly #deps: ConfirmDeps;

  constructor(deps: ConfirmDeps) {
    this.#deps = deps;
  }

  /** Whether that is to be decided of this call at all. */
  concerns<N extends Name>({ name, operation, input, options }: Call<N>): boolean {
    const { confirm } = options;
    if (confirm === undefined || !isWrite(operation)) return false;
    return mayNeedConfirmation(name, input, confirm.mode);
  }

  /** What the call would change, to be looked at before its dry run. */
  look<N extends Name>(call: Call<N>): Promise<Look> {
    return this.#transact(true, async (tx) => ({
      revisions: await presentRevisions(tx, call),
      at: tx.now,
    }));
  }

  /** What a person agrees to, by the dry run of the call; null where none has to. */
  async offer<N extends Name>(
    call: Call<N>,
    { revisions, at }: Look,
    answer: OperationOutput<N>,
    read: Reader,
  ): Promise<Confirmation | null> {
    const { name, input } = call;
    const mode = call.options.confirm?.mode ?? 'never';
    if (!(await needsConfirmation(name, [input, answer], mode, read))) return null;
    const consequences = await this.#consequences(call, answer, read);
    const until = Math.floor(at.getTime() / 1_000) + limits.confirmMinutes * minute;
    const agreed = { nonce: randomInt(nonces), until, revisions, consequences };
    const token = confirmToken(this.#deps.secretKey, tokenCall(call), agreed);
    return { record: recordNameIn(answer), consequences, token };
  }

  /**
   * Lets a call go ahead that has the token of a dry run, or refuses it. `rehearse` is its dry run,
   * which says what it does now; null where its idempotency key brings back the first answer.
   */
  async admit<N extends Name>(
    call: Call<N>,
    token: string,
    rehearse: () => Promise<OperationOutput<N>>,
    read: Reader,
  ): Promise<Admitted> {
    const agreed = readConfirmToken(this.#deps.acceptedKeys, tokenCall(call), token);
    if (agreed === null) {
      // A call that would be refused anyway is refused for that.
      await rehearse();
      throw refused(
        'This confirmation is not for this very call: its arguments or its caller differ.',
      );
    }
    const isRepeat = await this.#take(call, agreed);
    const release = () => this.#release(call, agreed);
    if (isRepeat) return { ifRevision: undefined, release: async () => undefined };
    try {
      const { revisions } = await this.look(call);
      const consequences = await this.#consequences(call, await rehearse(), read);
      refuseChanged(agreed, { revisions, consequences });
    } catch (error) {
      if (error instanceof Refusal && error.code !== 'confirmation_required') await release();
      throw error;
    }
    const [revision] = agreed.revisions;
    const isCounted = revision > 0 && takesRevision(call.operation);
    return { ifRevision: isCounted ? [revision] : undefined, release };
  }

  /** In numbers; without those that the caller may not read. */
  async #consequences<N extends Name>(
    { name, input }: Call<N>,
    answer: OperationOutput<N>,
    read: Reader,
  ): Promise<readonly Consequence[]> {
    try {
      return (await consequencesOf(name, { ...input }, answer, read)) ?? [];
    } catch (error) {
      if (error instanceof Refusal && error.code === 'forbidden') return [];
      throw error;
    }
  }

  /** Takes the token for this call; true if the call is the same again under its idempotency key. */
  #take<N extends Name>({ name, options }: Call<N>, agreed: Agreed): Promise<boolean> {
    return this.#transact(false, async (tx) => {
      const { idempotencyKey } = options;
      const request = hash('sha256', idempotencyKey ?? '', 'buffer');
      const used = await takeIdempotencyKey(tx, {
        actor: options.actor.id,
        key: keyOf(agreed),
        operation: name,
        hash: request,
        expired: new Date(tx.now.getTime() - limits.idempotencyHours * 3_600_000),
      });
      if (used !== null) {
        if (idempotencyKey !== undefined && request.equals(used.request_hash)) return true;
        throw refused('This confirmation was used already; it is good for one call.');
      }
      if (tx.now.getTime() < agreed.until * 1_000) return false;
      const ended = new Date(agreed.until * 1_000).toISOString();
      throw refused(
        `This confirmation ended at ${ended}, ${limits.confirmMinutes} minutes after its dry run.`,
      );
    });
  }

  #release<N extends Name>({ options }: Call<N>, agreed: Agreed): Promise<void> {
    const taken = { actor: options.actor.id, key: keyOf(agreed) };
    return this.#transact(false, (tx) => dropIdempotencyKey(tx, taken));
  }

  #transact<T>(readOnly: boolean, body: (tx: Tx) => Promise<T>): Promise<T> {
    const { database, config } = this.#deps;
    return retriedTransaction(database, { readOnly, testClock: config.testClock }, body);
  }
}

function tokenCall<N extends Name>({ name, input, options }: Call<N>) {
  return { actor: options.actor.id, name, input };
}

function keyOf({ nonce }: Agreed): string {
  return `confirm:${nonce}`;
}

function refused(what: string, members: Record<string, unknown> = {}): Refusal {
  return new Refusal('confirmation_required', `${what} ${confirmAgain}`, members);
}

/** The refusal of a call that a person has to agree to and has not. */
export function unconfirmed(confirmation: Confirmation): Refusal {
  const detail = `A person has to agree to this call first. ${confirmationText(confirmation)}`;
  return new Refusal('confirmation_required', detail.trim(), { confirmation });
}

type Does = Pick<Agreed, 'revisions' | 'consequences'>;

/** What was agreed to, or is the case now, in words and numbers. */
function figuresOf({ revisions, consequences }: Does) {
  const [revision, draft] = revisions;
  return {
    does: confirmationText({ consequences }),
    ...(revision > 0 ? { revision } : {}),
    ...(draft > 0 ? { draft_revision: draft } : {}),
  };
}

function refuseChanged(agreed: Does, now: Does): void {
  const [confirmed, present] = [agreed, now].map(figuresOf);
  if (JSON.stringify(confirmed) === JSON.stringify(present)) return;
  const [before, after] = [agreed, now].map((one) => {
    const { does, revision, draft_revision } = figuresOf(one);
    return [
      does,
      revision === undefined ? '' : `Revision ${revision}.`,
      draft_revision === undefined ? '' : `Draft revision ${draft_revision}.`,
    ]
      .filter((text) => text !== '')
      .join(' ');
  });
  throw refused(`What the call does has changed. Agreed to: "${before}" Now: "${after}"`, {
    confirmed,
    present,
  });
}
