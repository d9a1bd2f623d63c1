import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

const started = (email: string, product: string, status = 'active') =>
  calls.call('record_event', {
    email,
    name: 'subscription_started',
    details: { product, status },
  });
const product = async (key: string) =>
  (await calls.call('list_products', { limit: 200 })).products.find((row) => row.key === key);

describe('products', () => {
  it('LOOK-04 are listed by key, with the subscriptions that are active', async () => {
    await calls.call('create_product', { key: 'team', name: 'Team plan' });
    await started('a@example.com', 'team');
    await started('b@example.com', 'team', 'trialing');
    await started('c@example.com', 'team', 'past_due');
    await started('d@example.com', 'team', 'inactive');
    expect(await product('team')).toEqual({
      key: 'team',
      name: 'Team plan',
      active_subscriptions: 3,
      revision: 1,
    });
  });

  it('LOOK-04 register with the first event about money that names them', async () => {
    await started('e@example.com', 'Solo Plan');
    expect(await product('solo-plan')).toMatchObject({
      key: 'solo-plan',
      name: 'solo-plan',
      active_subscriptions: 1,
    });
  });

  it('are made and renamed; a key is taken once and keeps', async () => {
    const made = await calls.call('create_product', { key: 'prod_A.1' });
    expect(made.product).toMatchObject({
      key: 'prod_A.1',
      name: 'prod_A.1',
      active_subscriptions: 0,
    });
    const renamed = await calls.call('update_product', { product_key: 'prod_A.1', name: 'A' });
    expect(renamed.product).toEqual({ ...made.product, name: 'A', revision: 2 });
    expect((await calls.refused('create_product', { key: 'prod_A.1' })).code).toBe('conflict');
    expect((await calls.refused('update_product', { product_key: 'prod_a.1' })).code).toBe(
      'not_found',
    );
    for (const key of ['', '../x', '.a', 'a b', 'ä', 'x'.repeat(81)]) {
      expect(pathsOf(await calls.refused('create_product', { key }))).toEqual(['key']);
    }
  });

  it('page in order of making', async () => {
    const all = (await calls.call('list_products', {})).products.map(({ key }) => key);
    const first = await calls.call('list_products', { limit: 2 });
    const cursor = first.next_cursor ?? '';
    const second = await calls.call('list_products', { limit: 200, cursor });
    expect([...first.products, ...second.products].map(({ key }) => key)).toEqual(all);
    expect(second.next_cursor).toBeNull();
  });

  it('are deleted once nothing names them, and not before', async () => {
    await calls.call('create_product', { key: 'gone' });
    expect(await calls.call('delete_product', { product_key: 'gone' })).toEqual({ deleted: true });
    expect((await calls.refused('delete_product', { product_key: 'gone' })).code).toBe('not_found');
    await calls.call('record_event', {
      email: 'f@example.com',
      name: 'purchased',
      details: { product: 'held', amount_cents: 5 },
    });
    await started('f@example.com', 'held');
    await calls.call('create_segment', {
      ...{ key: 'holders', name: 'Holders' },
      definition: { not: { type: 'purchased', product: 'held' } },
    });
    const condition = { any: [{ type: 'active_subscription', product: 'held' }] };
    const nodes = [{ type: 'if_else', condition, then: [{ type: 'add_tag', tag: 'x' }], else: [] }];
    const definition = { trigger: { event: 'x' }, nodes };
    await calls.call('create_flow', { key: 'holding', name: 'Holding', definition });
    const counts = { subscriptions: 1, payments: 1 };
    const id = expect.any(Number);
    const segment = { kind: 'segment', id, key: 'holders', name: 'Holders', status: null };
    const draft = await calls.refused('delete_product', { product_key: 'held' });
    expect(draft).toMatchObject({ code: 'in_use', members: { ...counts, holders: [segment] } });
    await calls.call('activate_flow', { flow_key: 'holding' });
    const refusal = await calls.refused('delete_product', { product_key: 'held' });
    expect(refusal.members).toEqual({
      ...counts,
      holders: [{ kind: 'flow', id, key: 'holding', name: 'Holding', status: 'live' }, segment],
    });
    expect(refusal.detail).toBe(
      'The product "held" is in use by the flow "holding", the segment "holders". It can be renamed, or left as it is.',
    );
  });

  it('that are deleted while events name them end up whole', async () => {
    for (let round = 0; round < 5; round += 1) {
      const key = `raced-${round}`;
      await calls.call('create_product', { key });
      const removing = calls.call('delete_product', { product_key: key }).catch(() => null);
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, at) => started(`racer${at}@example.com`, key)),
      );
      await removing;
      expect(answers.every(({ status }) => status === 'created')).toBe(true);
      expect((await product(key))?.active_subscriptions).toBe(10);
    }
  });
});

describe('the list of subscriptions', () => {
  it('is picked by person, product and status, newest first, on pages', async () => {
    const all = (await calls.call('list_subscriptions', { limit: 200 })).subscriptions;
    expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).toSorted((a, b) => b - a));
    const { person } = await calls.call('get_person', { person: 'racer1@example.com' });
    for (const filter of [
      { person: 'racer1@example.com' },
      { person: String(person.id) },
      { product: 'team' },
      { status: 'active' },
      { product: 'raced-1', status: 'active' },
      { person: 'racer1@example.com', product: 'raced-2', status: 'ended' },
    ] as const) {
      const wanted = all.filter(
        (row) =>
          (!('person' in filter) || row.person_id === person.id) &&
          (!('product' in filter) || row.product === filter.product) &&
          (!('status' in filter) || row.status === filter.status),
      );
      const found = [];
      let cursor: string | undefined;
      do {
        const query = { ...filter, limit: 3, ...(cursor !== undefined && { cursor }) };
        const page = await calls.call('list_subscriptions', query);
        found.push(...page.subscriptions);
        cursor = page.next_cursor ?? undefined;
      } while (cursor !== undefined);
      expect(found).toEqual(wanted);
    }
  });

  it('ERR-01 refuses a status there is not, a person and a product', async () => {
    const none = await calls.refused('list_subscriptions', { product: 'nothing' });
    expect(none.code).toBe('not_found');
    expect(pathsOf(await calls.refused('list_subscriptions', { status: 'gone' }))).toEqual([
      'status',
    ]);
    const refusal = await calls.refused('list_subscriptions', { person: 'nobody@example.com' });
    expect(refusal.code).toBe('not_found');
  });
});
