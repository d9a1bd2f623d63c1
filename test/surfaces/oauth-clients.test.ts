import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernHttp,
  type OAuthClientProvider as ModernProvider,
  UnauthorizedError as ModernUnauthorized,
} from '@modelcontextprotocol/client';
import {
  type OAuthClientProvider,
  UnauthorizedError,
} from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { transaction } from '@postroad/store/platform/transaction';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Person, redirectUri } from './oauth-agent.ts';
import { type RunningService, startService } from './running-service.ts';

let running: RunningService;
let person: Person;

beforeAll(async () => {
  running = await startService({ TEST_CLOCK: '0' });
  person = await Person.signIn(running, running.token);
});

afterAll(() => running.stop());

/** What an application keeps; the SDK does the rest. */
class Kept {
  readonly redirectUrl = redirectUri;
  readonly clientMetadata = {
    client_name: 'SDK client',
    redirect_uris: [redirectUri],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
  client: { client_id: string } | undefined;
  kept: { access_token: string; refresh_token?: string } | undefined;
  opened: URL | undefined;
  #verifier = '';
  #discovered: object | undefined;

  state = () => 'of the application';
  clientInformation = () => this.client;
  saveClientInformation = (client: { client_id: string }) => {
    this.client = client;
  };
  tokens = () => this.kept;
  saveTokens = (tokens: { access_token: string; refresh_token?: string }) => {
    this.kept = tokens;
  };
  redirectToAuthorization = (url: URL) => {
    this.opened = url;
  };
  saveDiscoveryState = (state: object) => {
    this.#discovered = state;
  };
  discoveryState = () => this.#discovered;
  saveCodeVerifier = (verifier: string) => {
    this.#verifier = verifier;
  };
  codeVerifier = () => this.#verifier;
}

/** A client of one version of the SDK, which throws where a person is to be asked. */
interface Connecting {
  connect(): Promise<unknown>;
  finish(answer: URLSearchParams): Promise<void>;
  tools(): Promise<{ name: string }[]>;
  close(): Promise<void>;
}

const identity = { name: 'oauth-test', version: '1.0.0' };

function modern(kept: Kept, mode: 'auto' | 'legacy'): () => Connecting {
  return () => {
    const authProvider = kept as unknown as ModernProvider;
    const transport = new ModernHttp(new URL('/mcp', running.url), { authProvider });
    const client = new ModernClient(identity, { versionNegotiation: { mode } });
    return {
      connect: () => client.connect(transport),
      finish: (answer) => transport.finishAuth(answer),
      tools: async () => (await client.listTools()).tools,
      close: () => client.close(),
    };
  };
}

function old(kept: Kept, path: '/mcp' | '/sse'): () => Connecting {
  return () => {
    const authProvider = kept as unknown as OAuthClientProvider;
    const url = new URL(path, running.url);
    const transport =
      path === '/sse'
        ? new SSEClientTransport(url, { authProvider })
        : new StreamableHTTPClientTransport(url, { authProvider });
    const client = new Client(identity);
    return {
      connect: () => client.connect(transport as Parameters<Client['connect']>[0]),
      finish: (answer) => transport.finishAuth(answer.get('code') ?? ''),
      tools: async () => (await client.listTools()).tools,
      close: () => client.close(),
    };
  };
}

/** A token that is over, as an hour later. */
const endTokens = () =>
  transaction(
    running.database,
    {},
    ({ sql }) => sql`
      update api_tokens t set expires_at = now() - interval '1 minute'
      where exists (select from oauth_grants g where g.token_id = t.id)`,
  );

it.each<[string, (kept: Kept) => () => Connecting]>([
  ['of 2026-07-28', (kept) => modern(kept, 'auto')],
  ['of 2025-11-25', (kept) => modern(kept, 'legacy')],
  ['of the first version', (kept) => old(kept, '/mcp')],
])(
  'OAUTH-03 a client %s that has several calls open renews for each, and needs no person',
  async (_, clientOf) => {
    const kept = new Kept();
    const start = clientOf(kept);
    const first = start();
    await first.connect().catch(() => undefined);
    const to = await person.sentTo({ query: kept.opened?.search.slice(1) ?? '' });
    await first.finish(to.searchParams);
    const client = start();
    await client.connect();
    kept.opened = undefined;
    for (let hour = 0; hour < 2; hour += 1) {
      await endTokens();
      const lists = await Promise.all(Array.from({ length: 5 }, () => client.tools()));
      expect(lists.every((tools) => tools.length > 0)).toBe(true);
    }
    expect(kept.opened).toBeUndefined();
    await client.close();
    await first.close();
  },
);

describe('OAUTH-03 the client of the SDK goes the whole way', () => {
  it.each<[string, (kept: Kept) => () => Connecting]>([
    ['of 2026-07-28', (kept) => modern(kept, 'auto')],
    ['of 2025-11-25', (kept) => modern(kept, 'legacy')],
    ['of the first version', (kept) => old(kept, '/mcp')],
    ['over Server-Sent Events', (kept) => old(kept, '/sse')],
  ])('%s', async (_, clientOf) => {
    const kept = new Kept();
    const start = clientOf(kept);
    const first = start();
    const thrown = await first.connect().catch((error: unknown) => error);
    expect(
      thrown instanceof ModernUnauthorized || thrown instanceof UnauthorizedError,
      String(thrown),
    ).toBe(true);
    const { opened } = kept;
    expect(opened?.pathname).toBe('/oauth/authorize');
    expect(opened?.searchParams.get('scope')).toBe('read draft');
    const to = await person.sentTo({ query: opened?.search.slice(1) ?? '' });
    await first.finish(to.searchParams);
    const second = start();
    await second.connect();
    const names = (await second.tools()).map(({ name }) => name);
    expect(names).toContain('list_flows');
    expect(names).not.toContain('activate_flow');
    // An hour later it renews its token without a person.
    const before = kept.kept;
    kept.opened = undefined;
    await second.close();
    await endTokens();
    const third = start();
    await third.connect();
    expect((await third.tools()).length).toBeGreaterThan(0);
    expect(kept.opened).toBeUndefined();
    expect(kept.kept?.access_token).not.toBe(before?.access_token);
    expect(kept.kept?.refresh_token).not.toBe(before?.refresh_token);
    await third.close();
    await first.close();
  });
});
