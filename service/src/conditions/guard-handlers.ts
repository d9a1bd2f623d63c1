import { unusedLabels } from '@postroad/core/conditions/unused-labels';
import type { Issue } from '@postroad/core/platform/issue';
import { notFound } from '@postroad/core/platform/refusal';
import {
  deleteGuard,
  findGuard,
  type GuardRow,
  insertGuard,
  listGuardConditions,
  listGuards,
  lockGuards,
  updateGuard,
} from '@postroad/store/conditions/guard';
import { listEmailLabels } from '@postroad/store/content/email';
import { lockReferences } from '@postroad/store/platform/reference-lock';
import type { Tx } from '@postroad/store/platform/transaction';
import { type Handlers, read, transaction } from '../platform/handler.ts';
import { newKeyOf } from '../platform/new-key.ts';
import { idPageOf, pageOf, shownOf } from '../platform/page.ts';
import { checkStoredCondition } from './stored-condition.ts';

function guardView(row: GuardRow) {
  return {
    id: row.id,
    key: row.key,
    name: row.name,
    condition: row.condition as Record<string, unknown>,
    labels: row.labels,
    enabled: row.enabled,
    revision: row.revision,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

async function getGuard(tx: Tx, address: string): Promise<GuardRow> {
  const row = await findGuard(tx, address);
  if (!row) throw notFound('guard', address);
  return row;
}

/**
 * Keeps the segments that a guard names from being deleted meanwhile, and serialises changes of
 * guards.
 */
async function lockForWrite(tx: Tx): Promise<void> {
  await lockReferences(tx, 'shared');
  await lockGuards(tx);
}

const path = 'condition';

async function labelsUnused(tx: Tx, labels: readonly string[]): Promise<Issue[]> {
  if (labels.length === 0) return [];
  return unusedLabels(labels, await listEmailLabels(tx), (index) => `labels[${index}]`);
}

export const guardHandlers: Pick<
  Handlers,
  'list_guards' | 'get_guard' | 'create_guard' | 'update_guard' | 'delete_guard'
> = {
  list_guards: read(async (input, { tx }) => {
    const page = pageOf(input, 1);
    const rows = await listGuards(tx, idPageOf(page));
    const { shown, next_cursor } = shownOf(rows, page, (row) => [row.id]);
    return { guards: shown.map(guardView), next_cursor };
  }),

  get_guard: read(async ({ guard_key }, { tx }) => {
    return { guard: guardView(await getGuard(tx, guard_key)) };
  }),

  create_guard: transaction(async (input, { tx }) => {
    await lockForWrite(tx);
    const taken = new Set((await listGuardConditions(tx)).map(({ key }) => key));
    const key = newKeyOf('guard', input, taken);
    const { condition, warnings } = await checkStoredCondition(tx, input.condition, { path });
    const { name = key, labels = [], enabled = true } = input;
    const row = await insertGuard(tx, { key, name, condition, labels, enabled });
    return { guard: guardView(row), warnings: [...warnings, ...(await labelsUnused(tx, labels))] };
  }),

  update_guard: transaction(async ({ guard_key, ...input }, { tx }) => {
    await lockForWrite(tx);
    const held = await getGuard(tx, guard_key);
    // What a disabled guard names can be deleted meanwhile.
    const enables = input.enabled === true && !held.enabled;
    const { condition, warnings } =
      input.condition === undefined && !enables
        ? { condition: held.condition, warnings: [] }
        : await checkStoredCondition(tx, input.condition ?? held.condition, { path });
    const { name = held.name, labels = held.labels, enabled = held.enabled } = input;
    const row = await updateGuard(tx, held.id, { name, condition, labels, enabled });
    const unused = input.labels !== undefined || enables ? await labelsUnused(tx, labels) : [];
    return { guard: guardView(row), warnings: [...warnings, ...unused] };
  }),

  delete_guard: transaction(async ({ guard_key }, { tx }) => {
    await lockForWrite(tx);
    const { id } = await getGuard(tx, guard_key);
    await deleteGuard(tx, id);
    tx.work.tell({ resource: 'guards', id, action: 'deleted' });
    return { deleted: true };
  }),
};
