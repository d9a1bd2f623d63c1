import type { References } from '@postroad/core/flows/definition/references';
import type { Tx } from '@postroad/store/platform/transaction';
import { listSequenceNames } from '@postroad/store/sequences/sequence';
import { listEndpointStates } from '@postroad/store/webhooks/endpoint';
import { loadTunables } from '../account/tunables.ts';
import { conditionReferences } from '../conditions/condition-references.ts';

/** Everything a definition may refer to, in this transaction. */
export async function flowReferences(tx: Tx): Promise<References> {
  const sequences = await listSequenceNames(tx, null);
  const off = sequences.filter(({ enabled }) => !enabled).map(({ id }) => id);
  return {
    ...(await conditionReferences(tx)),
    now: tx.now,
    tunables: await loadTunables(tx),
    endpoints: await listEndpointStates(tx),
    sequencesOff: new Set(off),
  };
}
