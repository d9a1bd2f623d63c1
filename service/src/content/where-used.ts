import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { stepIdOf } from '@postroad/core/flows/definition/step-id';
import {
  listReferenceHolders,
  type ReferenceHolder,
} from '@postroad/store/platform/record-reference';
import type { Tx } from '@postroad/store/platform/transaction';
import { listStepsOfEmails } from '@postroad/store/sequences/sequence-step';

export type WhereUsed = OperationOutput<'get_email'>['email']['where_used'];

function unused(): WhereUsed {
  return {
    broadcasts: [],
    sequences: [],
    flows: [],
    segments: [],
    guards: [],
    forms: [],
    settings: [],
  };
}

/**
 * The records that reference each email (EMAIL-06, SAFE-17), by steps and by conditions, with an
 * entry for every id.
 */
export async function whereUsed(
  tx: Tx,
  emailIds: readonly number[],
): Promise<(emailId: number) => WhereUsed> {
  const used = new Map<number, WhereUsed>(emailIds.map((id) => [id, unused()]));
  const holders = await listReferenceHolders(tx, { kind: 'email', ids: emailIds });
  for (const holder of holders) add(used.get(holder.record_id ?? 0), holder);
  for (const { email_id, id, name, position } of await listStepsOfEmails(tx, [...emailIds])) {
    used.get(email_id)?.sequences.push({ id, name, position });
  }
  return (emailId) => used.get(emailId) ?? unused();
}

function add(entry: WhereUsed | undefined, { kind, handle, ...holder }: ReferenceHolder): void {
  const { id, key, name } = { ...holder, id: holder.id ?? 0, key: holder.key ?? '' };
  if (kind === 'flow') entry?.flows.push({ id, key, name, step_id: stepIdOf(key, handle) });
  else if (kind === 'broadcast') entry?.broadcasts.push({ id, name });
  else if (kind === 'segment') entry?.segments.push({ id, key, name });
  else if (kind === 'guard') entry?.guards.push({ id, key, name });
  else if (kind === 'form') entry?.forms.push({ id, key, name });
  else if (kind === 'toggle') entry?.settings.push({ key, name });
}
