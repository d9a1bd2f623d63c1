import type { FieldType } from '@postroad/core/people/field-type';
import { AddressSet } from '@postroad/core/people/import/address-set';
import { mergeRows } from '@postroad/core/people/import/imported-person';
import { openPeopleFile } from '@postroad/core/people/import/open-people-file';
import type { FileOptions, FileRow } from '@postroad/core/people/import/people-file';
import { limits } from '@postroad/core/platform/limits';
import { Refusal } from '@postroad/core/platform/refusal';
import { ZoneClock } from '@postroad/core/platform/zone-clock';
import { describe, expect, it } from 'vitest';

interface Given extends Partial<Omit<FileOptions, 'fields'>> {
  fields?: Record<string, FieldType>;
}

function options({ fields = {}, ...given }: Given): FileOptions {
  return {
    format: 'csv',
    delimiter: null,
    mapping: {},
    other_columns: 'refuse',
    tag_separator: null,
    clear_blank: false,
    date_order: null,
    skip_bad_cells: false,
    clock: new ZoneClock('UTC'),
    now: new Date('2026-06-01T00:00:00Z'),
    ...given,
    fields: new Map(Object.entries(fields)),
  };
}

function readFile(text: string, given: Given = {}) {
  const file = openPeopleFile(options(given));
  const rows: FileRow[] = [...file.push(text), ...file.end()];
  return { rows, columns: file.columns(), newFields: Object.fromEntries(file.newFields()) };
}

const people = (text: string, given: Given = {}) =>
  readFile(text, given).rows.map((row) =>
    'person' in row ? row.person : [row.row, row.issue.message],
  );

function refusal(text: string, given: Given = {}): string[] {
  try {
    readFile(text, given);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return (error.members.errors ?? []).map(({ message }) => message);
  }
  throw new Error('It was not refused.');
}

it('EVENT-10 names one key for each member, however many spellings a file has', () => {
  const spelt = Array.from({ length: 50 }, (_, at) => `e${'_'.repeat(at)}mail`);
  const long = `e${'_'.repeat(limits.keyChars)}mail`;
  const lines = [long, ...spelt, 'time-zone'].map((key, at) =>
    JSON.stringify({ email: `a${at}@example.com`, fields: { [key]: 'x' } }),
  );
  const { columns } = readFile(lines.join('\n'), { format: 'ndjson' });
  const inside = columns.filter(({ column }) => column.startsWith('fields.'));
  expect(inside.map(({ column }) => column)).toEqual(['fields.email', 'fields.time-zone']);
});

