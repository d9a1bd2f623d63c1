import { isIP } from 'node:net';
import { isLoopbackHost, parseUrl } from '@postroad/core/platform/url';

/** The values of `sslmode` (PostgreSQL, "SSL Mode Descriptions"). */
const sslModes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;
export type SslMode = (typeof sslModes)[number];

/** Where a server listens: at a port, or at a Unix socket. */
export type ServerAddress = { host: string; port: number } | { path: string };

/** How to connect to the servers of a DATABASE_URL. */
export interface ServerTarget {
  /** The variable that the URL is from, for messages. */
  variable: ServerVariable;
  /** Several are the members of one cluster, of which one is the primary. */
  addresses: ServerAddress[];
  /** Null means the default of the address. */
  sslMode: SslMode | null;
  /** The file of the certificates to trust; null for those that Node trusts. */
  rootCertificates: string | null;
  /** TLS from the first byte, as PostgreSQL 17 offers it. */
  directTls: boolean;
  /** Servers of another role are passed over; null takes any. */
  role: ServerRole | null;
  /** Whether statements are prepared on the server, which a pooler may lose. */
  prepares: boolean;
  /** The URL without all of this but the last. */
  url: string;
}

/** The variables that hold the URL of a server. */
export type ServerVariable = 'DATABASE_URL' | 'LISTEN_DATABASE_URL' | 'REPLICA_URL';

/** The values of `target_session_attrs` that are of use here. */
export type ServerRole = 'primary' | 'standby';

/** What each variable leads to. */
const roles: Readonly<Record<ServerVariable, { role: ServerRole; is: string }>> = {
  DATABASE_URL: { role: 'primary', is: 'the one that takes writes' },
  LISTEN_DATABASE_URL: { role: 'primary', is: 'the one that takes writes' },
  REPLICA_URL: { role: 'standby', is: 'one that follows the primary' },
};

const options = [
  ...['sslmode', 'ssl', 'sslrootcert', 'sslnegotiation', 'host', 'port'],
  'target_session_attrs',
] as const;

/** The scheme, the user, the hosts and the rest. A URL has no lists of hosts with ports of their own. */
const parts = /^(postgres(?:ql)?:\/\/)((?:[^/?#]*@)?)([^/?#@]*)(.*)$/s;

/**
 * Reads a DATABASE_URL as libpq does. Throws an Error with one sentence that quotes nothing but
 * names of options, since any part of the URL can be part of the password.
 */
export function parseServerUrl(
  text: string,
  variable: ServerVariable = 'DATABASE_URL',
): ServerTarget {
  const [, scheme = '', user = '', hostList = '', rest = ''] = parts.exec(text) ?? [];
  // A /, ? or # in a password ends the host, which messages name, and would be part of the password.
  if (rest.includes('@')) {
    throw new Error(
      'It has an @ behind its host. Write a /, ? or # of the user or the password as %2F, %3F or %23, and any other @ as %40.',
    );
  }
  const bare = `${scheme}${user}localhost${rest}`;
  const url = scheme === '' ? null : parseUrl(bare);
  if (url === null) {
    throw new Error('It must be an address that starts with postgres:// or postgresql://.');
  }
  const given = new Map<string, string | null>();
  for (const name of options) {
    given.set(name, url.searchParams.get(name));
    url.searchParams.delete(name);
  }
  // The driver reads these two before the host alone.
  for (const name of ['user', 'password'] as const) {
    const value = url.searchParams.get(name);
    url.searchParams.delete(name);
    if (value !== null) url[name === 'user' ? 'username' : name] = value;
  }
  const sslMode = sslModeOf(given.get('sslmode') ?? sslOf(given.get('ssl')));
  const root = given.get('sslrootcert') ?? null;
  const negotiation = given.get('sslnegotiation') ?? 'postgres';
  if (negotiation !== 'postgres' && negotiation !== 'direct') {
    throw new Error('The option sslnegotiation must be postgres or direct.');
  }
  const addresses = addressesOf(given.get('host') || hostList, given.get('port') ?? '');
  return {
    variable,
    addresses,
    sslMode,
    rootCertificates: root === 'system' ? null : root,
    directTls: negotiation === 'direct',
    role: roleOf(given.get('target_session_attrs') ?? null, variable, addresses),
    prepares: preparesOf(url.searchParams.get('prepare')),
    url: url.href,
  };
}

/** Standbys refuse writes, and with `read-write` some clients take a hot standby. */
function roleOf(
  attributes: string | null,
  variable: ServerVariable,
  addresses: readonly ServerAddress[],
): ServerRole | null {
  const { role, is } = roles[variable];
  if (attributes !== null && attributes !== role) {
    throw new Error(`The option target_session_attrs must be ${role}.`);
  }
  if (attributes === null && addresses.length > 1) {
    throw new Error(
      `It names several servers. Add target_session_attrs=${role}, so that ${is} is used.`,
    );
  }
  return attributes;
}

function preparesOf(text: string | null): boolean {
  if (text === null || text === 'true') return true;
  if (text === 'false') return false;
  throw new Error('The option prepare must be true or false.');
}

/** As libpq pairs them: a host may have a port of its own; else one port counts for all, or one each. */
function addressesOf(hosts: string, ports: string): ServerAddress[] {
  const listed = hosts.split(',').map(decoded);
  const portOf = ports.split(',');
  if (portOf.length > 1 && portOf.length !== listed.length) {
    throw new Error('The option port must have one port, or one for each host.');
  }
  return listed.map((host, index) => addressOf(host, portOf[index] ?? portOf[0] ?? ''));
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

function addressOf(text: string, listed: string): ServerAddress {
  const isAddress = isIP(text) === 6;
  const [, bracketed, plain = '', own] = /^(?:\[(.*)\]|(.*?))(?::(\d+))?$/.exec(text) ?? [];
  const host = (isAddress ? text : (bracketed ?? plain)) || 'localhost';
  const port = Number((isAddress ? undefined : own) ?? (listed || '5432'));
  if (!(port >= 1 && port <= 65_535)) {
    throw new Error('The host must be a name, an address or the folder of a socket.');
  }
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
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
