import type { CompiledEmail } from '@postroad/core/content/compile/email';
import type { Tx } from '@postroad/store/platform/transaction';
import type { ClaimedSend } from '@postroad/store/queue/send';
import { readDraftTests } from '@postroad/store/sending/draft-test';
import { findTestReaders } from '@postroad/store/sending/test-reader';
import {
  type LoadedTemplate,
  withLanguages,
  wordsOf,
} from '../content/compile/compiled-email-cache.ts';

/** What tests of drafts send in place of their email, by send; null where it was forgotten. */
export type DraftTemplates = ReadonlyMap<number, LoadedTemplate | null>;

/**
 * Loads what tests of drafts send (STAGE-03). Mail of any other kind is of the live email and costs
 * nothing here.
 */
export async function loadDraftTests(
  tx: Tx,
  sends: readonly ClaimedSend[],
  live: (send: ClaimedSend) => LoadedTemplate | undefined,
): Promise<DraftTemplates> {
  const tests = sends.filter(({ source_kind }) => source_kind === 'test');
  if (tests.length === 0) return new Map();
  const ids = tests.map(({ id }) => id);
  const drafts = await readDraftTests<CompiledEmail>(tx, ids);
  const loaded = new Map<number, LoadedTemplate | null>();
  for (const test of tests) {
    const { id } = test;
    const draft = drafts.get(id);
    const email = live(test);
    if (draft === undefined || email === undefined) continue;
    if (draft.compiled === null) {
      loaded.set(id, null);
      continue;
    }
    const { from_address: fromAddress, kind } = draft;
    const own = { fromAddress, kind, tracking: false, stale: false, broken: null };
    loaded.set(id, withLanguages({ ...email, ...own }, wordsOf(draft.compiled)));
  }
  return loaded;
}

/** The people whose values tests have in place of those of their recipients (SENT-05), by send. */
export async function readersOf(
  tx: Tx,
  sends: readonly ClaimedSend[],
): Promise<ReadonlyMap<number, number>> {
  const tests = sends.filter(({ source_kind }) => source_kind === 'test');
  if (tests.length === 0) return new Map();
  return await findTestReaders(
    tx,
    tests.map(({ id }) => id),
  );
}
