import { once } from 'node:events';
import { readWebhookRecords } from '@postroad/service/app/webhook-records';
import { Deliverer } from '@postroad/service/webhooks/deliver';
import { DeliveryPoster } from '@postroad/service/webhooks/post-delivery';
import { nullProvider, openEngineDeps } from '../engine-deps.ts';
import { serveTasks } from '../workers.ts';

/** Delivers what is due to webhook endpoints, as the engine does, until nothing is left. */
const { url } = JSON.parse(process.argv[2] ?? '{}') as { url: string };
const engine = await openEngineDeps(url, nullProvider(1), 4);
const deps = { ...engine, poster: new DeliveryPoster(['127.0.0.0/8']) };
const woken = new EventTarget();
const deliverer = new Deliverer(
  deps,
  (tx, deliveries) => readWebhookRecords(tx, deps, deliveries),
  {
    wake: () => woken.dispatchEvent(new Event('wake')),
    waiters: { lock: async () => {}, ended: async () => {} },
  },
);

async function work(): Promise<{ sends: number; seconds: number }> {
  const start = performance.now();
  let sends = 0;
  for (;;) {
    const ended = once(woken, 'wake');
    const claimed = await deliverer.round();
    if (claimed === 0) break;
    sends += claimed;
    await ended;
  }
  return { sends, seconds: (performance.now() - start) / 1000 };
}

serveTasks(work, async () => {
  await deliverer.close();
  await deps.database.close();
});
