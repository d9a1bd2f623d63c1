import { existsSync, watch } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type {
  OperationName,
  OperationOutput,
  OperationRequest,
} from '@postroad/core/catalog/catalog';
import { createClient } from '@postroad/http/client/client';
import { operatorActor } from '@postroad/service/account/authenticate';
import { readConfig } from '@postroad/service/app/config/config';
import { openService } from '@postroad/service/app/open-service';
import type { Actor } from '@postroad/service/platform/actor';
import { createLog } from '@postroad/service/platform/log';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createEmptyDatabase,
  createTestDatabase,
  databaseKind,
  type TestDatabase,
} from '../support/database.ts';
import { renderer } from '../support/service.ts';
import { startProcess } from '../support/service-process.ts';
import { type RunningService, startService } from '../surfaces/running-service.ts';
import { runCli } from '../surfaces/three-surfaces.ts';

// @database both: each makes backups, and is restored from them, in its own way.

/** `npm run soak` restores ten backups under load. */
const rounds = process.env.POSTROAD_SOAK === undefined ? 1 : 10;

let running: RunningService;
let folder: string;
const targets: TestDatabase[] = [];

beforeAll(async () => {
  running = await startService();
  folder = await mkdtemp(join(tmpdir(), 'postroad-backups-'));
});

afterAll(async () => {
  await running.stop();
  for (const target of targets) await target.drop();
  await rm(folder, { recursive: true, force: true });
});

type Env = Record<string, string>;

const run = (argv: string[], env: Env = running.env) => runCli(argv, env);

const answer = async (argv: string[], env: Env = running.env) =>
  JSON.parse((await run([...argv, '--json'], env)).out);

async function newTarget(): Promise<Env> {
  const target = await createEmptyDatabase();
  targets.push(target);
  return { LOG_LEVEL: 'error', TEST_CLOCK: '1', STARTER: '0', ...target.env };
}

/** Records events one after the other until it is stopped; knows which were acknowledged. */
function load(round: number) {
  const client = createClient(running);
  const acknowledged: number[] = [];
  let stopped = false;
  let begin = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const recording = (async () => {
    while (!stopped) {
      const email = `load-${round}-${acknowledged.length}@example.com`;
      const { output } = await client.invoke('record_event', { email, name: `loaded_${round}` });
      acknowledged.push(output.event_id ?? 0);
      if (acknowledged.length === 20) begin();
    }
  })();
  return {
    acknowledged,
    /** Resolves once the first ones are acknowledged. */
    begun,
    async stop() {
      stopped = true;
      await recording;
    },
  };
}

const operator: Actor = { id: 'environment', name: 'test', scopes: ['admin'] };

/** The service on a restored database; `newTarget` made its environment. */
async function open(env: Env) {
  const service = await openService(readConfig(env), { renderer });
  const call = async <Name extends OperationName>(name: Name, input: OperationRequest<Name>) =>
    (await service.invoke(name, input, { actor: operator })).output;
  /** Ids of all events with a name. */
  const recorded = async (name: string) => {
    const ids = new Set<number>();
    for (let cursor: string | undefined; ; ) {
      const page = await call('list_events', { name, limit: 200, ...(cursor ? { cursor } : {}) });
      for (const { id } of page.events) ids.add(id);
      if (page.next_cursor === null) return ids;
      cursor = page.next_cursor;
    }
  };
  return { call, recorded, close: () => service.close() };
}

