import type { Segments } from '@postroad/core/conditions/facts';
import {
  readableSegments,
  type SegmentDefinition,
  segmentsNamed,
} from '@postroad/core/conditions/segments';
import { limits } from '@postroad/core/platform/limits';
import type { Tx } from '../platform/transaction.ts';
import { findSegmentDefinitions } from './segment.ts';

/**
 * The segments that conditions name, directly or through other segments. One query per level, none
 * without a segment.
 */
export async function loadSegments(tx: Tx, conditions: readonly unknown[]): Promise<Segments> {
  const found = new Map<number, SegmentDefinition>();
  const asked = new Set<string | number>();
  let open = conditions;
  for (let level = 0; level <= limits.segmentDepth; level += 1) {
    const named = open.flatMap((condition) => segmentsNamed(condition));
    const wanted = new Set(named.map(({ segment }) => segment).filter((name) => !asked.has(name)));
    if (wanted.size === 0) break;
    for (const name of wanted) asked.add(name);
    const rows = await findSegmentDefinitions(tx, [...wanted]);
    const fresh = rows.filter((row) => !found.has(row.id));
    for (const row of fresh) found.set(row.id, row);
    open = fresh.map((row) => row.definition);
  }
  return readableSegments([...found.values()]);
}
