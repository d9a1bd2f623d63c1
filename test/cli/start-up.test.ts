import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { connect } from '@postroad/store/platform/connection/connect';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { freePort } from '../support/free-port.ts';
import { startProcess } from '../support/service-process.ts';
import { serveCommand } from '../surfaces/serve-command.ts';
import { runCli } from '../surfaces/three-surfaces.ts';

// @database postgres: processes start sooner there; how the command starts does not depend on the database.

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

const envWith = (env: Record<string, string>) => ({
  ...{ PORT: '0', LOG_LEVEL: 'error', STARTER: '0' },
  ...database.env,
  ...env,
});

const run = (argv: string[], env: Record<string, string> = {}) => runCli(argv, envWith(env));

async function runProcess(argv: string[], env: Record<string, string>, stdin = '') {
  const ran = startProcess(argv, { env: envWith(env), stdin });
  return { exitCode: await ran.ended, out: ran.out(), err: ran.err() };
}

it('migrates, and finds nothing wrong then', async () => {
  expect(await run(['migrate'])).toMatchObject({ exitCode: 0, err: '' });
  const checked = await run(['doctor']);
  expect(checked.out).not.toContain('FAIL');
  // The outbox needs no sender (SAFE-33).
  expect(checked.out).not.toContain('sender');
  expect(checked.exitCode).toBe(0);
});

it('finds a mail server that does not answer', async () => {
  const checked = await run(['doctor'], { SMTP_URL: 'smtp://127.0.0.1:1' });
  expect(checked.exitCode).toBe(1);
  expect(checked.out).toMatch(
    /FAIL {2}SMTP server 127\.0\.0\.1:1 does not answer: .*\n +Check SMTP_URL/,
  );
});

/** A database of an older version, beside which a process of that version works. */
async function createOlderDatabase(): Promise<TestDatabase> {
  const older = await createTestDatabase();
  const database = await connect({ databaseUrl: older.env.DATABASE_URL, dataDir: '' });
  const { pool } = database;
  await pool`drop function check_flows_version`;
  await pool`delete from migrations where name like '%-flows-unchanged.sql'`;
  await pool`insert into leases (token, process, expires_at)
    values (gen_random_uuid(), 'old-host 42', now() + interval '30 seconds')`;
  await database.close();
  return older;
}

it.each([
  ['migrate', ['migrate']],
  ['a command that opens the database', ['people', 'list']],
])(
  'SCHEMA-09 %s says that an older process worked on the database that it migrates, whatever is logged',
  async (_name, argv) => {
    const older = await createOlderDatabase();
    const ran = await runProcess(argv, { ...older.env, LOG_LEVEL: '' });
    expect(ran.exitCode).toBe(0);
    expect(ran.err).toMatch(
      /^old-host 42 worked on this database within the last half a minute, with an older version\. Stop every older process: [^\n]+\n$/,
    );
    expect(await runProcess(argv, { ...older.env, LOG_LEVEL: '' })).toMatchObject({
      exitCode: 0,
      err: '',
    });
    await older.drop();
  },
);

it('SAFE-33, OBS-04 a worker says that an older process worked on its database and that no sender is set, and serves its metrics with METRICS_PORT', async () => {
  const older = await createOlderDatabase();
  const port = await freePort();
  const env = { ...older.env, SMTP_URL: 'smtp://127.0.0.1:1', METRICS_PORT: String(port) };
  const started = startProcess(['worker'], { env: { ...env, STARTER: '0', LOG_LEVEL: 'warn' } });
  await started.until('so mail is held: set MAIL_FROM, or default_from_address of the profile');
  expect(started.err()).toContain(
    'old-host 42 worked on this database within the last half a minute',
  );
  expect(started.err()).toContain('Stop every older process');
  // It has no other listener.
  const scraped = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  await expect
    .poll(scraped)
    .toMatch(/^postroad_round_duration_seconds_count\{lane="sends",outcome="idle"\} [1-9]/m);
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(404);
  started.child.kill('SIGTERM');
  expect(await started.ended).toBe(0);
  await older.drop();
});

