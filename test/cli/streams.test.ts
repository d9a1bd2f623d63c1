import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Terminal } from '@postroad/cli/output/terminal';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '../support/database.ts';
import { type RunningService, startService } from '../surfaces/running-service.ts';
import { runCli } from '../surfaces/three-surfaces.ts';

let running: RunningService;
let folder: string;

beforeAll(async () => {
  running = await startService();
  folder = await mkdtemp(join(tmpdir(), 'postroad-streams-'));
});

afterAll(async () => {
  await running.stop();
  await rm(folder, { recursive: true, force: true });
});

const run = (argv: string[], stdin = '', env = running.env) => runCli(argv, env, stdin);

/** Runs a command that does not end by itself; `heard` resolves once its output contains a text. */
function start(argv: string[], terminal: Partial<Terminal> = {}) {
  let out = '';
  let stop: () => void = () => undefined;
  const waiting = new Set<() => void>();
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const ended = runCli(argv, running.env, '', terminal.outIsTty ?? false, {
    ...terminal,
    out: (text) => {
      out += text;
      for (const look of waiting) look();
    },
    stopped: () => stopped,
  });
  const heard = (text: string) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        if (out.includes(text)) resolve(out);
      };
      waiting.add(look);
      look();
      void ended.then(({ err }) => reject(new Error(`It ended, saying ${out}${err}`)));
    });
  return { heard, ended, stop: () => stop() };
}

it('records an event by name, person and details', async () => {
  const argv = ['events', 'send', 'bought', 'ada@example.com', 'plan=pro', 'seats=3', 'note=a=b'];
  expect((await run([...argv, '--dry-run'])).exitCode).toBe(0);
  expect(JSON.parse((await run(argv)).out)).toMatchObject({ status: 'created' });
  const { out } = await run(['events', 'list', '--name', 'bought', '--jq', '.events[].details']);
  expect(JSON.parse(out)).toEqual({ plan: 'pro', seats: 3, note: 'a=b' });
  expect((await run([...argv, '--jq', '.['])).exitCode).toBe(3);
  const count = await run(['events', 'list', '--name', 'bought', '--jq', '.events | length']);
  expect(count.out).toBe('1\n');
  const wrong = await run(['events', 'send', 'bought', 'ada@example.com', 'plan']);
  expect(wrong).toMatchObject({ exitCode: 3 });
  expect(wrong.err).toMatch(/write it as plan=pro/);
});

it('tails events as lines of JSON, each once, the late ones too', async () => {
  await run(['events', 'send', 'tail_before', 'ada@example.com']);
  const tail = start(['events', 'tail', '--limit', '1']);
  await tail.heard('tail_before');
  await run(['events', 'send', 'tail_after', 'ada@example.com']);
  await run([
    'events',
    'record',
    '--email',
    'ada@example.com',
    '--name',
    'tail_late',
    '--occurred-at',
    new Date(Date.now() - 20_000).toISOString(),
  ]);
  await tail.heard('tail_late');
  const lines = (await tail.heard('tail_after')).trimEnd().split('\n');
  tail.stop();
  expect((await tail.ended).exitCode).toBe(0);
  const names = lines.map((line) => (JSON.parse(line) as { name: string }).name);
  expect(names.sort()).toEqual(['tail_after', 'tail_before', 'tail_late']);
});

it('tails what happens after an event whose time is still to come', async () => {
  const ahead = ['--name', 'tail_ahead', '--occurred-at', '2100-01-01T00:00:00Z'];
  await run(['events', 'record', '--email', 'ahead@example.com', ...ahead]);
  const tail = start(['events', 'tail', '--person', 'ahead@example.com']);
  await tail.heard('tail_ahead');
  await run(['events', 'send', 'tail_now', 'ahead@example.com']);
  const lines = (await tail.heard('tail_now')).trimEnd().split('\n');
  tail.stop();
  await tail.ended;
  const names = lines.map((line) => (JSON.parse(line) as { name: string }).name);
  expect(names).toEqual(['tail_ahead', 'tail_now']);
});

it('tails events as text on a terminal, without control characters', async () => {
  const tail = start(['events', 'tail', '--name', 'tty', '--no-color'], { outIsTty: true });
  await run(['events', 'send', 'tty', 'ada@example.com', 'x=\u009bred']);
  const said = await tail.heard('tty');
  tail.stop();
  await tail.ended;
  expect(said).toMatch(/Z {2}tty {2}ada@example\.com \{"x":"\\u009bred"\}\n$/);
});

it('watches the queue: counts as they change, and a table on a terminal', async () => {
  expect((await run(['queue', 'lst'])).err).toMatch(/Did you mean list\?/);
  expect((await run(['queue'])).exitCode).toBe(3);
  const fields = await run(['queue', 'list', '--json', 'counts']);
  expect(Object.keys(JSON.parse(fields.out))).toEqual(['counts']);
  const none = await run(['queue', 'retry', '999999', '--json', '--dry-run']);
  expect(JSON.parse(none.err)).toMatchObject({ code: 'not_found' });
  const lines = start(['queue', '--watch']);
  const screen = start(['queue', '--watch', '--no-color'], { outIsTty: true });
  await lines.heard('counts');
  await run(['events', 'send', 'signed_up', 'queued@example.com']);
  await run(['clock', 'move', '--advance', '{"amount":0,"unit":"minutes"}']);
  await run(['events', 'send', 'signed_up', 'queued2@example.com']);
  await screen.heard('Queue of http');
  lines.stop();
  screen.stop();
  expect((await lines.ended).exitCode).toBe(0);
  expect((await screen.ended).exitCode).toBe(0);
});