describe.each(Array.from({ length: rounds }, (_, round) => round))('backup %i', (round) => {
  let file: string;
  let before: number[];
  let during: number;
  let written: Awaited<ReturnType<typeof run>>;
  let restored: Awaited<ReturnType<typeof run>>;
  let again: Awaited<ReturnType<typeof run>>;
  let opened: Awaited<ReturnType<typeof open>>;

  beforeAll(async () => {
    file = join(folder, `loaded-${round}`);
    await writeFile(file, 'of yesterday');
    await running.invoke('upsert_person', { email: 'erased@example.com' });
    const recording = load(round);
    await recording.begun;
    before = [...recording.acknowledged];
    written = await run(['backup', file]);
    during = recording.acknowledged.length - before.length;
    await recording.stop();
    await running.invoke('delete_person', { person: 'erased@example.com' });
    const later = join(folder, `later-${round}`);
    await run(['backup', later]);
    const env = await newTarget();
    restored = await run(['restore', file, '--erasures', later], env);
    again = await run(['restore', file], env);
    opened = await open(env);
  });

  afterAll(() => opened.close());

  it('BACK-01 is written whole, for its owner alone, beside nothing else', async () => {
    expect(written).toMatchObject({ exitCode: 0, out: '' });
    expect(written.err).toMatch(/^Wrote .*loaded-\d, (?:\d\.\d MB|[1-9]\d* kB)\.\n$/);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
    const text = gunzipSync(await readFile(file)).toString();
    expect(text).toMatch(/^\{"format":"postroad-backup\/1".*\n/);
    expect(text).toMatch(/\n\{"tables":\d+\}\n$/);
  });

  it('BACK-02 misses nothing acknowledged before it began, while others are served', async () => {
    expect(during).toBeGreaterThan(0);
    expect(restored).toMatchObject({ exitCode: 0, err: '' });
    const ids = await opened.recorded(`loaded_${round}`);
    expect(before.filter((id) => !ids.has(id))).toEqual([]);
  });

  it('BACK-04 begins with sending held until it is released', async () => {
    const { sending } = await opened.call('get_sending', {});
    expect(sending).toMatchObject({ state: 'held', reason: 'Restored from a backup' });
    expect(sending.held_by).toEqual({ kind: 'local', name: 'postroad restore' });
    expect((await opened.call('release_sending', {})).sending.state).toBe('running');
  });

  it('BACK-05 is restored into nothing that is not empty', () => {
    expect(again).toMatchObject({ exitCode: 7, out: '' });
    expect(again.err).toMatch(/is not empty/);
  });

  it('BACK-06 erases again whom a later backup knows to be erased', async () => {
    expect(restored.out).toContain('Erased again: 1 person, by ');
    const { people } = await opened.call('list_people', { q: 'erased@example.com' });
    expect(people).toEqual([]);
    const { person } = await opened.call('upsert_person', { email: 'erased@example.com' });
    expect(person.unsubscribed).toBe(true);
  });
});

it('BACK-06 says where the list of erasures may be that a restore did not find', async () => {
  const file = join(await mkdtemp(join(folder, 'alone-')), 'daily');
  await run(['backup', file]);
  const ERASURES_FILE = join(folder, 'elsewhere', 'erasures.ndjson');
  const env = { ...(await newTarget()), ERASURES_FILE };
  const { out } = await run(['restore', file], env);
  expect(out).toContain(`No list of erasures was found, and none at ${ERASURES_FILE}.`);
  expect(out).toContain('wrote the list to its ERASURES_FILE, or to erasures.ndjson');
  expect(out).toContain('run "postroad restore --in-place --erasures <file>"');
  const later = await run(['restore', '--in-place', '--erasures', file], env);
  expect(later.out).toContain(`Erased again: 0 people, by ${file}.`);
  expect(later.out).toContain(`ERASURES_FILE names ${ERASURES_FILE}, where nothing is.`);
});

it('BACK-01 passes a backup on, packed, and refuses to show it', async () => {
  const pieces: Uint8Array[] = [];
  const outBytes = async (bytes: Uint8Array) => {
    pieces.push(bytes);
  };
  const passed = await runCli(['backup', '-'], running.env, '', false, { outBytes });
  expect(passed).toMatchObject({ exitCode: 0, out: '', err: '' });
  expect(gunzipSync(Buffer.concat(pieces)).toString()).toMatch(/\n\{"tables":\d+\}\n$/);
  const shown = await runCli(['backup', '-'], running.env, '', true, { outBytes });
  expect(shown.exitCode).toBe(3);
});

it('BACK-01 keeps what is there where a backup fails', async () => {
  const file = join(folder, 'kept');
  await writeFile(file, 'of yesterday');
  const { secret } = await answer(['tokens', 'create', '--name', 'reader', '--scope', 'read']);
  const refused = await run(['backup', file], { ...running.env, POSTROAD_TOKEN: secret });
  expect(refused.exitCode).toBe(4);
  expect(await readFile(file, 'utf8')).toBe('of yesterday');
  const nowhere = await run(['backup', join(folder, 'none', 'x')]);
  expect(nowhere).toMatchObject({
    exitCode: 1,
    err: `${join(folder, 'none', 'x')} cannot be written: ENOENT: no such file or directory. There is no new backup.\n`,
  });
  const none = await run(['backup', file], { DATA_DIR: join(folder, 'none') });
  expect(none.err).toMatch(/^There is no database in /);
  expect(await readFile(file, 'utf8')).toBe('of yesterday');
});

it('BACK-01 is no success where nobody takes it, and replaces nothing but a file', async () => {
  const lastBackup = async () => /Backup: .*/.exec((await run(['doctor'])).out)?.[0];
  const before = await lastBackup();
  const outBytes = () =>
    Promise.reject(Object.assign(new Error('write EPIPE'), { code: 'EPIPE', syscall: 'write' }));
  const broken = await runCli(['backup', '-'], running.env, '', false, { outBytes });
  expect(broken).toMatchObject({
    exitCode: 1,
    err: 'Standard output cannot be written: write EPIPE. There is no new backup.\n',
  });
  expect(before).toBeDefined();
  expect(await lastBackup()).toBe(before);
  for (const other of [folder, '/dev/null']) {
    expect(await run(['backup', other])).toMatchObject({ exitCode: 3 });
  }
  expect((await stat('/dev/null')).isCharacterDevice()).toBe(true);
});

it('BACK-01 leaves no partial file where it is stopped, and removes that of one that was killed', async () => {
  const within = await mkdtemp(join(folder, 'stopped-'));
  const file = join(within, 'daily');
  await writeFile(file, 'of yesterday');
  const [killed, atWork, other] = ['daily.0123abcd.part', 'daily.4567abcd.part', 'daily.part'];
  for (const name of [killed, atWork, other]) await writeFile(join(within, name), '');
  for (const name of [killed, other]) await utimes(join(within, name), 0, 0);
  const stopped = await runCli(['backup', file], running.env, '', false, {
    stopped: async () => undefined,
  });
  expect(stopped).toMatchObject({
    exitCode: 1,
    err: 'Stopped before the end. There is no new backup.\n',
  });
  expect(await readFile(file, 'utf8')).toBe('of yesterday');
  expect((await readdir(within)).sort()).toEqual(['daily', atWork, other].sort());
});

it('BACK-01 a restore that is stopped says what is there, and the same command restores afterwards', async () => {
  const file = join(folder, 'of-a-stop');
  expect((await run(['backup', file])).exitCode).toBe(0);
  const target = await newTarget();
  const stopped = await runCli(['restore', file], target, '', false, {
    stopped: async () => undefined,
  });
  expect(stopped).toMatchObject({ exitCode: 1, out: '' });
  expect(stopped.err).toMatch(
    /^Stopped before the end\. A restore is one transaction, so nothing of the backup is there, or all of it\. /,
  );
  // The end of the first one is not waited for.
  await expect
    .poll(async () => (await run(['restore', file], target)).exitCode, { timeout: 30_000 })
    .toBe(0);
});

/** The embedded database refuses by its files. */
const hasServer = databaseKind() === 'postgres' ? ['a server'] : [];

it.each(hasServer)(
  'BACK-01 a restore says that the disk of %s is full, and nothing is left of it',
  async () => {
    const target = await newTarget();
    const file = join(folder, 'of-a-full-disk');
    expect((await run(['backup', file])).exitCode).toBe(0);
    const sql = postgres(target.DATABASE_URL ?? '', { max: 1, onnotice: () => undefined });
    await sql`
    create function fill() returns event_trigger language plpgsql as $$
      begin raise exception 'could not extend file "base/5/2658"' using errcode = '53100'; end $$;
    create event trigger full_disk on ddl_command_end when tag in ('CREATE INDEX')
      execute function fill()`.simple();
    expect(await run(['restore', file], target)).toEqual({
      exitCode: 1,
      out: '',
      err: 'The disk of the database is full. Nothing was stored. Try again later.\n',
    });
    await sql`drop event trigger full_disk; drop function fill()`.simple();
    await sql.end();
    expect((await run(['restore', file], target)).exitCode).toBe(0);
  },
);

const header = {
  ...{ format: 'postroad-backup/1', made_at: '2026-01-02T03:04:05.000Z', version: '1.2.3' },
  ...{ migrations: [], sequences: {} },
};

it('BACK-01 names the file that cannot be read, and the database that it was restored into, and moves no cursor by what a backup from elsewhere says', async () => {
  const file = join(folder, 'hostile');
  const target = await newTarget();
  const absent = await run(['restore', file], target);
  expect(absent).toMatchObject({ exitCode: 5, out: '' });
  expect(absent.err).toContain(`${file} cannot be read: ENOENT`);
  const rows =
    '\\.\n{"rows":0,"sha256":"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"}';
  const lines = [
    JSON.stringify({ ...header, version: '1\u001b[2J', made_at: '\u001b]0;x\u0007' }),
    ...[JSON.stringify({ table: 'evil\u001b[1A\r\nRestored.', columns: [] }), rows],
  ];
  await writeFile(file, `${lines.join('\n')}\n{"tables":1}\n`);
  const restored = await run(['restore', file], target);
  expect(restored).toMatchObject({ exitCode: 0, err: '' });
  const where =
    target.DATABASE_URL === undefined
      ? `the embedded database in ${target.DATA_DIR}`
      : 'the database of DATABASE_URL';
  expect(restored.out).toContain(` into ${where}: `);
  expect(restored.out).toContain('Left out: evil\\u001b[1A Restored.,');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there.
  expect(restored.out).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
});

it('BACK-05 a folder with anything in it is no place for a restore', async () => {
  const dataDir = join(folder, 'data');
  const file = join(folder, 'none');
  await writeFile(file, `${JSON.stringify(header)}\n`);
  await mkdir(dataDir);
  await writeFile(join(dataDir, 'notes.txt'), '');
  const refused = await run(['restore', file, '--data-dir', dataDir], {});
  expect(refused.exitCode).toBe(7);
  expect(refused.err).toContain('is not empty: it has notes.txt');
  expect(refused.err).toContain('Name a new folder with --data-dir or DATA_DIR');
  const wrong = await run(['restore', join(folder, 'kept'), '--data-dir', dataDir], {});
  expect(wrong).toMatchObject({ exitCode: 5, out: '' });
  expect(wrong.err).toMatch(/is no backup that "postroad backup" wrote/);
  const late = await run(['restore', file, '--stopped-at', '2999-01-01T00:00:00Z'], {});
  expect(late.exitCode).toBe(3);
});

it('BACK-06 refuses a list of erasures that is none, with its name, before anything is restored', async () => {
  const file = join(folder, 'of-lists');
  expect((await run(['backup', file])).exitCode).toBe(0);
  const [other, cut, bare] = ['people.csv', 'cut', 'bare'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  await writeFile(other, 'email\nerased@example.com\n');
  await writeFile(cut, (await readFile(file)).subarray(0, 2_000));
  await writeFile(bare, '');
  const dataDir = join(folder, 'never');
  for (const list of [other, cut]) {
    const refused = await run(['restore', file, '--data-dir', dataDir, '--erasures', list], {});
    expect(refused).toMatchObject({ exitCode: 5, out: '' });
    expect(refused.err).toContain(`No erasures are read from ${list}. `);
    const inPlace = ['restore', '--in-place', '--data-dir', dataDir, '--erasures', list];
    expect(await run(inPlace, {})).toMatchObject({ exitCode: 5, err: refused.err });
  }
  expect(existsSync(dataDir)).toBe(false);
  const target = await newTarget();
  // Nobody was erased yet where the list is empty.
  const restored = await run(['restore', file, '--erasures', bare], target);
  expect(restored.out).toContain(`by ${bare}`);
});

/** Only a restore that makes the database itself leaves files when it is killed. */
const makesFiles = databaseKind() === 'embedded' ? ['the embedded database'] : [];

it.each(makesFiles)(
  'BACK-01 a restore that was killed while it made %s is done again, and nothing else is begun there; one that was killed after its commit is known to be whole',
  async (database) => {
    const dataDir = join(folder, 'killed');
    const file = join(folder, 'of-killed');
    expect((await run(['backup', file])).exitCode).toBe(0);
    await mkdir(dataDir);
    const killed = startProcess(['restore', file, '--data-dir', dataDir], { env: {} });
    const watcher = watch(dataDir, (_, name) => {
      if (name === 'pgdata.new') killed.child.kill('SIGKILL');
    });
    expect(await killed.ended, killed.err()).toBeNull();
    watcher.close();
    const served = await run(['migrate'], { DATA_DIR: dataDir });
    expect(served).toMatchObject({ exitCode: 1, out: '' });
    expect(served.err).toContain(`A restore into ${dataDir} was cut off`);
    expect(served.err).toContain('nothing of the backup is there. Run "postroad restore" again');
    const again = await run(['restore', file, '--data-dir', dataDir], {});
    expect(again).toMatchObject({ exitCode: 0 });
    expect(again.out).toContain(`into ${database} in ${dataDir}`);
    const mark = join(dataDir, 'restoring');
    await writeFile(mark, '');
    const lines: string[] = [];
    const env = { ...running.env, DATABASE_URL: '', DATA_DIR: dataDir, STARTER: '0' };
    const log = createLog('warn', (line) => lines.push(JSON.parse(line).message) > 0);
    const service = await openService(readConfig(env), { renderer, log });
    const { output } = await service.invoke('get_sending', {}, { actor: operator });
    await service.close();
    expect(output.sending).toMatchObject({ state: 'held', reason: 'Restored from a backup' });
    expect(lines.join('\n')).toContain('was killed at its end; all of the backup is there');
    expect(existsSync(mark)).toBe(false);
  },
);

it('CON-14, BACK-04 a backup has no session and no link, and a restore by other tools ends those that they copied and holds sending', async () => {
  const target = await createTestDatabase();
  targets.push(target);
  const secretOf = { API_TOKEN: 'operator-0123456789-abcdef' };
  const env = { LOG_LEVEL: 'error', STARTER: '0', ...target.env, ...secretOf };
  const before = await openService(readConfig(env), { renderer });
  const { secret } = await before.sessions.start(operatorActor);
  const { output } = await before.invoke('create_sign_in_link', {}, { actor: operator });
  expect(await before.sessions.find(secret, null)).toEqual(operatorActor);
  await before.close();
  const file = join(folder, 'signed-in');
  expect((await run(['backup', file], env)).exitCode).toBe(0);
  const text = gunzipSync(await readFile(file)).toString();
  expect(text).toContain('"table":"api_tokens"');
  expect(text).not.toMatch(/"table":"(?:console_sessions|sign_in_links)"/);
  expect((await run(['restore', 'file', '--in-place'], env)).exitCode).toBe(3);
  const taken = await run(['restore', '--in-place'], env);
  expect(taken).toMatchObject({ exitCode: 0, err: '' });
  expect(taken.out).toContain('Sending is held');
  const after = await openService(readConfig(env), { renderer });
  expect(await after.sessions.find(secret, null)).toBeNull();
  expect(await after.sessions.useLink(new URL(output.url).hash.slice(1), null)).toBeNull();
  const held = await after.invoke('get_sending', {}, { actor: operator });
  await after.close();
  expect(held.output.sending).toMatchObject({ state: 'held', reason: 'Restored from a backup' });
});

it('BACK-07 doctor warns where no backup is younger than a week, and a record ends that', async () => {
  const due = /warn {2}Backup: the last one was made on .*\n.*postroad backup/;
  await run(['clock', 'move', '--advance', '{"amount":8,"unit":"days"}']);
  expect((await run(['doctor'])).out).toMatch(due);
  const { backups } = (await running.invoke('get_backups', {})) as OperationOutput<'get_backups'>;
  expect(backups).toMatchObject({ overdue: true });
  const recorded = await answer(['backups', 'record']);
  expect(recorded.backups).toMatchObject({ overdue: false });
  expect((await run(['doctor'])).out).toMatch(/ok {4}Backup: made on /);
});

it('HIST-03 a backup leaves a change, with whom it was made by', async () => {
  const { changes } = await answer(['changes', 'list', '--resource', 'backups']);
  expect(changes[0]).toMatchObject({ operation: 'record_backup', surface: 'cli' });
  expect(changes).toContainEqual(
    expect.objectContaining({ operation: 'download_backup', surface: 'cli' }),
  );
});
