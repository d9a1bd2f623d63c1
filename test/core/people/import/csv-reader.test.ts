import {
  csvLine,
  guardCell,
  joinTags,
  splitTags,
  unguardCell,
} from '@postroad/core/people/import/cells';
import { CsvReader } from '@postroad/core/people/import/csv-reader';
import type { FileRecord } from '@postroad/core/people/import/file-record';
import { NdjsonReader } from '@postroad/core/people/import/ndjson-reader';
import { limits } from '@postroad/core/platform/limits';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter, runs } from '../../../support/property-tests.ts';

type Records = FileRecord<unknown>[];

/** A text in pieces of these lengths, again and again. */
function pieces(text: string, lengths: readonly number[]): string[] {
  const found: string[] = [];
  for (let at = 0, turn = 0; at < text.length; turn += 1) {
    const length = lengths[turn % lengths.length] ?? text.length;
    found.push(text.slice(at, at + length));
    at += length;
  }
  return found;
}

function read(reader: CsvReader | NdjsonReader, parts: readonly string[]): Records {
  return [...parts.flatMap((part): Records => reader.push(part)), ...reader.end()];
}

const csv = (text: string, lengths = [text.length]) => read(new CsvReader(), pieces(text, lengths));

/** Rows as `[row, cells]`, faults as `[row, fault]`. */
const brief = (records: Records) =>
  records.map((record) => [record.row, record.fault === undefined ? record.value : record.fault]);

const cell = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.string({ unit: fc.constantFrom('"', ',', '\r', '\n', 'a', ' ', "'", '=', ';') }),
);
const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 8 });

describe('CSV', () => {
  it('reads what was written, in whatever pieces it arrives and whichever way its lines end', () => {
    const ends = fc.array(fc.constantFrom('\r\n', '\n', '\r'), { minLength: 1 });
    const lengths = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 });
    fc.assert(
      fc.property(table, ends, lengths, fc.boolean(), (rows, lineEnds, sizes, mark) => {
        const lines = rows.map(
          (cells, index) => csvLine(cells).slice(0, -2) + lineEnds[index % lineEnds.length],
        );
        const text = (mark ? '\ufeff' : '') + lines.join('');
        const records = read(new CsvReader(','), pieces(text, sizes));
        expect(brief(records)).toEqual(rows.map((cells, index) => [index + 1, cells]));
      }),
      { numRuns: runs(500) },
    );
  });

  it('says the same of any text, in whatever pieces it arrives', () => {
    const text = fc.string({ unit: fc.constantFrom('"', ',', '\r', '\n', 'a'), maxLength: 60 });
    const lengths = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 });
    fc.assert(
      fc.property(text, lengths, (given, sizes) => {
        const whole = csv(given);
        expect(csv(given, sizes)).toEqual(whole);
      }),
      { numRuns: runs(2_000) },
    );
  });

  it.each([
    ['a,b\n1,2\n', ','],
    ['a;b\n1;2\n', ';'],
    ['a\tb\n1\t2\n', '\t'],
    ['"a,a,a";b\n1;2\n', ';'],
  ])('finds the delimiter of %j', (text) => {
    expect(csv(text).at(-1)).toEqual({ row: 2, value: ['1', '2'] });
  });

  const bad = expect.stringMatching(/quote/i);
  it.each<[what: string, text: string, rows: unknown[]]>([
    ['a quote inside a cell', 'a,b\nx"y,1\nz,2\n', [[2, bad], [3, ['z', '2']]]], // biome-ignore format: one row a line
    ['text behind a closing quote', 'a,b\n"x"y,1\nz,2\n', [[2, bad], [3, ['z', '2']]]], // biome-ignore format: one row a line
    ['a quote that is never closed', 'a,b\n"x,1\nz,2\n', [[2, bad], [3, ['z', '2']]]], // biome-ignore format: one row a line
    ['a quote that a later one closes', 'a,b\n"x,1\ny,2\n"z",3\n', [[2, bad], [3, ['y', '2']], [4, ['z', '3']]]], // biome-ignore format: one row a line
    ['blank lines', 'a,b\n\n\r\n1,2\n', [[4, ['1', '2']]]],
    ['no line end at the end', 'a,b\n1,"2"', [[2, ['1', '2']]]],
    ['a line end in a cell', 'a,b\n"1\r\n2",3\n', [[2, ['1\r\n2', '3']]]],
    ['NUL', 'a,b\n1\u0000,2\n', [[2, ['1\u0000', '2']]]],
  ])('with %s', (_what, text, rows) => {
    expect(brief(csv(text)).slice(1)).toEqual(rows);
  });

  it('drops a line that is too long, holds nothing of it, and continues behind it', () => {
    const reader = new CsvReader();
    const records: Records = reader.push('email\r\na@example.com\r\n');
    for (let sent = 0; sent < 10 * limits.importRowChars; sent += 65_536) {
      records.push(...reader.push('x'.repeat(65_536)));
    }
    records.push(...reader.push('\r\nb@example.com\r\n'), ...reader.end());
    expect(brief(records)).toEqual([
      [1, ['email']],
      [2, ['a@example.com']],
      [3, expect.stringContaining('longer than')],
      [4, ['b@example.com']],
    ]);
    expect(records[2]).toMatchObject({ excerpt: 'x'.repeat(limits.importExcerptChars) });
  });

  it('gives a quote that is never closed up after as much, and reads the lines it swallowed', () => {
    const lines = Array.from({ length: 60_000 }, (_, index) => `person${index}@example.com,x\n`);
    const records = csv(`email,name\n"open,x\n${lines.join('')}`, [10_000]);
    expect(records).toHaveLength(60_002);
    expect(records.filter(({ fault }) => fault !== undefined).map(({ row }) => row)).toEqual([2]);
  });

  it('takes no longer for a long row that trickles in', () => {
    const row = `"${'a""b,\n'.repeat(50_000)}",x\n`;
    expect(csv(`h,i\n${row}`, [16])).toHaveLength(2);
  });
});

