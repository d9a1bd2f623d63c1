import { limits } from '@postroad/core/platform/limits';
import { Refusal } from '@postroad/core/platform/refusal';
import type { InvokeOptions } from '@postroad/service/app/service';
import type { Actor } from '@postroad/service/platform/actor';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dumpTables } from '../../support/dump.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling } from '../app/calling.ts';

let opened: TestService;
let calls: Calling;
const stops: (() => void)[] = [];

beforeAll(async () => {
  opened = await openTestService();
  calls = calling(opened);
});

afterAll(async () => {
  for (const stop of stops) stop();
  await opened.close();
});

const person = async (email: string) => (await calls.call('get_person', { person: email })).person;
const eventsOf = async (email: string) =>
  (await calls.call('list_events', { person: email })).events.map(({ name }) => name);

async function* bytes(text: string, size = 50_000): AsyncGenerator<Uint8Array> {
  const all = Buffer.from(text, 'utf8');
  for (let at = 0; at < all.length; at += size) yield all.subarray(at, at + size);
}

type Given = Record<string, unknown>;

/** Imports a stream, as HTTP does. */
async function receive(
  body: AsyncIterable<Uint8Array>,
  given: Given = {},
  options: Partial<InvokeOptions> = {},
) {
  const { actor } = opened;
  const answer = await opened.service.receive('import_people', given, body, { actor, ...options });
  return answer.output as Awaited<ReturnType<typeof imported>> satisfies object;
}

const imported = (content: string, given: Given = {}) =>
  calls.call('import_people', { content, ...given });

/** The ids of the imports that live changes of a process name from now on. */
async function updatedImports(service = opened.service): Promise<() => (number | string | null)[]> {
  const ids: (number | string | null)[] = [];
  stops.push(
    await service.onChange({
      onChanges: (changes) => {
        ids.push(
          ...changes.flatMap((change) => (change.resource === 'imports' ? [change.id] : [])),
        );
      },
      missed: () => undefined,
    }),
  );
  return () => ids;
}

async function refused(work: Promise<unknown>): Promise<Refusal> {
  const said = await work.catch((error: unknown) => error);
  if (said instanceof Refusal) return said;
  throw said instanceof Error ? said : new Error('It was not refused.');
}

