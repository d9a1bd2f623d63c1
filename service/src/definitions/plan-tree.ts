import { setImmediate as turn } from 'node:timers/promises';
import { keysNamedIn } from '@postroad/core/conditions/record-keys';
import type { Base } from '@postroad/core/definitions/base';
import {
  type CheckedPlan,
  checkPlanParts,
  type Notice,
} from '@postroad/core/definitions/check/check-plan';
import { exportAccount } from '@postroad/core/definitions/export';
import { planChangesParts } from '@postroad/core/definitions/plan';
import { asIssue, readTreeParts, type Tree } from '@postroad/core/definitions/read-tree';
import type { Account, Records } from '@postroad/core/definitions/records';
import { limits } from '@postroad/core/platform/limits';
import { listFailed } from '@postroad/store/content/stale-compile';
import { readArchivedEmails } from '@postroad/store/definitions/definition';
import { findIdsByKey } from '@postroad/store/platform/record-key';
import type { Tx } from '@postroad/store/platform/transaction';
import { runYielding } from '../platform/cooperative.ts';
import { hashOf } from './export-files.ts';
import { emailRecord, loadAccount, loadKnowledge, loadRevisions } from './load-account.ts';

export interface TreePlan extends CheckedPlan {
  before: Account;
  /** Digest of the files of the present account; equal digests mean equal accounts. */
  fingerprint: string;
}

export function fingerprintOf(account: Account): string {
  return exportAccount(account)
    .map(({ text }) => text)
    .join('\0');
}

/** Unchanged emails that no longer compile, because something they include has changed. */
async function brokenEmails(tx: Tx, { changes }: CheckedPlan): Promise<Notice[]> {
  const failed = await listFailed(tx, { since: 0, limit: limits.issuesListedMax });
  return failed.flatMap(({ id, message }) => {
    const change = changes.find(
      ({ type, kind, after }) =>
        type === 'email' && kind === 'unchanged' && (after as Records['email']).id === id,
    );
    if (!change) return [];
    const { path, type, label } = change;
    const error = { path: 'body_markdown', code: 'email_broken', message };
    return [{ path, type, label, errors: [asIssue(error, 'Mail of it waits until it compiles.')] }];
  });
}

const textIn = (named: number | string | null) => (typeof named === 'string' ? [named] : []);

/** Keys by which the tree names emails. */
function emailKeysNamedIn({ records }: Tree): string[] {
  const keys = records.flatMap(({ type, record }) => {
    if (record === null || type === 'email') return [];
    if (type === 'form') return textIn(record.confirm_email_id);
    if (type !== 'sequence') return [...keysNamedIn(record).email];
    return record.steps.flatMap(({ email_id }) => textIn(email_id));
  });
  return [...new Set(keys)];
}

/**
 * The changes that a tree would make to the account of this transaction, fully checked apart from
 * compiling its texts.
 */
export async function planTree(
  tx: Tx,
  files: Readonly<Record<string, string>>,
  { prune, base }: { prune: boolean; base: Base | undefined },
): Promise<TreePlan> {
  const before = await loadAccount(tx);
  const current = exportAccount(before);
  // Yields between the parts of a large tree.
  await turn();
  const tree = await runYielding(
    readTreeParts(files, new Map(current.map((one) => [one.path, one]))),
  );
  const ids = tree.records.flatMap(({ type, address }) =>
    type === 'email' && typeof address === 'number' ? address : [],
  );
  const keys = tree.records.flatMap(({ type, key }) => (type === 'email' ? (key ?? []) : []));
  const archived = (await readArchivedEmails(tx, ids, keys)).map(emailRecord);
  const archivedIds = await findIdsByKey(tx, 'emails', emailKeysNamedIn(tree));
  const compared =
    base === undefined ? null : { base, hashOf, revisionOf: await loadRevisions(tx) };
  const options = { prune, archived, archivedIds, compared };
  const changes = await runYielding(planChangesParts(tree, current, options));
  const knowledge = await loadKnowledge(tx);
  const plan = await runYielding(checkPlanParts(changes, knowledge));
  plan.notices.push(...(await brokenEmails(tx, plan)));
  const fingerprint = current.map(({ text }) => text).join('\0');
  return { ...plan, before, fingerprint };
}
