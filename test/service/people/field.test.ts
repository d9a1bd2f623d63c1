import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling, pathsOf } from '../app/calling.ts';

let opened: TestService;
let calls: Calling;

beforeAll(async () => {
  opened = await openTestService();
  calls = calling(opened);
});

afterAll(async () => {
  await opened.close();
});

const field = async (field_key: string) => (await calls.call('get_field', { field_key })).field;

it('creates, reads and changes a field', async () => {
  expect(await calls.call('create_field', { key: 'plan' })).toEqual({
    field: { key: 'plan', name: 'plan', type: 'string', active: true, revision: 1 },
  });
  await calls.call('update_field', { field_key: 'plan', name: 'Plan', type: 'number' });
  expect(await field('plan')).toMatchObject({
    name: 'Plan',
    type: 'number',
    active: true,
    revision: 2,
  });
  expect((await calls.refused('create_field', { key: 'plan' })).code).toBe('conflict');
  expect((await calls.refused('get_field', { field_key: 'nowhere' })).code).toBe('not_found');
  expect(pathsOf(await calls.refused('create_field', { key: 'a b' }))).toEqual(['key']);
  expect(pathsOf(await calls.refused('create_field', { key: 'a', type: 'text' }))).toEqual([
    'type',
  ]);
});

it('keeps its type and itself once a person had a value, also when that is cleared', async () => {
  await calls.call('create_field', { key: 'seats', type: 'number' });
  await calls.call('upsert_person', { email: 'a@example.com', fields: { seats: 1, born: 'x' } });
  await calls.call('upsert_person', { email: 'a@example.com', fields: { seats: null } });
  for (const field_key of ['seats', 'born']) {
    const changed = await calls.refused('update_field', { field_key, type: 'boolean' });
    expect(changed.code).toBe('conflict');
    expect((await calls.refused('delete_field', { field_key })).code).toBe('conflict');
  }
  await calls.call('update_field', { field_key: 'born', active: false });
  expect(await field('born')).toMatchObject({ type: 'string', active: false });
  const { person } = await calls.call('get_person', { person: 'a@example.com' });
  expect(person.fields).toEqual({ born: 'x' });
});

it('goes while no person had a value', async () => {
  await calls.call('create_field', { key: 'idle' });
  await calls.call('upsert_person', { email: 'a@example.com', fields: { idle: null } });
  expect(await calls.call('delete_field', { field_key: 'idle' })).toEqual({ deleted: true });
  expect((await calls.refused('get_field', { field_key: 'idle' })).code).toBe('not_found');
});

it('lists by key, in pages', async () => {
  await calls.call('create_field', { key: 'Zeta' });
  const keys: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await calls.call('list_fields', { limit: 2, ...(cursor ? { cursor } : {}) });
    keys.push(...page.fields.map(({ key }) => key));
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
  expect(keys).toEqual(['Zeta', 'born', 'plan', 'seats']);
});
