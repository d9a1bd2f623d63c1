import type { CompiledEmail } from '@postroad/core/content/compile/email';
import { prepareTemplate } from '@postroad/core/content/render/template';
import type { Tx } from '@postroad/store/platform/transaction';
import type { ClaimedSend } from '@postroad/store/queue/send';
import { readDraftTests } from '@postroad/store/sending/draft-test';
import type { LoadedTemplate } from '../content/compile/compiled-email-cache.ts';

/** What tests of drafts send in place of their email, by send; null where it was forgotten. */
export type DraftTemplates = ReadonlyMap<number, LoadedTemplate | null>;

/**
 * Loads what tests of drafts send (STAGE-03). Mail of any other kind is of the live email and costs
 * nothing here.
 */
export async function loadDraftTests(
  tx: Tx,
  sends: readonly ClaimedSend[],
  live: ReadonlyMap<number, LoadedTemplate>,
): Promise<DraftTemplates> {
  const tests = sends.filter(({ source_kind }) => source_kind === 'test');
  if (tests.length === 0) return new Map();
  const ids = tests.map(({ id }) => id);
  const drafts = await readDraftTests<CompiledEmail>(tx, ids);
  const loaded = new Map<number, LoadedTemplate | null>();
  for (const { id, email_id } of tests) {
    const draft = drafts.get(id);
    const email = live.get(email_id);
    if (draft === undefined || email === undefined) continue;
    if (draft.compiled === null) {
      loaded.set(id, null);
      continue;
    }
    const template = prepareTemplate(draft.compiled);
    const own = { fromAddress: draft.from_address, template, tracking: false, linkSet: 0 };
    loaded.set(id, { ...email, ...own, stale: false, broken: null });
  }
  return loaded;
}
