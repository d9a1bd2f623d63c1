// @database embedded: a server has no thread here.
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { limits } from '@postroad/core/platform/limits';
import { connect } from '@postroad/store/platform/connection/connect';
import { SignsOfLife } from '@postroad/store/platform/connection/embedded';
import { Fence, presentMoment } from '@postroad/store/platform/connection/fence';
import {
  clusterVersion,
  preparedCluster,
} from '@postroad/store/platform/connection/prepared-cluster';
import { unpackCluster } from '@postroad/store/platform/connection/unpack-cluster';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../../support/database.ts';
import { root } from '../../support/repository.ts';

it('SEC-35 ends a thread after a minute of looks without a sign of life, and no sooner', () => {
  const memory = new SharedArrayBuffer(4);
  const signs = new SignsOfLife(memory);
  const most = limits.embeddedAnswerMs / 1_000;
  for (let look = 1; look < most; look += 1) expect(signs.look()).toBe(false);
  Atomics.add(new Int32Array(memory), 0, 1);
  for (let look = 0; look < most; look += 1) expect(signs.look()).toBe(false);
  expect(signs.look()).toBe(true);
});

it('SEC-02 a fence is open for its term on both clocks, and not before or after the last beat', () => {
  const fence = new Fence();
  expect(fence.isOpen()).toBe(false);
  const begun = presentMoment();
  fence.extend(begun);
  const after = (monotonicMs: number, wallMs: number) =>
    fence.isOpen({
      monotonic: begun.monotonic + BigInt(monotonicMs) * 1_000_000n,
      wall: begun.wall + wallMs,
    });
  const term = limits.lockTermMs;
  expect(after(0, 0)).toBe(true);
  expect(after(term - 1, term - 1)).toBe(true);
  expect(after(term, 0)).toBe(false);
  expect(after(0, term)).toBe(false);
  expect(after(0, -term)).toBe(false);
  fence.close();
  expect(after(0, 0)).toBe(false);
});

it('SEC-02 the thread of the database writes nothing while the fence is closed', async () => {
  const { dataDir, drop } = await createTestDatabase();
  const fence = new Fence();
  const hold = setInterval(() => fence.extend(presentMoment()), 100);
  const database = await connect({ dataDir, fence });
  await database.pool`create table written (a int)`;
  clearInterval(hold);
  fence.close();
  let written = false;
  const writing = database.pool`insert into written values (1)`.then(() => {
    written = true;
  });
  // Waking those who wait at the fence says how many there are.
  const gate = new Int32Array(fence.memory, 16, 1);
  await expect.poll(() => Atomics.notify(gate, 0)).toBe(1);
  expect(written).toBe(false);
  const again = setInterval(() => fence.extend(presentMoment()), 100);
  await writing;
  expect(await database.pool`select a from written`).toHaveLength(1);
  await database.close();
  clearInterval(again);
  await drop();
});

it('BACK-08 says of damaged files that a backup has to be restored', async () => {
  const { dataDir, drop } = await createTestDatabase();
  await (await connect({ dataDir })).close();
  await rm(join(dataDir, 'pgdata', 'global', 'pg_control'));
  await expect(connect({ dataDir })).rejects.toThrow(
    `The embedded database could not be opened in ${dataDir}: PostgreSQL stopped, as it does where its files are damaged. Restore a backup into another DATA_DIR.`,
  );
  await drop();
});

it('ING-05 runs with 16 MB of shared buffers', async () => {
  const { dataDir, drop } = await createTestDatabase();
  const database = await connect({ dataDir });
  expect(await database.pool`show shared_buffers`).toEqual([{ shared_buffers: '16MB' }]);
  await database.close();
  await drop();
});

it('the prepared files are of the PGlite that the package takes, and a run has them', () => {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'store', 'package.json'), 'utf8'));
  expect(clusterVersion).toBe(dependencies['@electric-sql/pglite']);
  expect(existsSync(preparedCluster)).toBe(true);
});

it.each([
  ['beside what a killed process left', 'pgdata.new'],
  ['in a folder that is there, as a volume is', 'pgdata'],
])('a new database is made %s, in UTF-8 and in UTC', async (_, folder) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'postroad-new-'));
  await mkdir(join(dataDir, folder));
  if (folder === 'pgdata.new') await writeFile(join(dataDir, folder, 'PG_VERSION'), 'half');
  const database = await connect({ dataDir });
  expect(
    await database.pool`
      select current_setting('server_encoding') as encoding, current_setting('timezone') as zone,
        datcollate as collation, (select count(*)::int from pg_tables where schemaname = 'public') as tables
      from pg_database where datname = current_database()`,
  ).toEqual([{ encoding: 'UTF8', zone: 'UTC', collation: 'C', tables: 0 }]);
  expect(existsSync(join(dataDir, 'pgdata.new'))).toBe(false);
  await database.close();
  await rm(dataDir, { recursive: true });
});

it('BACK-08 names the file that kept a new database from being made, and takes what is there for none', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'postroad-new-'));
  await mkdir(join(dataDir, 'pgdata', 'postgresql.conf'), { recursive: true });
  await expect(connect({ dataDir })).rejects.toThrow(
    /^The embedded database could not be made in .*: EISDIR: .*postgresql\.conf'\.$/,
  );
  expect(existsSync(join(dataDir, 'pgdata', 'PG_VERSION'))).toBe(false);
  await rm(dataDir, { recursive: true });
});

it('SEC-02 unpacks each file of a new database within the term of its directory, and its mark last', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'postroad-new-'));
  const packed = fileURLToPath(preparedCluster);
  let asked = 0;
  const over = (at: number) => ({
    wait() {
      asked += 1;
      if (asked === at) throw new Error('The term is over.');
    },
  });
  unpackCluster(packed, folder, over(0));
  const all = (await readdir(folder, { recursive: true })).length;
  expect(asked).toBeGreaterThanOrEqual(all);
  expect(existsSync(join(folder, 'PG_VERSION'))).toBe(true);
  const files = asked;
  await rm(folder, { recursive: true });
  await mkdir(folder);
  asked = 0;
  // The mark by which the folder is taken for a whole database.
  expect(() => unpackCluster(packed, folder, over(files))).toThrow('The term is over.');
  expect(await readdir(folder, { recursive: true })).toHaveLength(all - 1);
  expect(existsSync(join(folder, 'PG_VERSION'))).toBe(false);
  await rm(folder, { recursive: true });
});
