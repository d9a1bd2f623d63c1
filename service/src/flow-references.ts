import type { References } from '@postroad/core/flow/references';
import { listSequenceNames } from '@postroad/store/sequence';
import type { Tx } from '@postroad/store/transaction';
import { conditionReferences } from './condition-references.ts';
import { loadTunables } from './tunables.ts';

/** Everything a definition may refer to, as it stands in this transaction. */
export async function flowReferences(tx: Tx): Promise<References> {
  const sequences = await listSequenceNames(tx, null);
  const off = sequences.filter(({ enabled }) => !enabled).map(({ id }) => id);
  return {
    ...(await conditionReferences(tx)),
    tunables: await loadTunables(tx),
    sequencesOff: new Set(off),
  };
}
