import type { Tx } from '@postroad/store/platform/transaction';
import {
  insertSequence,
  type SequenceContent,
  type SequenceRow,
} from '@postroad/store/sequences/sequence';
import { type AskedAddress, newAddress } from '../platform/record-key.ts';

/** Makes a sequence, with a key of its name. */
export async function makeSequence(
  tx: Tx,
  content: SequenceContent,
  asked?: AskedAddress,
): Promise<SequenceRow> {
  const address = await newAddress(tx, 'sequences', content.name, asked);
  return await insertSequence(tx, address, content);
}