it('imports a file with a progress bar on a terminal, and exports it again', async () => {
  const file = join(folder, 'people.csv');
  await writeFile(file, 'Email,First name\nimp1@example.com,One\nimp2@example.com,Two\nnobody,X\n');
  const tried = await run(['people', 'import', file, '--dry-run']);
  expect(JSON.parse(tried.out)).toMatchObject({
    import: { id: null, created: 2, invalid: 1 },
    dry_run: true,
  });
  const imported = await runCli(
    ['people', 'import', file, '--tags', 'spring'],
    running.env,
    '',
    true,
    {
      errIsTty: true,
    },
  );
  expect(imported.out).toMatch(
    /^done: 3 rows, 2 people new, .* 1 skipped\. See "postroad imports errors \d+"\.\n$/,
  );
  expect(imported.err).toMatch(/█/);
  const stdin = await run(
    ['people', 'import', '-', '--format', 'ndjson'],
    '{"email":"imp3@example.com"}\n',
  );
  expect(JSON.parse(stdin.out)).toMatchObject({ import: { created: 1 } });
  expect(stdin.err).toBe('');
  expect((await run(['people', 'import', join(folder, 'none.csv')])).exitCode).toBe(3);

  const csv = await run(['people', 'export', '--tag', 'spring']);
  expect(csv.out.trimEnd().split('\n')).toHaveLength(3);
  expect(csv.out).toMatch(/imp2@example\.com,Two/);
  const page = await run(['people', 'export', '--tag', 'spring', '--json', 'people']);
  expect(JSON.parse(page.out)).toEqual({ people: 2 });
  const dash = await run(['people', 'export', '--tag', 'spring', '--out', '-']);
  expect(dash).toMatchObject({ exitCode: 0, out: csv.out });
  expect(dash.err).not.toContain('Wrote');
  expect((await run(['people', 'export', '--out', '-', '--json'])).exitCode).toBe(3);
  const target = join(folder, 'out.ndjson');
  expect((await run(['people', 'export', '--out', target])).exitCode).toBe(0);
  expect(await readFile(target, 'utf8')).toMatch(/"email":"imp3@example\.com"/);
  const refused = await run([
    'people',
    'export',
    '--segment',
    'none',
    '--out',
    join(folder, 'no.csv'),
  ]);
  expect(refused.exitCode).toBe(6);
  const stopped = await runCli(['people', 'export', '--out', target], running.env, '', false, {
    stopped: async () => undefined,
  });
  expect(stopped).toMatchObject({
    exitCode: 1,
    err: 'Stopped before the end. There is no new export.\n',
  });
  expect((await readdir(folder)).sort()).toEqual(['out.ndjson', 'people.csv']);
  const nowhere = join(folder, 'none', 'out.csv');
  expect(await run(['people', 'export', '--out', nowhere])).toMatchObject({
    exitCode: 1,
    err: `${nowhere} cannot be written: ENOENT: no such file or directory. There is no new export.\n`,
  });
  expect((await run(['people', 'export', '--out', '/dev/null'])).exitCode).toBe(3);
  expect((await stat('/dev/null')).isCharacterDevice()).toBe(true);
});

it('LEFT-04 says what becomes of an import whose command is stopped', async () => {
  const file = join(folder, 'stopped.csv');
  await writeFile(file, 'email\nstopped1@example.com\n');
  const stopped = async () => undefined;
  const importing = ['people', 'import', file];
  const cut = await runCli(importing, running.env, '', false, { stopped });
  expect(cut).toMatchObject({
    exitCode: 1,
    out: '',
    err: 'Stopped before the end. Nothing of the file is imported.\n',
  });
  const tried = await runCli([...importing, '--dry-run'], running.env, '', false, { stopped });
  expect(tried.err).toBe('Stopped before the end. Nothing was written.\n');
});

it('LEFT-03 shows the lines of an exported file as lines on a terminal, and no control character', async () => {
  const body = JSON.stringify({ email: 'odd@example.com', fields: { odd: 'a\rb\u001b[31m' } });
  await run(['people', 'import', '-', '--format', 'ndjson', '--tags', 'odd'], `${body}\n`);
  const export_ = ['people', 'export', '--tag', 'odd'];
  const shown = await runCli(export_, running.env, '', true, { outIsTty: true });
  expect(shown.out.trimEnd().split('\n')).toHaveLength(2);
  expect(shown.out).toMatch(/a\\u000db\\u001b\[31m/);
  for (const absent of ['\\u000d\n', '\r', '\u001b']) expect(shown.out).not.toContain(absent);
  expect((await run(export_)).out).toMatch(/\r\n/);
});

it('imports and exports without a server, in a data directory of its own', async () => {
  const database = await createTestDatabase();
  const env = { ...database.env, LOG_LEVEL: 'error' };
  const imported = await run(['people', 'import', '-'], 'email\nlocal@example.com\n', env);
  expect(JSON.parse(imported.out)).toMatchObject({ import: { status: 'done', created: 1 } });
  expect((await run(['people', 'export'], '', env)).out).toContain('local@example.com');
  await database.drop();
});