describe('NDJSON', () => {
  it.each<[what: string, text: string, rows: unknown[]]>([
    ['objects', '\ufeff{"a":1}\r\n\n{"a":2}', [[1, { a: 1 }], [3, { a: 2 }]]], // biome-ignore format: one row a line
    ['broken JSON', '{"a":\n{"a":2}\n', [[1, expect.stringContaining('not valid JSON')], [2, { a: 2 }]]], // biome-ignore format: one row a line
    ['a list', '[1]\n', [[1, expect.stringContaining('not a JSON object')]]],
    ['NUL', '{"a":"\\u0000"}\n', [[1, expect.stringContaining('NUL')]]],
    ['a number whose digits would be lost', '{"a":9007199254740993}\n', [[1, expect.stringContaining('a: The number 9007199254740993')]]], // biome-ignore format: one row a line
    ['a lone surrogate', '{"a":"\\ud800"}\n', [[1, expect.stringContaining('surrogate')]]],
    ['100,000 levels', `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}\n`, [[1, expect.stringContaining('levels')]]], // biome-ignore format: one row a line
  ])('with %s', (_what, text, rows) => {
    for (const lengths of [[text.length], [7], [1_000]]) {
      expect(brief(read(new NdjsonReader(), pieces(text, lengths)))).toEqual(rows);
    }
  });

  it('drops a line that is too long and continues behind it', () => {
    const long = `{"a":"${'x'.repeat(3 * limits.importRowChars)}"}`;
    const records = read(new NdjsonReader(), pieces(`{}\n${long}\n{}\n`, [65_536]));
    expect(records.map(({ row, fault }) => [row, fault === undefined])).toEqual([
      [1, true],
      [2, false],
      [3, true],
    ]);
  });
});

describe('cells', () => {
  it('are guarded against formulas, and read back as they were', () => {
    fc.assert(
      fc.property(
        fc.oneof(cell, fc.string({ unit: fc.constantFrom("'", '=', '-', 'a') })),
        (text) => {
          const guarded = guardCell(text);
          expect(guarded).not.toMatch(/^[=+\-@\t\r\n]/);
          expect(unguardCell(guarded)).toBe(text);
        },
      ),
    );
    expect(guardCell('=HYPERLINK("x")')).toBe('\'=HYPERLINK("x")');
    expect(guardCell('＝1+1')).toBe("'＝1+1");
  });

  it('of tags are read back as they were', () => {
    const tag = fc
      .string({ unit: anyCharacter, minLength: 1 })
      .filter((text) => text.trim() !== '');
    fc.assert(
      fc.property(fc.array(tag), (tags) => {
        expect(splitTags(joinTags(tags), null)).toEqual(tags);
      }),
    );
    expect(splitTags('vip, trial;  ', null)).toEqual(['vip', 'trial']);
    expect(splitTags('a|b,c', '|')).toEqual(['a', 'b,c']);
  });
});
