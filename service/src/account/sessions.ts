import { limits } from '@postroad/core/platform/limits';
import { Refusal } from '@postroad/core/platform/refusal';
import { version } from '@postroad/core/platform/version';
import { isOfApplication } from '@postroad/store/account/oauth/oauth-grant';
import { readProfile } from '@postroad/store/account/profile';
import {
  deleteSession,
  deleteSessionsOf,
  findSession,
  insertSession,
  type SessionOwner,
  type SessionRow,
  takeSignInLink,
  writeSessionUses,
} from '@postroad/store/account/session';
import { findToken, type TokenRow } from '@postroad/store/account/token';
import type { Database } from '@postroad/store/platform/connection/database';
import { type Tx, transaction } from '@postroad/store/platform/transaction';
import { type Actor, tokenIdOf } from '../platform/actor.ts';
import { retriedTransaction } from '../platform/retried-transaction.ts';
import { actorOf, type Operator, operatorActor } from './authenticate.ts';
import type { FailedLogins } from './failed-logins.ts';
import {
  hashSessionSecret,
  isOfOperator,
  isSessionSecret,
  makeSessionSecret,
  ownerOf,
  type Purpose,
} from './session-secrets.ts';
import type { TokenUses } from './token-uses.ts';
import { WrongTokens } from './wrong-tokens.ts';

/** A session as its browser may know it. */
export interface SessionView {
  name: string;
  scopes: readonly string[];
  kind: 'environment' | 'token';
  /** When it ends if it is not used any more. */
  expires_at: string;
  account: { name: string; time_zone: string };
  version: string;
  database: 'embedded' | 'postgres';
  test_clock: boolean;
}

function noSessionOfApplications(): Refusal {
  const detail =
    'This token belongs to an application, which cannot sign in to the console. Sign in with a token of your own.';
  return new Refusal('forbidden', detail);
}

/** Somebody who has just signed in. */
export interface SignedIn {
  /** For the cookie; it is shown nowhere else. */
  secret: string;
  actor: Actor;
}

interface SessionDeps {
  database: Database;
  config: { testClock: boolean };
  operatorToken: Operator;
  tokenUses: TokenUses;
  sessionUses: SessionUses;
  failedLogins: FailedLogins;
}

interface Found {
  actor: Actor;
  row: SessionRow;
  token: TokenRow | null;
}

/** Which sessions were used in this process since the last write, as `TokenUses` has it of tokens. */
export class SessionUses {
  #ids = new Set<number>();

  note(id: number): void {
    this.#ids.add(id);
  }

  async flush(database: Database): Promise<void> {
    if (this.#ids.size === 0) return;
    const taken = this.#ids;
    this.#ids = new Set();
    try {
      await transaction(database, {}, (tx) => writeSessionUses(tx, [...taken]));
    } catch (error) {
      for (const id of taken) this.note(id);
      throw error;
    }
  }
}

/**
 * Sessions of people who signed in to the console with a token or a link (CON-14). A session may do what
 * its token may, and ends with it; what may come with its cookie is for the HTTP adapter to say.
 */
export class Sessions {
  readonly #deps: SessionDeps;
  readonly #wrong = new WrongTokens();

  constructor(deps: SessionDeps) {
    this.#deps = deps;
  }

  /** Begins a session of an actor whose token was just accepted. */
  async start(actor: Actor): Promise<SignedIn> {
    const signedIn = await this.#write((tx) => this.#start(tx, actor));
    if (signedIn === null) throw new Error('Only the actor of a token can start a session.');
    return signedIn;
  }

  /**
   * Begins a session with the code of a link, which then is used up. Null for a code that is wrong, used
   * or too old, which counts as a failed login. Throws a Refusal, and leaves the link, if its token has
   * expired or is not to be used from there.
   */
  async useLink(code: string, address: string | null): Promise<SignedIn | null> {
    const signedIn = isSessionSecret(code)
      ? await this.#write(async (tx) => {
          const owner = await takeSignInLink(tx, hashSessionSecret('sign-in', code));
          const found =
            owner &&
            (await this.#actorOf(tx, owner, { purpose: 'sign-in', secret: code, address }));
          return found && (await this.#start(tx, found.actor));
        })
      : null;
    if (signedIn === null) this.#deps.failedLogins.count(address);
    return signedIn;
  }

