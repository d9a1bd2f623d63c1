import type { Socket } from 'node:net';
import { connect } from '@postroad/store/platform/connection/connect';
import { PasswordGuard } from '@postroad/store/platform/connection/password-guard';
import { parseServerUrl } from '@postroad/store/platform/connection/server-url';
import { listenChanges, notify } from '@postroad/store/platform/listen';
import { transaction } from '@postroad/store/platform/transaction';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../support/database.ts';
import { runCli } from '../surfaces/three-surfaces.ts';
import {
  authentication,
  authority,
  type DatabaseServer,
  message,
  type Script,
  serveDatabase,
  serveInFrontOf,
} from './database-server.ts';

// @database postgres: it is about connections to a server.

const password = 's3cretpw';
const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function serve(script: Script): Promise<DatabaseServer> {
  const server = await serveDatabase(script);
  closing.push(() => server.close());
  return server;
}

/** An address of this machine that is not its loopback interface. */
const elsewhere = '0.0.0.0';

const urlOf = (host: string, { port }: DatabaseServer, options = '') =>
  `postgres://postroad:${password}@${host}:${port}/postroad${options}`;

/** What `postroad migrate` says of a database that it cannot use. */
async function refusal(url: string): Promise<string> {
  const { exitCode, out, err } = await runCli(['migrate'], {
    DATABASE_URL: url,
    DATA_DIR: '/none',
  });
  expect(exitCode).toBe(1);
  return out + err;
}

const md5 = authentication(5, 'salt');
const inClear = authentication(3);
const loggedIn = Buffer.concat([authentication(0), message('Z', Buffer.from('I'))]);

const ask =
  (...requests: Buffer[]) =>
  (client: Socket) => {
    for (const request of requests) client.write(request);
  };

/** Byte by byte, as a slow network may. */
const askSlowly = (request: Buffer) => async (client: Socket) => {
  for (const byte of request) {
    client.write(Buffer.from([byte]));
    await new Promise((resolve) => setImmediate(resolve));
  }
};

describe('SEC-13 without TLS, a server gets no password that it asks for', () => {
  it.each([
    ['in clear', ask(inClear)],
    ['by md5', ask(md5)],
    ['in clear', ask(message('N', Buffer.from('a notice')), inClear)],
    ['in clear', askSlowly(inClear)],
    ['by md5', ask(Buffer.concat([authentication(10, 'SCRAM-SHA-256\0\0'), md5]))],
    ['in clear', ask(Buffer.concat([loggedIn, inClear]))],
  ])('%s', async (how, talk) => {
    const server = await serve({ tls: false, talk });
    const said = await refusal(urlOf('127.0.0.1', server));
    expect(said).toContain(`asks for the password ${how} without TLS`);
    expect(said).toContain('sslmode=disable');
    expect(server.said()).toContain('postroad');
    // A message with a password begins with its type.
    expect(server.said()).not.toMatch(/s3cretpw|md5[0-9a-f]{32}/);
  });

  it('in clear, where its TLS is asked for and not there', async () => {
    const server = await serve({ tls: false, talk: ask(inClear) });
    const said = await refusal(urlOf('127.0.0.1', server, '?sslmode=prefer'));
    expect(said).toContain('asks for the password in clear without TLS');
    expect(server.said()).not.toContain(password);
  });

  it('unless sslmode=disable is set', async () => {
    const over = (client: Socket) => {
      client.write(inClear);
      client.once('data', () => client.end(message('E', Buffer.from('SFATAL\0C28P01\0MNo\0\0'))));
    };
    const server = await serve({ tls: false, talk: over });
    await refusal(urlOf(elsewhere, server, '?sslmode=disable'));
    expect(server.said()).toContain(password);
  });

  it('wherever its requests are in what it sends, and however that arrives', () => {
    const others = fc.constantFrom(
      loggedIn,
      authentication(10, 'SCRAM-SHA-256\0\0'),
      message('D', Buffer.from('R\0\0\0\x08\0\0\0\x03')),
      message('t', Buffer.alloc(0)),
    );
    fc.assert(
      fc.property(
        fc.array(others, { maxLength: 6 }),
        fc.constantFrom(null, inClear, md5),
        fc.array(fc.nat({ max: 12 }), { maxLength: 40 }),
        (before, request, sizes) => {
          const bytes = Buffer.concat([...before, ...(request ? [request] : []), loggedIn]);
          const guard = new PasswordGuard();
          const seen: string[] = [];
          for (let at = 0; at < bytes.length; ) {
            const size = sizes.shift() ?? bytes.length;
            seen.push(guard.look(bytes.subarray(at, at + size)) ?? '');
            if (seen.at(-1)) break;
            at += size;
          }
          const expected = request === inClear ? 'in clear' : request === md5 ? 'by md5' : '';
          expect(seen.join('')).toBe(expected);
        },
      ),
    );
  });
});

