import { generateKeyPairSync } from 'node:crypto';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkDataDir } from '@postroad/cli/doctor/check-data-dir';
import { checkMail } from '@postroad/cli/doctor/check-mail';
import { readConfig } from '@postroad/service/app/config/config';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startScriptedServer } from '../mail/scripted-server.ts';

let dir = '';

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'postroad-doctor-'));
});

afterEach(() => rm(dir, { recursive: true }));

it('says that the outbox can be written, and by which key mail is signed', async () => {
  const { privateKey } = generateKeyPairSync('ed25519');
  const env = {
    ...{ OUTBOX_DIR: join(dir, 'outbox'), DKIM_DOMAIN: 'a.example', DKIM_SELECTOR: 'k1' },
    DKIM_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
  expect(await checkMail(readConfig(env))).toEqual([
    { ok: true, summary: `Outbox ${join(dir, 'outbox')} can be written` },
    { ok: true, summary: 'Mail is signed by k1._domainkey.a.example' },
  ]);
});

it('says that the outbox cannot be written, and what to do', async () => {
  await writeFile(join(dir, 'file'), '');
  const [check] = await checkMail(readConfig({ OUTBOX_DIR: join(dir, 'file', 'outbox') }));
  expect(check).toMatchObject({ ok: false, fix: expect.stringContaining('OUTBOX_DIR') });
});

it.each([
  ['220 mail.example.com ESMTP', true, 'answers'],
  ['554 no', false, 'answered "554 no"'],
])('greets an SMTP server, which says %j', async (banner, ok, words) => {
  const server = await startScriptedServer(async (peer) => {
    peer.send(`${banner}\r\n`);
    await peer.line();
    peer.end();
  });
  const SMTP_URL = `smtp://user:s3cret@127.0.0.1:${server.port}`;
  const checks = await checkMail(readConfig({ SMTP_URL }));
  expect(checks).toMatchObject([{ ok, summary: expect.stringContaining(words) }]);
  expect(JSON.stringify(checks)).not.toContain('s3cret');
  await server.close();
  const [gone] = await checkMail(readConfig({ SMTP_URL }));
  expect(gone).toMatchObject({ ok: false, fix: expect.stringContaining('SMTP_URL') });
});

it('SEC-19 warns of a data directory that is open to others, and says what to do', async () => {
  expect(await checkDataDir(dir)).toEqual([]);
  expect(await checkDataDir(join(dir, 'none'))).toEqual([]);
  for (const mode of [0o755, 0o710, 0o701]) {
    await chmod(dir, mode);
    expect(await checkDataDir(dir)).toEqual([
      {
        ok: true,
        warns: true,
        summary: expect.stringContaining(`(mode 0${mode.toString(8)})`),
        fix: `Run "chmod 700 ${dir}".`,
      },
    ]);
  }
});
