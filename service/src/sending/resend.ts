import type { OperationInput, OperationOutput } from '@postroad/core/catalog/catalog';
import { limits } from '@postroad/core/platform/limits';
import { invalid } from '@postroad/core/platform/refusal';
import { parseTimestamp } from '@postroad/core/platform/timestamp';
import { lockBroadcasts } from '@postroad/store/broadcasts/broadcast-queue';
import { lockFlowsShared } from '@postroad/store/flows/flow';
import { lockPeopleShared } from '@postroad/store/people/person';
import type { SourceKind } from '@postroad/store/platform/codes';
import type { Tx } from '@postroad/store/platform/transaction';
import {
  countResendable,
  listResendable,
  type Resendable,
  type ResendCandidate,
  type ResendFilter,
  requeueFailed,
  requeueUncertain,
} from '@postroad/store/queue/resend';
import { lockSequencesShared } from '@postroad/store/sequences/sequence';
import { getPerson } from '../people/get-person.ts';
import { type AccountTime, clockFor } from '../platform/account-clock.ts';

export const everything: ResendFilter = {
  id: null,
  emailId: null,
  personId: null,
  sourceKind: null,
  tests: true,
  sourceId: null,
  reason: null,
  since: null,
};

type Asked = Pick<
  OperationInput<'retry_failed_sends'>,
  'person' | 'email_id' | 'source' | 'source_id' | 'reason' | 'since'
>;

/** Throws a Refusal if a source id is given without its kind. */
export function sourceNamed({ source, source_id }: Pick<Asked, 'source' | 'source_id'>): void {
  if (source_id === undefined || source !== undefined) return;
  const message = 'source_id needs source, which says what the id is of.';
  throw invalid([{ path: 'source', code: 'value_invalid', message }]);
}

/** Tests are included if `source` names them, or with `tests`. */
export async function resendFilter(
  tx: Tx,
  asked: Asked,
  { tests, time }: { tests: boolean; time: AccountTime },
): Promise<ResendFilter> {
  sourceNamed(asked);
  const person = asked.person === undefined ? null : await getPerson(tx, asked.person);
  const clock = await clockFor(tx, time, [asked.since]);
  return {
    ...everything,
    tests,
    personId: person?.id ?? null,
    emailId: asked.email_id ?? null,
    sourceKind: asked.source ?? null,
    sourceId: asked.source_id ?? null,
    reason: asked.reason ?? null,
    since: asked.since === undefined ? null : parseTimestamp(asked.since, clock),
  };
}

export interface Resending extends Resendable {
  filter: ResendFilter;
}

/**
 * Puts failed mail back into the queue, where it passes all checks again. Rows are locked in the
 * order of every writer: flows, sequences, broadcasts, people, sends; so mail that is deleted,
 * canceled or erased meanwhile never returns.
 */
export async function resend(
  tx: Tx,
  { filter, ...which }: Resending,
): Promise<OperationOutput<'retry_failed_sends'>> {
  const found = await listResendable(tx, filter, which);
  const all = [...found.failed, ...found.uncertain];
  await lockFlowsShared(tx, sourcesOf(all, 'flow'));
  await lockSequencesShared(tx, sourcesOf(all, 'sequence'));
  const broadcasts = sourcesOf(all, 'broadcast');
  await lockBroadcasts(tx, broadcasts);
  await lockPeopleShared(tx, [...new Set(all.map(({ person_id }) => person_id))]);
  const failed = await requeueFailed(tx, idsOf(found.failed));
  const doubted = await requeueUncertain(tx, idsOf(found.uncertain));
  if (failed + doubted > 0) {
    tx.work.wake('sends');
    tx.work.tellAll(broadcasts, { resource: 'broadcasts', action: 'updated' });
  }
  const bounds = { ...which, limit: limits.sendsRetriedCounted };
  const { matching, ...left_out } = await countResendable(tx, filter, bounds);
  return { retried: failed + doubted, uncertain: doubted, remaining: matching, left_out };
}

function sourcesOf(candidates: readonly ResendCandidate[], kind: SourceKind): number[] {
  const ids = candidates.flatMap(({ source_kind, source_id }) =>
    source_kind === kind && source_id !== null ? [source_id] : [],
  );
  return [...new Set(ids)];
}

function idsOf(candidates: readonly ResendCandidate[]): number[] {
  return candidates.map(({ id }) => id);
}

/** Why a mail is not sent again. */
export function refusalOf(
  id: number,
  { suppressed, archived, gone }: OperationOutput<'retry_failed_sends'>['left_out'],
): string {
  if (suppressed > 0) return `Send ${id} is not retried: its person is never emailed.`;
  if (archived > 0) return `Send ${id} is not retried: its email is archived.`;
  if (gone > 0) {
    return `Send ${id} is not retried: the flow, sequence step or broadcast it came from is deleted or canceled, or its run is no longer kept.`;
  }
  return `Send ${id} is not retried: it ended otherwise meanwhile, or its person was erased.`;
}