describe('SEC-12 off this machine, without sslmode,', () => {
  it('a server without TLS receives nothing, and the message names sslmode=disable', async () => {
    const server = await serve({ tls: false, talk: ask(loggedIn) });
    const said = await refusal(urlOf(elsewhere, server));
    expect(said).toContain(
      `The database server 0.0.0.0:${server.port} of DATABASE_URL offers no TLS`,
    );
    expect(said).toContain('sslmode=disable');
    expect(said).not.toContain(password);
    expect(server.said()).toBe('');
  });

  it('an unknown authority is refused, and the message names sslrootcert too', async () => {
    const server = await serve({ tls: true, talk: ask(inClear) });
    const said = await refusal(urlOf(elsewhere, server));
    expect(said).toMatch(/cannot be trusted: unable to verify the first certificate/);
    expect(said).toContain('sslrootcert=');
    expect(said).toContain('sslmode=disable');
    expect(server.said()).toBe('');
  });

  it('a file of certificates that is not there is named', async () => {
    const server = await serve({ tls: true, talk: ask(inClear) });
    const said = await refusal(urlOf(elsewhere, server, '?sslrootcert=/none/ca.pem'));
    expect(said).toMatch(/sslrootcert in DATABASE_URL cannot be read: .*\/none\/ca\.pem/);
  });

  it('a certificate for another name is refused, unless sslmode=verify-ca is set', async () => {
    const known = `sslrootcert=${encodeURIComponent(authority)}`;
    const server = await serve({ tls: true, talk: (client) => client.destroy() });
    const strict = urlOf('127.0.0.1', server, `?${known}&sslmode=verify-full`);
    expect(await refusal(strict)).toMatch(/cannot be trusted: .*127\.0\.0\.1 is not in the cert/);
    expect(server.said()).toBe('');
    await refusal(urlOf('127.0.0.1', server, `?${known}&sslmode=verify-ca`));
    expect(server.said()).toContain('postroad');
  });

  it('a verified server is worked with, and listened to', async () => {
    const created = await createTestDatabase();
    closing.push(() => created.drop());
    const server = await serveInFrontOf(created.url ?? '');
    closing.push(() => server.close());
    const url = new URL(created.url ?? '');
    url.host = `${elsewhere}:${server.port}`;
    url.searchParams.set('sslrootcert', authority);
    const database = await connect({ databaseUrl: url.href, dataDir: created.dataDir });
    closing.push(() => database.close());
    const [row] = await transaction(
      database,
      {},
      ({ sql }) => sql<{ ids: number[] }[]>`select ${[1, 2]}::bigint[] as ids`,
    );
    expect(row?.ids).toEqual([1, 2]);
    const heard = new Promise<string>((resolve, reject) => {
      void listenChanges(database, { heard: resolve, missed: () => undefined })
        .then(() => notify(database, { signals: [], changes: 'over TLS', missed: false }))
        .catch(reject);
    });
    expect(await heard).toBe('over TLS');
    // The test server is one hop behind, so the bytes show that TLS was spoken with what is before it.
    expect(server.said()).toContain('SCRAM-SHA-256');
  });

  it('sslmode=require takes any certificate, and sslmode=disable none', async () => {
    const server = await serve({ tls: true, talk: (client) => client.destroy() });
    await refusal(urlOf(elsewhere, server, '?sslmode=require'));
    expect(server.said()).toContain('postroad');
    const plain = await serve({ tls: false, talk: (client) => client.destroy() });
    const said = await refusal(urlOf(elsewhere, plain, '?sslmode=require'));
    expect(said).toContain('offers no TLS, and sslmode asks for it');
    await refusal(urlOf(elsewhere, plain, '?sslmode=disable'));
    expect(plain.said()).toContain('postroad');
  });
});

