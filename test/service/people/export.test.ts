import { csvLine } from '@postroad/core/people/import/cells';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runs } from '../../support/property-tests.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling } from '../app/calling.ts';

type Given = Record<string, unknown>;

let opened: TestService;
let calls: Calling;

beforeAll(async () => {
  opened = await openTestService();
  calls = calling(opened);
  const lines = Array.from({ length: 2_300 }, (_, index) =>
    csvLine([`paged${index}@example.com`, index % 1_000 === 7 ? 'vip' : '']),
  );
  await calls.call('import_people', { content: `email,tags\n${lines.join('')}` });
  // A slow machine answers before all of it is written.
  await calls.call('move_clock', { advance: { amount: 0, unit: 'minutes' } });
});

afterAll(async () => {
  await opened.close();
});

async function* bytes(text: string, size: number): AsyncGenerator<Uint8Array> {
  const all = Buffer.from(text, 'utf8');
  for (let at = 0; at < all.length; at += size) yield all.subarray(at, at + size);
}

describe('an export', () => {
  const everything = async (service: TestService, format: string, given: Given = {}) => {
    const pieces = await service.service.stream('export_people', { format, ...given }, service);
    let text = '';
    for await (const piece of pieces) text += piece;
    return text;
  };

  it('narrows as the list does, and comes in pages that make up the whole', async () => {
    const csv = await everything(opened, 'csv', { tag: 'VIP' });
    expect(csv.trimEnd().split('\r\n')).toHaveLength(4);
    expect(await everything(opened, 'csv', { tag: 'nobody has it' })).toMatch(/^id,email,.*\r\n$/);
    const begins = await everything(opened, 'ndjson', { q: 'PAGED1' });
    expect(
      begins
        .split('\n')
        .filter(Boolean)
        .every((line) => /paged1/.test(line)),
    ).toBe(true);
    let paged = '';
    let cursor: string | undefined;
    let people = 0;
    do {
      const page = await calls.call('export_people', { limit: 200, cursor });
      paged += page.content;
      people += page.people;
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    expect(paged).toBe(await everything(opened, 'csv'));
    expect(people).toBe(paged.trimEnd().split('\r\n').length - 1);
  });

  it.each(['csv', 'ndjson'] as const)(
    'as %s read by an import into an empty database is exported again the same',
    async (format) => {
      const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });
      const field = fc.oneof(text, fc.constantFrom('=1+1', '@x', "'=x", '007', '-1', '1.50', ' '));
      const rows = fc.sample(
        fc.record({
          first_name: fc.oneof(text, fc.constant('=cmd|"/c calc"!A1')),
          last_name: text,
          plain: field,
          size: fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })),
          paid: fc.boolean(),
          tags: fc.array(fc.constantFrom('vip', 'a,b', 'c;d', '=tag', '[x]', '"q"', 'Ünï'), {
            maxLength: 3,
          }),
          out: fc.boolean(),
        }),
        { numRuns: runs(60), seed: 7 },
      );
      const [from, to] = [await openTestService(), await openTestService()];
      try {
        for (const [index, row] of rows.entries()) {
          await calling(from).call('record_event', {
            email: `p${index}@example.com`,
            name: 'made',
            person: {
              first_name: row.first_name,
              last_name: row.last_name,
              fields: {
                plain: row.plain,
                size: Object.is(row.size, -0) ? 0 : row.size,
                paid: row.paid,
              },
              tags: row.tags,
            },
            ...(row.out ? { attribution: { 'utm "x"': row.plain } } : {}),
          });
        }
        await from.database.pool`
          update people set unsubscribed_at = '2024-05-06T07:08:09.123Z',
            unsubscribe_reason = '+too, "many"', external_id = 'id ' || id, timezone = 'Europe/Paris',
            subscribed_on = '2023-01-02', complained_at = '2025-01-01'
          where id % 3 = 0`;
        const first = await everything(from, format);
        const answer = await to.service.receive('import_people', { format }, bytes(first, 1_000), {
          actor: to.actor,
        });
        expect(answer.output).toMatchObject({ import: { created: rows.length, invalid: 0 } });
        expect(comparable(await everything(to, format), format)).toEqual(comparable(first, format));
      } finally {
        await from.close();
        await to.close();
      }
    },
    60_000,
  );

  /** Without ids, and without the time of the last change. */
  function comparable(text: string, format: string): string {
    if (format === 'ndjson') return text.replace(/"(?:id|updated_at)":("[^"]*"|\d+)/g, '');
    return text
      .replace(/^\d+,/gm, '')
      .replace(/(\d{4}-[\d-]+T[\d:.]+Z),\d{4}-[\d-]+T[\d:.]+Z/g, '$1');
  }

  it('starts no formula in a spreadsheet', async () => {
    await calls.call('import_people', {
      content: csvLine(['email', 'first_name']) + csvLine(['calc@example.com', "'=1+1"]),
    });
    const { person } = await calls.call('get_person', { person: 'calc@example.com' });
    expect(person.first_name).toBe('=1+1');
    expect(await everything(opened, 'csv', { q: 'calc@' })).toContain(",'=1+1,");
  });
});