describe('an import', () => {
  it('makes and changes people by their addresses, and says what became of each row', async () => {
    await calls.call('record_event', {
      email: 'there@example.com',
      name: 'signed_up',
      person: { first_name: 'Old', last_name: 'Name', fields: { plan: 'free' }, tags: ['kept'] },
    });
    const { import: done } = await imported(
      [
        'Email,First name,tags,fields.plan,fields.seats,external_id,timezone,subscribed_on',
        'New@Example.com,New,"vip, trial",pro,4,x-1,Europe/Berlin,2024-02-29',
        'there@example.com,Changed,vip,,,x-2,,',
        'not an address,Who,,,,,,',
        'new@example.com,Newer,,team,,,,',
        'taken@example.com,Taken,,,,x-2,,',
      ].join('\r\n'),
      { tags: ['imported'] },
    );
    expect(done).toMatchObject({
      id: expect.any(Number),
      status: 'done',
      format: 'csv',
      rows: 5,
      processed: 5,
      created: 1,
      updated: 1,
      repeated: 1,
      invalid: 2,
      finished_at: expect.any(String),
      errors: [
        { row: 4, column: 'Email', message: expect.stringContaining('one email address') },
        { row: 6, column: 'external_id', message: expect.stringContaining('another person') },
      ],
    });
    expect(done.columns).toContainEqual({ column: 'fields.seats', target: 'fields.seats:number' });
    expect(await person('new@example.com')).toMatchObject({
      first_name: 'Newer',
      fields: { plan: 'team', seats: 4 },
      tags: ['vip', 'trial', 'imported'],
      external_id: 'x-1',
      timezone: 'Europe/Berlin',
      subscribed_on: '2024-02-29',
    });
    expect(await person('there@example.com')).toMatchObject({
      first_name: 'Changed',
      last_name: 'Name',
      fields: { plan: 'free' },
      tags: ['kept', 'vip', 'imported'],
      external_id: 'x-2',
    });
    expect(await eventsOf('new@example.com')).toEqual([]);
    expect(await eventsOf('there@example.com')).not.toContain('tag_removed');
  });

  it('never resubscribes anybody, and suppresses whom the file says to', async () => {
    await imported(
      'email,unsubscribed,unsubscribed_at,reason\nout@example.com,yes,,too many\nlong@example.com,,2020-01-02T03:04:05Z,\n',
    );
    expect(await person('out@example.com')).toMatchObject({
      unsubscribed: true,
      reason: 'too many',
    });
    expect(await person('long@example.com')).toMatchObject({
      unsubscribed_at: '2020-01-02T03:04:05.000Z',
    });
    await imported('email,unsubscribed\nout@example.com,no\nlong@example.com,false\n');
    expect((await person('out@example.com')).unsubscribed).toBe(true);
    expect((await person('long@example.com')).unsubscribed).toBe(true);
    await imported('email\nlater@example.com\n');
    await imported(
      'email,unsubscribed_at,hard_bounced_at\nlater@example.com,2021-01-01T00:00:00Z,2021-01-02T00:00:00Z\n',
    );
    expect(await person('later@example.com')).toMatchObject({
      unsubscribed_at: '2021-01-01T00:00:00.000Z',
      hard_bounced_at: '2021-01-02T00:00:00.000Z',
    });
  });

  it('brings nobody back who was erased', async () => {
    await imported('email\nerased@example.com\n');
    await calls.call('delete_person', { person: 'erased@example.com' });
    await imported('email,unsubscribed\nerased@example.com,no\n');
    expect(await person('erased@example.com')).toMatchObject({
      unsubscribed: true,
      reason: 'erased',
    });
  });

  it('starts flows only when it is asked to', async () => {
    const definition = {
      trigger: { event: 'tag_added', match: { detail: 'tag', op: 'equals', value: 'starts' } },
      nodes: [{ type: 'add_tag', tag: 'started' }],
    };
    await calls.call('create_flow', { key: 'by-tag', definition });
    await calls.call('activate_flow', { flow_key: 'by-tag' });
    await imported('email,tags,fields.size\nquiet@example.com,starts,1\n');
    await imported('email,tags,fields.size\nloud@example.com,starts,2\n', { trigger: true });
    await calls.call('move_clock', { advance: { amount: 1, unit: 'seconds' } });
    expect((await person('quiet@example.com')).tags).toEqual(['starts']);
    expect(await eventsOf('quiet@example.com')).toEqual([]);
    expect((await person('loud@example.com')).tags).toEqual(['starts', 'started']);
    expect(await eventsOf('loud@example.com')).toEqual(
      expect.arrayContaining(['tag_added', 'field_changed']),
    );
  });

  it('clears blank cells only when it is asked to', async () => {
    await imported('email,first_name,fields.city\nblank@example.com,Ada,Porto\n');
    await imported('email,first_name,fields.city\nblank@example.com,,\n');
    expect(await person('blank@example.com')).toMatchObject({ first_name: 'Ada' });
    await imported('email,first_name,fields.city\nblank@example.com,,\n', { clear_blank: true });
    expect(await person('blank@example.com')).toMatchObject({ first_name: null, fields: {} });
  });

  it('takes NDJSON as an export writes it', async () => {
    const { import: done } = await imported(
      '{"email":"json@example.com","fields":{"vip":true,"since":"2020"},"tags":["a,b"],"attribution":{"utm":"x"}}\n{"email":"json2@example.com","fields":{"vip":"yes"}}\n',
      { format: 'ndjson' },
    );
    expect(done).toMatchObject({
      created: 1,
      invalid: 1,
      errors: [{ row: 2, column: 'fields.vip', message: expect.stringContaining('a boolean') }],
    });
    expect(await person('json@example.com')).toMatchObject({
      fields: { vip: true, since: '2020' },
      tags: ['a,b'],
      attribution: { utm: 'x' },
    });
  });

  it('EVENT-10 warns of columns that become fields named like members of a person', async () => {
    const columns = 'email,Zone,fields.plan\nzone@example.com,Europe/Lisbon,gold\n';
    const csv = { mapping: { Zone: 'fields.timezone' } };
    const expected = [
      { path: expect.stringContaining('fields.timezone'), code: 'field_misplaced' },
    ];
    for (const dryRun of [true, false]) {
      const { import: done } = await receive(bytes(columns), csv, { dryRun });
      expect(done.warnings).toMatchObject(expected);
      expect(done.warnings?.[0]?.fix).toContain('Map its column to timezone');
    }
    const tongue = bytes('email,Language\ntongue@example.com,pt\n');
    const { import: spelt } = await receive(tongue, { mapping: { Language: 'fields.Language' } });
    expect(spelt.warnings).toMatchObject([
      { code: 'field_misplaced', fix: 'Write language in place of Language.' },
    ]);
    const shop = bytes('email,Bounced,Vorname\nshop@example.com,true,Eva\n');
    const { import: kept } = await receive(shop, { other_columns: 'fields' }, { dryRun: true });
    expect(kept.warnings).toMatchObject([
      { path: expect.stringContaining('bounced'), fix: expect.stringContaining('hard_bounced_at') },
      { path: expect.stringContaining('vorname'), fix: expect.stringContaining('first_name') },
    ]);
    const abroad = bytes('email,name,attributes\nx@example.com,Eva,{}\n');
    const { import: raw } = await receive(abroad, { other_columns: 'fields' }, { dryRun: true });
    expect(raw.warnings).toMatchObject([
      { path: 'fields.name:string', message: expect.stringContaining('mean name by it') },
      { path: 'fields.attributes:string', fix: expect.stringContaining('column to fields') },
    ]);
    const ids = bytes('id,email,cio_id\nu7,x@example.com,77\n');
    const { import: lost } = await receive(ids, { other_columns: 'ignore' }, { dryRun: true });
    expect(lost.warnings).toMatchObject([
      { path: 'id', fix: expect.stringContaining('external_id') },
    ]);
    const lines = '{"email":"lines@example.com","fields":{"timezone":"Europe/Lisbon","vip":true}}';
    const { import: read } = await imported(lines, { format: 'ndjson' });
    expect(read.warnings).toMatchObject(expected);
    expect(read.warnings?.[0]?.fix).toContain('beside fields');
    const { import: plain } = await imported('email,timezone\nzone@example.com,Europe/Lisbon\n');
    expect(plain.warnings).toBeUndefined();
  });

  it('that is refused as a whole leaves nothing behind', async () => {
    const before = await dumpTables(opened.database);
    for (const content of ['', 'name\nAda\n', 'email,frist_name\na@example.com,A\n', '"email']) {
      expect((await refused(imported(content))).code).toBe('validation_failed');
    }
    const utf16 = (async function* () {
      yield Buffer.from('\ufeffemail\n', 'utf16le');
    })();
    expect((await refused(receive(utf16))).detail).toMatch(/UTF-16/);
    expect((await refused(imported('email\na@example.com', { tags: [''] }))).code).toBe(
      'validation_failed',
    );
    expect(await dumpTables(opened.database)).toEqual(before);
  });
});