it.each([
  ['/', 'DATABASE_URL'],
  ['?', 'DATABASE_URL'],
  ['#', 'DATABASE_URL'],
  ['/', 'LISTEN_DATABASE_URL'],
])('says nothing of a password with a %s that is not encoded in %s', async (sign, variable) => {
  const good = 'postgres://localhost:1/postroad';
  for (const part of ['s3cret', '5432', `5432${sign}x=`]) {
    const bad = `postgres://postroad:${part}${sign}s3cret@db.example.com/postroad`;
    const env = { DATABASE_URL: good, DATA_DIR: '/none', [variable]: bad };
    const { exitCode, out, err } = await runCli(['migrate'], env);
    expect(exitCode).toBe(1);
    expect(out + err).toMatch(new RegExp(`^${variable} is not right\\. .* as %2F, %3F or %23`));
    expect(out + err).not.toMatch(/s3cret|5432/);
  }
});

it('SEC-12 takes nothing that comes before TLS for an answer', async () => {
  const server = await serve({ tls: true, early: loggedIn, talk: (client) => client.destroy() });
  await refusal(urlOf(elsewhere, server, '?sslmode=require'));
  expect(server.said()).toBe('');
});

it('SEC-12 gives a server up that closes every connection without a word', async () => {
  const server = await serve({ tls: false, talk: (client) => client.end() });
  expect(await refusal(urlOf('127.0.0.1', server))).toContain('The database does not answer.');
});

it('SEC-12 tries the next of several servers, and fails where none answers', async () => {
  const gone = await serve({ tls: false, talk: () => undefined });
  await gone.close();
  closing.pop();
  const server = await serve({ tls: false, talk: ask(inClear) });
  const hosts = `?target_session_attrs=primary&host=${encodeURIComponent(`127.0.0.1:${gone.port},localhost:${server.port}`)}`;
  expect(await refusal(urlOf('x', server, hosts))).toContain('localhost:');
  const address = `127.0.0.1:${gone.port}`;
  expect(await refusal(urlOf('127.0.0.1', gone))).toBe(
    `The database does not answer. DATABASE_URL leads to ${address}: connect ECONNREFUSED ${address}.\n`,
  );
});

it('UNIT-11 a start without its database says where it looked, and which variable led there', async () => {
  const none = '/nowhere/.s.PGSQL.5432';
  expect(await refusal('postgres:///postroad?host=/nowhere')).toBe(
    `The database does not answer. DATABASE_URL leads to ${none}: connect ENOENT ${none}.\n`,
  );
});

it.each([
  ['postgres://a@db.example.com/b', [{ host: 'db.example.com', port: 5432 }]],
  ['postgres://a@[2001:db8::1]:6432/b', [{ host: '2001:db8::1', port: 6432 }]],
  ['postgres:///b', [{ host: 'localhost', port: 5432 }]],
  ['postgres://a@%2Frun%2Fpostgresql/b', [{ path: '/run/postgresql/.s.PGSQL.5432' }]],
  ['postgres:///b?user=a&host=/run/postgresql', [{ path: '/run/postgresql/.s.PGSQL.5432' }]],
  [
    'postgres://a:b@c@one,two:6000,[2001:db8::1]:7000/b?target_session_attrs=primary',
    [
      { host: 'one', port: 5432 },
      { host: 'two', port: 6000 },
      { host: '2001:db8::1', port: 7000 },
    ],
  ],
  [
    'postgres://a@/b?target_session_attrs=primary&host=one,/run/postgresql&port=6000',
    [{ host: 'one', port: 6000 }, { path: '/run/postgresql/.s.PGSQL.6000' }],
  ],
  [
    'postgres://a@/b?target_session_attrs=primary&host=one,two&port=6000,7000',
    [
      { host: 'one', port: 6000 },
      { host: 'two', port: 7000 },
    ],
  ],
])('SEC-12 reads where the server of %s is', (url, addresses) => {
  expect(parseServerUrl(url).addresses).toEqual(addresses);
});

it.each([
  ['sslmode=verify_full', /sslmode must be disable, .*verify-full/],
  ['sslnegotiation=never', /sslnegotiation must be/],
  ['ssl=maybe', /sslmode must be/],
  ['port=0', /The host must be/],
  ['host=one,two', /names several servers\. Add target_session_attrs=primary/],
  ['host=one,two&target_session_attrs=read-write', /target_session_attrs must be primary/],
  ['host=one,two&port=1,2,3&target_session_attrs=primary', /one port, or one for each host/],
  ['prepare=no', /prepare must be true or false/],
])('SEC-12, POOL-05 refuses the option %s at the start', async (option, words) => {
  const said = await refusal(`postgres://postroad:${password}@localhost/postroad?${option}`);
  expect(said).toMatch(/^DATABASE_URL /);
  expect(said).toMatch(words);
  expect(said).not.toContain(password);
});
