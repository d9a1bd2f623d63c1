import type { OperationInput } from '@postroad/core/catalog/catalog';
import { limits } from '@postroad/core/platform/limits';
import { invalid, notFound, Refusal } from '@postroad/core/platform/refusal';
import { groupedReasons } from '@postroad/core/queue/answer-group';
import { findBroadcast } from '@postroad/store/broadcasts/broadcast';
import type { Code, LiveSendStatus, SendStatus } from '@postroad/store/platform/codes';
import type { Tx } from '@postroad/store/platform/transaction';
import { countUncertain, dismissUncertain } from '@postroad/store/queue/resend';
import {
  failedReasons,
  findSend,
  listLiveSends,
  listSends,
  liveReasons,
  liveSendCounts,
  type SendFilter,
} from '@postroad/store/queue/send-view';
import { getEmail } from '../content/get-email.ts';
import { getFlow } from '../flows/flow-view.ts';
import { getPerson } from '../people/get-person.ts';
import type { AccountTime } from '../platform/account-clock.ts';
import { engine, type Handlers, read, transaction } from '../platform/handler.ts';
import { pageOf, shownOf } from '../platform/page.ts';
import { getSequence } from '../sequences/sequence-view.ts';
import { type BacklogDeps, overdueWork } from './backlog.ts';
import { everything, refusalOf, resend, resendFilter, sourceNamed } from './resend.ts';
import { sendItems, shownSend } from './send-items.ts';
import { type TestDeps, testSend } from './test-send.ts';

const hourMs = 3_600_000;

const live: readonly LiveSendStatus[] = ['scheduled', 'holding', 'sending', 'uncertain'];

const isLive = (status: SendStatus): status is LiveSendStatus =>
  live.some((name) => name === status);

type QueueQuery = OperationInput<'list_queue'>;

async function filterOf(tx: Tx, input: QueueQuery): Promise<SendFilter> {
  const person = input.person === undefined ? null : await getPerson(tx, input.person);
  if (input.email_id !== undefined) await getEmail(tx, input.email_id);
  return {
    personId: person?.id ?? null,
    emailId: input.email_id ?? null,
    sourceKind: input.source ?? null,
    sourceId: input.source_id ?? null,
  };
}

/** Throws a 404 if there is no such flow, sequence or broadcast. */
async function requireSource(tx: Tx, { source, source_id: id }: QueueQuery): Promise<void> {
  if (id === undefined) return;
  if (source === 'flow') await getFlow(tx, String(id));
  if (source === 'sequence') await getSequence(tx, id);
  if (source !== 'broadcast' || (await findBroadcast(tx, id))) return;
  throw notFound('broadcast', id);
}

async function liveRows(
  tx: Tx,
  input: QueueQuery,
  filter: SendFilter,
  statuses: readonly LiveSendStatus[],
) {
  const page = pageOf(input, 2);
  const rows = await listLiveSends(tx, {
    ...filter,
    statuses,
    after: page.after ? [page.after[0] ?? 0, page.after[1] ?? 0] : null,
    limit: page.read,
  });
  return shownOf(rows, page, (row) => [row.at_us, row.id]);
}

async function endedRows(
  tx: Tx,
  input: QueueQuery,
  filter: SendFilter,
  status: Code<'send_log.status'>,
) {
  const page = pageOf(input, 2);
  const rows = await listSends(tx, {
    ...filter,
    status,
    since: null,
    until: null,
    after: page.after ? [page.after[0] ?? 0, page.after[1] ?? 0] : null,
    descending: true,
    limit: page.read,
  });
  return shownOf(rows, page, (row) => [row.at_us, row.id]);
}

function conflict(message: string): Refusal {
  return new Refusal('conflict', message);
}

/** Zeros would look as if nothing had failed. */
function nothingAsked(): Refusal {
  const message = 'Without failed emails nothing is left to retry. Ask for uncertain ones too.';
  return invalid([{ path: 'include_failed', code: 'value_invalid', message }]);
}

export const sendHandlers: Pick<
  Handlers<BacklogDeps & TestDeps & AccountTime>,
  | 'list_queue'
  | 'list_overdue'
  | 'get_queue_reasons'
  | 'retry_send'
  | 'dismiss_send'
  | 'retry_failed_sends'
  | 'dismiss_uncertain_sends'
  | 'send_test_email'
> = {
  list_queue: read(async (input, { tx }) => {
    sourceNamed(input);
    const filter = await filterOf(tx, input);
    const { status } = input;
    const { shown, next_cursor } =
      status === undefined || isLive(status)
        ? await liveRows(tx, input, filter, status === undefined ? live : [status])
        : await endedRows(tx, input, filter, status);
    // Mail outlives what it is of, so that is looked for only where there is no mail.
    if (shown.length === 0) await requireSource(tx, input);
    return {
      queue: await sendItems(tx, shown),
      counts: await liveSendCounts(tx, limits.queueCounted),
      next_cursor,
    };
  }),
  list_overdue: read((_input, { tx, deps }) => overdueWork(tx, deps)),
  get_queue_reasons: read(async ({ status, hours }, { tx }) => {
    const most = limits.queueReasonsCounted + 1;
    const since = hours === undefined ? null : new Date(tx.now.getTime() - hours * hourMs);
    const rows =
      status === 'failed'
        ? await failedReasons(tx, since, most)
        : await liveReasons(tx, status, most);
    const groups = groupedReasons(rows, status !== 'holding');
    return {
      by_reason: groups.slice(0, limits.queueReasons),
      ...(rows.reduce((sum, { count }) => sum + count, 0) > limits.queueReasonsCounted && {
        more: true as const,
      }),
    };
  }),
  retry_send: transaction(async ({ send_id }, { tx }) => {
    const found = await findSend(tx, send_id);
    if (!found) throw notFound('send', send_id);
    const state = found.status;
    if (state !== 'uncertain' && state !== 'failed') {
      throw conflict(
        `Send ${send_id} is ${state}; only an uncertain or failed one can be retried.`,
      );
    }
    const filter = { ...everything, id: send_id };
    const ask = { filter, failed: true, uncertain: true, limit: 1 };
    const { retried, left_out } = await resend(tx, ask);
    if (retried === 0) throw conflict(refusalOf(send_id, left_out));
    return await shownSend(tx, send_id);
  }),
  dismiss_send: transaction(async ({ send_id }, { tx }) => {
    const found = await findSend(tx, send_id);
    if (!found) throw notFound('send', send_id);
    if ((await dismissUncertain(tx, { ...everything, id: send_id }, 1)) === 0) {
      const state = found.status;
      throw conflict(`Send ${send_id} is ${state}; only an uncertain one can be dismissed.`);
    }
    return await shownSend(tx, send_id);
  }),
  retry_failed_sends: transaction(async (input, { tx, deps }) => {
    const { include_failed: failed = true, include_uncertain: uncertain = false } = input;
    if (!failed && !uncertain) throw nothingAsked();
    return await resend(tx, {
      filter: await resendFilter(tx, input, { tests: false, time: deps }),
      ...{ failed, uncertain },
      limit: input.limit ?? limits.sendsRetriedAtOnce,
    });
  }),
  dismiss_uncertain_sends: transaction(async (input, { tx, deps }) => {
    const filter = await resendFilter(tx, input, { tests: true, time: deps });
    const limit = input.limit ?? limits.sendsRetriedAtOnce;
    const dismissed = await dismissUncertain(tx, filter, limit);
    return { dismissed, remaining: await countUncertain(tx, filter) };
  }),
  send_test_email: engine(testSend),
};