describe('a stream', () => {
  const lines = (count: number, name: string) =>
    Array.from({ length: count }, (_, index) => `${name}${index}@example.com,A${index}\n`).join('');

  it('of some thousand rows lands whole, with the faulty rows in a report', async () => {
    const text = `email,first_name\n${lines(3_500, 'many')}broken,x\n"open,x\n${lines(10, 'many')}`;
    const { import: received } = await receive(bytes(text, 7_001));
    // A slow machine answers before all of it is written.
    await calls.call('move_clock', { advance: { amount: 0, unit: 'minutes' } });
    const { import: done } = await calls.call('get_import', { import_id: received.id ?? 0 });
    expect(done).toMatchObject({
      status: 'done',
      rows: 3_512,
      created: 3_500,
      repeated: 10,
      invalid: 2,
    });
    const { errors } = await calls.call('list_import_errors', { import_id: done.id ?? 0 });
    expect(errors.map(({ row }) => row)).toEqual([3_502, 3_503]);
    const report = await opened.service.stream(
      'list_import_errors',
      { import_id: done.id },
      opened,
    );
    let csv = '';
    for await (const piece of report) csv += piece;
    expect(csv.split('\r\n')[0]).toBe('import_row,import_column,import_error,email,first_name');
    expect(csv.split('\r\n')[1]).toMatch(/^3502,email,.*,broken,x$/);
    expect(csv.split('\r\n')[2]).toMatch(/^3503,,.*The row begins: .*open/);
    const rows = await opened.database.pool`select from import_chunks`;
    expect(rows).toHaveLength(0);
  });

  it('whose bytes are no UTF-8 loses those rows alone', async () => {
    const latin1 = Buffer.concat([
      Buffer.from('email,first_name\nutf-a@example.com,Zoë\nutf-b@example.com,'),
      Buffer.from('Zoë', 'latin1'),
      Buffer.from('\nutf-c@example.com,\ufffd€😀\n'),
    ]);
    const oneByOne = (async function* () {
      for (const byte of latin1) yield Uint8Array.of(byte);
    })();
    const { import: done } = await receive(oneByOne);
    expect(done).toMatchObject({ created: 2, invalid: 1, errors: [{ row: 3 }] });
    expect((await person('utf-c@example.com')).first_name).toBe('\ufffd€😀');
  });

  it('that breaks off imports nothing, frees what it held and says so', async () => {
    const broken = (async function* () {
      yield* bytes(`email,first_name\n${lines(2_500, 'cut')}`);
      throw Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
    })();
    const told = await updatedImports();
    await expect(receive(broken)).rejects.toThrow('aborted');
    const { imports } = await calls.call('list_imports', { limit: 1 });
    await expect.poll(told).toContain(imports[0]?.id);
    expect(imports[0]).toMatchObject({
      status: 'failed',
      processed: 0,
      reason: expect.stringContaining('broke off'),
    });
    expect((await calls.refused('get_person', { person: 'cut0@example.com' })).code).toBe(
      'not_found',
    );
    expect(await opened.database.pool`select from import_chunks`).toHaveLength(0);
  });

  it('whose process fell silent is swept', async () => {
    const { pool } = opened.database;
    const [row] = await pool<{ id: number }[]>`
      insert into imports (format, trigger, tags, created_at, heartbeat_at)
      values ('csv', false, '{}', now(), clock_timestamp()
        - ${limits.importSilentMs + 1} * interval '1 millisecond') returning id`;
    await pool`insert into import_chunks (import_id, number, rows, ordered)
      values (${row?.id ?? 0}, 0, '[]', false)`;
    const another = await opened.another();
    const told = await updatedImports(another);
    await another.tick();
    await expect.poll(told).toContain(row?.id);
    stops.pop()?.();
    await another.close();
    const { import: swept } = await calls.call('get_import', { import_id: row?.id ?? 0 });
    expect(swept.status).toBe('failed');
    expect(await pool`select from import_chunks`).toHaveLength(0);
  });

  it('can be canceled while it arrives, and while it is written', async () => {
    const canceled = (async function* () {
      yield* bytes(`email,first_name\n${lines(2_500, 'stop')}`);
      const { imports } = await calls.call('list_imports', { limit: 1 });
      await calls.call('cancel_import', { import_id: imports[0]?.id ?? 0 });
      yield* bytes(lines(2_500, 'stopped'));
    })();
    const refusal = await refused(receive(canceled));
    expect(refusal.code).toBe('conflict');
    const { imports } = await calls.call('list_imports', { limit: 1 });
    expect(imports[0]).toMatchObject({ status: 'canceled', processed: 0 });
    const again = await calls.refused('cancel_import', { import_id: imports[0]?.id ?? 0 });
    expect(again.code).toBe('conflict');
    expect((await calls.refused('cancel_import', { import_id: 999_999 })).code).toBe('not_found');
  });

  it('sent again under one idempotency key is imported once', async () => {
    const text = 'email,first_name\nonce@example.com,Ada\n';
    const first = await receive(bytes(text), {}, { idempotencyKey: 'import-1' });
    const second = await receive(bytes(text, 3), {}, { idempotencyKey: 'import-1' });
    expect(second).toEqual(first);
    const other = await refused(
      receive(bytes(`${text}x@example.com,\n`), {}, { idempotencyKey: 'import-1' }),
    );
    expect(other.code).toBe('idempotency_key_reused');
    const { imports } = await calls.call('list_imports', { limit: 1 });
    expect(imports[0]?.id).toBe(first.import.id);
  });

  it('is refused to a token that may only read', async () => {
    const reader: Actor = { id: 'token 9', name: 'reader', scopes: ['read'] };
    const refusal = await refused(receive(bytes('email\na@example.com\n'), {}, { actor: reader }));
    expect(refusal.code).toBe('forbidden');
  });
});

