import { limits } from '@postroad/core/platform/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling, pathsOf } from '../app/calling.ts';

let opened: TestService;
let calls: Calling;

beforeAll(async () => {
  opened = await openTestService();
  calls = calling(opened);
});

afterAll(() => opened.close());

const batch = async (people: unknown[]) => (await calls.call('upsert_people', { people })).results;
const read = async (person: string) => (await calls.call('get_person', { person })).person;

describe('FIND-05 a batch of people', () => {
  it('creates and changes each, in order, and answers each', async () => {
    await calls.call('upsert_person', { email: 'known@example.com', fields: { plan: 'free' } });
    const results = await batch([
      { email: 'New@Example.com', first_name: 'New', tags: ['one'] },
      { email: 'known@example.com', fields: { plan: 'pro' }, unsubscribed: true, reason: 'asked' },
      { email: 'new@example.com', last_name: 'Twice', tags: ['two'] },
    ]);
    expect(results.map(({ status }) => status)).toEqual(['created', 'updated', 'updated']);
    expect(await read('new@example.com')).toMatchObject({
      id: results[0]?.person_id,
      first_name: 'New',
      last_name: 'Twice',
      tags: ['one', 'two'],
    });
    expect(await read('known@example.com')).toMatchObject({
      id: results[1]?.person_id,
      fields: { plan: 'pro' },
      unsubscribed: true,
      reason: 'asked',
    });
  });

  it('checks each as one upsert is checked; what is wrong with one loses no other', async () => {
    await batch([{ email: 'seats@example.com', external_id: 'held', fields: { seats: 3 } }]);
    const faulty: [unknown, string][] = [
      [{ email: 'no address' }, 'email'],
      [{ first_name: 'No address' }, 'email'],
      [{ email: 'bad@example.com', frist_name: 'Ada' }, 'frist_name'],
      [{ email: 'bad@example.com', tags: ['ok', ' '] }, 'tags[1]'],
      [{ email: 'bad@example.com', timezone: 'Mars/Olympus' }, 'timezone'],
      [{ email: 'bad@example.com', fields: { seats: 'three' } }, 'fields.seats'],
      [{ email: 'bad@example.com', fields: { fresh: 'x', seats: 'three' } }, 'fields.seats'],
      [{ email: 'bad@example.com', external_id: 'held', fields: { other: 1 } }, 'external_id'],
      [{ email: 'bad@example.com', first_name: 'A\u0000B' }, 'first_name'],
      ['bad@example.com', ''],
      [null, ''],
    ];
    const good = [
      { email: 'first@example.com', external_id: 'x1' },
      { email: 'last@example.com', external_id: 'held-not' },
    ];
    const results = await batch([good[0], ...faulty.map(([entry]) => entry), good[1]]);
    expect(results.map(({ status }) => status)).toEqual([
      'created',
      ...faulty.map(() => 'invalid'),
      'created',
    ]);
    for (const [index, [entry, path]] of faulty.entries()) {
      const errors = results[index + 1]?.errors;
      expect(
        errors?.map((error) => error.path),
        JSON.stringify(entry),
      ).toEqual([path]);
      if (typeof entry !== 'object' || entry === null) continue;
      expect(pathsOf(await calls.refused('upsert_person', entry))).toEqual([path]);
    }
    expect((await calls.refused('get_person', { person: 'bad@example.com' })).code).toBe(
      'not_found',
    );
    const { fields } = await calls.call('list_fields', {});
    expect(fields.map(({ key }) => key)).toEqual(['plan', 'seats']);
  });

  it('gives an external id to the first valid entry that wants it', async () => {
    const results = await batch([
      { email: 'e1@example.com', external_id: 'e', fields: { seats: 'many' } },
      { email: 'e2@example.com', external_id: 'e' },
      { email: 'e2@example.com', external_id: 'e' },
      { email: 'e3@example.com', external_id: 'e' },
    ]);
    expect(results.map(({ status }) => status)).toEqual([
      'invalid',
      'created',
      'updated',
      'invalid',
    ]);
    expect(results[3]?.errors).toMatchObject([
      { path: 'external_id', code: 'taken', message: 'Entry 1 has this external_id already.' },
    ]);
  });

  it('gives an external id to one of several batches that want it at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        batch([
          { email: `at-once-${n}@example.com`, external_id: 'at-once' },
          { email: `beside-${n}@example.com` },
        ]),
      ),
    );
    const first = answers.map(([result]) => result?.status).sort();
    expect(first).toEqual(['created', ...Array.from({ length: 7 }, () => 'invalid')]);
    expect(answers.map(([, result]) => result?.status)).toEqual(
      Array.from({ length: 8 }, () => 'created'),
    );
  });

  it('starts flows as single upserts do', async () => {
    const match = { detail: 'tag', op: 'equals', value: 'Vip' };
    const trigger = { event: 'tag_added', match };
    const definition = { trigger, nodes: [{ type: 'add_tag', tag: 'began' }] };
    await calls.call('create_flow', { key: 'vips', run_policy: 'repeat', definition });
    await calls.call('activate_flow', { flow_key: 'vips' });
    await batch([1, 2, 3].map((n) => ({ email: `vip${n}@example.com`, tags: ['Vip'] })));
    await calls.call('move_clock', { advance: { amount: 0, unit: 'seconds' } });
    const { runs } = await calls.call('list_flow_runs', { flow_key: 'vips' });
    expect(runs).toHaveLength(3);
  });

  it('SEC-16 lets others have their turn between entries with many faults', async () => {
    let turn = 0;
    const count = () => {
      turn += 1;
      counting = setImmediate(count);
    };
    let counting = setImmediate(count);
    /** The turns in which the address of each entry was read; the last is that of its contract. */
    const turns = new Map<number, number>();
    const people = [1, 2, 3].map((entry) => ({
      get email() {
        turns.set(entry, turn);
        return 'many@example.com';
      },
      tags: Array.from({ length: limits.jsonValues / 2 }, () => 1),
    }));
    const results = await batch(people);
    clearImmediate(counting);
    expect(results.map(({ status }) => status)).toEqual(['invalid', 'invalid', 'invalid']);
    expect(new Set(turns.values()).size).toBe(3);
  });

  it('is bounded, takes a full batch in one call, and leaves one change in the history', async () => {
    const people = Array.from({ length: limits.peoplePerBatch }, (_, n) => ({
      email: `full${n}@example.com`,
      external_id: `full${n}`,
    }));
    expect(pathsOf(await calls.refused('upsert_people', { people: [...people, {}] }))).toEqual([
      'people',
    ]);
    const results = await batch(people);
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['created']));
    const { changes } = await calls.call('list_changes', { resource: 'people', limit: 2 });
    expect(changes[0]).toMatchObject({
      operation: 'upsert_people',
      record_id: null,
      summary: 'Saved people',
    });
    expect(changes[1]?.record_id).toBeNull();
  });
});
