import { isIP } from 'node:net';

export type TlsMode = 'never' | 'opportunistic' | 'required';

/** Where mail is handed over, and how. */
export interface SmtpTarget {
  host: string;
  port: number;
  /** TLS from the first byte (`smtps:`); otherwise STARTTLS as `tls` says. */
  implicitTls: boolean;
  tls: TlsMode;
  /** Accepts any certificate. */
  insecure: boolean;
  login: { user: string; password: string } | null;
}

const hostName = /^[A-Za-z0-9._-]{1,253}$/;
const tlsModes: readonly TlsMode[] = ['never', 'opportunistic', 'required'];

/** RFC 8314 and RFC 6409. */
const portOf: Record<string, number> = { 'smtp:': 587, 'smtps:': 465 };

/**
 * Reads `smtp://user:password@host:port?tls=required` or `smtps://…`; `insecure=1` turns certificate
 * checks off. Throws an Error with one sentence, which repeats nothing of the input: with a stray
 * `@`, `/`, `?` or `#` in it, any part of the URL can be part of the password.
 */
export function parseSmtpUrl(value: string): SmtpTarget {
  const url = readUrl(value);
  const port = portOf[url.protocol];
  if (port === undefined) throw new Error('The SMTP URL must begin with smtp:// or smtps://.');
  if (url.hash !== '' || (url.pathname !== '' && url.pathname !== '/')) {
    throw new Error(
      'The SMTP URL must end after the port or the options; write "/", "?", "#" and "@" in a password as %2F, %3F, %23 and %40.',
    );
  }
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (!hostName.test(host) && isIP(host) === 0) {
    throw new Error('The SMTP URL has no valid host name.');
  }
  if (url.port === '0') throw new Error('The SMTP URL has the port 0, which no server listens on.');
  const implicitTls = url.protocol === 'smtps:';
  return {
    host,
    port: url.port === '' ? port : Number(url.port),
    implicitTls,
    ...readOptions(url.searchParams, implicitTls),
    login: readLogin(url),
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
): Pick<SmtpTarget, 'tls' | 'insecure'> {
  for (const name of options.keys()) {
    if ((name !== 'tls' && name !== 'insecure') || options.getAll(name).length > 1) {
      throw new Error('The SMTP URL may carry the options tls and insecure, once each.');
    }
  }
  const tls = tlsModes.find((mode) => mode === (options.get('tls') ?? 'opportunistic'));
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

function readLogin(url: URL): SmtpTarget['login'] {
  if (url.username === '' && url.password === '') return null;
  const user = decode(url.username);
  const password = decode(url.password);
  if (user === '' || password === '') {
    throw new Error('The SMTP URL must have both a user name and a password, or neither.');
  }
  // NUL separates the parts of AUTH PLAIN (RFC 4616).
  if (user.includes('\0') || password.includes('\0')) {
    throw new Error('The SMTP URL has a NUL character in its user name or password.');
  }
  return { user, password };
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