describe('a dry run', () => {
  it('counts what would happen and writes nothing', async () => {
    await imported('email,external_id\nwas@example.com,was-1\n');
    const before = await dumpTables(opened.database);
    const lines = Array.from({ length: 2_000 }, (_, index) => `dry${index}@example.com,,${index}`);
    const text = `email,external_id,fields.dry\n${lines.join('\n')}\nwas@example.com,was-2,1\ndry0@example.com,,1\nbad,,1\nx@example.com,was-1,1\ny@example.com,,no\n`;
    const { import: told } = await receive(bytes(text), {}, { dryRun: true });
    expect(told).toMatchObject({
      id: null,
      status: 'done',
      rows: 2_005,
      created: 2_000,
      updated: 1,
      repeated: 1,
      invalid: 3,
      errors: [
        { row: 2_004, column: 'email' },
        { row: 2_005, column: 'external_id' },
        { row: 2_006, column: 'fields.dry' },
      ],
    });
    expect(await dumpTables(opened.database)).toEqual(before);
    expect((await refused(receive(bytes('nope\n'), {}, { dryRun: true }))).code).toBe(
      'validation_failed',
    );
  });
});

describe('work', () => {
  const lines = (count: number, name: string) =>
    Array.from({ length: count }, (_, index) => `${name}${index}@example.com\n`).join('');

  it('of one import is shared by two processes', async () => {
    const another = await opened.another();
    const receiving = receive(bytes(`email\n${lines(6_000, 'shared')}`));
    const helping = (async () => {
      for (let round = 0; round < 400; round += 1) await another.round('imports');
    })();
    const { import: done } = await receiving;
    await helping;
    await another.close();
    expect(done.rows).toBe(6_000);
    // What the answer did not wait for.
    await calls.call('move_clock', { advance: { amount: 0, unit: 'seconds' } });
    const { import: ended } = await calls.call('get_import', { import_id: done.id ?? 0 });
    expect(ended).toMatchObject({ status: 'done', created: 6_000, repeated: 0, invalid: 0 });
  });

  it('that was left undone continues with the clock', async () => {
    const { pool } = opened.database;
    const { import: done } = await imported('email\nleft0@example.com\n');
    const rows = [{ row: 2, repeat: false, person: { email: 'left1@example.com' } }];
    await pool`update imports set status = 'working', finished_at = null where id = ${done.id}`;
    await pool`
      insert into import_chunks (import_id, number, rows, ordered)
      values (${done.id}, 1, ${JSON.stringify(rows)}, true)`;
    await calls.call('move_clock', { advance: { amount: 0, unit: 'seconds' } });
    expect((await calls.call('get_import', { import_id: done.id ?? 0 })).import).toMatchObject({
      status: 'done',
      created: 2,
    });
    expect((await person('left1@example.com')).id).toBeGreaterThan(0);
  });

  it('that can never be done fails its import and holds up no other', async () => {
    const { pool } = opened.database;
    const [stuck] = await pool<{ id: number }[]>`
      insert into imports (status, format, trigger, tags, created_at)
      values ('working', 'csv', false, '{}', now()) returning id`;
    const id = stuck?.id ?? 0;
    await pool`insert into import_chunks (import_id, number, rows, ordered)
      values (${id}, 0, 'no JSON', false)`;
    const quiet = await openQuiet();
    const told = await updatedImports(quiet);
    await quiet.tick();
    await expect.poll(told).toContain(id);
    stops.pop()?.();
    await quiet.close();
    const { import: failed } = await calls.call('get_import', { import_id: id });
    expect(failed).toMatchObject({ status: 'failed', reason: expect.stringContaining('fault') });
  });

  const openQuiet = () => opened.another();
});

