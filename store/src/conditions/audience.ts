import type { Audience } from '../people/audience.ts';
import type { Tx } from '../platform/transaction.ts';
import { compileCondition } from './compile-condition.ts';
import { conditionNames } from './names.ts';

/** Whom a condition means, whatever JSON it is; what it names is looked up. */
export async function loadAudience(tx: Tx, condition: unknown): Promise<Audience> {
  const names = await conditionNames(tx, [condition]);
  return {
    holds: compileCondition(tx.sql, condition, names),
    suppressed: compileCondition(tx.sql, { type: 'suppressed' }, names),
  };
}
