import { notFound } from '@postroad/core/platform/refusal';
import { findProduct } from '@postroad/store/billing/product';
import { type ListedSubscription, listSubscriptions } from '@postroad/store/billing/subscription';
import { getPerson } from '../people/get-person.ts';
import { type Handlers, read } from '../platform/handler.ts';
import { idPageOf, pageOf, shownOf } from '../platform/page.ts';

function subscriptionView(row: ListedSubscription) {
  return {
    id: row.id,
    person_id: row.person_id,
    email: row.email,
    external_id: row.external_id,
    product: row.product,
    interval: row.interval,
    status: row.status,
    renewal_amount_cents: row.renewal_amount_cents,
    currency: row.currency,
    next_renewal_at: row.next_renewal_at?.toISOString() ?? null,
    cancel_at_period_end: row.cancel_at_period_end,
    started_at: row.started_at?.toISOString() ?? null,
    ended_at: row.ended_at?.toISOString() ?? null,
  };
}

export const subscriptionHandlers: Pick<Handlers, 'list_subscriptions'> = {
  list_subscriptions: read(async (input, { tx }) => {
    const page = pageOf(input, 1);
    const person = input.person === undefined ? null : await getPerson(tx, input.person);
    const product = input.product === undefined ? null : await findProduct(tx, input.product);
    if (input.product !== undefined && product === null) throw notFound('product', input.product);
    const rows = await listSubscriptions(tx, {
      personId: person?.id ?? null,
      productId: product?.id ?? null,
      status: input.status ?? null,
      ...idPageOf(page),
    });
    const { shown, next_cursor } = shownOf(rows, page, (row) => [row.id]);
    return { subscriptions: shown.map(subscriptionView), next_cursor };
  }),
};
