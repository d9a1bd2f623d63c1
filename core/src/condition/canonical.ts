import { readOperator } from './compare.ts';
import { type JsonObject, ordered, own } from './json.ts';
import { mapLeaves } from './tree.ts';
import { conditionType } from './types/table.ts';

/**
 * The form in which a condition is stored: keys in a fixed order and legacy operator names replaced
 * (spec, Versioning 3). Says the same as before, keeps what is malformed, and is idempotent.
 */
export function canonicalCondition(value: unknown): unknown {
  return mapLeaves(value, (leaf) => {
    const type = conditionType(own(leaf, 'type'));
    const keys = type?.keys ?? [];
    return ordered(keys.includes('op') ? currentOperator(leaf) : leaf, ['type', ...keys]);
  });
}

/** The same leaf with a legacy operator under its current name. */
export function currentOperator(leaf: JsonObject): JsonObject {
  const operator = readOperator(own(leaf, 'op'));
  return operator === null ? leaf : { ...leaf, op: operator };
}
