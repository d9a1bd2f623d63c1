import { limits } from '@postroad/core/platform/limits';
import { useLocation } from 'preact-iso/router';
import { ActionButton } from '../operations/action-button.tsx';
import { EmptyList } from '../operations/empty-list.tsx';
import { RecordTable } from '../operations/record-table.tsx';
import { mailName, type Row } from '../operations/rows.ts';
import { useRead } from '../platform/reads.ts';
import { Empty, Screen } from '../platform/screen.tsx';
import { ownText } from '../platform/sentences.ts';
import { Tabs } from '../platform/tabs.tsx';
import { number, t } from '../platform/words.ts';
import type { WordKey } from '../words/en.ts';
import { Delivery } from './delivery.tsx';
import { Reasons } from './reasons.tsx';
import { SendingBanner, StopSwitch } from './stop-switch.tsx';

/** The views of the queue; the first is what is about to leave. */
const tabs = ['scheduled', 'holding', 'sending', 'uncertain', 'failed', 'delivery'] as const;

type Tab = (typeof tabs)[number];

function isTab(text: string | undefined): text is Tab {
  return tabs.some((tab) => tab === text);
}

/** How much mail is in each state of the queue; undefined until it is read. */
function useQueueCounts() {
  return useRead('get_sending', {}, { with: ['queue', 'sends'] }).data?.sending.queue;
}

/** How much of the mail that is kept has failed, as its reasons below add up; undefined until it is read. */
function useFailedCount(): string | undefined {
  const { data } = useRead(
    'get_queue_reasons',
    { status: 'failed' },
    { with: ['sends', 'sending'] },
  );
  if (data === undefined) return undefined;
  if (data.more) return `${number(limits.queueReasonsCounted)}+`;
  return number(data.by_reason.reduce((sum, { count }) => sum + count, 0));
}

function StatusTabs({ shown }: { shown: Tab }) {
  const queue = useQueueCounts();
  const failed = useFailedCount();
  const counted = (tab: Exclude<Tab, 'delivery'>) =>
    tab === 'failed' ? failed : queue && number(queue[tab]);
  return (
    <Tabs label={t('queue.views')}>
      {tabs.map((tab) => (
        <a
          key={tab}
          href={`/queue?status=${tab}`}
          aria-current={tab === shown ? 'page' : undefined}
        >
          {t(`queue.${tab}` as WordKey)}
          {tab !== 'delivery' && ` ${counted(tab) ?? ''}`}
        </a>
      ))}
    </Tabs>
  );
}

/** Mail of a status by its reason; what failed can be tried again reason by reason. */
function ByReason({ status }: { status: 'holding' | 'uncertain' | 'failed' }) {
  return (
    <Reasons
      status={status}
      title={t('queue.byReason')}
      action={({ reason }) =>
        status === 'failed' &&
        reason !== '' && (
          <ActionButton
            name="retry_failed_sends"
            input={{ reason }}
            label={t('queue.retryReason', { reason: ownText(reason) })}
          >
            {t('queue.retryThese')}
          </ActionButton>
        )
      }
    />
  );
}

/** Both ways out of an uncertain mail, and the one of a failed mail. */
function Choices({ row, status }: { row: Row; status: Tab }) {
  const input = { send_id: Number(row.id) };
  const about = mailName(row);
  return (
    <span class="row">
      <ActionButton
        name="retry_send"
        input={input}
        label={t('queue.retryOne', { about })}
        class="small-button"
      >
        {t('queue.retry')}
      </ActionButton>
      {status === 'uncertain' && (
        <ActionButton
          name="dismiss_send"
          input={input}
          label={t('queue.dismissOne', { about })}
          class="small-button"
        >
          {t('queue.dismiss')}
        </ActionButton>
      )}
    </span>
  );
}

/** Both ways out of all uncertain mail, as long as there is any. */
function AllUncertain() {
  const n = useQueueCounts()?.uncertain ?? 0;
  if (n === 0) return null;
  return (
    <div class="row">
      <ActionButton name="dismiss_uncertain_sends" input={{}}>
        {t('queue.dismissAll')}
      </ActionButton>
      <ActionButton
        name="retry_failed_sends"
        input={{ include_failed: false, include_uncertain: true }}
      >
        {t('queue.retryAll')}
      </ActionButton>
    </div>
  );
}

const columns: Readonly<Record<Exclude<Tab, 'delivery'>, readonly string[]>> = {
  scheduled: ['email', 'person', 'source', 'due_at', 'attempts', 'last_error'],
  holding: ['email', 'person', 'source', 'hold_reason', 'due_at'],
  sending: ['email', 'person', 'source', 'at', 'attempts'],
  uncertain: ['email', 'person', 'last_error', 'at', 'choices'],
  failed: ['email', 'person', 'last_error', 'ended_at', 'choices'],
};

function Mail({ status }: { status: Exclude<Tab, 'delivery'> }) {
  return (
    <div class="stack queue-mail">
      <p class="lead">{t(`queue.${status}Text` as WordKey)}</p>
      {(status === 'holding' || status === 'failed') && <ByReason status={status} />}
      {status === 'uncertain' && <AllUncertain />}
      <RecordTable
        key={status}
        name="list_queue"
        input={{ status }}
        columns={columns[status]}
        heads={{ choices: t('list.actions') }}
        cells={{ choices: (row) => <Choices row={row} status={status} /> }}
        addressOfRow={({ id }) => `/records/sends/${id}`}
        with={['sends']}
        isFiltered={false}
        empty={
          status === 'scheduled' ? (
            <EmptyList name="list_queue" title={t('queue.empty')} />
          ) : (
            <Empty
              title={t('queue.empty')}
              text={t('queue.noneText')}
              example={t(`queue.example.${status}`)}
              action={
                <a class="button primary" href="/queue?status=scheduled">
                  {t('queue.seeScheduled')}
                </a>
              }
            />
          )
        }
      />
    </div>
  );
}

/** What leaves, what waits and why, and whether mail can be delivered (SCREEN-08). */
export function QueueScreen() {
  const { query } = useLocation();
  const shown = isTab(query.status) ? query.status : 'scheduled';
  return (
    <Screen title={t('nav.queue')} actions={<StopSwitch />}>
      <div class="stack">
        <SendingBanner />
        <StatusTabs shown={shown} />
        {shown === 'delivery' ? <Delivery /> : <Mail status={shown} />}
      </div>
    </Screen>
  );
}
