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
import { lockReferences } from '@postroad/store/platform/reference-lock';
import type { Tx } from '@postroad/store/platform/transaction';
import { type Handlers, read, transaction } from '../platform/handler.ts';
import { idPageOf, pageOf, shownOf } from '../platform/page.ts';
import { type Holder, recordHolders, refuseHeld } from '../platform/record-holders.ts';

function productView({ key, name, active_subscriptions, revision }: CountedProductRow) {
  return { key, name, active_subscriptions, revision };
}

async function shownProduct(tx: Tx, key: string) {
  const query = { key, after: 0, limit: 1 };
  const [row] = await listProducts(tx, query);
  if (!row) throw notFound('product', key);
  return { product: productView(row) };
}

/** Refuses while something names it, and while people have subscriptions or payments of it. */
function refuseUsed(
  key: string,
  { holders, ...counts }: { subscriptions: number; payments: number; holders: Holder[] },
): void {
  const rename = 'It can be renamed, or left as it is.';
  refuseHeld(`The product "${key}"`, holders, rename, counts);
  const { subscriptions, payments } = counts;
  const named = [];
  if (subscriptions > 0) {
    named.push(`${subscriptions} ${subscriptions === 1 ? 'subscription' : 'subscriptions'}`);
  }
  if (payments > 0) named.push(`${payments} ${payments === 1 ? 'payment' : 'payments'}`);
  if (named.length === 0) return;
  const detail = `The product "${key}" is named by ${named.join(' and ')}. ${rename}`;
  throw new Refusal('conflict', detail, { ...counts, holders });
}

export const productHandlers: Pick<
  Handlers,
  'list_products' | 'get_product' | 'create_product' | 'update_product' | 'delete_product'
> = {
  list_products: read(async (input, { tx }) => {
    const page = pageOf(input, 1);
    const query = { key: null, ...idPageOf(page) };
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
    await lockReferences(tx, 'alone');
    const locked = await lockProduct(tx, product_key);
    if (!locked) throw notFound('product', product_key);
    const { id, subscriptions, payments } = locked;
    const holders = await recordHolders(tx, { kind: 'product', keys: [product_key] });
    refuseUsed(product_key, { subscriptions, payments, holders });
    await deleteProduct(tx, id);
    return { deleted: true };
  }),
};
