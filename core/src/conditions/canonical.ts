import { ordered, own } from '../platform/json.ts';
import { mapLeaves } from './tree.ts';
import { conditionType } from './types/table.ts';

/**
 * The form in which a condition is stored: keys in a fixed order, and legacy operator names
 * replaced in its matches (spec, Versioning 3). Says the same as before, keeps what is malformed, and is idempotent.
 */
export function canonicalCondition(value: unknown): unknown {
  return mapLeaves(value, (leaf) => {
    const type = conditionType(own(leaf, 'type'));
    const keys = type?.keys ?? [];
    return ordered(type?.canonical?.(leaf) ?? leaf, ['type', ...keys]);
  });
}
