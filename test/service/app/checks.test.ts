import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clockResults } from '@postroad/cli/doctor/ask-server';
import type { CheckResult } from '@postroad/core/account/checks/check-operations';
import { limits } from '@postroad/core/platform/limits';
import { clockResult } from '@postroad/service/app/checks/check-clock';
import { checkDisk, diskResult } from '@postroad/service/app/checks/check-disk';
import { checkDns } from '@postroad/service/app/checks/check-dns';
import { checkFolders } from '@postroad/service/app/checks/check-folders';
import { keyResults } from '@postroad/service/app/checks/check-keys';
import {
  checkApi,
  checkProvider,
  outboxResults,
  senderResults,
  webhookResults,
} from '@postroad/service/app/checks/check-mail';
import { readConfig } from '@postroad/service/app/config/config';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startScriptedServer } from '../../mail/scripted-server.ts';
import { type FakeDns, fakeDns } from '../../support/fake-dns.ts';

let dir = '';

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'postroad-checks-'));
});

afterEach(() => rm(dir, { recursive: true }));

const profile = { default_from_address: 'postroad@localhost' };

/** The level of each check, and of one that has several the worst. */
const levels = (results: readonly CheckResult[]) =>
  Object.fromEntries(results.map(({ check, level }) => [check, level]));