describe('columns', () => {
  it('FIX-01 of another program are taken for what they mean, not for what is spelt like them', () => {
    expect(refusal('email,Vorname\nada@example.com,Ada\n')).toEqual([
      expect.stringContaining('Did you mean "first_name"?'),
    ]);
    expect(refusal('email,Bounced\nada@example.com,true\n')).toEqual([
      expect.stringContaining('Did you mean "hard_bounced_at"?'),
    ]);
    expect(refusal('email,frist_name\nada@example.com,Ada\n')).toEqual([
      expect.stringContaining('Did you mean "first_name"?'),
    ]);
  });

  it('are taken by their names, whatever the case and spaces, or by the mapping', () => {
    const { columns, rows } = readFile(
      'E-Mail, First Name,Town,fields.plan,ID,seats\nADA@example.com,Ada,Porto,pro,7,4\n',
      { mapping: { town: 'fields.city' }, fields: { seats: 'number' } },
    );
    expect(columns).toEqual([
      { column: 'E-Mail', target: 'email' },
      { column: 'First Name', target: 'first_name' },
      { column: 'Town', target: 'fields.city:string' },
      { column: 'fields.plan', target: 'fields.plan:string' },
      { column: 'ID', target: 'ignore' },
      { column: 'seats', target: 'fields.seats:number' },
    ]);
    expect(rows).toEqual([
      {
        row: 2,
        person: {
          email: 'ada@example.com',
          first_name: 'Ada',
          fields: { city: 'Porto', plan: 'pro', seats: 4 },
        },
      },
    ]);
  });

  it.each<[what: string, text: string, given: Given, messages: RegExp[]]>([
    ['no column of addresses', 'name\nAda\n', { other_columns: 'ignore' }, [/No column holds/]],
    ['no header', 'ada@example.com,Ada\n', { other_columns: 'ignore' }, [/must name the columns/]],
    ['an unknown column', 'email,frist_name\n', {}, [/Did you mean "first_name"/]],
    ['two columns for one thing', 'email,E-Mail\n', {}, [/"email" and "E-Mail" both set email/]],
    // FIX-02 a mapping takes both columns of one name, so none can correct this.
    ['two columns of one name', 'email,Email \n', {}, [/Two columns are called "Email"\. .*in the file/]], // biome-ignore format: one row a line
    ['a mapping of nothing', 'email\n', { mapping: { nam: 'first_name' } }, [/no column "nam"/]],
    [
      'a misspelt target',
      'email,x\n',
      { mapping: { x: 'last_nam' } },
      [/Did you mean "last_name"/],
    ],
    ['another type', 'email,x\n', { mapping: { x: 'fields.a:number' }, fields: { a: 'string' } }, [/defined as string/]], // biome-ignore format: one row a line
    ['an unknown type', 'email,x\n', { mapping: { x: 'fields.a:int' } }, [/names no type/]],
    ['a broken header', '"email,x\n', {}, [/header cannot be read/]],
    ['nothing', '', {}, [/empty/]],
    ['nothing but blank lines', '\n\n\n', { format: 'ndjson' }, [/empty/]],
    ['5,000 columns', `email,${'x,'.repeat(5_000)}\n`, { other_columns: 'ignore' }, [/5002 columns/]], // biome-ignore format: one row a line
    ['an unknown target of NDJSON', '{}\n', { format: 'ndjson', mapping: { x: 'y' } }, [/"y" is no target/]], // biome-ignore format: one row a line
  ])('with %s are refused', (_what, text, given, messages) => {
    expect(refusal(text, given)).toEqual(messages.map((message) => expect.stringMatching(message)));
  });

  it('without a meaning are left out, or become fields, where that is asked for', () => {
    const text = 'email,Größe in cm\na@example.com,180\n';
    const refused = expect.objectContaining({ fix: expect.stringContaining('other_columns') });
    expect(() => readFile(text)).toThrow(
      expect.objectContaining({ members: { errors: [refused] } }),
    );
    expect(people(text, { other_columns: 'ignore' })).toEqual([{ email: 'a@example.com' }]);
    expect(readFile(text, { other_columns: 'fields' }).newFields).toEqual({
      gro_e_in_cm: 'number',
    });
  });
});

describe('types of new fields', () => {
  it.each<[cells: string[], type: FieldType]>([
    [['1', '', '-2.5'], 'number'],
    [['1', '007'], 'string'],
    [['1.50'], 'string'],
    [['+4930123'], 'string'],
    [['true', 'FALSE'], 'boolean'],
    [['2026-01-31'], 'date'],
    [['2026-02-30'], 'string'],
    [['12345678901234567890'], 'string'],
  ])('of %j', (cells, type) => {
    const lines = cells.map((cell, index) => `a${index}@example.com,${cell}\n`);
    const { newFields } = readFile(`email,fields.x\n${lines.join('')}`);
    expect(newFields).toEqual({ x: type });
  });

  it('are decided by the first rows; a later value that does not fit costs its row', () => {
    const lines = Array.from({ length: limits.importChunkRows }, (_, i) => `a${i}@example.com,1\n`);
    const { rows } = readFile(
      `email,fields.x\n${lines.join('')}b@example.com,n/a\nc@example.com,2\n`,
    );
    expect(rows).toHaveLength(limits.importChunkRows + 2);
    expect(rows.filter((row) => 'issue' in row)).toEqual([
      {
        row: limits.importChunkRows + 2,
        issue: {
          path: 'fields.x',
          code: 'value_invalid',
          message: 'fields.x must be a number, as the field x is defined.',
        },
        excerpt: 'b@example.com, n/a',
        ...{ email: 'b@example.com', values: ['b@example.com', 'n/a'] },
      },
    ]);
  });

  it('of NDJSON are those of the first valid row, and of the mapping', () => {
    const { rows, newFields } = readFile(
      '{"email":"x","fields":{"a":"no"}}\n{"email":"a@example.com","fields":{"a":1},"Since":"2026-01-02"}\n{"email":"b@example.com","fields":{"a":"1"}}\n',
      { format: 'ndjson', mapping: { Since: 'fields.since:date' } },
    );
    expect(newFields).toEqual({ a: 'number', since: 'date' });
    expect(rows.map((row) => ('issue' in row ? row.issue.message : row.person.fields))).toEqual([
      'email must be one email address, such as ada@example.com.',
      { a: 1, since: '2026-01-02' },
      'fields.a must be a number, as the field a is defined.',
    ]);
  });
});

