import { keysNamedIn, withIds } from '@postroad/core/conditions/record-keys';
import { findIdsByKey } from '@postroad/store/platform/record-key';
import type { Tx } from '@postroad/store/platform/transaction';

/**
 * A flow or condition that was sent, with ids in the place of the keys of emails and sequences. An
 * unknown key stays, for validation to report.
 */
export async function resolveKeys<Value>(tx: Tx, sent: Value): Promise<Value> {
  const keys = keysNamedIn(sent);
  if (keys.email.size + keys.sequence.size === 0) return sent;
  return withIds(sent, {
    email: await findIdsByKey(tx, 'emails', [...keys.email]),
    sequence: await findIdsByKey(tx, 'sequences', [...keys.sequence]),
  });
}