  /** The actor of a session, as for a request; throws as `Service.authenticate` does. */
  async find(secret: string, address: string | null): Promise<Actor | null> {
    if (!isSessionSecret(secret) || this.#wrong.isKnown(secret)) return null;
    const found = await this.#read((tx) => this.#find(tx, secret, address));
    return found?.actor ?? null;
  }

  async view(secret: string, address: string | null): Promise<SessionView | null> {
    if (!isSessionSecret(secret)) return null;
    return await this.#read(async (tx) => {
      const found = await this.#find(tx, secret, address);
      return found && (await this.#view(tx, found));
    });
  }

  /** Ends a session; with `everywhere`, each one of its token, and its links. */
  async end(secret: string, everywhere: boolean): Promise<void> {
    if (!isSessionSecret(secret)) return;
    await this.#write(async (tx) => {
      const hash = hashSessionSecret('session', secret);
      const row = everywhere ? await findSession(tx, hash, limits.sessionIdleMs) : null;
      if (row !== null) await deleteSessionsOf(tx, row.token_id);
      else await deleteSession(tx, hash);
    });
  }

  async #start(tx: Tx, actor: Actor): Promise<SignedIn | null> {
    const secret = makeSessionSecret();
    const tokenId = tokenIdOf(actor);
    if (tokenId === null && actor.id !== operatorActor.id) return null;
    // A session would outlast the hour for which a stolen token of an application is good.
    if (tokenId !== null && (await isOfApplication(tx, tokenId))) throw noSessionOfApplications();
    const owner = ownerOf(tokenId, this.#deps.operatorToken, 'session', secret);
    if (owner === null) return null;
    const hash = hashSessionSecret('session', secret);
    await insertSession(tx, { hash, owner, lifeMs: limits.sessionMs });
    return { secret, actor };
  }

  async #find(tx: Tx, secret: string, address: string | null): Promise<Found | null> {
    const row = await findSession(tx, hashSessionSecret('session', secret), limits.sessionIdleMs);
    if (row === null) {
      this.#wrong.add(secret);
      return null;
    }
    const found = await this.#actorOf(tx, row, { purpose: 'session', secret, address });
    if (found === null) return null;
    this.#deps.sessionUses.note(row.id);
    return { ...found, row };
  }

  /** The actor to whom a session or a link belongs; null if the token has ended. */
  async #actorOf(
    tx: Tx,
    owner: SessionOwner,
    { purpose, secret, address }: { purpose: Purpose; secret: string; address: string | null },
  ): Promise<Omit<Found, 'row'> | null> {
    const { operatorToken, tokenUses } = this.#deps;
    if (owner.token_id === null) {
      const isOwn = isOfOperator(owner, operatorToken, purpose, secret);
      return isOwn ? { actor: operatorActor, token: null } : null;
    }
    const token = await findToken(tx, owner.token_id);
    return token && { actor: actorOf(tx, token, address, tokenUses), token };
  }

  async #view(tx: Tx, { actor, row, token }: Found): Promise<SessionView> {
    const { database, config } = this.#deps;
    const { name, timezone } = await readProfile(tx);
    const ends = [
      row.expires_at,
      row.idle_until_at,
      ...(token?.expires_at ? [token.expires_at] : []),
    ];
    return {
      name: actor.name,
      scopes: [...actor.scopes],
      kind: token === null ? 'environment' : 'token',
      expires_at: new Date(Math.min(...ends.map((end) => end.getTime()))).toISOString(),
      account: { name, time_zone: timezone },
      version,
      database: database.kind === 'embedded' ? 'embedded' : 'postgres',
      test_clock: config.testClock,
    };
  }

  #read<T>(body: (tx: Tx) => Promise<T>): Promise<T> {
    const { database, config } = this.#deps;
    return retriedTransaction(database, { readOnly: true, testClock: config.testClock }, body);
  }

  #write<T>(body: (tx: Tx) => Promise<T>): Promise<T> {
    const { database, config } = this.#deps;
    return retriedTransaction(database, { testClock: config.testClock }, body);
  }
}