describe('rows', () => {
  const one = (header: string, row: string, given: Given = {}) =>
    people(`email,${header}\na@example.com,${row}\n`, given)[0];

  it.each(['9007199254740993', '-9007199254740993', '+12345678901234567890', ' 9007199254740993 '])(
    'EVENT-10 refuses the number %s, of which a double keeps other digits',
    (cell) => {
      expect(one('fields.x:number', cell)).toEqual([
        2,
        expect.stringMatching(
          /^fields\.x:number has more digits than numbers keep here: \S+ would become -?\d+\. Keep it in a field of type string\.$/,
        ),
      ]);
      expect(one('fields.x:string', cell)).toMatchObject({ fields: { x: cell } });
    },
  );

  it.each<[header: string, cell: string, person: object]>([
    ['tags', '"vip, trial"', { tags: ['vip', 'trial'] }],
    ['tags', '"[""a,b"",""c""]"', { tags: ['a,b', 'c'] }],
    ['unsubscribed', 'yes', { unsubscribed: true }],
    ['unsubscribed', 'no', {}],
    ['unsubscribed,reason', 'unsubscribed,too many', { unsubscribed: true, reason: 'too many' }],
    ['unsubscribed,reason', 'false,too many', {}],
    ['hard_bounced_at', 'false', {}],
    ['complained_at', 'no', {}],
    ['unsubscribed_at', '2026-01-02', { unsubscribed: true, unsubscribed_at: '2026-01-02T00:00:00.000Z' }], // biome-ignore format: one row a line
    ['subscribed_on', '2026-01-02T23:59:00Z', { subscribed_on: '2026-01-02' }],
    ['attribution', '"{""utm"":""x""}"', { attribution: { utm: 'x' } }],
    ['attribution', '{}', {}],
    ['first_name', "'=Ada", { first_name: '=Ada' }],
    ['fields.x:string', "'-1", { fields: { x: '-1' } }],
    ['fields.x:number', '1.50', { fields: { x: 1.5 } }],
    ['timezone', ' Europe/Berlin ', { timezone: 'Europe/Berlin' }],
    ['first_name,last_name', '', {}],
  ])('with %s as %s', (header, cell, person) => {
    expect(one(header, cell)).toEqual({ email: 'a@example.com', ...person });
  });

  it.each<[what: string, header: string, cell: string, message: RegExp]>([
    ['a time that is none', 'unsubscribed_at', 'yesterday', /^unsubscribed_at must be an ISO/],
    ['a date that is none', 'subscribed_on', '31.02.2026', /^subscribed_on must be a date/],
    ['a zone that is none', 'timezone', 'Mars/Olympus', /IANA/],
    ['a word for a truth', 'unsubscribed', 'maybe', /true or false/],
    ['more cells than columns', 'first_name', 'Ada,Lovelace', /has 3 cells and the header 2/],
    ['NUL', 'first_name', 'A\u0000da', /NUL/],
    ['bytes that are not UTF-8', 'first_name', 'A\udce9da', /not UTF-8/],
    ['a control in a tag', 'tags', 'a\u0007b', /^tags\[0\] must not contain control/],
    ['a long name', 'first_name', 'x'.repeat(201), /at most 200/],
  ])('with %s are at fault', (_what, header, cell, message) => {
    expect(one(header, cell)).toEqual([2, expect.stringMatching(message)]);
  });

  it.each([
    ...['', ' ', 'a', 'a@b@c.example', 'a@example.com, b@example.com', 'A <a@example.com>'],
    ...['ａ@example.com', 'a\u200b@example.com', `${'x'.repeat(250)}@example.com`],
  ])('with the address %j are at fault', (address) => {
    const [row] = people(`email,first_name\n"${address}",Ada\n`);
    expect(row).toEqual([2, expect.stringMatching(/^email /)]);
  });

  it('leave or clear what blank cells stand for, as asked', () => {
    expect(one('first_name,fields.x', ',')).toEqual({ email: 'a@example.com' });
    expect(one('first_name,fields.x', ',', { clear_blank: true })).toEqual({
      email: 'a@example.com',
      first_name: null,
      fields: { x: null },
    });
  });

  it('without any content are passed over', () => {
    expect(people('email,first_name\n,\na@example.com\n')).toEqual([{ email: 'a@example.com' }]);
  });

  it('of one person become one, and what the later one says wins', () => {
    const first = { email: 'a', first_name: 'A', tags: ['x'], fields: { a: 1, b: 1 } };
    const later = { email: 'a', last_name: 'B', tags: ['y'], fields: { b: 2 } };
    expect(mergeRows(first, later)).toEqual({
      email: 'a',
      first_name: 'A',
      last_name: 'B',
      tags: ['x', 'y'],
      fields: { a: 1, b: 2 },
    });
  });

  it('are recognised as repeats by their addresses', () => {
    const known = new AddressSet(50_000);
    const addresses = Array.from({ length: 60_000 }, (_, index) => `person${index}@example.com`);
    expect(addresses.filter((address) => known.has(address))).toEqual([]);
    expect(addresses.filter((address) => known.has(address))).toHaveLength(50_000);
  });
});

