import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { fakeDns } from '../support/fake-dns.ts';
import { type RunningService, startService } from './running-service.ts';
import { answersAlike, runCli } from './three-surfaces.ts';

answersAlike([{ name: 'check_service' }]);

describe('postroad doctor --server', () => {
  let running: RunningService;

  beforeAll(async () => {
    running = await startService(
      {
        SMTP_URL: 'smtp://127.0.0.1:1',
        MAIL_FROM: 'hello@example.com',
        SECRET_KEY: 'a'.repeat(32),
      },
      { resolver: fakeDns({ texts: { 'example.com': ['v=spf1 -all'] } }) },
    );
  });

  afterAll(() => running.stop());

  it('OBS-06 prints what the server finds where it runs, and fails with a problem', async () => {
    const { exitCode, out, err } = await runCli(['doctor', '--server'], running.env);
    expect(err).toBe('');
    expect(exitCode).toBe(1);
    const said = [
      /^ok {4}Service at http:\S+ answers$/m,
      /^ok {4}The clock of this command agrees with that of the server$/m,
      /^ok {4}Mail comes from hello@example\.com$/m,
      /^FAIL {2}SMTP server 127\.0\.0\.1:1 does not answer: .*\n {6}Check SMTP_URL/m,
      /^ok {4}SPF: example\.com has a record$/m,
      /^warn {2}DKIM: .*\n {6}Set the DKIM variables/m,
      /^warn {2}DMARC: .*\n {6}Publish a TXT record at _dmarc\.example\.com/m,
      /^ok {4}PTR: /m,
      /^ok {4}The clock of this machine agrees with that of the database$/m,
      /^(?:ok {2}|warn) {2}\d+(?:\.\d)? GiB are free on the disk of /m,
      /^ok {4}Work: nothing is late$/m,
      /^ok {4}SECRET_KEY is kept outside the database$/m,
    ];
    for (const line of said) expect(out).toMatch(line);
  });

  it('OBS-06 --json has the same for programs, and --jq a part of it', async () => {
    const { exitCode, out } = await runCli(['doctor', '--server', '--json'], running.env);
    expect(exitCode).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      ok: false,
      results: expect.arrayContaining([
        {
          level: 'problem',
          message: 'SMTP server 127.0.0.1:1 does not answer',
          quote: expect.any(String),
          fix: expect.stringContaining('Check SMTP_URL'),
        },
        { level: 'ok', message: 'Work: nothing is late', quote: null, fix: null },
      ]),
    });
    const only = await runCli(['doctor', '--jq', '.ok'], running.env);
    expect(only).toMatchObject({ exitCode: 0, out: 'true\n' });
    expect((await runCli(['doctor', '--jq', '.['], running.env)).exitCode).toBe(3);
  });

  it.each([['--server'], []])(
    'OBS-06 says with %j that all mail is held, and how to let it go',
    async (...flags) => {
      await running.invoke('hold_sending', { reason: 'Restored from a backup' });
      const { out } = await runCli(['doctor', ...flags], running.env);
      await running.invoke('release_sending', {});
      expect(out).toMatch(
        /^warn {2}Sending: all mail is held since \S+Z: Restored from a backup\n {6}.*postroad sending release/m,
      );
      expect((await runCli(['doctor', ...flags], running.env)).out).not.toContain('held');
    },
  );

  it('OBS-06 is for admin alone', async () => {
    const token = async (scope: 'read' | 'write') =>
      ((await running.invoke('create_token', { name: scope, scope })) as { secret: string }).secret;
    for (const scope of ['read', 'write'] as const) {
      const env = { ...running.env, POSTROAD_TOKEN: await token(scope) };
      const { exitCode, out } = await runCli(['doctor', '--server'], env);
      expect(exitCode).toBe(1);
      expect(out).toMatch(/^FAIL {2}Service: .*admin/m);
      expect(out).not.toContain('SMTP server');
    }
  });
});

describe('without a server', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });

  afterAll(() => database.drop());

  it('OBS-06 doctor --server says that there is none, and does not look from here', async () => {
    const { exitCode, out } = await runCli(['doctor', '--server'], {
      ...database.env,
      LOG_LEVEL: 'error',
    });
    expect(exitCode).toBe(1);
    expect(out.trim().split('\n')).toEqual([
      'FAIL  No server is running that could be asked',
      expect.stringContaining('Start "postroad serve"'),
    ]);
  });
});
