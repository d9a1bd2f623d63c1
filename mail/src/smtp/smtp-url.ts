import { isIP } from 'node:net';
import { limits } from '@postroad/core/platform/limits';
import { isPrivateHost } from '@postroad/core/platform/url';

export type TlsMode = 'never' | 'opportunistic' | 'required';

/** The server to which mail is handed over, and how to connect to it. */
export interface SmtpTarget {
  host: string;
  port: number;
  /** TLS from the first octet (`smtps:`); otherwise STARTTLS according to `tls`. */
  implicitTls: boolean;
  tls: TlsMode;
  /** Whether any certificate is accepted. */
  insecure: boolean;
  login: { user: string; password: string } | null;
  /** The user who logs in with XOAUTH2 and an access token. */
  oauthUser: string | null;
  /** The number of simultaneous connections; null if the URL does not say. */
  connections: number | null;
}

const hostName = /^[A-Za-z0-9._-]{1,253}$/;
const tlsModes: readonly TlsMode[] = ['never', 'opportunistic', 'required'];

const optionNames = ['tls', 'insecure', 'auth', 'connections'];

const submissionPort = 587;

/** Default ports (RFC 6409, RFC 8314). */
const portOf: Record<string, number> = { 'smtp:': submissionPort, 'smtps:': 465 };

/**
 * Reads `smtp://user:password@host:port?tls=required` or `smtps://…`. `insecure=1` turns
 * certificate checks off, `auth=xoauth2` logs in by OAuth, `connections` is the number of
 * simultaneous connections. Throws an Error with one sentence that quotes no part of the input:
 * with a stray `@`, `/`, `?` or `#` in it, any part of the URL can be part of the password.
 */
export function parseSmtpUrl(value: string): SmtpTarget {
  const url = readUrl(value);
  const defaultPort = portOf[url.protocol];
  if (defaultPort === undefined) {
    throw new Error('The SMTP URL must begin with smtp:// or smtps://.');
  }
  if (url.hash !== '' || (url.pathname !== '' && url.pathname !== '/')) {
    throw new Error(
      'The SMTP URL must end after the port or the options; write "/", "?", "#" and "@" in a password as %2F, %3F, %23 and %40.',
    );
  }
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (!hostName.test(host) && isIP(host) === 0) {
    throw new Error('The SMTP URL has no valid host name.');
  }
  if (url.port === '0') throw new Error('The SMTP URL has the port 0, on which no server listens.');
  const implicitTls = url.protocol === 'smtps:';
  const port = url.port === '' ? defaultPort : Number(url.port);
  // Every public server for submission has STARTTLS; who takes it out reads the mail (SEC-32).
  const isPublic = port === submissionPort && !implicitTls && !isPrivateHost(host);
  return {
    ...{ host, port, implicitTls },
    ...readOptions(url.searchParams, implicitTls, isPublic ? 'required' : 'opportunistic'),
    ...readLogin(url),
    connections: readConnections(url.searchParams.get('connections')),
  };
}

function readUrl(value: string): URL {
  try {
    return new URL(value.trim());
  } catch {
    throw new Error(
      'The SMTP URL is not a URL such as smtp://user:password@mail.example.com:587; write special characters in a password as %XX.',
    );
  }
}

function readOptions(
  options: URLSearchParams,
  implicitTls: boolean,
  usual: TlsMode,
): Pick<SmtpTarget, 'tls' | 'insecure'> {
  for (const name of options.keys()) {
    if (!optionNames.includes(name) || options.getAll(name).length > 1) {
      throw new Error(`The SMTP URL may carry the options ${optionNames.join(', ')}, once each.`);
    }
  }
  const tls = tlsModes.find((mode) => mode === (options.get('tls') ?? usual));
  if (tls === undefined) {
    throw new Error('The SMTP URL option tls must be never, opportunistic or required.');
  }
  if (implicitTls && tls === 'never') {
    throw new Error('The SMTP URL asks for smtps and for tls=never; choose one.');
  }
  const insecure = options.get('insecure') ?? '0';
  if (insecure !== '0' && insecure !== '1') {
    throw new Error('The SMTP URL option insecure must be 0 or 1.');
  }
  return { tls, insecure: insecure === '1' };
}

function readLogin(url: URL): Pick<SmtpTarget, 'login' | 'oauthUser'> {
  const auth = url.searchParams.get('auth') ?? 'password';
  if (auth !== 'password' && auth !== 'xoauth2') {
    throw new Error('The SMTP URL option auth must be password or xoauth2.');
  }
  const [user, password] = [decode(url.username), decode(url.password)];
  // NUL separates the parts of AUTH PLAIN (RFC 4616), ^A those of XOAUTH2.
  if (user.includes('\0') || user.includes('\x01') || password.includes('\0')) {
    throw new Error('The SMTP URL has a NUL character in its user name or password.');
  }
  if (auth === 'xoauth2') {
    if (user === '' || password !== '') {
      throw new Error('The SMTP URL with auth=xoauth2 must have a user name and no password.');
    }
    return { login: null, oauthUser: user };
  }
  if (user === '' && password === '') return { login: null, oauthUser: null };
  if (user === '' || password === '') {
    throw new Error('The SMTP URL must have both a user name and a password, or neither.');
  }
  return { login: { user, password }, oauthUser: null };
}

function readConnections(value: string | null): number | null {
  if (value === null) return null;
  const connections = /^\d{1,3}$/.test(value) ? Number(value) : 0;
  if (connections < 1 || connections > limits.smtpConnectionsMost) {
    const most = limits.smtpConnectionsMost;
    throw new Error(`The SMTP URL option connections must be a number from 1 to ${most}.`);
  }
  return connections;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new Error(
      'The SMTP URL has a "%" in its user name or password that is not followed by two hexadecimal digits; write it as %25.',
    );
  }
}