describe('LEFT-01 bad cells', () => {
  const fields = { mrr: 'number', born: 'date' } as const;
  const text =
    'email,fields.mrr,fields.born,timezone\nada@example.com,n/a,1815-12-10,Mars\nbad,1,,\ncy@example.com,2,,\n';

  it('refuse the whole row, unless they are to be left out', () => {
    expect(people(text, { fields })).toEqual([
      [2, expect.stringMatching(/^fields\.mrr must be a number/)],
      [3, expect.stringMatching(/^email/)],
      { email: 'cy@example.com', fields: { mrr: 2 } },
    ]);
    const { rows } = readFile(text, { fields, skip_bad_cells: true });
    expect(rows).toMatchObject([
      {
        row: 2,
        person: { email: 'ada@example.com', fields: { born: '1815-12-10' } },
        left: {
          issue: {
            path: 'fields.mrr',
            message: expect.stringMatching(/^fields\.mrr must be a number.* timezone must be/),
          },
          values: ['ada@example.com', 'n/a', '1815-12-10', 'Mars'],
          email: 'ada@example.com',
        },
      },
      { row: 3, issue: { path: 'email' }, values: ['bad', '1', '', ''], email: null },
      { row: 4, person: { email: 'cy@example.com' } },
    ]);
    expect(rows[2]).not.toHaveProperty('left');
  });

  it('are left out of NDJSON too, also in its object of fields', () => {
    const line = {
      email: 'ada@example.com',
      timezone: 'Mars',
      fields: { mrr: 'n/a', born: '1815-12-10' },
    };
    const ask = { format: 'ndjson', fields, skip_bad_cells: true } as const;
    expect(readFile(`${JSON.stringify(line)}\n`, ask).rows).toMatchObject([
      {
        person: { email: 'ada@example.com', fields: { born: '1815-12-10' } },
        left: { values: line, issue: { path: 'timezone' } },
      },
    ]);
  });

  it.each(['subscribed', 'unsubscribed', 'unsubscribed_at', 'hard_bounced_at', 'complained_at'])(
    'are never left out of %s, or somebody might get mail who must not',
    (column) => {
      const file = `email,${column}\nada@example.com,perhaps\n`;
      expect(readFile(file, { skip_bad_cells: true }).rows).toMatchObject([
        { row: 2, issue: { path: column } },
      ]);
    },
  );

  it.each(['unsubscribed_at', 'hard_bounced_at', 'complained_at', 'created_at'])(
    'CONS-02 what has happened is no later than now: %s',
    (column) => {
      const file = `email,${column}\nada@example.com,2099-01-01\n`;
      expect(people(file)).toMatchObject([{ [column]: '2026-06-01T00:00:00.000Z' }]);
    },
  );

  it.each(['hard_bounced_at', 'complained_at'])(
    'CONS-02 what a file says only of whether it happened has happened by now: %s',
    (column) => {
      const now = '2026-06-01T00:00:00.000Z';
      expect(people(`email,${column}\nada@example.com,true\n`)).toMatchObject([{ [column]: now }]);
      const line = { email: 'ada@example.com', [column]: true };
      expect(people(JSON.stringify(line), { format: 'ndjson' })).toMatchObject([{ [column]: now }]);
    },
  );

  it('CONS-02 the column subscribed of other programs says who is out, and never the reverse', () => {
    const isOut = (text: string, given: Given = {}) =>
      people(text, given).map((person) => 'unsubscribed' in person);
    expect(isOut('email,subscribed\na@example.com,true\nb@example.com,false\n')).toEqual([
      false,
      true,
    ]);
    for (const header of ['subscribed,unsubscribed', 'unsubscribed,subscribed']) {
      const rows = ['true,true', 'false,false'].map((cells, at) => `a${at}@example.com,${cells}`);
      expect(isOut(`email,${header}\n${rows.join('\n')}\n`)).toEqual([true, true]);
    }
    const states = ['enabled', 'disabled', 'blocklisted', 'Unsubscribed', 'subscribed'];
    const listmonk = states.map((state, at) => `a${at}@example.com,${state}`).join('\n');
    for (const target of ['subscribed', 'unsubscribed']) {
      const mapping = { status: target };
      const found = isOut(`email,status\n${listmonk}\n`, { mapping });
      expect(found).toEqual([false, true, true, true, false]);
    }
  });

  it('LEFT-01 times may be seconds or milliseconds since 1970, as Customer.io exports them', () => {
    for (const cell of ['1700000000', '1700000000000']) {
      expect(people(`email,created_at\nada@example.com,${cell}\n`)).toMatchObject([
        { created_at: '2023-11-14T22:13:20.000Z' },
      ]);
    }
    const known = people('email,subscribed_on\nada@example.com,1700000000\n');
    expect(known).toMatchObject([{ subscribed_on: '2023-11-14' }]);
  });

  it('COND-08 nobody was first known on a day to come', () => {
    const file = 'email,subscribed_on\nada@example.com,2099-01-01\nbob@example.com,2026-05-31\n';
    expect(people(file)).toMatchObject([
      { subscribed_on: '2026-06-01' },
      { subscribed_on: '2026-05-31' },
    ]);
  });

  it('an import ignores what a file of rows to correct says of them', () => {
    const file = 'import_row,import_column,import_error,email\n7,email,is wrong,ada@example.com\n';
    expect(people(file)).toEqual([{ email: 'ada@example.com' }]);
  });
});

