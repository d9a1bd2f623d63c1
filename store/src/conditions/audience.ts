import type { Audience } from '../people/audience.ts';
import type { Tx } from '../platform/transaction.ts';
import { compileCondition } from './compile-condition.ts';
import { conditionNames } from './names.ts';

/** The audience of any condition, valid or not. Loads the records that the condition names. */
export async function loadAudience(tx: Tx, condition: unknown): Promise<Audience> {
  const names = await conditionNames(tx, [condition]);
  return {
    holds: compileCondition(tx.sql, condition, names),
    suppressed: compileCondition(tx.sql, { type: 'suppressed' }, names),
  };
}
