import { isIP } from 'node:net';
import { isLoopbackHost } from '@postroad/core/platform/url';

/** The values of `sslmode` (PostgreSQL, "SSL Mode Descriptions"). */
export const sslModes = [
  'disable',
  'allow',
  'prefer',
  'require',
  'verify-ca',
  'verify-full',
] as const;
export type SslMode = (typeof sslModes)[number];

/** Where a server listens: at a port, or at a Unix socket. */
export type ServerAddress = { host: string; port: number } | { path: string };

/** How to connect to the server of a DATABASE_URL. */
export interface ServerTarget {
  /** Tried in this order. */
  addresses: ServerAddress[];
  /** Null means the default of the address. */
  sslMode: SslMode | null;
  /** The file of the certificates to trust; null for those that Node trusts. */
  rootCertificates: string | null;
  /** TLS from the first byte, as PostgreSQL 17 offers it. */
  directTls: boolean;
  /** Whether a server is chosen by whether it can be written to. */
  chooses: boolean;
  /** The URL without all of this. */
  url: string;
}

const options = ['sslmode', 'ssl', 'sslrootcert', 'sslnegotiation', 'host', 'port'] as const;

/**
 * Reads a DATABASE_URL as libpq does. Throws an Error with one sentence that quotes nothing but
 * names of options, since any part of the URL can be part of the password.
 */
export function parseServerUrl(text: string): ServerTarget {
  const url = new URL(text);
  const given = new Map(options.map((name) => [name, url.searchParams.get(name)]));
  for (const name of options) url.searchParams.delete(name);
  const sslMode = sslModeOf(given.get('sslmode') ?? sslOf(given.get('ssl')));
  const root = given.get('sslrootcert') ?? null;
  const negotiation = given.get('sslnegotiation') ?? 'postgres';
  if (negotiation !== 'postgres' && negotiation !== 'direct') {
    throw new Error('The option sslnegotiation must be postgres or direct.');
  }
  const hosts = given.get('host') || decoded(url.hostname) || 'localhost';
  const ports = given.get('port') || url.port || '5432';
  // Nothing else reads the host, and its types of hosts differ.
  url.port = '';
  return {
    addresses: hosts.split(',').map((host) => addressOf(host, ports)),
    sslMode,
    rootCertificates: root === 'system' ? null : root,
    directTls: negotiation === 'direct',
    chooses: url.searchParams.has('target_session_attrs'),
    url: url.href,
  };
}

function decoded(host: string): string {
  try {
    return decodeURIComponent(host);
  } catch {
    throw new Error('The host has a "%" that is not followed by two hexadecimal digits.');
  }
}

function sslModeOf(text: string | null): SslMode | null {
  if (text === null) return null;
  const mode = sslModes.find((known) => known === text);
  if (mode === undefined) throw new Error(`The option sslmode must be ${sslModes.join(', ')}.`);
  return mode;
}

/** What other clients write for it. */
function sslOf(text: string | null | undefined): string | null {
  if (text === 'true' || text === '1') return 'verify-full';
  if (text === 'false' || text === '0') return 'disable';
  return text ?? null;
}

function addressOf(text: string, ports: string): ServerAddress {
  const isAddress = isIP(text) === 6;
  const [, bracketed, plain = '', own] = /^(?:\[(.*)\]|(.*?))(?::(\d+))?$/.exec(text) ?? [];
  const host = isAddress ? text : (bracketed ?? plain);
  const port = Number((isAddress ? undefined : own) ?? ports);
  if (host.startsWith('/')) return { path: `${host}/.s.PGSQL.${port}` };
  if (host === '' || !(port >= 1 && port <= 65_535)) {
    throw new Error('The host must be a name, an address or the folder of a socket.');
  }
  return { host, port };
}

/** The mode for one address: off this machine TLS with a verified name, unless asked otherwise. */
export function sslModeAt(address: ServerAddress, { sslMode }: ServerTarget): SslMode | 'local' {
  if ('path' in address) return sslMode === 'disable' ? 'disable' : 'local';
  return sslMode ?? (isLoopbackHost(address.host) ? 'local' : 'verify-full');
}

export function addressName(address: ServerAddress): string {
  if ('path' in address) return address.path;
  return `${address.host.includes(':') ? `[${address.host}]` : address.host}:${address.port}`;
}