describe('LEFT-01 dates', () => {
  const born = (cell: string, given: Given = {}) => {
    const file = `email,fields.born\nada@example.com,"${cell}"\n`;
    const [row] = people(file, { fields: { born: 'date' }, ...given });
    return Array.isArray(row) ? row[1] : row?.fields?.born;
  };

  it.each([
    ...['2025-12-31', '2025/12/31', '2025.12.31', '31/12/2025', '12/31/2025', '31.12.2025'],
    ...['31 Dec 2025', '31-dec-2025', 'Dec 31, 2025', 'December 31st 2025', '31st December 2025'],
  ])('%s is read, since it can be read in one way', (cell) => {
    expect(born(cell)).toBe('2025-12-31');
  });

  it('a date that can be read in two ways is refused, unless the order is given', () => {
    expect(born('03/04/2025')).toMatch(/two ways.*date_order/);
    expect(born('03/03/2025')).toBe('2025-03-03');
    expect(born('03/04/2025', { date_order: 'day_first' })).toBe('2025-04-03');
    expect(born('03/04/2025', { date_order: 'month_first' })).toBe('2025-03-04');
    expect(born('31/12/2025', { date_order: 'month_first' })).toMatch(/must be a date/);
  });

  it.each([
    '31/12/25',
    '2025/31/12',
    '30 Feb 2025',
    '31/12-2025',
    '20251231',
    'Foo 3, 2025',
    'soon',
  ])('%s is none', (cell) => {
    expect(born(cell)).toMatch(/must be a date as YYYY-MM-DD/);
    expect(born(cell, { date_order: 'day_first' })).toMatch(/must be a date/);
  });

  it('times are read behind the same dates, in the zone of the account', () => {
    const clock = new ZoneClock('Europe/Berlin');
    const made = (cell: string, given: Given = {}) => {
      const [row] = people(`email,created_at\nada@example.com,"${cell}"\n`, { clock, ...given });
      return Array.isArray(row) ? row[1] : row?.created_at;
    };
    for (const cell of ['2025-12-31 14:30', '31/12/2025 14:30:00', 'Dec 31, 2025, 2:30 PM']) {
      expect(made(cell)).toBe('2025-12-31T13:30:00.000Z');
    }
    expect(made('31 Dec 2025 14:30Z')).toBe('2025-12-31T14:30:00.000Z');
    expect(made('31/12/2025')).toBe('2025-12-30T23:00:00.000Z');
    expect(made('03/04/2025 14:30')).toMatch(/two ways/);
    expect(made('03/04/2025 14:30', { date_order: 'day_first' })).toBe('2025-04-03T12:30:00.000Z');
    for (const cell of ['31/12/2025 25:00', '31/12/2025 13:30 PM', '31/12/2025 0:30 am']) {
      expect(made(cell)).toMatch(/must be an ISO 8601 timestamp/);
    }
  });

  it('make a new field one of dates only where the order is given', () => {
    const file = 'email,fields.since\nada@example.com,31/12/2025\nbob@example.com,3 Jan 2025\n';
    expect(readFile(file).newFields).toEqual({ since: 'string' });
    const read = readFile(file, { date_order: 'day_first' });
    expect(read.newFields).toEqual({ since: 'date' });
    expect(read.rows).toMatchObject([
      { person: { fields: { since: '2025-12-31' } } },
      { person: { fields: { since: '2025-01-03' } } },
    ]);
  });
});

