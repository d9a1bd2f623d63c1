import {
  BackupReader,
  backupFormat,
  endOfRows,
  RowsDigest,
} from '@postroad/store/platform/backup/backup-format';
import { expect, it } from 'vitest';

const header = {
  format: backupFormat,
  made_at: '2026-01-02T03:04:05.000Z',
  version: '1.2.3',
  migrations: [1, 2],
  sequences: {},
};

function digestOf(rows: string) {
  const digest = new RowsDigest();
  digest.add(Buffer.from(rows));
  return digest.end();
}

const tables = { first: '1\ta\n2\t\\\\.\n', none: '', last: `${'x'.repeat(5_000)}\n` };

const begin = (table: string) => JSON.stringify({ table, columns: ['id'] });

const text = [
  JSON.stringify(header),
  ...Object.entries(tables).map(
    ([table, rows]) => `${begin(table)}\n${rows}${endOfRows}\n${JSON.stringify(digestOf(rows))}`,
  ),
  JSON.stringify({ tables: 3 }),
  '',
].join('\n');

async function* piecesOf(whole: string, size: number) {
  const bytes = Buffer.from(whole);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(whole: string, size = 100) {
  const reader = new BackupReader(piecesOf(whole, size));
  const found: Record<string, string> = {};
  expect(await reader.header()).toEqual(header);
  for (;;) {
    const next = await reader.next();
    if (!('table' in next)) break;
    let rows = '';
    for await (const piece of reader.rows(next.table)) {
      expect(piece.at(-1)).toBe(0x0a);
      rows += piece.toString();
    }
    found[next.table] = rows;
  }
  await reader.end();
  return found;
}

it.each([1, 2, 3, 7, 100, 100_000])(
  'BACK-01 a backup is read in pieces of %i bytes',
  async (size) => {
    expect(await read(text, size)).toEqual(tables);
  },
);

it.each([
  ['is cut off', text.slice(0, -20), 'ends in the middle'],
  ['is cut off in a row', text.slice(0, text.indexOf('xxx') + 9), 'ends in the middle'],
  ['was changed', text.replace('2\t', '3\t'), 'the rows of first are not those written'],
  ['lacks a row', text.replace('1\ta\n', ''), 'the rows of first are not those written'],
  ['has other lines', text.replace('"table"', '"table'), 'is damaged'],
  ['continues', `${text}x`, 'does not end where it says'],
  ['is none', '{"a": 1}\n', 'is no backup'],
  ['is something else', '\u0000\u0001'.repeat(10), 'is no backup'],
  [
    'is of a later format',
    text.replace('backup/1', 'backup/2'),
    'A newer version wrote the backup',
  ],
])('BACK-01 nothing is taken from a backup that %s', async (_, bytes, message) => {
  await expect(read(bytes)).rejects.toThrow(message);
});