describe('LEFT-01', () => {
  const rowsToCorrect = async (import_id: number | null, format?: 'csv' | 'ndjson') => {
    const given = { import_id, ...(format ? { format } : {}) };
    let text = '';
    for await (const piece of await opened.service.stream('list_import_errors', given, opened)) {
      text += piece;
    }
    return text;
  };

  it('leaves out bad cells on request, and says which', async () => {
    await calls.call('create_field', { key: 'fix_mrr', type: 'number' });
    const file = 'email,fields.fix_mrr\nfix-a@example.com,n/a\nfix-b@example.com,2\nbroken,3\n';
    const tried = (await calls.dryRun('import_people', { content: file, skip_bad_cells: true }))
      .import;
    const { import: done } = await imported(file, { skip_bad_cells: true });
    for (const answer of [tried, done]) {
      expect(answer).toMatchObject({ rows: 3, created: 2, invalid: 1, without_cells: 1 });
      expect(answer.errors).toMatchObject([
        { row: 2, column: 'fields.fix_mrr', left_out: 'cell' },
        { row: 4, column: 'email', left_out: 'row' },
      ]);
    }
    expect((await person('fix-a@example.com')).fields).toEqual({});
  });

  it('answers whole rows, to correct and import again as they are', async () => {
    const file =
      'email,First name,tags\n"fix-c@example,com","Cy, ""C""",a;b\nfix-d@example.com,Di,x\n=cmd@bad,E,\n';
    const { import: first } = await imported(file);
    expect(first).toMatchObject({ created: 1, invalid: 2 });
    const csv = await rowsToCorrect(first.id);
    expect(csv.split('\r\n')[0]).toBe(
      'import_row,import_column,import_error,email,First name,tags',
    );
    const corrected = csv
      .replace('fix-c@example,com', 'fix-c@example.com')
      .replace("'=cmd@bad", 'fix-e@example.com');
    const { import: again } = await imported(corrected);
    expect(again).toMatchObject({ created: 2, invalid: 0 });
    expect(await person('fix-c@example.com')).toMatchObject({
      first_name: 'Cy, "C"',
      tags: ['a', 'b'],
    });
    expect((await person('fix-e@example.com')).first_name).toBe('E');
  });

  it('answers lines of NDJSON in the same way', async () => {
    const line = { email: 'fix-f@example', first_name: 'Fay', fields: { fix_note: 'x' } };
    const file = `${JSON.stringify(line)}\nnot json\n`;
    const { import: first } = await imported(file, { format: 'ndjson' });
    expect(first).toMatchObject({ created: 0, invalid: 2 });
    const [row, unreadable] = (await rowsToCorrect(first.id, 'ndjson')).split('\n');
    expect(JSON.parse(row ?? '')).toMatchObject({ ...line, import_row: 1, import_column: 'email' });
    expect(JSON.parse(unreadable ?? '')).toMatchObject({ import_row: 2 });
    const corrected = (row ?? '').replace('fix-f@example', 'fix-f@example.com');
    const { import: again } = await imported(`${corrected}\n`, { format: 'ndjson' });
    expect(again).toMatchObject({ created: 1, invalid: 0 });
    expect((await person('fix-f@example.com')).fields).toEqual({ fix_note: 'x' });
  });

  it('has of rows that could not be written what was read of them', async () => {
    await calls.call('upsert_person', { email: 'fix-g@example.com', external_id: 'g-1' });
    const file = 'email,external_id,tags,Unused\nfix-h@example.com,g-1,a;b,u\n';
    const { import: done } = await imported(file, { other_columns: 'ignore' });
    expect(done).toMatchObject({ created: 0, invalid: 1 });
    const [, row] = (await rowsToCorrect(done.id)).split('\r\n');
    expect(row).toBe(
      '2,external_id,external_id is that of another person.,fix-h@example.com,g-1,a;b,',
    );
  });

  it('an erasure takes the rows of the person along', async () => {
    const file = 'email,timezone\nfix-i@example.com,Mars\n';
    const { import: done } = await imported(file, { skip_bad_cells: true });
    expect(await rowsToCorrect(done.id)).toContain('fix-i@example.com');
    await calls.call('delete_person', { person: 'fix-i@example.com' });
    expect(await rowsToCorrect(done.id)).not.toContain('fix-i@example.com');
  });
});
