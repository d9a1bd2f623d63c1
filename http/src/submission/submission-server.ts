import type { AddressInfo } from 'node:net';
import { limits } from '@postroad/core/platform/limits';
import { Refusal } from '@postroad/core/platform/refusal';
import { isLoopbackHost } from '@postroad/core/platform/url';
import type { Service } from '@postroad/service/app/service';
import type { Actor } from '@postroad/service/platform/actor';
import { AddressRanges, networkOf } from '@postroad/service/platform/addresses';
import {
  SMTPServer,
  type SMTPServerAddress,
  type SMTPServerDataStream,
  type SMTPServerSession,
} from 'smtp-server';

export interface SubmissionOptions {
  host: string;
  port: number;
  /** Certificate and key in PEM; null: there is no TLS. */
  tls: { cert: string; key: string } | null;
  /** Proxies, whose connections are those of many clients. */
  trustedProxies?: readonly string[];
}

export interface SubmissionServer {
  port: number;
  close(): Promise<void>;
}

/** A reply that refuses, with its enhanced code (RFC 3463). */
class Reply extends Error {
  readonly responseCode: number;

  constructor(responseCode: number, enhanced: string, text: string) {
    super(`${enhanced} ${text}`);
    this.responseCode = responseCode;
  }
}

const loginNeeded = new Reply(
  530,
  '5.7.0',
  'Log in first: a token with the scope send is the password.',
);
const tooManyConnections = new Reply(
  421,
  '4.7.0',
  `Your address has ${limits.submissionConnectionsPerAddress} connections already. Close one, then try again.`,
);
const tlsNeeded = new Reply(530, '5.7.0', 'Start TLS first.');
/** The parameters of what the server announces; RCPT has none. */
const mailParameters = ['SIZE', 'BODY', 'SMTPUTF8', 'AUTH'];
const ownCode = /^[245]\.\d{1,3}\.\d{1,3} /;

/** What the login of a connection is checked by, again for each mail. */
interface Login {
  secret: string;
  actor: Actor;
}

/** What commands of a conversation answer: null, or the refusal. */
class Conversations {
  readonly #service: Service;
  readonly #isLoopback: boolean;
  readonly #logins = new Map<string, Login>();

  constructor(service: Service, isLoopback: boolean) {
    this.#service = service;
    this.#isLoopback = isLoopback;
  }

  end({ id }: SMTPServerSession): void {
    this.#logins.delete(id);
  }

  logIn(session: SMTPServerSession, secret: string): Promise<Reply | null> {
    return this.#replying(async () => {
      const actor = await this.#service.authenticate(secret, session.remoteAddress);
      if (actor === null) throw new Reply(535, '5.7.8', 'The password is no valid token.');
      if (!this.#service.submission.mayUse(actor)) {
        const text = 'The token has no scope that sends; make one with the scope send.';
        throw new Reply(535, '5.7.8', text);
      }
      this.#logins.set(session.id, { secret, actor });
    });
  }

  mailFrom(
    session: SMTPServerSession,
    { address, args }: SMTPServerAddress,
  ): Promise<Reply | null> {
    return this.#replying(async () => {
      checkParameters(args, mailParameters);
      this.#service.limit(await this.#actorOf(session), 'calls');
      if (address !== '') await this.#service.submission.checkSender(address);
    });
  }

  rcptTo(session: SMTPServerSession, { address, args }: SMTPServerAddress): Promise<Reply | null> {
    return this.#replying(async () => {
      checkParameters(args, []);
      const most = limits.submissionRecipients;
      if (session.envelope.rcptTo.length >= most) {
        throw new Reply(452, '4.5.3', `A mail has at most ${most} recipients; send another.`);
      }
      await this.#service.submission.checkRecipient(address);
    });
  }

  data(session: SMTPServerSession, stream: SMTPServerDataStream): Promise<Reply | null> {
    return this.#replying(async () => {
      try {
        const actor = await this.#actorOf(session);
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        const content = upToLimit(stream);
        await this.#service.submission.accept({ actor, recipients, content });
      } finally {
        // The library answers once the stream has ended, also where nobody reads on.
        stream.resume();
      }
    });
  }

  /** A token that was revoked meanwhile submits no further mail. */
  async #actorOf(session: SMTPServerSession): Promise<Actor> {
    const login = this.#logins.get(session.id);
    if (login === undefined) throw session.secure || this.#isLoopback ? loginNeeded : tlsNeeded;
    const actor = await this.#service.authenticate(login.secret, session.remoteAddress);
    if (actor === null) throw new Reply(530, '5.7.0', 'The token is no longer valid.');
    return actor;
  }

  async #replying(body: () => Promise<void>): Promise<Reply | null> {
    try {
      await body();
      return null;
    } catch (error) {
      if (error instanceof Reply) return error;
      if (error instanceof Refusal) return replyOf(error);
      this.#service.log.error('A mail could not be taken.', { error });
      return new Reply(451, '4.3.0', 'The mail could not be taken now. Try again.');
    }
  }
}

/**
 * Takes mail from programs by SMTP (RFC 6409), as `POST /api/v1/messages` takes it as JSON. Each reply
 * that refuses has an enhanced code; 250 comes after the commit (SUBM-01 to SUBM-07).
 */