describe('where no sender address is set', () => {
  const smtp = { SMTP_URL: 'smtp://127.0.0.1:1' };
  const mailFrom = { MAIL_FROM: 'Shop <shop@example.com>' };

  /** What a server says until it is ready. */
  async function served(env: Record<string, string>): Promise<string> {
    const serving = await serveCommand(envWith(env));
    await serving.stop();
    return serving.said();
  }

  function expectAdvice(text: string): void {
    expect(text).toContain('so mail is held');
    expect(text).toContain('set MAIL_FROM, or default_from_address of the profile');
  }

  it('SAFE-33 serve says so when it starts, but for MAIL_FROM or the outbox', async () => {
    expectAdvice(await served(smtp));
    expect(await served({ ...smtp, ...mailFrom })).not.toContain('mail is held');
    expect(await served({})).not.toContain('mail is held');
  });

  it('SAFE-33 doctor says so, and what to do', async () => {
    const checked = await run(['doctor'], smtp);
    expect(checked.exitCode).toBe(1);
    expect(checked.out).toMatch(
      /FAIL {2}No sender address is set, so mail is held\n +Set MAIL_FROM, or default_from_address with postroad profile update/,
    );
    const set = await run(['doctor'], { ...smtp, ...mailFrom });
    expect(set.out).toContain('ok    Mail comes from Shop <shop@example.com>');
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

const mcpCall = (id: number, method: string, params: object) =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params });

const mcpInitialize = (capabilities: object) =>
  mcpCall(1, 'initialize', {
    ...{ protocolVersion: '2025-06-18', capabilities },
    clientInfo: { name: 'test', version: '1' },
  });

interface McpMessage {
  id?: number;
  method?: string;
  result?: { isError?: boolean };
}

const mcpMessages = (out: string) =>
  out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as McpMessage);

it('answers a piped MCP script in full, with nothing else on stdout', async () => {
  const call = mcpCall(2, 'tools/call', { name: 'list_themes', arguments: {} });
  // Its last line needs no end.
  const script = `${mcpInitialize({})}\n${call}`;
  const ran = await runProcess(['mcp'], { LOG_LEVEL: 'debug' }, script);
  expect(ran.exitCode).toBe(0);
  expect(
    mcpMessages(ran.out)
      .map(({ id }) => id)
      .sort(),
  ).toEqual([1, 2]);
});

it('AGT-08 postroad mcp ends where its client goes while a question to a person is open, and does nothing', async () => {
  const email = 'nobody.agreed@example.com';
  const call = mcpCall(2, 'tools/call', { name: 'save_person', arguments: { email } });
  const script = `${mcpInitialize({ elicitation: {} })}\n${call}\n`;
  const ran = await runProcess(['mcp', '--confirm', 'always'], {}, script);
  expect(ran.exitCode).toBe(0);
  const messages = mcpMessages(ran.out);
  expect(messages).toContainEqual(expect.objectContaining({ method: 'elicitation/create' }));
  const answer = messages.find(({ id, method }) => id === 2 && method === undefined);
  expect(answer?.result).toMatchObject({ isError: true });
  expect((await run(['people', 'get', email])).exitCode).toBe(6);
});

it('SEC-02 a signal ends postroad mcp as the end of its input does, so that nobody waits for its lock', async () => {
  const ran = startProcess(['mcp'], { env: envWith({}), stdin: null });
  const stdin = ran.child.stdin;
  stdin?.write(`${mcpInitialize({})}\n`);
  await ran.until('"id":1');
  ran.child.kill('SIGTERM');
  expect(await ran.ended).toBe(0);
});

it('ends with 1 and one sentence if its environment is malformed', async () => {
  // As light as a command that reads it can be.
  const ran = await runProcess(['migrate'], { PORT: 'eighty' });
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
  const ran = await run(['serve'], { API_TOKEN: 'x'.repeat(23) });
  expect(ran.exitCode).not.toBe(0);
  expect(ran.err).toMatch(/API_TOKEN must be at least 24 characters long\. .*openssl rand -hex 24/);
  expect(ran.err).not.toContain('xxxxx');
});
