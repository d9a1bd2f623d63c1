import { createHash, randomBytes } from 'node:crypto';
import type { RunningService } from './running-service.ts';

/** An application that connects by OAuth, and the person who consents, over real HTTP. */
export interface Asking {
  client_id: string;
  redirect_uri: string;
  verifier: string;
  /** The query of the address that the browser opens. */
  query: string;
}

export const redirectUri = 'https://agent.example/callback';

export function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url');
}

async function jsonOf(answer: Response): Promise<Record<string, unknown>> {
  return (await answer.json()) as Record<string, unknown>;
}

export class OAuthAgent {
  readonly #url: string;
  /** Behind the proxy; null: another one each time, so that no limit is reached. */
  readonly #address: string | null;
  #sent = 0;

  constructor({ url }: Pick<RunningService, 'url'>, address: string | null = null) {
    this.#url = url;
    this.#address = address;
  }

  #from(): Record<string, string> {
    this.#sent += 1;
    return { 'x-forwarded-for': this.#address ?? `198.51.${this.#sent >> 8}.${this.#sent & 255}` };
  }

  /** A registration as it is answered. */
  async register(metadata: Record<string, unknown> = {}) {
    const answer = await fetch(`${this.#url}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...this.#from() },
      body: JSON.stringify({
        client_name: 'Agent',
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: 'none',
        ...metadata,
      }),
    });
    return { status: answer.status, body: await jsonOf(answer) };
  }

  /** What a browser is sent with; `changes` replaces parameters, and undefined leaves one out. */
  ask(client_id: string, changes: Record<string, string | undefined> = {}): Asking {
    const verifier = randomBytes(32).toString('base64url');
    const parameters = {
      response_type: 'code',
      client_id,
      redirect_uri: redirectUri,
      code_challenge: challengeOf(verifier),
      code_challenge_method: 'S256',
      state: 'state of the application',
      resource: `${this.#url}/mcp`,
      ...changes,
    };
    const given = Object.entries(parameters).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as [string, string]],
    );
    const query = new URLSearchParams(given).toString();
    return { client_id, redirect_uri: parameters.redirect_uri ?? '', verifier, query };
  }

  async post(path: string, form: Record<string, string>, headers: Record<string, string> = {}) {
    const answer = await fetch(`${this.#url}${path}`, {
      method: 'POST',
      headers: { ...headers, ...this.#from() },
      body: new URLSearchParams(form),
    });
    return { status: answer.status, headers: answer.headers, body: await jsonOf(answer) };
  }

  exchange(asking: Asking, code: string, changes: Record<string, string> = {}) {
    const { client_id, redirect_uri, verifier: code_verifier } = asking;
    const form = { grant_type: 'authorization_code', client_id, redirect_uri, code_verifier };
    return this.post('/oauth/token', { ...form, code, ...changes });
  }

  refresh(client_id: string, refresh_token: unknown, changes: Record<string, string> = {}) {
    const form = { grant_type: 'refresh_token', client_id, refresh_token: String(refresh_token) };
    return this.post('/oauth/token', { ...form, ...changes });
  }

  /** Is consented to, and exchanges the code. */
  async connect(client_id: string, person: Person, decision: Record<string, unknown> = {}) {
    const asking = this.ask(client_id);
    const code = await person.codeFor(asking, decision);
    const { body: tokens } = await this.exchange(asking, code);
    return { asking, code, tokens };
  }

  /** How MCP answers to a token. */
  async mcp(token: unknown) {
    const answer = await fetch(`${this.#url}/mcp`, {
      method: 'POST',
      headers: {
        ...this.#from(),
        authorization: `Bearer ${String(token)}`,
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: {
          protocolVersion: '2025-11-25',
          capabilities: {},
          clientInfo: { name: 'agent', version: '1' },
        },
      }),
    });
    await answer.body?.cancel();
    return answer.status;
  }
}

/** Somebody who is signed in to the console. */
export class Person {
  readonly #url: string;
  readonly #cookie: string;

  private constructor(url: string, cookie: string) {
    this.#url = url;
    this.#cookie = cookie;
  }

  static async signIn({ url }: Pick<RunningService, 'url'>, token: string): Promise<Person> {
    const answer = await fetch(`${url}/console/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    });
    if (!answer.ok) throw new Error(await answer.text());
    return new Person(url, (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '');
  }

  /** A request as the console sends it; `headers` replaces some. */
  async post(path: string, body: object, headers: Record<string, string> = {}) {
    const answer = await fetch(`${this.#url}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        cookie: this.#cookie,
        'sec-fetch-site': 'same-origin',
        ...headers,
      },
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: await jsonOf(answer) };
  }

  view({ query }: Pick<Asking, 'query'>) {
    return this.post('/console/consent/view', { query });
  }

  decide({ query }: Pick<Asking, 'query'>, decision: Record<string, unknown> = {}) {
    const given = { allow: true, scopes: ['read', 'draft'], ...decision };
    return this.post('/console/consent', { query, ...given });
  }

  /** Where the browser goes after the decision. */
  async sentTo(
    asking: Pick<Asking, 'query'>,
    decision: Record<string, unknown> = {},
  ): Promise<URL> {
    const { body } = await this.decide(asking, decision);
    return new URL(String(body.redirect_to));
  }

  async codeFor(asking: Asking, decision: Record<string, unknown> = {}): Promise<string> {
    return (await this.sentTo(asking, decision)).searchParams.get('code') ?? '';
  }
}