describe('a file of another program', () => {
  const listmonk = [
    'uuid,email,name,attributes,status,created_at,updated_at',
    'u1,ada@example.com,Ada de Example,"{""city"": ""Turin"", ""seats"": 3, ""paid"": true, ""since"": ""2024-02-03""}",enabled,2024-03-01T09:00:00Z,2024-03-01T09:00:00Z', // biome-ignore format: one row a line
    'u2,bob@example.com,"Example, Bob","{""zip"": 10115, ""Home town"": ""Rome"", ""plans"": [""a"", ""b""]}",blocklisted,2024-03-01T09:00:00Z,2024-03-01T09:00:00Z', // biome-ignore format: one row a line
    'u3,eve@example.com,Eve,"{""zip"": ""010"", ""city"": null}",enabled,2024-03-01T09:00:00Z,2024-03-01T09:00:00Z', // biome-ignore format: one row a line
  ].join('\n');
  const mapping = {
    ...{ uuid: 'external_id', name: 'name', attributes: 'fields', status: 'unsubscribed' },
    updated_at: 'ignore',
  };

  it('LEFT-04 of listmonk brings its attributes as fields with their types, and both names', () => {
    const { rows, newFields, columns } = readFile(listmonk, { mapping });
    expect(rows.map((row) => ('person' in row ? row.person : row))).toMatchObject([
      {
        ...{ first_name: 'Ada', last_name: 'de Example', external_id: 'u1' },
        fields: { city: 'Turin', seats: 3, paid: true, since: '2024-02-03' },
      },
      {
        ...{ first_name: 'Bob', last_name: 'Example', unsubscribed: true },
        fields: { zip: '10115', home_town: 'Rome', plans: '["a","b"]' },
      },
      { first_name: 'Eve', fields: { zip: '010' } },
    ]);
    expect(newFields).toEqual({
      ...{ city: 'string', seats: 'number', paid: 'boolean', since: 'date' },
      ...{ zip: 'string', home_town: 'string', plans: 'string' },
    });
    expect(columns).toContainEqual({ column: 'attributes', target: 'fields' });
  });

  it('LEFT-04 says what columns of listmonk, Mailchimp, Customer.io and Mautic most likely mean', () => {
    const meant = (header: string) => {
      try {
        readFile(`email,${header}\n`);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return (error.members.errors ?? []).map(({ did_you_mean }) => did_you_mean);
      }
      return [];
    };
    expect(meant('uuid,name,attributes,status')).toEqual([
      ...['external_id', 'name', 'fields', 'unsubscribed'],
    ]);
    expect(meant('OPTIN_TIME,CONFIRM_TIME,UNSUB_TIME,UNSUB_REASON,CLEAN_TIME')).toEqual([
      ...['created_at', 'opted_in_at', 'unsubscribed_at', 'reason', 'hard_bounced_at'],
    ]);
    expect(meant('preferred_locale,dateAdded')).toEqual(['fields.language', 'created_at']);
    expect(meant('uuid,status')).toEqual([undefined, undefined]);
  });

  it('LEFT-01 leaves out one bad value of a cell of JSON, and keeps the others', () => {
    const fields = { seats: 'number' } as const;
    const file = 'email,attributes\nada@example.com,"{""seats"": ""many"", ""city"": ""Turin""}"\n';
    const given = { mapping: { attributes: 'fields' }, fields };
    expect(people(file, given)).toEqual([[2, expect.stringContaining('must be a number')]]);
    const { rows } = readFile(file, { ...given, skip_bad_cells: true });
    expect(rows).toMatchObject([{ person: { fields: { city: 'Turin' } }, left: {} }]);
    const bad = 'email,attributes\nada@example.com,[1]\nbob@example.com,{\n';
    expect(people(bad, given)).toEqual([
      [2, expect.stringContaining('must be a JSON object')],
      [3, expect.stringContaining('must be a JSON object')],
    ]);
    const long = 'email,attributes\nada@example.com,"{""n"": 12345678901234567890}"\n';
    expect(people(long, given)).toEqual([[2, expect.stringContaining('12345678901234567890')]]);
  });

  it('LEFT-04 takes the names of columns of their own before a whole name', () => {
    const file = 'email,name,first_name\nada@example.com,Countess Lovelace,Ada\n';
    expect(people(file, { mapping: { name: 'name' } })).toEqual([
      { email: 'ada@example.com', first_name: 'Ada' },
    ]);
  });

  it('LEFT-04 reads tags in quotes, as Mailchimp writes them', () => {
    const file = 'email,TAGS\nada@example.com,"""vip"",""two, words"""\n';
    expect(people(file)).toMatchObject([{ tags: ['vip', 'two, words'] }]);
  });
});
