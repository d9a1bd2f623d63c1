import {
  columnsOf,
  csvOf,
  fieldTarget,
  mappingOf,
  rowsAt,
  stillRefused,
  targetsFor,
} from '@postroad/console/people/import-file';
import type { FieldType } from '@postroad/core/people/field-type';
import { CsvReader } from '@postroad/core/people/import/csv-reader';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const fields: ReadonlyMap<string, FieldType> = new Map([['plan', 'string']]);

const file = new Blob([
  'E-Mail Address;Vorname;plan;Größe in m²\r\n',
  'maya@example.com;"Maya ""M"";";pro;12\r\n',
  'no address;Ölaf;pro;\n',
  'x@example.com;"broken;free;1\n',
  'y@example.com;Yara;free;3\n',
]);

describe('the columns of a dropped file', () => {
  it('shows each with samples and what its name means, and leaves out the others', async () => {
    const columns = await columnsOf(file, fields);
    expect(columns.map(({ name, target }) => [name, target])).toEqual([
      ...[['E-Mail Address', 'email']],
      ...[['Vorname', 'first_name']],
      ...[['plan', 'fields.plan']],
      ...[['Größe in m²', 'ignore']],
    ]);
    expect(columns[2]?.samples).toEqual(['pro', 'free']);
    expect(mappingOf(columns)).toMatchObject({ 'E-Mail Address': 'email', Vorname: 'first_name' });
  });

  it('SCREEN-05 takes common names of columns, unless another column or a field has them', async () => {
    const targets = async (header: string, known = fields) =>
      (await columnsOf(new Blob([`${header}\n`]), known)).map(({ target }) => target);
    expect(await targets('Email,First,Last')).toEqual(['email', 'first_name', 'last_name']);
    expect(await targets('Email,Bounced,Opt-out,subscribed')).toEqual([
      ...['email', 'hard_bounced_at', 'unsubscribed', 'subscribed'],
    ]);
    expect(await targets('FNAME,LName')).toEqual(['first_name', 'last_name']);
    expect(await targets('First,first_name,Vorname')).toEqual(['ignore', 'first_name', 'ignore']);
    const own: ReadonlyMap<string, FieldType> = new Map([['first', 'string']]);
    expect(await targets('First', own)).toEqual(['fields.first']);
    expect(await targets('uuid,email,name,attributes,status')).toEqual([
      ...['external_id', 'email', 'name', 'fields', 'unsubscribed'],
    ]);
    expect(await targets('id,email,cio_id')).toEqual(['external_id', 'email', 'ignore']);
    expect(await targets('email,first_name,last_name,full_name,createdAt')).toEqual([
      ...['email', 'first_name', 'last_name', 'ignore', 'created_at'],
    ]);
  });

  it('SCREEN-05 has the target of each column among its choices', async () => {
    const typed = new Blob(['email,plan,fields.size:number,nothing\n']);
    const columns = await columnsOf(typed, fields);
    expect(columns.map(({ target }) => target)).toEqual([
      ...['email', 'fields.plan', 'fields.size:number', 'ignore'],
    ]);
    for (const column of columns) expect(targetsFor(column, fields)).toContain(column.target);
  });

  it('offers what is there and a new field of the name of the column', async () => {
    const [, first] = await columnsOf(file, fields);
    const targets = first === undefined ? [] : targetsFor(first, fields);
    expect(targets.slice(0, 3)).toEqual(['ignore', 'email', 'first_name']);
    expect(targets).toContain('fields.plan');
    expect(targets).toContain('fields.vorname');
    expect(fieldTarget('Größe in m²')).toBe('fields.gro_e_in_m2');
  });
});

describe('rows that were left out', () => {
  it('reads them again by the numbers of the service, beside rows that are broken', async () => {
    const rows = await rowsAt(file, new Set([3, 4, 5]));
    expect(rows.get(3)).toEqual(['no address', 'Ölaf', 'pro', '']);
    expect(rows.has(4)).toBe(false);
    expect(rows.get(5)).toEqual(['y@example.com', 'Yara', 'free', '3']);
  });

  it('writes corrected rows so that the service reads the same cells', () => {
    const cell = fc.string({ unit: 'grapheme' }).filter((text) => text.isWellFormed());
    const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1 });
    fc.assert(
      fc.property(rows, (written) => {
        const reader = new CsvReader();
        const read = [...reader.push(csvOf(written)), ...reader.end()];
        expect(read.map((record) => record.fault ?? record.value)).toEqual(written);
      }),
    );
  });

  it('finds what is still refused at its place in the first file', () => {
    const error = { row: 3, column: 'email', message: 'is no address', excerpt: 'x' };
    const found = stillRefused([12, 40, 77], [error, { ...error, row: 9 }]);
    expect([...found]).toEqual([[40, { ...error, row: 40 }]]);
  });
});
