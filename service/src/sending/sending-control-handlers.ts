import { limits } from '@postroad/core/platform/limits';
import type { Tx } from '@postroad/store/platform/transaction';
import { countRecentFailures } from '@postroad/store/queue/send-view';
import {
  allSends,
  countQueue,
  findSendingHold,
  type SendingHold,
  sentRecently,
  writeSendingHold,
} from '@postroad/store/queue/sending-control';
import { actorKind } from '../platform/actor.ts';
import { type Handlers, read, transaction } from '../platform/handler.ts';

const dayMs = 86_400_000;

async function sendingView(tx: Tx, hold: SendingHold | null) {
  const [{ lanes, queue }, failed, rate] = await Promise.all([
    countQueue(tx, limits.queueCounted, hold !== null),
    countRecentFailures(tx, new Date(tx.now.getTime() - dayMs), limits.queueCounted),
    sentRecently(tx),
  ]);
  const oldest = lanes.flatMap(({ oldest }) => oldest ?? []).sort((a, b) => +a - +b)[0];
  return {
    sending: {
      state: hold === null ? ('running' as const) : ('held' as const),
      held_at: hold?.held_at.toISOString() ?? null,
      held_by: hold && { kind: hold.held_by_kind, name: hold.held_by_name },
      reason: hold?.reason ?? null,
      queue: { ...queue, failed },
      rate: { last_minute: rate.minute, last_hour: rate.hour },
      oldest_due_at: oldest?.toISOString() ?? null,
      lanes: lanes.map(({ name, due, oldest }, index) => ({
        ...{ name, due, priority: index + 1 },
        late_seconds: oldest ? Math.max(0, Math.floor((+tx.now - +oldest) / 1000)) : 0,
      })),
    },
  };
}

/** The stop switch of all mail (SENDCTL-01 to SENDCTL-06). */
export const sendingControlHandlers: Pick<
  Handlers,
  'get_sending' | 'hold_sending' | 'release_sending'
> = {
  get_sending: read(async (_input, { tx }) => sendingView(tx, await findSendingHold(tx))),

  hold_sending: transaction(async ({ reason }, { tx, now, actor }) => {
    const by = { held_by_kind: actorKind(actor), held_by_name: actor.name };
    const hold = { held_at: now, ...by, reason };
    // Counted first: processes that commit attempts wait for the lock that the hold takes.
    const view = await sendingView(tx, hold);
    await writeSendingHold(tx, hold);
    // The answer waits for mail that is being handed over (SENDCTL-02).
    tx.work.block(allSends);
    return view;
  }),

  release_sending: transaction(async (_input, { tx }) => {
    const view = await sendingView(tx, null);
    await writeSendingHold(tx, null);
    tx.work.wake('sends');
    return view;
  }),
};
