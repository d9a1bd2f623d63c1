import { type CheckedPlan, checkPlan } from '@postroad/core/definitions/check-plan';
import { exportAccount } from '@postroad/core/definitions/export';
import { planChanges } from '@postroad/core/definitions/plan';
import { readTree } from '@postroad/core/definitions/read-tree';
import type { Account } from '@postroad/core/definitions/records';
import { readArchivedEmails } from '@postroad/store/definition';
import type { Tx } from '@postroad/store/transaction';
import { emailRecord, loadAccount, loadKnowledge } from './load-account.ts';

export interface TreePlan extends CheckedPlan {
  before: Account;
  /** The files of the account as it is; the same text means the same account. */
  fingerprint: string;
}

export function fingerprintOf(account: Account): string {
  return exportAccount(account)
    .map(({ text }) => text)
    .join('\0');
}

/** What a tree would do to the account of this transaction, checked but for how its texts compile. */
export async function planTree(
  tx: Tx,
  files: Readonly<Record<string, string>>,
  prune: boolean,
): Promise<TreePlan> {
  const before = await loadAccount(tx);
  const current = exportAccount(before);
  const tree = readTree(files, new Map(current.map((one) => [one.path, one])));
  const ids = tree.records.flatMap(({ type, address }) =>
    type === 'email' && typeof address === 'number' ? address : [],
  );
  const archived = (await readArchivedEmails(tx, ids)).map(emailRecord);
  const options = { prune, archived: new Map(archived.map((one) => [one.id ?? 0, one])) };
  const plan = checkPlan(planChanges(tree, current, options), await loadKnowledge(tx));
  const fingerprint = current.map(({ text }) => text).join('\0');
  return { ...plan, before, fingerprint };
}
