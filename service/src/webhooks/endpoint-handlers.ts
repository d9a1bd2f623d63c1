import { limits } from '@postroad/core/platform/limits';
import { invalid, notFound, Refusal } from '@postroad/core/platform/refusal';
import { patternFaults } from '@postroad/core/webhooks/event-patterns';
import { testType } from '@postroad/core/webhooks/webhook-types';
import { lockReferences } from '@postroad/store/platform/reference-lock';
import type { Tx } from '@postroad/store/platform/transaction';
import {
  type DeliveryRow,
  findDelivery,
  insertDelivery,
  listDeliveries,
  replayDelivery,
} from '@postroad/store/webhooks/delivery';
import {
  deleteEndpoint,
  type EndpointRow,
  findEndpoint,
  formerSecretEnd,
  insertEndpoint,
  listEndpointKeys,
  listEndpoints,
  lockEndpoints,
  rotateSecret,
  updateEndpoint,
} from '@postroad/store/webhooks/endpoint';
import { type Handlers, read, transaction } from '../platform/handler.ts';
import { newKeyOf } from '../platform/new-key.ts';
import { idPageOf, pageOf, shownOf } from '../platform/page.ts';
import { recordHolders, refuseHeld, takeOut } from '../platform/record-holders.ts';
import type { DeliveryPoster } from './post-delivery.ts';
import { makeWebhookSecret, shownSecret } from './signature.ts';

/** The parts of the service that webhook endpoints need. */
export interface EndpointDeps {
  poster: Pick<DeliveryPoster, 'fault'>;
}

