import { ordered, own } from '../platform/json.ts';
import { mapLeaves } from './tree.ts';
import { conditionType } from './types/table.ts';

/**
 * The stored form of a condition: keys in a fixed order, and legacy operator names replaced in its
 * matches (spec, Versioning 3). Keeps the meaning and malformed parts; idempotent.
 */
export function canonicalCondition(value: unknown): unknown {
  return mapLeaves(value, (leaf) => {
    const type = conditionType(own(leaf, 'type'));
    const keys = type?.keys ?? [];
    return ordered(type?.canonical?.(leaf) ?? leaf, ['type', ...keys]);
  });
}
