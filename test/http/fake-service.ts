import { type OperationName, operationNamed } from '@postroad/core/catalog/catalog';
import { isAllowed } from '@postroad/core/platform/operations/allowed';
import { parseInput } from '@postroad/core/platform/operations/parse-input';
import { Refusal } from '@postroad/core/platform/refusal';
import type { Answer, InvokeOptions, Readiness, Service } from '@postroad/service/app/service';
import type { Actor } from '@postroad/service/platform/actor';
import { createLog } from '@postroad/service/platform/log';
import { Measures } from '@postroad/service/platform/observing/measures';

export interface Call {
  name: OperationName;
  input: unknown;
  options: InvokeOptions;
}

export interface FakeService extends Service {
  /** The calls that reached the service with valid input, in order. */
  calls: Call[];
  /** The outputs of operations; `{}` by default. */
  outputs: Partial<Record<OperationName, object>>;
  /** If set, every call throws it. */
  fault: Error | null;
  state: Readiness;
  /** Why its database has stopped. */
  databaseStopped: string | null;
}

const actors: Record<string, Actor> = {
  'write-token': { id: 'token 1', name: 'writer', scopes: ['admin'] },
  'read-token': { id: 'token 2', name: 'reader', scopes: ['read'] },
};

/** Consents are in the database. */
async function noOAuth(): Promise<never> {
  throw new Error('No test asks for a consent.');
}

/**
 * A service without a database, for tests of the HTTP adapter: it validates input as the real one
 * does and only records the call. It can fail in ways that a real one rarely does.
 */
export function createFakeService(): FakeService {
  const fake: FakeService = {
    log: createLog('silent'),
    requests: new Measures().requests,
    tracer: null,
    lanes: [],
    calls: [],
    outputs: {},
    fault: null,
    databaseStopped: null,
    state: { ready: true, degraded: false, reasons: [] },
    position: () => null,
    lacksSender: async () => false,
    submission: {
      mayUse: () => false,
      checkSender: async () => undefined,
      checkRecipient: async () => undefined,
      accept: async () => undefined,
    },
    receiveFiles: () => ({
      count: 0,
      find: () => undefined,
      open: async () => {
        throw new Error('A service without a database stores no files.');
      },
      drop: async () => {},
    }),
    async invoke<Name extends OperationName>(name: Name, value: unknown, options: InvokeOptions) {
      const operation = operationNamed(name);
      if (!isAllowed(operation, options.actor.scopes, options)) {
        throw new Refusal('forbidden', 'The token may not do this.');
      }
      const input = parseInput(operation.input, value, operation);
      if (fake.fault) throw fake.fault;
      fake.calls.push({ name, input, options });
      const output = fake.outputs[name] ?? {};
      const { status } = operation;
      return {
        status: typeof status === 'function' ? status(output) : status,
        output,
        dryRun: options.dryRun === true,
        replayed: false,
        position: null,
      } as Answer<Name>;
    },
    async receive(name, given, body, options) {
      const argument = operationNamed(name).bodyStream?.argument ?? '';
      parseInput(operationNamed(name).input, { ...given, [argument]: '' });
      const pieces: Uint8Array[] = [];
      for await (const piece of body) pieces.push(piece);
      const content = Buffer.concat(pieces).toString('utf8');
      return await fake.invoke(name, { ...given, [argument]: content }, options);
    },
    async stream(name, value, options) {
      await fake.invoke(name, value, options);
      return (async function* () {
        yield 'streamed\n';
      })();
    },
    operator: () => null,
    authenticate: async (secret) => actors[secret] ?? null,
    limit: () => null,
    embeds: { sites: async () => null, show: async () => null },
    oauth: {
      issuerFor: (host) => `http://${host}`,
      register: noOAuth,
      view: noOAuth,
      decide: noOAuth,
      token: noOAuth,
      revoke: noOAuth,
    },
    forms: {
      read: async () => null,
      challenge: async () => {
        throw new Error('No test asks for a challenge.');
      },
      signUp: async () => null,
      readSignUp: async () => null,
      confirm: async () => null,
    },
    sessions: {
      start: async (actor) => ({ secret: 'x'.repeat(43), actor }),
      useLink: async () => null,
      find: async () => null,
      view: async () => null,
      end: async () => {},
    },
    watchToken: () => () => undefined,
    admitWebhook: (provider) => (provider === 'nobody' ? null : true),
    takeWebhook: async (provider) => (provider === 'postmark' ? false : null),
    takeOpen: (token) => token === 'known',
    takeClick: async (token) => (token === 'known' ? 'https://a.example/' : null),
    accountName: async () => '',
    readSubscription: async () => null,
    unsubscribe: async () => null,
    resubscribe: async () => null,
    savePreferences: async () => null,
    databaseFault: () => fake.databaseStopped,
    readiness: async () => fake.state,
    metrics: async () => 'postroad_up 1\n',
    isOutdated: async () => false,
    round: async () => false,
    tick: async () => false,
    onWake: () => () => undefined,
    holdLease: async () => undefined,
    onChange: async () => () => undefined,
    announceEditing: () => undefined,
    announce: async () => undefined,
    close: async () => undefined,
    stop: (steps) => steps(),
  };
  return fake;
}
