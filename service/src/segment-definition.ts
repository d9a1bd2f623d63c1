import { canonicalCondition } from '@postroad/core/condition/canonical';
import { checkCondition } from '@postroad/core/condition/check';
import type { Finding } from '@postroad/core/condition/finding';
import { checkSegmentNesting } from '@postroad/core/condition/segments';
import { limits } from '@postroad/core/limits';
import { invalid } from '@postroad/core/refusal';
import { listSegmentDefinitions } from '@postroad/store/segment';
import type { Tx } from '@postroad/store/transaction';
import { conditionReferences } from './condition-references.ts';

export interface CheckedDefinition {
  /** In canonical form. */
  definition: unknown;
  warnings: { path: string; code: string; message: string }[];
}

const told = ({ path, code, message }: Finding) => ({ path, code, message });

/**
 * Checks what is to be the definition of a segment, `held` where it is there already, or of none.
 * Throws a 422 whose paths lead into the tree (contract §4.11).
 */
export async function checkDefinition(
  tx: Tx,
  sent: unknown,
  held: { id: number; key: string } | null = null,
): Promise<CheckedDefinition> {
  const definition = canonicalCondition(sent);
  const found = checkCondition(definition, 'definition', await conditionReferences(tx));
  const broken = found.filter(({ severity }) => severity === 'error');
  if (broken.length > 0) throw invalid(broken.slice(0, limits.issuesListedMax).map(told));
  const stored = await listSegmentDefinitions(tx);
  const segments = stored.map((segment) =>
    segment.id === held?.id ? { ...segment, definition } : segment,
  );
  const nested = checkSegmentNesting(definition, 'definition', segments);
  if (nested.length > 0) throw invalid(nested.map(told));
  return { definition, warnings: found.map(told) };
}
