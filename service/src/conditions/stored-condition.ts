import { canonicalCondition } from '@postroad/core/conditions/canonical';
import { checkCondition } from '@postroad/core/conditions/check';
import { checkSegmentNesting } from '@postroad/core/conditions/segments';
import type { Issue, ValidationIssue } from '@postroad/core/platform/issue';
import { limits } from '@postroad/core/platform/limits';
import { invalid } from '@postroad/core/platform/refusal';
import { listSegmentDefinitions } from '@postroad/store/conditions/segment';
import type { Tx } from '@postroad/store/platform/transaction';
import { conditionReferences } from './condition-references.ts';
import { resolveKeys } from './resolve-keys.ts';

export interface CheckedCondition {
  /** In canonical form. */
  condition: unknown;
  warnings: Issue[];
}

interface StoredConditionOptions {
  /** Its path in the body; `definition` by default. */
  path?: string;
  /** The segment whose definition it will be, if that exists. */
  held?: { id: number; key: string };
}

const plain = ({ severity, node, ...issue }: ValidationIssue): Issue => issue;

/**
 * Checks a condition that a segment or guard will keep or a preview will try. Throws a 422 whose
 * paths lead into the tree (contract §4.11).
 */
export async function checkStoredCondition(
  tx: Tx,
  sent: unknown,
  { path = 'definition', held }: StoredConditionOptions = {},
): Promise<CheckedCondition> {
  const condition = canonicalCondition(await resolveKeys(tx, sent));
  const found = checkCondition(condition, path, await conditionReferences(tx));
  const broken = found.filter(({ severity }) => severity === 'error');
  if (broken.length > 0) throw invalid(broken.slice(0, limits.issuesListedMax).map(plain));
  const stored = await listSegmentDefinitions(tx);
  const segments = stored.map((segment) =>
    segment.id === held?.id ? { ...segment, definition: condition } : segment,
  );
  const nested = checkSegmentNesting(condition, path, segments);
  if (nested.length > 0) throw invalid(nested.map(plain));
  return { condition, warnings: found.map(plain) };
}
