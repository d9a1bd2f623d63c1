import { isIP } from 'node:net';
import { hostname as machineName } from 'node:os';
import { limits } from '@postroad/core/platform/limits';
import { isLoopbackHost } from '@postroad/core/platform/url';
import { type Login, logIn, secretsOf } from './smtp-auth.ts';
import { noFeatures, readFeatures, type SmtpFeatures } from './smtp-features.ts';
import { type Reply, replyText } from './smtp-reply.ts';
import type { SmtpTarget } from './smtp-url.ts';
import { SmtpWire, WireError } from './smtp-wire.ts';

/** Milliseconds to wait in each phase of a conversation (RFC 5321 §4.5.3.2). */
export interface SmtpTimeouts {
  connectMs: number;
  greetingMs: number;
  /** EHLO, STARTTLS, AUTH, MAIL, RCPT, RSET. */
  commandMs: number;
  dataMs: number;
  blockMs: number;
  finalMs: number;
  quitMs: number;
}

export interface SessionOptions {
  target: SmtpTarget;
  /** The name for EHLO; the machine's host name by default. */
  hostname: string | undefined;
  ca: string | undefined;
  timeouts: SmtpTimeouts;
  /** Needed if the target logs in by OAuth. Rejects with an Error whose message can be shown. */
  accessToken?: (() => Promise<string>) | undefined;
}

/**
 * A connection that is ready for messages: greeted, encrypted as the target requires, and logged
 * in.
 */
export interface SmtpSession {
  wire: SmtpWire;
  features: SmtpFeatures;
  /** Texts to remove from replies before they are shown. */
  secrets: readonly string[];
  /** The number of messages tried on this connection. */
  used: number;
  /** Whether the server may still hold half an envelope, which RSET clears. */
  dirty: boolean;
}

/** RFC 5321 §4.5.3.2. */
export const standardTimeouts: SmtpTimeouts = {
  connectMs: limits.smtpConnectMs,
  greetingMs: limits.smtpGreetingMs,
  commandMs: limits.smtpCommandMs,
  dataMs: limits.smtpDataMs,
  blockMs: limits.smtpBlockMs,
  finalMs: limits.smtpFinalMs,
  quitMs: limits.smtpQuitMs,
};

const fullName = /^[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/;

/**
 * Connects, greets, starts TLS and logs in. Promises that a password is never sent in the clear
 * over a network, unless the target says `tls=never`. On failure it closes the connection and
 * rejects with a WireError. Costs about four round trips, and two more for TLS.
 */
export async function openSession(options: SessionOptions): Promise<SmtpSession> {
  const { target, ca, timeouts } = options;
  const login = await loginOf(options);
  const secrets = secretsOf(login);
  const wire = await SmtpWire.connect({ target, ca, connectMs: timeouts.connectMs });
  try {
    await expect(wire, 'with a greeting', timeouts.greetingMs, [220], secrets);
    let features = await greet(wire, options, secrets);
    const encrypted = target.implicitTls || (await encrypt(wire, features, options, secrets));
    if (encrypted && !target.implicitTls) features = await greet(wire, options, secrets);
    if (login !== null) {
      requirePrivacy(wire, target, encrypted);
      await logIn(wire, features, login, timeouts.commandMs);
    }
    return { wire, features, secrets, used: 0, dirty: false };
  } catch (error) {
    wire.destroy();
    throw error;
  }
}

/**
 * Ends the session with QUIT, and waits at most `ms` milliseconds for the answer. Never rejects.
 */
export async function quitSession(session: SmtpSession, ms: number): Promise<void> {
  try {
    session.wire.ref();
    session.wire.write('QUIT\r\n');
    await session.wire.reply('QUIT', ms);
  } catch {
    // The connection is gone either way.
  } finally {
    session.wire.destroy();
  }
}

/** Called before the connection is opened, since fetching an access token can take long or fail. */
async function loginOf({ target, accessToken }: SessionOptions): Promise<Login | null> {
  if (target.oauthUser === null) return target.login;
  try {
    if (accessToken === undefined) throw new Error('There is no way to get access tokens.');
    return { user: target.oauthUser, password: await accessToken(), isAccessToken: true };
  } catch (error) {
    throw new WireError(error instanceof Error ? error.message : 'There is no access token.');
  }
}

async function greet(
  wire: SmtpWire,
  options: SessionOptions,
  secrets: readonly string[],
): Promise<SmtpFeatures> {
  const name = ownName(options.hostname, wire.localAddress);
  const ms = options.timeouts.commandMs;
  wire.write(`EHLO ${name}\r\n`);
  const reply = await wire.reply('EHLO', ms);
  if (reply.code === 250) return readFeatures(reply);
  if (reply.code < 500) throw refusal(wire, 'EHLO', reply, secrets);
  // Old servers do not know EHLO (RFC 5321 §3.2).
  wire.write(`HELO ${name}\r\n`);
  await expect(wire, 'HELO', ms, [250], secrets);
  return noFeatures;
}

/**
 * Starts TLS if the target and the server allow it. Returns whether the connection is encrypted.
 */
async function encrypt(
  wire: SmtpWire,
  features: SmtpFeatures,
  { target, timeouts }: SessionOptions,
  secrets: readonly string[],
): Promise<boolean> {
  if (target.tls === 'never') return false;
  if (features.startTls) {
    wire.write('STARTTLS\r\n');
    const reply = await wire.reply('STARTTLS', timeouts.commandMs);
    if (reply.code === 220) {
      await wire.startTls();
      return true;
    }
    if (target.tls === 'required' || reply.code === 421) {
      throw refusal(wire, 'STARTTLS', reply, secrets);
    }
  }
  if (target.tls === 'required') {
    throw new WireError(
      `${wire.label} offers no TLS, so it gets no mail; set tls=opportunistic in the SMTP URL to send without it.`,
    );
  }
  return false;
}

/**
 * An attacker on the network can remove STARTTLS from the server's offer; the password must not
 * leak then.
 */
function requirePrivacy(wire: SmtpWire, target: SmtpTarget, encrypted: boolean): void {
  if (encrypted || target.tls === 'never' || isLoopbackHost(target.host)) return;
  throw new WireError(
    `${wire.label} offers no TLS, so the password was not sent; set tls=never in the SMTP URL to send it unprotected.`,
  );
}

async function expect(
  wire: SmtpWire,
  command: string,
  ms: number,
  codes: readonly number[],
  secrets: readonly string[],
): Promise<void> {
  const reply = await wire.reply(command, ms);
  if (!codes.includes(reply.code)) throw refusal(wire, command, reply, secrets);
}

function refusal(
  wire: SmtpWire,
  command: string,
  reply: Reply,
  secrets: readonly string[],
): WireError {
  return new WireError(`${wire.label} answered ${command}: ${replyText(reply, secrets)}.`);
}

/** A client without a fully qualified name gives its address (RFC 5321 §4.1.3). */
function ownName(configured: string | undefined, address: string | undefined): string {
  const name = configured ?? machineName();
  if (fullName.test(name)) return name;
  const [literal = ''] = (address ?? '127.0.0.1').split('%');
  return isIP(literal) === 6 ? `[IPv6:${literal}]` : `[${literal}]`;
}