export async function listenForMail(
  service: Service,
  { host, port, tls, trustedProxies = [] }: SubmissionOptions,
): Promise<SubmissionServer> {
  const isLoopback = isLoopbackHost(host);
  const conversations = new Conversations(service, isLoopback);
  const proxies = new AddressRanges(trustedProxies);
  const server = new SMTPServer({
    banner: 'Postroad',
    authMethods: ['PLAIN', 'LOGIN'],
    authOptional: true,
    disableReverseLookup: true,
    logger: false,
    hideENHANCEDSTATUSCODES: false,
    // Mail is handed to providers, which are asked for neither. Webhooks tell what became of it.
    hideREQUIRETLS: true,
    hideDSN: true,
    size: limits.submissionBytes,
    maxClients: limits.submissionConnections,
    socketTimeout: limits.submissionIdleMs,
    allowInsecureAuth: isLoopback,
    ...(tls === null ? { disabledCommands: ['STARTTLS'] } : tls),
    onConnect(session, callback) {
      const { remoteAddress } = session;
      if (!proxies.has(remoteAddress) && isOneTooMany(server, remoteAddress)) {
        return callback(tooManyConnections);
      }
      keepOwnCodes(server, session);
      if (!isLoopback) session.disabledCommands = tls === null ? ['STARTTLS', 'AUTH'] : ['AUTH'];
      callback();
    },
    onSecure(_socket, session, callback) {
      session.disabledCommands = [];
      callback();
    },
    onClose: (session) => conversations.end(session),
    onAuth({ password }, session, callback) {
      void conversations
        .logIn(session, password ?? '')
        .then((refused) =>
          refused === null ? callback(null, { user: session.id }) : callback(refused),
        );
    },
    onMailFrom(address, session, callback) {
      void conversations.mailFrom(session, address).then(callback);
    },
    onRcptTo(address, session, callback) {
      void conversations.rcptTo(session, address).then(callback);
    },
    onData(stream, session, callback) {
      void conversations
        .data(session, stream)
        .then((refused) => callback(refused, '2.6.0 The mail is stored.'));
    },
  });
  await listening(server, host, port);
  // Clients that break off, and scanners, cause errors here.
  server.on('error', (error) => service.log.debug('A connection for mail broke.', { error }));
  return {
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Whether an address has more than its share, so that one client never takes all (SEC-06). */
function isOneTooMany(server: SMTPServer, address: string): boolean {
  const network = networkOf(address);
  const same = [...server.connections].filter(
    ({ remoteAddress }) => networkOf(remoteAddress) === network,
  );
  return same.length > limits.submissionConnectionsPerAddress;
}

function listening(server: SMTPServer, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** The library gives each reply the code of its number; a reply with a code of its own keeps that. */
function keepOwnCodes(server: SMTPServer, { id }: SMTPServerSession): void {
  for (const connection of server.connections) {
    if (connection.id !== id) continue;
    const send = connection.send.bind(connection);
    connection.send = (code, data, context) =>
      send(code, data, typeof data === 'string' && ownCode.test(data) ? false : context);
  }
}

/** Throws where a command has a parameter that the server does not know (RFC 5321 §4.1.1.11). */
function checkParameters(args: SMTPServerAddress['args'], known: readonly string[]): void {
  const unknown = Object.keys(args || {}).find((name) => !known.includes(name.toUpperCase()));
  if (unknown === undefined) return;
  const name = unknown.slice(0, limits.smtpReasonChars);
  throw new Reply(555, '5.5.4', `The parameter ${name} is not known here; leave it out.`);
}

/** The bytes of a mail; throws beyond the limit, which the library answers with 552 by itself. */
async function* upToLimit(stream: AsyncIterable<unknown>): AsyncIterable<Uint8Array> {
  let seen = 0;
  for await (const bytes of stream) {
    if (!(bytes instanceof Uint8Array)) continue;
    seen += bytes.length;
    if (seen > limits.submissionBytes) {
      throw new Reply(552, '5.3.4', `A mail has at most ${limits.submissionBytes} bytes.`);
    }
    yield bytes;
  }
}

/** What a refusal of the service is in SMTP. */
function replyOf(refusal: Refusal): Reply {
  const [first] = refusal.members.errors ?? [];
  const text = (first?.message ?? refusal.message).slice(0, limits.smtpReasonChars);
  const code = first?.code ?? refusal.code;
  if (code === 'sender_not_allowed' || code === 'recipient_suppressed') {
    return new Reply(550, '5.7.1', text);
  }
  if (code === 'address_invalid') return new Reply(553, '5.1.3', text);
  if (refusal.code === 'rate_limited') return new Reply(451, '4.7.1', text);
  if (refusal.code === 'token_expired' || refusal.code === 'address_not_allowed') {
    return new Reply(535, '5.7.8', text);
  }
  // Another mail of the same people came at the same moment, so the next try can succeed.
  const passes = refusal.code === 'unavailable' || refusal.code === 'conflict';
  if (passes) return new Reply(451, '4.3.0', text);
  return new Reply(554, '5.6.0', text);
}
