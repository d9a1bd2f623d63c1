import { listSteps } from '@postroad/core/flows/definition/step-list';
import type { StepNames } from '@postroad/core/flows/steps/step-type';
import { own } from '@postroad/core/platform/json';
import { findEmailTitles } from '@postroad/store/content/email';
import type { Tx } from '@postroad/store/platform/transaction';

/** The titles of the emails that definitions send, with one query for all of them (SPEC-21). */
export async function stepNames(
  tx: Tx,
  definitions: readonly { nodes: unknown }[],
): Promise<StepNames> {
  const ids = definitions
    .flatMap(({ nodes }) => listSteps(nodes).steps)
    .flatMap(({ step }) => {
      const id = own(step, 'email_id');
      return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? [id] : [];
    });
  const emails = ids.length === 0 ? [] : await findEmailTitles(tx, [...new Set(ids)]);
  const titles = new Map(emails.map(({ id, title }) => [id, title]));
  return { email: (id) => titles.get(id) ?? null };
}