function endpointView(row: EndpointRow) {
  return {
    id: row.id,
    key: row.key,
    url: row.url,
    description: row.description,
    events: row.events,
    enabled: row.enabled,
    disabled_reason: row.disabled_reason,
    failing_since: row.failing_since_at?.toISOString() ?? null,
    revision: row.revision,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

function deliveryView(row: DeliveryRow) {
  return {
    id: row.id,
    endpoint: { id: row.endpoint_id, key: row.endpoint_key, url: row.endpoint_url },
    message_id: `msg_${row.message_id}`,
    type: row.type,
    status: row.status,
    attempts: row.attempts,
    // To an endpoint that is disabled nothing is attempted, whatever was due.
    next_at: row.status === 'waiting' && row.endpoint_enabled ? row.due_at.toISOString() : null,
    happened_at: row.happened_at.toISOString(),
  };
}

async function getEndpoint(tx: Tx, address: string): Promise<EndpointRow> {
  const row = await findEndpoint(tx, address);
  if (row === null) throw notFound('webhook endpoint', address);
  return row;
}

async function shownDelivery(tx: Tx, id: number) {
  const row = await findDelivery(tx, id);
  if (row === null) throw notFound('webhook delivery', id);
  return { webhook_delivery: deliveryView(row) };
}

function formerSigns(until: Date): Refusal {
  const detail = `The former secret signs too until ${until.toISOString()}, so that receivers can change over. Rotate after that, or with keep_hours 0, which ends both at once.`;
  return new Refusal('conflict', detail);
}

function disabled(key: string): Refusal {
  return new Refusal(
    'conflict',
    `The webhook endpoint "${key}" is disabled, so nothing is delivered to it. Enable it first.`,
  );
}

function checkUrl({ poster }: EndpointDeps, url: string): void {
  const fault = poster.fault(url);
  if (fault === null) return;
  throw invalid([{ path: 'url', code: 'url_refused', message: `url ${fault}` }]);
}

function eventsOf(events: readonly string[]): string[] {
  const faults = patternFaults(events);
  if (faults.length > 0) throw invalid(faults);
  return [...new Set(events)];
}

/** A key made of the host, unless one was asked for. */
function keyOf(key: string | undefined, url: string, taken: readonly string[]): string {
  return newKeyOf('webhook-endpoint', { key, name: new URL(url).hostname }, new Set(taken));
}

export const endpointHandlers: Pick<
  Handlers<EndpointDeps>,
  | 'list_webhook_endpoints'
  | 'get_webhook_endpoint'
  | 'create_webhook_endpoint'
  | 'update_webhook_endpoint'
  | 'delete_webhook_endpoint'
  | 'rotate_webhook_secret'
  | 'test_webhook_endpoint'
  | 'list_webhook_deliveries'
  | 'replay_webhook_delivery'
> = {
  list_webhook_endpoints: read(async (input, { tx }) => {
    const page = pageOf(input, 1);
    const rows = await listEndpoints(tx, idPageOf(page));
    const { shown, next_cursor } = shownOf(rows, page, (row) => [row.id]);
    return { webhook_endpoints: shown.map(endpointView), next_cursor };
  }),

  get_webhook_endpoint: read(async ({ webhook_endpoint }, { tx }) => {
    return { webhook_endpoint: endpointView(await getEndpoint(tx, webhook_endpoint)) };
  }),

  create_webhook_endpoint: transaction(async (input, { tx, deps }) => {
    const { url, description = '', enabled = true } = input;
    checkUrl(deps, url);
    const events = eventsOf(input.events);
    await lockEndpoints(tx);
    const taken = await listEndpointKeys(tx);
    if (taken.length >= limits.webhookEndpoints) {
      const detail = `There are ${limits.webhookEndpoints} webhook endpoints already, which is the limit. Delete one first.`;
      throw new Refusal('conflict', detail);
    }
    const key = keyOf(input.key, url, taken);
    const secret = makeWebhookSecret();
    const id = await insertEndpoint(tx, { key, url, description, events, enabled, secret });
    const row = await getEndpoint(tx, String(id));
    return { webhook_endpoint: endpointView(row), secret: shownSecret(secret) };
  }),

  update_webhook_endpoint: transaction(async ({ webhook_endpoint, ...input }, { tx, deps }) => {
    await lockEndpoints(tx);
    const held = await getEndpoint(tx, webhook_endpoint);
    const { url = held.url, description = held.description, enabled = held.enabled } = input;
    if (url !== held.url) checkUrl(deps, url);
    const events = input.events === undefined ? held.events : eventsOf(input.events);
    await updateEndpoint(tx, held, { url, description, events, enabled });
    if (enabled) tx.work.wake('webhooks');
    return { webhook_endpoint: endpointView(await getEndpoint(tx, String(held.id))) };
  }),

  delete_webhook_endpoint: transaction(async ({ webhook_endpoint }, { tx }) => {
    await lockReferences(tx, 'alone');
    await lockEndpoints(tx);
    const { id, key } = await getEndpoint(tx, webhook_endpoint);
    const named = { kind: 'webhook_endpoint', ids: [id], keys: [key] } as const;
    refuseHeld(`The webhook endpoint "${key}"`, await recordHolders(tx, named), takeOut);
    await deleteEndpoint(tx, id);
    tx.work.tell({ resource: 'webhook_endpoints', id, action: 'deleted' });
    return { deleted: true };
  }),

  rotate_webhook_secret: transaction(async ({ webhook_endpoint, keep_hours = 24 }, { tx }) => {
    await lockEndpoints(tx);
    const { id } = await getEndpoint(tx, webhook_endpoint);
    const until = await formerSecretEnd(tx, id);
    // Two secrets sign at most, and the former one was promised its time (HOOK-02).
    if (until !== null && keep_hours > 0) throw formerSigns(until);
    const secret = makeWebhookSecret();
    const formerUntil =
      keep_hours === 0 ? null : new Date(tx.now.getTime() + keep_hours * 3_600_000);
    await rotateSecret(tx, id, { secret, formerUntil });
    return {
      webhook_endpoint: endpointView(await getEndpoint(tx, webhook_endpoint)),
      secret: shownSecret(secret),
      former_until: formerUntil?.toISOString() ?? null,
    };
  }),

  test_webhook_endpoint: transaction(async ({ webhook_endpoint }, { tx }) => {
    const { id, key, enabled } = await getEndpoint(tx, webhook_endpoint);
    if (!enabled) throw disabled(key);
    const body = JSON.stringify({
      type: testType,
      timestamp: tx.now.toISOString(),
      data: { webhook_endpoint: { id, key } },
    });
    const deliveryId = await insertDelivery(tx, { endpoint_id: id, type: testType, body });
    tx.work.wake('webhooks');
    return await shownDelivery(tx, deliveryId);
  }),

  list_webhook_deliveries: read(async ({ webhook_endpoint, status = null, ...input }, { tx }) => {
    const { id } = await getEndpoint(tx, webhook_endpoint);
    const page = pageOf(input, 1);
    const rows = await listDeliveries(tx, { endpointId: id, status }, idPageOf(page));
    const { shown, next_cursor } = shownOf(rows, page, (row) => [row.id]);
    return { webhook_deliveries: shown.map(deliveryView), next_cursor };
  }),

  replay_webhook_delivery: transaction(async ({ webhook_delivery_id: id }, { tx }) => {
    const row = await findDelivery(tx, id);
    if (row === null) throw notFound('webhook delivery', id);
    if (!row.endpoint_enabled) throw disabled(row.endpoint_key);
    if (row.status === 'waiting') {
      const detail = `Webhook delivery ${id} is still being delivered; its next attempt is due at ${row.due_at.toISOString()}. Replay it if it fails for good.`;
      throw new Refusal('conflict', detail);
    }
    if (!(await replayDelivery(tx, id))) {
      const detail = `The body of webhook delivery ${id} is not kept, since the person or the record in it is gone.`;
      throw new Refusal('content_expired', detail);
    }
    tx.work.wake('webhooks');
    return await shownDelivery(tx, id);
  }),
};
