import { createHash } from 'node:crypto';
import type { OperationName } from '@postroad/core/catalog/catalog';
import { limits } from '@postroad/core/platform/limits';
import { Refusal } from '@postroad/core/platform/refusal';
import { takeIdempotencyKey } from '@postroad/store/platform/idempotency';
import type { Tx } from '@postroad/store/platform/transaction';
import type { InvokeOptions } from './service.ts';

/** The sealed first answer under this key, or null where this call is the first (contract §1, Writes). */
export async function firstAnswer(
  tx: Tx,
  call: { name: OperationName; input: unknown; options: Pick<InvokeOptions, 'actor'> },
  key: string,
): Promise<Uint8Array | null> {
  const hash = createHash('sha256').update(JSON.stringify(call.input)).digest();
  const kept = await takeIdempotencyKey(tx, {
    actor: call.options.actor.id,
    key,
    operation: call.name,
    hash,
    expired: new Date(tx.now.getTime() - limits.idempotencyHours * 3_600_000),
  });
  if (kept === null) return null;
  if (kept.operation !== call.name || !hash.equals(kept.request_hash)) {
    throw new Refusal(
      'idempotency_key_reused',
      'This idempotency key was used with another request in the last 24 hours. Use a new key, or send the same request.',
    );
  }
  if (kept.response === null) {
    throw new Refusal(
      'conflict',
      'The first request with this idempotency key is still at work or was cut off. Look at what it did before you send it again under a new key.',
    );
  }
  return kept.response;
}
