import type { ComponentChildren } from 'preact';
import { groupedBy } from '../platform/groups.ts';
import { useRead } from '../platform/reads.ts';
import { Loading, Problem, Screen } from '../platform/screen.tsx';
import { Time } from '../platform/time.tsx';
import { number, t, tn } from '../platform/words.ts';
import { Checklist } from './checklist.tsx';
import { SendingBanner, StopSwitch } from './stop-switch.tsx';

/** Rows of the queue from which reasons are grouped; there may be more. */
const groupedRows = 200;

/** Counts that move while mail is sent are read again after this many milliseconds at the latest. */
const freshMs = 5_000;

function Figure({
  label,
  value,
  tone,
  href,
}: {
  label: string;
  value: number;
  tone?: string;
  href?: string;
}) {
  const text = <span class={`figure ${value > 0 && tone ? tone : ''}`}>{number(value)}</span>;
  return (
    <div class="figure-box">
      <dt>{label}</dt>
      <dd>{href ? <a href={href}>{text}</a> : text}</dd>
    </div>
  );
}

function Card({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class="card stack-tight">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function SendingFigures() {
  const { data, error } = useRead('get_sending', {}, { with: ['queue', 'sends'], every: freshMs });
  if (error !== null && data === undefined) return <Problem error={error} />;
  if (data === undefined) return <Loading />;
  const { queue, rate } = data.sending;
  return (
    <dl class="figures">
      <Figure
        label={t('now.lastMinute')}
        value={rate.last_minute}
        href="/records/sends?status=sent"
      />
      <Figure label={t('now.lastHour')} value={rate.last_hour} href="/records/sends?status=sent" />
      <Figure label={t('now.scheduled')} value={queue.scheduled} href="/queue?status=scheduled" />
      <Figure
        label={t('now.holding')}
        value={queue.holding}
        tone="warn"
        href="/queue?status=holding"
      />
      <Figure label={t('now.sending')} value={queue.sending} href="/queue?status=sending" />
      <Figure
        label={t('now.uncertain')}
        value={queue.uncertain}
        tone="warn"
        href="/queue?status=uncertain"
      />
      <Figure label={t('now.failed')} value={queue.failed} tone="bad" href="/queue?status=failed" />
    </dl>
  );
}

function Late() {
  const { data } = useRead('list_overdue', {}, { with: ['sends'], every: freshMs });
  if (data === undefined) return <Loading />;
  const late = data.lanes.filter((lane) => lane.late > 0);
  const { retrying } = data;
  return (
    <>
      {late.length === 0 && <p class="quiet-text">{t('now.nothingLate')}</p>}
      <ul class="plain">
        {late.map(({ lane, late: count, due_since }) => (
          <li key={lane}>
            <strong>{lane}</strong> {tn('now.late.one', 'now.late.other', count)}{' '}
            {due_since && <Time at={due_since} />}
          </li>
        ))}
        {retrying.count > 0 && (
          <li>
            {tn('now.retrying.one', 'now.retrying.other', retrying.count)} {retrying.last_error}
          </li>
        )}
      </ul>
    </>
  );
}

/** Mail of a status, grouped by what the service or the provider said of it. */
function Reasons({ status }: { status: 'holding' | 'failed' }) {
  const { data } = useRead('list_queue', { status, limit: groupedRows }, { with: ['sends'] });
  if (data === undefined) return <Loading />;
  const groups = groupedBy(data.queue, ({ hold_reason, last_error }) =>
    status === 'holding' ? hold_reason : (last_error ?? hold_reason),
  );
  if (groups.length === 0) return <p class="quiet-text">{t(`now.none.${status}`)}</p>;
  return (
    <>
      <ul class="plain">
        {groups.slice(0, 6).map(({ value, count }) => (
          <li key={value} class="counted">
            <a href={`/queue?status=${status}`}>{value}</a>
            <span class="number">{number(count)}</span>
          </li>
        ))}
      </ul>
      {data.next_cursor !== null && (
        <p class="small quiet-text">{t('now.ofFirst', { n: groupedRows })}</p>
      )}
    </>
  );
}

function Changes() {
  const { data } = useRead('list_changes', { limit: 8 });
  if (data === undefined) return <Loading />;
  if (data.changes.length === 0) return <p class="quiet-text">{t('list.empty')}</p>;
  return (
    <ul class="plain">
      {data.changes.map(({ id, summary, actor, at }) => (
        <li key={id}>
          {summary}
          <span class="small quiet-text">
            {' '}
            {actor.name}, <Time at={at} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function Flows() {
  const { data } = useRead('list_flows', { limit: groupedRows }, { with: ['runs'] });
  if (data === undefined) return <Loading />;
  const inside = data.flows.filter(({ people_inside }) => people_inside > 0);
  if (inside.length === 0) return <p class="quiet-text">{t('now.nobodyInside')}</p>;
  return (
    <ul class="plain">
      {inside.slice(0, 8).map(({ key, name, people_inside }) => (
        <li key={key} class="counted">
          <a href={`/flows/${key}`}>{name}</a>
          <span class="number">{number(people_inside)}</span>
        </li>
      ))}
    </ul>
  );
}

/** What happens now: what leaves, what waits and why, what was changed (SCREEN-02). */
export function NowScreen() {
  return (
    <Screen title={t('now.title')} actions={<StopSwitch />}>
      <div class="stack">
        <SendingBanner />
        <Checklist />
        <Card title={t('now.mail')}>
          <SendingFigures />
        </Card>
        <div class="columns">
          <Card title={t('now.lateTitle')}>
            <Late />
          </Card>
          <Card title={t('now.holdingTitle')}>
            <Reasons status="holding" />
          </Card>
          <Card title={t('now.failedTitle')}>
            <Reasons status="failed" />
          </Card>
          <Card title={t('now.insideTitle')}>
            <Flows />
          </Card>
          <Card title={t('now.changesTitle')}>
            <Changes />
          </Card>
        </div>
      </div>
    </Screen>
  );
}
