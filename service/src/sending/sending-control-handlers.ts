import { limits } from '@postroad/core/platform/limits';
import type { Tx } from '@postroad/store/platform/transaction';
import { countLiveSends, countRecentFailures } from '@postroad/store/queue/send-view';
import {
  allSends,
  countDueMail,
  findSendingHold,
  sentRecently,
  writeSendingHold,
} from '@postroad/store/queue/sending-control';
import type { Actor } from '../platform/actor.ts';
import { type Handlers, read, transaction } from '../platform/handler.ts';

const dayMs = 86_400_000;

async function sendingView(tx: Tx) {
  const [hold, counts, failed, rate, lanes] = await Promise.all([
    findSendingHold(tx),
    countLiveSends(tx),
    countRecentFailures(tx, new Date(tx.now.getTime() - dayMs), limits.lateWorkCounted),
    sentRecently(tx),
    countDueMail(tx),
  ]);
  const oldest = lanes.flatMap(({ oldest }) => oldest ?? []).sort((a, b) => +a - +b)[0];
  const { scheduled = 0, holding = 0, sending = 0, uncertain = 0 } = counts;
  return {
    sending: {
      state: hold === null ? ('running' as const) : ('held' as const),
      held_at: hold?.held_at.toISOString() ?? null,
      held_by: hold && { kind: hold.held_by_kind, name: hold.held_by_name },
      reason: hold?.reason ?? null,
      queue: { scheduled, holding, sending, uncertain, failed },
      rate: { last_minute: rate.minute, last_hour: rate.hour },
      oldest_due_at: oldest?.toISOString() ?? null,
      lanes: lanes.map(({ name, due, oldest }, index) => ({
        ...{ name, due, priority: index + 1 },
        late_seconds: oldest ? Math.max(0, Math.floor((+tx.now - +oldest) / 1000)) : 0,
      })),
    },
  };
}

function kindOf({ id }: Actor): 'environment' | 'token' | 'local' {
  if (id === 'environment') return 'environment';
  return id.startsWith('token ') ? 'token' : 'local';
}

/** The stop switch of all mail (SENDCTL-01 to SENDCTL-06). */
export const sendingControlHandlers: Pick<
  Handlers,
  'get_sending' | 'hold_sending' | 'release_sending'
> = {
  get_sending: read((_input, { tx }) => sendingView(tx)),

  hold_sending: transaction(async ({ reason }, { tx, now, actor }) => {
    const by = { held_by_kind: kindOf(actor), held_by_name: actor.name };
    await writeSendingHold(tx, { held_at: now, ...by, reason });
    // The answer waits for mail that is being handed over (SENDCTL-02).
    tx.work.block(allSends);
    return await sendingView(tx);
  }),

  release_sending: transaction(async (_input, { tx }) => {
    await writeSendingHold(tx, null);
    tx.work.wake('sends');
    return await sendingView(tx);
  }),
};
