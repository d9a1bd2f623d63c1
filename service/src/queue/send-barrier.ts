import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '@postroad/core/platform/limits';
import type { Database } from '@postroad/store/platform/connection/database';
import { anyAttempted, type Stopped } from '@postroad/store/platform/in-flight-sends';
import { type Tx, transaction } from '@postroad/store/platform/transaction';

const lookEveryMs = 20;

const stopped = new WeakMap<Tx, Stopped[]>();

/**
 * Notes whose mail, or mail of which source, this transaction stops: none of it is attempted once
 * that is committed, and the call answers when what was attempted before has been handed over.
 */
export function stopsMail(tx: Tx, what: Stopped): void {
  stopped.set(tx, [...(stopped.get(tx) ?? []), what]);
}

/** Whose mail the transaction stops, for `handedOver` once it is committed. */
export function stoppedBy(tx: Tx): readonly Stopped[] {
  return stopped.get(tx) ?? [];
}

/**
 * Waits until nothing of it is being handed over, for a while: a mail server can take longer over a
 * mail than anybody waits for an answer.
 */
export async function handedOver(database: Database, what: readonly Stopped[]): Promise<void> {
  if (what.length === 0) return;
  const end = performance.now() + limits.handOverWaitMs;
  const look = () => transaction(database, { readOnly: true }, (tx) => anyAttempted(tx, what));
  while ((await look()) && performance.now() < end) await pause(lookEveryMs);
}
