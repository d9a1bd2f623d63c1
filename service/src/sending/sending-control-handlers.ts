import { limits } from '@postroad/core/platform/limits';
import { readProfile } from '@postroad/store/account/profile';
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
import { defaultSender, lacksSender, type SenderConfig } from '../account/sender.ts';
import { actorKind } from '../platform/actor.ts';
import { type Handlers, read, transaction } from '../platform/handler.ts';

const dayMs = 86_400_000;

/** The parts of the service that tell where mail goes, and from whom it is. */
export interface SendingDeps {
  config: SenderConfig;
}

async function sendingView(tx: Tx, { config }: SendingDeps, hold: SendingHold | null) {
  const [{ lanes, queue }, failed, rate, profile] = await Promise.all([
    countQueue(tx, limits.queueCounted, hold !== null),
    countRecentFailures(tx, new Date(tx.now.getTime() - dayMs), limits.queueCounted),
    sentRecently(tx),
    readProfile(tx),
  ]);
  const oldest = lanes.flatMap(({ oldest }) => oldest ?? []).sort((a, b) => +a - +b)[0];
  return {
    sending: {
      state: hold === null ? ('running' as const) : ('held' as const),
      held_at: hold?.held_at.toISOString() ?? null,
      held_by: hold && { kind: hold.held_by_kind, name: hold.held_by_name },
      reason: hold?.reason ?? null,
      provider: config.mailProvider,
      sender: lacksSender(config, profile, null) ? null : defaultSender(config, profile),
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
  Handlers<SendingDeps>,
  'get_sending' | 'hold_sending' | 'release_sending'
> = {
  get_sending: read(async (_input, { tx, deps }) =>
    sendingView(tx, deps, await findSendingHold(tx)),
  ),

  hold_sending: transaction(async ({ reason }, { tx, deps, now, actor }) => {
    const by = { held_by_kind: actorKind(actor), held_by_name: actor.name };
    const hold = { held_at: now, ...by, reason };
    // Counted first: processes that commit attempts wait for the lock that the hold takes.
    const view = await sendingView(tx, deps, hold);
    await writeSendingHold(tx, hold);
    // The answer waits for mail that is being handed over (SENDCTL-02).
    tx.work.block(allSends);
    return view;
  }),

  release_sending: transaction(async (_input, { tx, deps }) => {
    const view = await sendingView(tx, deps, null);
    await writeSendingHold(tx, null);
    tx.work.wake('sends');
    return view;
  }),
};
