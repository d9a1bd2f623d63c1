import { type BigIntStats, statSync } from 'node:fs';
import { environmentActor, hashToken, type Operator } from '../../account/authenticate.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Log } from '../../platform/log.ts';
import type { Config } from './config.ts';
import { localToken, tokenIn, tokenPath } from './data-dir.ts';

/** What differs between two contents of a file: a mounted secret is replaced by another inode. */
function signatureOf(stats: BigIntStats | undefined): string {
  return stats
    ? [stats.dev, stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join(' ')
    : 'none';
}

/** Whether the file is still what it was; a path that cannot be looked at counts as no file. */
function lookAt(path: string): string {
  try {
    return signatureOf(statSync(path, { bigint: true, throwIfNoEntry: false }));
  } catch {
    return 'none';
  }
}

/**
 * The token of the operator. One in a file is changed by writing another into the file (LEFT-20): each
 * use looks whether the file is the one that was read, which costs some microseconds, so the former
 * token is refused from the next call on. While the file has no valid token, none is accepted.
 */
export class OperatorToken implements Operator {
  readonly #path: string | null;
  readonly #log: Log;
  #signature: string | null;
  #hash: Buffer | null;

  private constructor(
    read: { path: string | null; signature: string | null; token: string },
    log: Log,
  ) {
    this.#path = read.path;
    this.#signature = read.signature;
    this.#hash = hashToken(read.token);
    this.#log = log;
  }

  /** Throws a ConfigError if there is none. */
  static async open(
    config: Pick<Config, 'dataDir' | 'apiToken' | 'apiTokenFile'>,
    log: Log,
  ): Promise<OperatorToken> {
    const path = tokenPath(config);
    // Before the read: a change after it is then seen at the first use.
    const signature = path === null ? null : lookAt(path);
    return new OperatorToken({ path, signature, token: await localToken(config) }, log);
  }

  /** The actor of the token, or null if the secret is another. */
  actor(secret: string): Actor | null {
    const hash = this.hash();
    return hash === null ? null : environmentActor(hash, secret);
  }

  hash(): Buffer | null {
    if (this.#path !== null) this.#look(this.#path);
    return this.#hash;
  }

  #look(path: string): void {
    const signature = lookAt(path);
    if (signature === this.#signature) return;
    this.#signature = signature;
    const former = this.#hash;
    this.#hash = null;
    try {
      this.#hash = hashToken(tokenIn(path));
      if (former?.equals(this.#hash)) return;
      this.#log.info('The token of the operator was changed.', {
        reason: `Another one is in ${path}.`,
      });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#log.error('The token of the operator cannot be used, so none is accepted.', { reason });
    }
  }
}
