import { type ConsentKind, marketing } from '@postroad/core/people/consent-operations';
import { invalid } from '@postroad/core/platform/refusal';
import { parseTimestamp } from '@postroad/core/platform/timestamp';
import { type AccountTime, clockFor } from '../platform/account-clock.ts';
import { type Handlers, read, transaction } from '../platform/handler.ts';
import { idPageOf, pageOf, shownOf } from '../platform/page.ts';
import type { PeopleDeps } from './change-people.ts';
import { consentsAt, consentView, recordConsents } from './consents.ts';
import { getPerson } from './get-person.ts';

export type ConsentDeps = AccountTime & PeopleDeps;

/** An entry that reads as if it changed who gets mail, which no entry does. */
function warningsOf(kind: ConsentKind, purpose: string, isOut: boolean) {
  if (purpose !== marketing || isOut === (kind === 'withdrawn')) return {};
  const state = isOut ? 'unsubscribed' : 'subscribed';
  const message = `The entry changes no subscription: the person is still ${state}. Change unsubscribed of the person where that is wrong.`;
  return { warnings: [{ path: 'kind', code: `still_${state}`, message }] };
}

export const consentHandlers: Pick<Handlers<ConsentDeps>, 'list_consents' | 'record_consent'> = {
  list_consents: read(async (input, { tx, deps }) => {
    const page = pageOf(input, 1);
    const rows = await consentsAt(tx, deps, input.person, idPageOf(page));
    const { shown, next_cursor } = shownOf(rows, page, (row) => [row.id]);
    return { consents: shown.map(consentView), next_cursor };
  }),

  record_consent: transaction(async ({ person, at, ...given }, { tx, deps }) => {
    const clock = await clockFor(tx, deps, [at]);
    const happenedAt = at === undefined ? tx.now : parseTimestamp(at, clock);
    if (happenedAt === null || happenedAt > tx.now) {
      const message = 'at must be a time that has passed.';
      throw invalid([{ path: 'at', code: 'value_invalid', message }]);
    }
    const { id, unsubscribed_at } = await getPerson(tx, person);
    const { kind, purpose, text, source } = given;
    const act = { person_id: id, kind, purpose, wording: text, source, happened_at: happenedAt };
    const [row] = await recordConsents(tx, [act]);
    if (row === undefined) throw new Error('An entry of the ledger of consent was not added.');
    await deps.facts.consentsRecorded.publish(tx, [id]);
    tx.work.tell({ resource: 'people', id, action: 'updated' });
    return { consent: consentView(row), ...warningsOf(kind, purpose, unsubscribed_at !== null) };
  }),
};