describe('OBS-06 the sender and the provider', () => {
  it('says that no sender is set, or who it is', () => {
    const smtp = { SMTP_URL: 'smtp://127.0.0.1:1' };
    const results = (env: Record<string, string>) => senderResults(readConfig(env), profile);
    expect(results({})).toEqual([]);
    expect(results(smtp)).toMatchObject([
      { level: 'problem', fix: expect.stringContaining('MAIL_FROM') },
    ]);
    expect(results({ ...smtp, MAIL_FROM: 'Shop <shop@example.com>' })).toMatchObject([
      { level: 'ok', message: 'Mail comes from Shop <shop@example.com>' },
    ]);
  });

  it('says that mail becomes files, and whether it can', async () => {
    const config = readConfig({ OUTBOX_DIR: join(dir, 'outbox') });
    expect(outboxResults(config)).toMatchObject([{ level: 'warning' }]);
    expect(await checkProvider(config)).toMatchObject([
      { level: 'ok', message: `Outbox ${join(dir, 'outbox')} can be written` },
    ]);
    await writeFile(join(dir, 'file'), '');
    const closed = readConfig({ OUTBOX_DIR: join(dir, 'file', 'outbox') });
    expect(await checkProvider(closed)).toMatchObject([
      { level: 'problem', fix: expect.stringContaining('OUTBOX_DIR') },
    ]);
  });

  it.each([
    ['220 mail.example.com ESMTP', 'ok', null],
    ['554 no', 'problem', '554 no'],
  ])('greets an SMTP server, which says %j', async (banner, level, quote) => {
    const server = await startScriptedServer(async (peer) => {
      peer.send(`${banner}\r\n`);
      await peer.line();
      peer.end();
    });
    const SMTP_URL = `smtp://user:s3cret@127.0.0.1:${server.port}`;
    const checks = await checkProvider(readConfig({ SMTP_URL }));
    expect(checks).toMatchObject([{ level, quote }]);
    expect(JSON.stringify(checks)).not.toContain('s3cret');
    await server.close();
    expect(await checkProvider(readConfig({ SMTP_URL }))).toMatchObject([
      { level: 'problem', fix: expect.stringContaining('SMTP_URL') },
    ]);
  });

  it('asks an API for any answer, and compares its clock', async () => {
    const skew = { ms: 0 };
    const server = createServer((_request, response) => {
      response.sendDate = false;
      const date = new Date(Date.now() + skew.ms).toUTCString();
      response.writeHead(403, { date }).end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect(levels(await checkApi('Postmark', url))).toEqual({ provider: 'ok', clock: 'ok' });
    skew.ms = 600_000;
    expect(levels(await checkApi('Postmark', url))).toEqual({ provider: 'ok', clock: 'problem' });
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
    expect(levels(await checkApi('Postmark', url))).toEqual({ provider: 'problem' });
  });

  it('says that nobody hears of bounces', () => {
    const env = { MAIL_PROVIDER: 'postmark', POSTMARK_TOKEN: 'x'.repeat(20) };
    expect(levels(webhookResults(readConfig(env)))).toEqual({ webhooks: 'problem' });
    const heard = { ...env, WEBHOOK_PASSWORD: 'y'.repeat(20) };
    expect(levels(webhookResults(readConfig(heard)))).toEqual({ webhooks: 'ok' });
    expect(webhookResults(readConfig({}))).toEqual([]);
  });

  it('OBS-06 says of a mail server too that nobody hears of bounces', () => {
    const env = { SMTP_URL: 'smtp://mail.internal' };
    expect(webhookResults(readConfig(env))).toMatchObject([
      { check: 'webhooks', level: 'warning', fix: expect.stringContaining('/webhooks/smtp') },
    ]);
    const passwords = ['WEBHOOK_PASSWORD_SMTP', 'WEBHOOK_PASSWORD', 'WEBHOOK_PASSWORD_POSTMARK'];
    for (const name of passwords) {
      const heard = webhookResults(readConfig({ ...env, [name]: 'y'.repeat(20) }));
      expect(levels(heard)).toEqual({ webhooks: 'ok' });
    }
  });
});

describe('OBS-06 DNS', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const ed25519 = generateKeyPairSync('ed25519');
  const spki = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  const raw = ed25519.publicKey.export({ type: 'spki', format: 'der' }).subarray(-32);
  const pem = (key: typeof privateKey) => key.export({ type: 'pkcs8', format: 'pem' }).toString();
  const env = {
    SMTP_URL: 'smtp://relay.example.net',
    MAIL_FROM: 'Shop <hello@mail.example.com>',
    ...{ DKIM_DOMAIN: 'example.com', DKIM_SELECTOR: 'k1', DKIM_PRIVATE_KEY: pem(privateKey) },
  };
  const records: FakeDns = {
    texts: {
      'mail.example.com': ['v=spf1 include:_spf.example.net -all', 'another=1'],
      'k1._domainkey.example.com': [`v=DKIM1; k=rsa; p=${spki}`],
      '_dmarc.example.com': ['v=DMARC1; p=none'],
    },
    addresses: { 'relay.example.net': ['8.8.4.4'] },
    names: { '8.8.4.4': ['relay.example.net'] },
  };
  const check = (dns: FakeDns, more: Record<string, string> = {}) =>
    checkDns(readConfig({ ...env, ...more }), profile, fakeDns(dns));
  const withText = (name: string, ...texts: string[]): FakeDns => ({
    ...records,
    texts: { ...records.texts, [name]: texts },
  });

  it('is content where every record is there', async () => {
    const results = await check(records);
    expect(levels(results)).toEqual({ spf: 'ok', dkim: 'ok', dmarc: 'ok', ptr: 'ok' });
    const shortKey = { DKIM_PRIVATE_KEY: pem(ed25519.privateKey) };
    const text = `v=DKIM1; k=ed25519; p=${raw.toString('base64')}`;
    const short = await check(withText('k1._domainkey.example.com', text), shortKey);
    expect(levels(short).dkim).toBe('ok');
  });

  it('is not asked for mail that becomes files, or has no sender', async () => {
    const none = fakeDns({ fails: 'ESERVFAIL' });
    expect(await checkDns(readConfig({}), profile, none)).toEqual([]);
    const { SMTP_URL } = env;
    expect(await checkDns(readConfig({ SMTP_URL }), profile, none)).toEqual([]);
  });

  it('names every record that is missing, and what to publish', async () => {
    const results = await check({ addresses: records.addresses ?? {} });
    expect(levels(results)).toEqual({
      ...{ spf: 'problem', dkim: 'problem', dmarc: 'warning', ptr: 'warning' },
    });
    for (const { message, fix } of results) {
      expect(message).toMatch(/example|8\.8/);
      expect(fix).not.toBeNull();
    }
  });

  it.each([
    ['two SPF records', 'mail.example.com', ['v=spf1 -all', 'v=spf1 a -all'], 'spf', 'problem'],
    ['an SPF record for everybody', 'mail.example.com', ['v=spf1 mx +all'], 'spf', 'problem'],
    ['a text that only looks like SPF', 'mail.example.com', ['v=spf10 -all'], 'spf', 'problem'],
    ['another key', 'k1._domainkey.example.com', ['v=DKIM1; p=AAAA'], 'dkim', 'problem'],
    ['a revoked key', 'k1._domainkey.example.com', ['v=DKIM1; p='], 'dkim', 'problem'],
    ['two DMARC records', '_dmarc.example.com', ['v=DMARC1;', 'v=DMARC1;'], 'dmarc', 'warning'],
  ])('finds %s', async (_what, name, texts, checked, level) => {
    expect(levels(await check(withText(name, ...texts)))[checked]).toBe(level);
  });

  it('finds a signature of a domain that is not that of the sender', async () => {
    const results = await check(records, { MAIL_FROM: 'hello@shop.example' });
    expect(levels(results).dkim).toBe('problem');
  });

  it('says that DNS does not answer, which is not that nothing is there', async () => {
    const results = await check({ fails: 'ESERVFAIL' });
    expect(results).toHaveLength(4);
    for (const result of results) {
      expect(result).toMatchObject({ level: 'warning', quote: 'query ESERVFAIL' });
    }
  });

  it('asks for no signature here, and no name of a server, where a provider sends', async () => {
    const { MAIL_FROM } = env;
    const api = readConfig({ MAIL_PROVIDER: 'resend', RESEND_API_KEY: 're_123456789', MAIL_FROM });
    const results = await checkDns(api, profile, fakeDns({}));
    expect(levels(results)).toEqual({ spf: 'warning', dkim: 'ok', dmarc: 'warning' });
  });

  it('says where it cannot know the name of the server, and where that leads elsewhere', async () => {
    const ptr = async (dns: FakeDns) =>
      (await check({ ...records, ...dns })).find((one) => one.check === 'ptr');
    const near = await ptr({ addresses: { 'relay.example.net': ['10.0.0.7'] } });
    expect(near).toMatchObject({ level: 'ok', message: expect.stringContaining('this network') });
    const elsewhere = await ptr({ names: { '8.8.4.4': ['other.example.net'] } });
    expect(elsewhere).toMatchObject({ level: 'warning' });
    const six = await ptr({
      addresses: { 'relay.example.net': ['2001:db8::1'] },
      names: { '2001:db8::1': ['relay.example.net'] },
    });
    expect(six).toMatchObject({ level: 'ok' });
  });
});

describe('OBS-06 the machine', () => {
  it.each([
    [0, 'ok'],
    [limits.clockAskewMs, 'warning'],
    [-limits.clockWrongMs, 'problem'],
  ])('finds a clock that is %i ms ahead %s', (ms, level) => {
    expect(clockResult('database', ms)).toMatchObject({ level });
  });

  it('compares the clock of a command with that of the server', () => {
    const [call] = [{ before: 100_000, after: 101_000 }];
    const level = (theirs: number) => clockResults(theirs, call).map((result) => result.level);
    expect([level(100_500), level(20_000), level(300_000)]).toEqual([
      ...[['ok'], ['problem'], ['problem']],
    ]);
    expect(clockResults(20_000, call)[0]?.message).toContain('80 s ahead of');
    expect(clockResults(191_000, call)[0]?.message).toContain('90 s behind');
  });

  it('says how much room is left', async () => {
    const level = (free: number) => diskResult({ folder: '/data', free }).level;
    const [low, full] = [limits.diskLowBytes, limits.diskFullBytes];
    expect([low, low - 1, full, full - 1].map(level)).toEqual([
      ...['ok', 'warning', 'warning', 'problem'],
    ]);
    expect(await checkDisk({ dataDir: dir, outboxDir: join(dir, 'none') })).toHaveLength(1);
    expect(await checkDisk({ dataDir: join(dir, 'none'), outboxDir: join(dir, 'none') })).toEqual(
      [],
    );
  });

  it('SEC-19 warns of folders that are open to others, and says what to do', async () => {
    const none = join(dir, 'none');
    const erasuresFile = join(dir, 'erasures.ndjson');
    expect(await checkFolders({ dataDir: dir, outboxDir: none, erasuresFile })).toEqual([]);
    const outboxDir = join(dir, 'outbox');
    await mkdir(outboxDir);
    for (const mode of [0o755, 0o710, 0o701]) {
      await chmod(dir, mode);
      await chmod(outboxDir, mode);
      expect(await checkFolders({ dataDir: dir, outboxDir, erasuresFile })).toMatchObject(
        [dir, outboxDir].map((path) => ({
          check: 'folders',
          level: 'warning',
          message: expect.stringContaining(`(mode 0${mode.toString(8)})`),
          fix: `Run "chmod 700 ${path}".`,
        })),
      );
    }
  });

  it('BACK-06 warns of a list of erasures that cannot be written, also before the first erasure', async () => {
    const erasuresFile = join(dir, 'none', 'erasures.ndjson');
    const [warning] = await checkFolders({ dataDir: dir, outboxDir: dir, erasuresFile });
    expect(warning).toMatchObject({
      ...{ check: 'folders', level: 'warning', code: 'erasures_unwritable' },
      message: expect.stringContaining(erasuresFile),
      fix: expect.stringContaining('ERASURES_FILE'),
    });
    await mkdir(join(dir, 'none'));
    await writeFile(erasuresFile, '');
    expect(await checkFolders({ dataDir: dir, outboxDir: dir, erasuresFile })).toEqual([]);
  });

  it('SEC-29 recommends SECRET_KEY outside of the database', () => {
    expect(keyResults({ secretKey: null }, 0)).toMatchObject([
      {
        check: 'secret_key',
        level: 'warning',
        message: expect.stringContaining('is kept in the database'),
        fix: expect.stringContaining('Set SECRET_KEY'),
      },
    ]);
    expect(levels(keyResults({ secretKey: 'given' }, 0))).toEqual({ secret_key: 'ok' });
    expect(levels(keyResults({ secretKey: 'given' }, 2))).toMatchObject({ lost_keys: 'problem' });
  });
});
