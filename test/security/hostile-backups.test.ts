import { gzipSync } from 'node:zlib';
import { limits } from '@postroad/core/platform/limits';
import { unpacked } from '@postroad/service/app/backup/backup-file';
import {
  BackupFault,
  BackupReader,
  backupFormat,
} from '@postroad/store/platform/backup/backup-format';
import { expect, it } from 'vitest';

// The file of a backup may come from somebody who wrote anything into it.

const header = {
  format: backupFormat,
  made_at: '2026-01-02T03:04:05.000Z',
  version: '1.2.3',
  migrations: [1],
  sequences: { people_id_seq: 7 },
};
const empty = {
  rows: 0,
  sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
};
const table = { table: 'people', columns: ['id'] };

const linesOf = (...lines: unknown[]) =>
  lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('');

/** Reads all of a backup as a restore does; answers the error. */
async function errorOf(bytes: AsyncIterable<Uint8Array>): Promise<unknown> {
  try {
    const reader = new BackupReader(bytes);
    await reader.header();
    for (;;) {
      const next = await reader.next();
      if (!('table' in next)) return await reader.end();
      for await (const _ of reader.rows(next.table));
    }
  } catch (error) {
    return error;
  }
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

it('reads a backup that is none of these', async () => {
  const whole = linesOf(header, table, '\\.', empty, { tables: 1 });
  expect(await errorOf(bytesOf(whole))).toBeUndefined();
});

it.each([
  ['a header that is null', linesOf(null)],
  ['a header that is a list', linesOf([header])],
  ['no migrations', linesOf({ ...header, migrations: undefined })],
  ['migrations of another kind', linesOf({ ...header, migrations: 'all' })],
  ['a migration that is no number', linesOf({ ...header, migrations: [{}] })],
  ['a time that is none', linesOf({ ...header, made_at: 1 })],
  ['no sequences', linesOf({ ...header, sequences: null })],
  ['a sequence that ends nowhere', linesOf({ ...header, sequences: { people_id_seq: '1' } })],
  ['a table that is null', linesOf(header, null)],
  ['a table that is a number', linesOf(header, 7)],
  ['a table without a name', linesOf(header, { ...table, table: ['people'] })],
  ['a table without columns', linesOf(header, { table: 'people' })],
  ['columns of another kind', linesOf(header, { ...table, columns: 'id' })],
  ['a column that is no name', linesOf(header, { ...table, columns: [{}] })],
  ['a digest that is null', linesOf(header, table, '\\.', null)],
  ['no digest', linesOf(header, table, '\\.', { rows: 0 })],
  ['an end that is none', linesOf(header, { tables: -1 })],
  ['a bracket and no more', linesOf(header, '{'.repeat(1_000))],
])('a backup with %s is refused with a sentence', async (_, text) => {
  const error = await errorOf(bytesOf(text));
  expect(error).toBeInstanceOf(BackupFault);
  expect((error as Error).message).toMatch(/damaged|no backup/);
});

it('a row without an end is given up, however small it is packed', async () => {
  let made = 0;
  const piece = Buffer.alloc(1024 * 1024, 'x');
  const bomb = gzipSync(Buffer.concat(Array.from({ length: 200 }, () => piece)));
  expect(bomb.length).toBeLessThan(300_000);
  const bytes = unpacked(
    (async function* () {
      yield gzipSync(linesOf(header, table));
      yield bomb;
    })(),
  );
  const counted = (async function* () {
    for await (const one of bytes) {
      made += one.length;
      yield one;
    }
  })();
  expect(await errorOf(counted)).toMatchObject({ message: 'The backup is damaged.' });
  expect(made).toBeLessThan(limits.backupRowBytes + 1024 * 1024);
});
