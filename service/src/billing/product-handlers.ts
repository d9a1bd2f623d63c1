import { namesProduct } from '@postroad/core/billing/names-product';
import { activeStatuses } from '@postroad/core/billing/status';
import { notFound, Refusal } from '@postroad/core/platform/refusal';
import {
  type CountedProductRow,
  deleteProduct,
  findProduct,
  insertProduct,
  listProducts,
  lockProduct,
  renameProduct,
} from '@postroad/store/billing/product';
import { listSegmentDefinitions } from '@postroad/store/conditions/segment';
import { listRunningFlows } from '@postroad/store/flows/flow';
import type { Tx } from '@postroad/store/platform/transaction';
import { type Handlers, read, transaction } from '../platform/handler.ts';
import { pageOf, shownOf } from '../platform/page.ts';

interface Holder {
  kind: 'flow' | 'segment';
  id: number;
  name: string;
}

/** Names in the sentence; the members list all. */
const namesShown = 5;

function productView({ key, name, active_subscriptions, revision }: CountedProductRow) {
  return { key, name, active_subscriptions, revision };
}

async function shownProduct(tx: Tx, key: string) {
  const query = { key, after: 0, limit: 1, active: activeStatuses };
  const [row] = await listProducts(tx, query);
  if (!row) throw notFound('product', key);
  return { product: productView(row) };
}

/** Segments and running flows whose conditions or trigger name the product. */
async function holdersOf(tx: Tx, key: string): Promise<Holder[]> {
  const flows = (await listRunningFlows(tx)).filter((flow) => namesProduct(flow.definition, key));
  const segments = (await listSegmentDefinitions(tx)).filter((segment) =>
    namesProduct(segment.definition, key),
  );
  return [
    ...flows.map(({ id, name }): Holder => ({ kind: 'flow', id, name })),
    ...segments.map(({ id, key: name }): Holder => ({ kind: 'segment', id, name })),
  ];
}

function refuseHeld(
  key: string,
  held: { subscriptions: number; payments: number; holders: Holder[] },
): void {
  const { subscriptions, payments, holders } = held;
  const listed = holders.slice(0, namesShown).map(({ kind, name }) => `the ${kind} "${name}"`);
  if (holders.length > namesShown) listed.push(`${holders.length - namesShown} more`);
  if (payments > 0) listed.unshift(`${payments} ${payments === 1 ? 'payment' : 'payments'}`);
  if (subscriptions > 0) {
    listed.unshift(`${subscriptions} ${subscriptions === 1 ? 'subscription' : 'subscriptions'}`);
  }
  if (listed.length === 0) return;
  const detail = `The product "${key}" is named by ${listed.join(', ')}. It can be renamed, or left as it is.`;
  throw new Refusal('conflict', detail, { subscriptions, payments, holders });
}

export const productHandlers: Pick<
  Handlers,
  'list_products' | 'get_product' | 'create_product' | 'update_product' | 'delete_product'
> = {
  list_products: read(async (input, { tx }) => {
    const page = pageOf(input, 1);
    const after = page.after?.[0] ?? 0;
    const query = { key: null, after, limit: page.read, active: activeStatuses };
    const { shown, next_cursor } = shownOf(await listProducts(tx, query), page, (row) => [row.id]);
    return { products: shown.map(productView), next_cursor };
  }),

  get_product: read(({ product_key }, { tx }) => shownProduct(tx, product_key)),

  create_product: transaction(async ({ key, name = key }, { tx }) => {
    const row = await insertProduct(tx, { key, name });
    if (row) return { product: productView({ ...row, active_subscriptions: 0 }) };
    throw new Refusal('conflict', `There is a product "${key}" already. Change it instead.`);
  }),

  update_product: transaction(async ({ product_key, name }, { tx }) => {
    const row = await findProduct(tx, product_key);
    if (!row) throw notFound('product', product_key);
    if (name !== undefined) await renameProduct(tx, row.id, name);
    return await shownProduct(tx, row.key);
  }),

  delete_product: transaction(async ({ product_key }, { tx }) => {
    const locked = await lockProduct(tx, product_key);
    if (!locked) throw notFound('product', product_key);
    const { id, subscriptions, payments } = locked;
    const holders = await holdersOf(tx, product_key);
    refuseHeld(product_key, { subscriptions, payments, holders });
    await deleteProduct(tx, id);
    return { deleted: true };
  }),
};
