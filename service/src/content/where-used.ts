import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { stepIdOf } from '@postroad/core/flows/definition/step-id';
import { listBroadcastsOfEmails } from '@postroad/store/broadcasts/broadcast';
import { listFlowEmails } from '@postroad/store/flows/flow-email';
import type { Tx } from '@postroad/store/platform/transaction';
import { listStepsOfEmails } from '@postroad/store/sequences/sequence-step';

export type WhereUsed = OperationOutput<'get_email'>['email']['where_used'];

/** The records that reference each email (EMAIL-06), with an entry for every id. */
export async function whereUsed(
  tx: Tx,
  emailIds: readonly number[],
): Promise<(emailId: number) => WhereUsed> {
  const used = new Map<number, WhereUsed>();
  const of = (emailId: number): WhereUsed =>
    used.get(emailId) ?? { broadcasts: [], sequences: [], flows: [] };
  for (const { email_id, id, key, name, handle } of await listFlowEmails(tx, [...emailIds])) {
    const entry = of(email_id);
    entry.flows.push({ id, key, name, step_id: stepIdOf(key, handle) });
    used.set(email_id, entry);
  }
  for (const { email_id, id, name, position } of await listStepsOfEmails(tx, [...emailIds])) {
    const entry = of(email_id);
    entry.sequences.push({ id, name, position });
    used.set(email_id, entry);
  }
  for (const { email_id, id, name } of await listBroadcastsOfEmails(tx, emailIds)) {
    const entry = of(email_id);
    entry.broadcasts.push({ id, name });
    used.set(email_id, entry);
  }
  return of;
}
