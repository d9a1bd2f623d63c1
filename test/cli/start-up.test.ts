import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { connect } from '@postroad/store/platform/connection/connect';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { freePort } from '../support/free-port.ts';
import { startProcess } from '../support/service-process.ts';
import { runCli } from '../surfaces/three-surfaces.ts';

// @database postgres: processes start sooner there; how the command starts does not depend on the database.

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

const envWith = (env: Record<string, string>) => ({
  ...{ PORT: '0', LOG_LEVEL: 'error' },
  ...database.env,
  ...env,
});

const run = (argv: string[], env: Record<string, string> = {}) => runCli(argv, envWith(env));

async function runProcess(argv: string[], env: Record<string, string>, stdin = '') {
  const ran = startProcess(argv, { env: envWith(env), stdin });
  return { exitCode: await ran.ended, out: ran.out(), err: ran.err() };
}

it('finds a mail server that does not answer', async () => {
  const checked = await run(['doctor'], { SMTP_URL: 'smtp://127.0.0.1:1' });
  expect(checked.exitCode).toBe(1);
  expect(checked.out).toMatch(
    /FAIL {2}SMTP server 127\.0\.0\.1:1 does not answer: .*\n +Check SMTP_URL/,
  );
});

it('says that an older process worked on a database as it migrates it', async () => {
  const older = await createTestDatabase();
  const database = await connect({ databaseUrl: older.env.DATABASE_URL, dataDir: '' });
  const { pool } = database;
  await pool`drop function check_flows_version`;
  await pool`delete from migrations where name like '%-flows-unchanged.sql'`;
  await pool`insert into leases (token, process, expires_at)
    values (gen_random_uuid(), 'old-host 42', now() + interval '30 seconds')`;
  await database.close();
  const started = startProcess(['worker'], { env: { ...older.env, LOG_LEVEL: 'warn' } });
  await started.until('old-host 42 worked on this database within the last half a minute');
  started.child.kill('SIGTERM');
  await started.ended;
  expect(started.err()).toContain('Stop every older process');
  await older.drop();
});

describe('where no sender address is set', () => {
  const smtp = { SMTP_URL: 'smtp://127.0.0.1:1' };
  const mailFrom = { MAIL_FROM: 'Shop <shop@example.com>' };

  /** What a process says until it is ready, on both outputs. */
  async function said(command: string, ready: string, env: Record<string, string>) {
    const started = startProcess([command], { env: envWith(env) });
    await started.until(ready);
    started.child.kill('SIGTERM');
    await started.ended;
    return started.out() + started.err();
  }

  it.each([
    ['serve', 'Stop with Ctrl+C'],
    ['worker', 'so mail is held'],
  ])('SAFE-33 %s says so when it starts', async (command, ready) => {
    const text = await said(command, ready, smtp);
    expect(text).toContain('so mail is held');
    expect(text).toContain('set MAIL_FROM, or default_from_address of the profile');
  });

  it('SAFE-33 serve says nothing of it with MAIL_FROM, or with the outbox', async () => {
    const ready = 'Stop with Ctrl+C';
    expect(await said('serve', ready, { ...smtp, ...mailFrom })).not.toContain('mail is held');
    expect(await said('serve', ready, {})).not.toContain('mail is held');
  });

  it('SAFE-33 doctor says so, and what to do', async () => {
    const checked = await run(['doctor'], smtp);
    expect(checked.exitCode).toBe(1);
    expect(checked.out).toMatch(
      /FAIL {2}No sender address is set, so mail is held\n +Set MAIL_FROM, or default_from_address with postroad profile update/,
    );
    const set = await run(['doctor'], { ...smtp, ...mailFrom });
    expect(set.out).toContain('ok    Mail comes from Shop <shop@example.com>');
    expect((await run(['doctor'])).out).not.toContain('sender');
  });

  it('SAFE-33 doctor is content once the profile has one', async () => {
    const address = ['--default-from-address', 'hello@example.com'];
    expect((await run(['profile', 'update', ...address])).exitCode).toBe(0);
    const checked = await run(['doctor'], smtp);
    expect(checked.out).toContain('ok    Mail comes from hello@example.com');
  });
});

it('refuses a port that is in use', async () => {
  const occupied = createServer();
  await new Promise<void>((resolve) => occupied.listen(0, '127.0.0.1', resolve));
  const { port } = occupied.address() as { port: number };
  const ran = await run(['serve'], { PORT: String(port) });
  await new Promise((resolve) => occupied.close(resolve));
  expect(ran.exitCode).toBe(1);
  expect(ran.err).toBe(
    `Port ${port} of 127.0.0.1 is in use. Set PORT to a free one, or stop the program that uses it.\n`,
  );
});

