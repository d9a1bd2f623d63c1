import {
  type Parameters,
  readParameters,
  required,
} from '@postroad/core/account/oauth/authorization-request';
import { OAuthRefusal } from '@postroad/core/account/oauth/oauth-refusal';
import { isLoopbackHost, parseUrl, withoutEndSlashes } from '@postroad/core/platform/url';
import { findOAuthConsent, findOAuthToken } from '@postroad/store/account/oauth/oauth-grant';
import { forCall } from '@postroad/store/platform/connection/connect';
import type { CallName, Database } from '@postroad/store/platform/connection/database';
import type { Tx } from '@postroad/store/platform/transaction';
import type { Actor } from '../../platform/actor.ts';
import { retriedTransaction } from '../../platform/retried-transaction.ts';
import { hashToken } from '../authenticate.ts';
import type { FailedLogins } from '../failed-logins.ts';
import {
  type ConsentView,
  type Decision,
  decide,
  openRequest,
  type RefusedRequest,
  requireAdmin,
  viewOf,
} from './consent.ts';
import {
  exchangeCode,
  type Outcome,
  renewToken,
  revocableBy,
  revokeByClient,
  type TokenAnswer,
  type TokenRequest,
} from './exchange.ts';
import {
  type DocumentReader,
  type Registered,
  RegistrationLimit,
  registerClient,
  resolveClient,
} from './oauth-clients.ts';

interface OAuthDeps {
  database: Database;
  config: { testClock: boolean; baseUrl?: string | null | undefined };
  /** Reads documents of applications by the rules of webhooks. */
  poster: DocumentReader;
  failedLogins: FailedLogins;
}

/** A request of an application as it came. */
export interface FormRequest {
  form: string;
  authorization: string | undefined;
  /** The host that it names, and the address that it came from. */
  host: string;
  address: string;
}

/** In the history, what happens without a person. */
const byItself: CallName = {
  operation: 'revoke_token',
  surface: 'engine',
  actor_kind: 'engine',
  actor_name: 'engine',
};

const grants = { authorization_code: exchangeCode, refresh_token: renewToken } as const;

/**
 * The authorization server that lets applications use MCP on behalf of people (OAUTH-01; OAuth 2.1). What
 * an application gets is a token like any other: this room alone knows that it was consented to. Only
 * the database remembers anything, so any process answers any request.
 */
export class OAuthServer {
  readonly #deps: OAuthDeps;
  readonly #registrations = new RegistrationLimit();

  constructor(deps: OAuthDeps) {
    this.#deps = deps;
  }

  /**
   * The address by which applications know this server: BASE_URL, or on the own machine the host that a
   * request names. Null where there is none that they may use, for want of TLS.
   */
  issuerFor(host: string): string | null {
    const { baseUrl } = this.#deps.config;
    const url = withoutEndSlashes(baseUrl ?? `http://${host}`);
    const parsed = parseUrl(url);
    if (parsed === null) return null;
    const { protocol, hostname } = parsed;
    const isOwn = isLoopbackHost(hostname.replace(/^\[|\]$/g, ''));
    return protocol === 'https:' || isOwn ? url : null;
  }

  /** Registers an application (RFC 7591). Throws an OAuthRefusal, or a Refusal if there are too many. */
  async register(value: unknown, address: string): Promise<Registered> {
    this.#registrations.count(address);
    return await registerClient(this.#run, value);
  }

  /** What a person is asked. Throws an OAuthRefusal where nobody may be sent anywhere. */
  async view(
    actor: Actor,
    { query, host }: { query: string; host: string },
  ): Promise<ConsentView | RefusedRequest> {
    requireAdmin(actor);
    const issuer = this.#issuer(host);
    const request = await openRequest(query, this.#resolve);
    return await this.#run((tx) => viewOf(tx, request, { actor, issuer }));
  }

  /** Takes the decision of a person, and answers where their browser is to go. */
  async decide(
    actor: Actor,
    { query, host, ...decision }: { query: string; host: string } & Decision,
  ): Promise<string> {
    requireAdmin(actor);
    const issuer = this.#issuer(host);
    const request = await openRequest(query, this.#resolve);
    return await this.#run((tx) => decide(tx, request, { actor, issuer, decision }));
  }

  /** Answers a request for a token. Throws an OAuthRefusal, or a Refusal after too many wrong ones. */
  async token({ form, authorization, host, address }: FormRequest): Promise<TokenAnswer> {
    const outcome = await this.#exchange(form, { authorization, issuer: this.#issuer(host) });
    if (!(outcome instanceof OAuthRefusal)) return outcome;
    const { code } = outcome;
    if (code === 'invalid_grant' || code === 'invalid_client') {
      this.#deps.failedLogins.count(address);
    }
    throw outcome;
  }

  /** Revokes a token that an application no longer needs (RFC 7009). Throws as `token` does. */
  async revoke({ form, authorization, address }: FormRequest): Promise<void> {
    try {
      const parameters = readParameters(form);
      const sent = revocableBy(required(parameters, 'token'));
      const found = await this.#run((tx) => findOAuthToken(tx, sent));
      const call = { ...byItself, surface: 'http', actor_kind: 'token' } as const;
      await this.#run(
        (tx) => revokeByClient(tx, { parameters, authorization }),
        found === null ? byItself : { ...call, actor_name: found.name },
      );
    } catch (error) {
      if (error instanceof OAuthRefusal && error.code === 'invalid_client') {
        this.#deps.failedLogins.count(address);
      }
      throw error;
    }
  }

  async #exchange(
    form: string,
    client: Pick<TokenRequest, 'authorization' | 'issuer'>,
  ): Promise<Outcome> {
    try {
      const parameters = readParameters(form);
      const type = required(parameters, 'grant_type');
      const grant = Object.entries(grants).find(([name]) => name === type)?.[1];
      if (grant === undefined) {
        return new OAuthRefusal(
          'unsupported_grant_type',
          'grant_type must be authorization_code or refresh_token.',
        );
      }
      const call = await this.#callOf(parameters);
      return await this.#run((tx) => grant(tx, { parameters, ...client }), call);
    } catch (error) {
      if (error instanceof OAuthRefusal) return error;
      throw error;
    }
  }

  /** Who does it, in the history: the person who consented, unless a code comes again. */
  async #callOf(parameters: Parameters): Promise<CallName> {
    const code = parameters.get('code');
    const consent =
      code === undefined ? null : await this.#run((tx) => findOAuthConsent(tx, hashToken(code)));
    if (consent === null || consent.token_id !== null) return byItself;
    return {
      operation: 'create_token',
      surface: 'console',
      actor_kind: consent.granted_by_kind,
      actor_name: consent.granted_by_name,
    };
  }

  #issuer(host: string): string {
    const issuer = this.issuerFor(host);
    if (issuer !== null) return issuer;
    throw new OAuthRefusal(
      'invalid_request',
      'Applications connect by https alone. Set BASE_URL to the https address of this server.',
    );
  }

  readonly #resolve = (clientId: string) => resolveClient(this.#run, this.#deps.poster, clientId);

  readonly #run = <T>(body: (tx: Tx) => Promise<T>, call: CallName | null = null): Promise<T> => {
    const { database, config } = this.#deps;
    const called = call === null ? database : forCall(database, call);
    return retriedTransaction(called, { testClock: config.testClock }, body);
  };
}
