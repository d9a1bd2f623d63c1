import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import type { OperationName, OperationOutput } from '@postroad/core/catalog/catalog';
import { limits } from '@postroad/core/platform/limits';
import { Refusal } from '@postroad/core/platform/refusal';
import type { Database } from '@postroad/store/platform/connection/database';
import {
  dropIdempotencyKey,
  findFirstAnswer,
  keepFirstAnswer,
  takeIdempotencyKey,
} from '@postroad/store/platform/idempotency';
import type { Tx } from '@postroad/store/platform/transaction';
import { storedNothing } from '../platform/database-unavailable.ts';
import { retriedTransaction } from '../platform/retried-transaction.ts';
import type { InvokeOptions } from './service.ts';

/** What identifies a call under its key: the same input means it is a repeat. */
interface KeyedCall<Name extends OperationName> {
  name: Name;
  input: unknown;
  options: InvokeOptions;
  outcome: Outcome;
}

/** What became of a call, noted while it runs. */
export interface Outcome {
  /** Its answer is the first answer under its idempotency key. */
  replayed: boolean;
}

/** Stores the answer of a call under its key. */
export type Keep = (tx: Tx) => Promise<void>;

interface KeyDeps {
  database: Database;
  config: { testClock: boolean };
  secretKey: Buffer;
  acceptedKeys: readonly Buffer[];
}

/**
 * Answers a repeated write with its first answer, which is stored encrypted under the idempotency
 * key of the call (contract §1, Writes). A call without a key simply runs.
 */
export class IdempotencyKeys {
  readonly #deps: KeyDeps;

  constructor(deps: KeyDeps) {
    this.#deps = deps;
  }

  /** Runs work in the transaction that takes the key. */
  async within<Name extends OperationName>(
    tx: Tx,
    call: KeyedCall<Name>,
    work: () => Promise<OperationOutput<Name>>,
  ): Promise<OperationOutput<Name>> {
    const key = call.options.idempotencyKey;
    if (key === undefined) return await work();
    const first = await this.#take(tx, call, key);
    if (first !== null) return first;
    const output = await work();
    await this.#keep(tx, call, key, output);
    return output;
  }

  /**
   * Runs work that begins its own transactions. One transaction takes the key beforehand and
   * `conclude`, which runs once the work is done, stores the answer by `keep` in another; a repeat in
   * between is refused, and so is one of a call that may be done without an answer. A dry run takes no key.
   */
  async around<Name extends OperationName>(
    call: KeyedCall<Name>,
    work: () => Promise<OperationOutput<Name>>,
    conclude: (output: OperationOutput<Name>, keep: Keep) => Promise<void>,
  ): Promise<OperationOutput<Name>> {
    const { actor, dryRun, idempotencyKey: key } = call.options;
    if (key === undefined || dryRun) {
      const output = await work();
      await conclude(output, async () => undefined);
      return output;
    }
    const first = await this.#transact((tx) => this.#take(tx, call, key));
    if (first !== null) return first;
    const output = await work().catch(async (error: unknown) => {
      if (storedNothing(error)) {
        await this.#transact((tx) => dropIdempotencyKey(tx, { actor: actor.id, key }));
      }
      throw error;
    });
    await conclude(output, (tx) => this.#keep(tx, call, key, output));
    return output;
  }

  /** Whether the call gets its first answer again for a minute at least, so that it does nothing more. */
  async isRepeat<Name extends OperationName>(call: Omit<KeyedCall<Name>, 'outcome'>) {
    const { actor, idempotencyKey: key } = call.options;
    if (key === undefined) return false;
    const kept = await this.#transact((tx) => {
      const since = new Date(tx.now.getTime() - limits.idempotencyHours * 3_600_000 + 60_000);
      return findFirstAnswer(tx, { actor: actor.id, key, since });
    });
    if (kept === null || kept.response === null || kept.operation !== call.name) return false;
    return inputHash(call.input).equals(kept.request_hash);
  }

  /** The first answer under this key, or null if this is the first call. Throws a Refusal. */
  async #take<Name extends OperationName>(
    tx: Tx,
    call: KeyedCall<Name>,
    key: string,
  ): Promise<OperationOutput<Name> | null> {
    call.outcome.replayed = false;
    const hash = inputHash(call.input);
    const kept = await takeIdempotencyKey(tx, {
      actor: call.options.actor.id,
      key,
      operation: call.name,
      hash,
      expired: new Date(tx.now.getTime() - limits.idempotencyHours * 3_600_000),
    });
    if (kept === null) return null;
    if (kept.operation !== call.name || !hash.equals(kept.request_hash)) {
      throw new Refusal(
        'idempotency_key_reused',
        'This idempotency key was used with another request in the last 24 hours. Use a new key, or send the same request.',
      );
    }
    if (kept.response === null) {
      throw new Refusal(
        'conflict',
        'The first request with this idempotency key is still at work or was cut off. Look at what it did before you send it again under a new key.',
      );
    }
    call.outcome.replayed = true;
    return JSON.parse(unseal(this.#deps.acceptedKeys, kept.response)) as OperationOutput<Name>;
  }

  async #keep(tx: Tx, call: KeyedCall<OperationName>, key: string, output: object): Promise<void> {
    const response = seal(this.#deps.secretKey, JSON.stringify(output));
    await keepFirstAnswer(tx, { actor: call.options.actor.id, key, response });
  }

  #transact<T>(body: (tx: Tx) => Promise<T>): Promise<T> {
    const { database, config } = this.#deps;
    return retriedTransaction(database, { testClock: config.testClock }, body);
  }
}

function inputHash(input: unknown): Buffer {
  return createHash('sha256').update(JSON.stringify(input)).digest();
}

function keyFrom(secretKey: Uint8Array): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', 'postroad/seal/1', 32));
}

/**
 * Encrypts a stored answer, which may hold a secret: 12 bytes nonce, 16 bytes tag, then
 * AES-256-GCM.
 */
function seal(secretKey: Uint8Array, text: string): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyFrom(secretKey), nonce);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

/** Throws if none of these keys sealed the bytes. */
function unseal(keys: readonly Uint8Array[], sealed: Uint8Array): string {
  const bytes = Buffer.from(sealed);
  let failed: unknown;
  for (const key of keys) {
    try {
      return unsealWith(key, bytes);
    } catch (error) {
      failed = error;
    }
  }
  throw failed;
}

function unsealWith(secretKey: Uint8Array, bytes: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', keyFrom(secretKey), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
}
