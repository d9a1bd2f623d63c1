import { handleOf, stepIdOf } from '@postroad/core/flow/step-id';
import { walkSteps } from '@postroad/core/flow/walk';
import type { OperationOutput } from '@postroad/core/operations/catalog';
import { findFlowsSending } from '@postroad/store/email';
import type { Tx } from '@postroad/store/transaction';

export type WhereUsed = OperationOutput<'get_email'>['email']['where_used'];

/** What references each email (EMAIL-06); an entry for every id. */
export async function whereUsed(
  tx: Tx,
  emailIds: readonly number[],
): Promise<(emailId: number) => WhereUsed> {
  const used = new Map(
    emailIds.map((id): [number, WhereUsed] => [id, { broadcasts: [], sequences: [], flows: [] }]),
  );
  const flows = used.size > 0 ? await findFlowsSending(tx, [...used.keys()]) : [];
  for (const { id, key, name, definition } of flows) {
    for (const { step } of walkSteps(definition.nodes).places) {
      if (step.type !== 'send_email') continue;
      const holder = { id, key, name, step_id: stepIdOf(key, handleOf(step)) };
      used.get(Number(step.email_id))?.flows.push(holder);
    }
  }
  return (emailId) => used.get(emailId) ?? { broadcasts: [], sequences: [], flows: [] };
}
