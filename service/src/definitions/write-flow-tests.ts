import type { Change } from '@postroad/core/definitions/change';
import { flowOfTest } from '@postroad/core/definitions/check/flow-tests';
import type { Records } from '@postroad/core/definitions/records';
import { writtenCase } from '@postroad/core/flows/cases/flow-case';
import { findFlow, writeFlowTests } from '@postroad/store/flows/flow';
import type { Tx } from '@postroad/store/platform/transaction';
import { present } from './write-content.ts';

/**
 * Stores the tests of each flow at once: those of files, and without those that a prune removes. They are
 * part of the row of their flow, which exists by now.
 */
export async function storeFlowTests(
  tx: Tx,
  changes: readonly Change[],
  prune: boolean,
): Promise<void> {
  const byFlow = new Map<string, Map<string, Records['flow_test'] | null>>();
  for (const { type, kind, before, after } of changes) {
    const isStored = kind === 'create' || kind === 'update';
    const isRemoved = kind === 'absent' && prune;
    const test = (isRemoved ? before : after) as Records['flow_test'] | null;
    if (type !== 'flow_test' || test === null || !(isStored || isRemoved)) continue;
    const flow = flowOfTest(test);
    const own = byFlow.get(flow) ?? new Map<string, Records['flow_test'] | null>();
    byFlow.set(flow, own.set(test.key.slice(flow.length + 1), isRemoved ? null : test));
  }
  for (const [key, tests] of byFlow) {
    const flow = present(await findFlow(tx, key, 'for update'));
    const others = Object.entries(flow.tests).filter(([name]) => !tests.has(name));
    const stored = [...tests].flatMap(([name, test]): [string, object][] => {
      if (test === null) return [];
      const { key: _, ...content } = test;
      return [[name, writtenCase(content)]];
    });
    await writeFlowTests(tx, flow.id, Object.fromEntries([...others, ...stored].sort(byName)));
    tx.work.tell({ resource: 'flows', id: flow.id, action: 'updated' });
  }
}

function byName([one]: [string, unknown], [other]: [string, unknown]): number {
  return one < other ? -1 : 1;
}