it('answers a piped MCP script in full, with nothing else on stdout', async () => {
  const initialize = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    },
  };
  const call = {
    jsonrpc: '2.0',
    id: 2,
    method: 'tools/call',
    params: { name: 'list_themes', arguments: {} },
  };
  const script = `${JSON.stringify(initialize)}\n${JSON.stringify(call)}\n`;
  const ran = await runProcess(['mcp'], { LOG_LEVEL: 'debug' }, script);
  expect(ran.exitCode).toBe(0);
  const lines = ran.out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: number });
  expect(lines.map(({ id }) => id).sort()).toEqual([1, 2]);
});

it('ends with 1 and one sentence if its environment is malformed', async () => {
  const ran = await runProcess(['serve'], { PORT: 'eighty' });
  expect(ran).toMatchObject({ exitCode: 1, out: '' });
  expect(ran.err).toMatch(/^PORT .*\.\n$/);
});

it.each([
  ['PORT', 'eighty'],
  ['PORT', '70000'],
  ['BASE_URL', 'example.com'],
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['API_TOKEN', 'short'],
  ['SECRET_KEY', 'short'],
  ['MAIL_PROVIDER', 'pigeon'],
  ['SMTP_URL', 'localhost:25'],
  ['LOG_LEVEL', 'loud'],
  ['STARTER', 'yes'],
  ['TEST_CLOCK', 'true'],
  ['UNCERTAIN_SENDS', 'maybe'],
  ['POSTROAD_TOKN', 'x'],
])('stops at a malformed %s=%s with a sentence that names it', async (name, value) => {
  const ran = await run(['serve'], { [name]: value });
  expect(ran.exitCode).toBe(1);
  expect(ran.err).toMatch(new RegExp(`^${name} .*\\.\n$`));
  expect(ran.out).toBe('');
});

it.each([['serve'], ['worker'], ['migrate'], ['mcp'], ['dev'], ['people', 'list']])(
  'SHOP-11 %s stops at a misspelt variable, opens no database and names the nearest',
  async (...argv) => {
    const dataDir = join(database.dataDir, 'never-made');
    const env = { DATABSE_URL: 'postgres://user:open-sesame@localhost/mail', DATA_DIR: dataDir };
    const ran = await runCli(argv, env);
    expect(ran).toMatchObject({ exitCode: 1, out: '' });
    expect(ran.err).toMatch(
      /^DATABSE_URL is not a variable .* Did you mean DATABASE_URL\? .*\.\n$/,
    );
    expect(ran.err).not.toContain('sesame');
    expect(existsSync(dataDir)).toBe(false);
  },
);

it('SHOP-11 stops a command that would ask another server than the misspelt variable says', async () => {
  const ran = await runCli(['mcp'], {
    DATA_DIR: database.dataDir,
    POSTROAD_ULR: 'http://localhost',
  });
  expect(ran).toMatchObject({ exitCode: 1, out: '' });
  expect(ran.err).toMatch(/^POSTROAD_ULR .* Did you mean POSTROAD_URL\?/);
});

it('has no use for a worker under a test clock', async () => {
  const ran = await run(['worker'], { TEST_CLOCK: '1' });
  expect(ran.exitCode).toBe(1);
  expect(ran.err).toMatch(/^TEST_CLOCK /);
});

it('TOK-11 serve stops at a short API_TOKEN, and says how to change it', async () => {
  const ran = await runProcess(['serve'], { API_TOKEN: 'x'.repeat(23) });
  expect(ran.exitCode).not.toBe(0);
  expect(ran.err).toMatch(/API_TOKEN must be at least 24 characters long\. .*openssl rand -hex 24/);
  expect(ran.err).not.toContain('xxxxx');
});

it('OBS-04 METRICS_PORT serves the metrics of a worker, which has no other listener', async () => {
  const port = await freePort();
  const started = startProcess(['worker'], { env: envWith({ METRICS_PORT: String(port) }) });
  await started.until('Postroad does due work.');
  const scraped = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  await expect
    .poll(scraped)
    .toMatch(/^postroad_round_duration_seconds_count\{lane="sends",outcome="idle"\} [1-9]/m);
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(404);
  started.child.kill('SIGTERM');
  expect(await started.ended).toBe(0);
});
