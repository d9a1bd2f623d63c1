import type { OperationOutput } from '@postroad/core/catalog/catalog';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { actorWords, changeWords } from '../operations/catalog-words.ts';
import { type CardKind, NothingHere } from '../operations/nothing-here.tsx';
import { useRead, useReadPages } from '../platform/reads.ts';
import { Loading, Problem, Screen } from '../platform/screen.tsx';
import { Time } from '../platform/time.tsx';
import { number, t, tn } from '../platform/words.ts';
import { Reasons } from '../sending/reasons.tsx';
import { SendingBanner, StopSwitch } from '../sending/stop-switch.tsx';
import type { WordKey } from '../words/en.ts';
import { Checklist } from './checklist.tsx';
import { ExampleCard } from './example-card.tsx';

/** Flows of one reading, and readings at most. */
const pageFlows = 200;
const flowPages = 5;

/** Rows of a card. */
const cardRows = 8;

/** Counts that move while mail is sent are read again after this many milliseconds at the latest. */
const freshMs = 5_000;

/** Failures that are news. */
const failureHours = 24;

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

/** Work that is late, since when, and what a provider answered to mail that is tried again. */
function Late() {
  const { data, error } = useRead('list_overdue', {}, { with: ['sends'], every: freshMs });
  if (error !== null && data === undefined) return <Problem error={error} />;
  if (data === undefined) return <Loading />;
  const late = data.lanes.filter((lane) => lane.late > 0);
  const { retrying } = data;
  if (late.length === 0 && retrying.count === 0) {
    return <NothingHere of="late" />;
  }
  return (
    <ul class="plain reasons-counted">
      {late.map(({ lane, late: count, due_since }) => (
        <li key={lane}>
          <span class="number">{number(count)}</span>
          <span>
            {t(`now.lane.${lane}` as WordKey)}
            {due_since && (
              <span class="small quiet-text reason-more">
                {t('now.dueSince')} <Time at={due_since} />
              </span>
            )}
          </span>
        </li>
      ))}
      {retrying.count > 0 && (
        <li>
          <span class="number">{number(retrying.count)}</span>
          <span>
            {tn('now.retrying.one', 'now.retrying.other', retrying.count)}
            {retrying.last_error !== null && (
              <q class="small quiet-text reason-more">{retrying.last_error}</q>
            )}
          </span>
        </li>
      )}
    </ul>
  );
}

function Changes() {
  const { data, error } = useRead('list_changes', { limit: cardRows });
  if (error !== null && data === undefined) return <Problem error={error} />;
  if (data === undefined) return <Loading />;
  if (data.changes.length === 0) return <NothingHere of="changed" />;
  return (
    <>
      <ul class="plain">
        {data.changes.map((change) => (
          <li key={change.id}>
            {changeWords(change)}
            <span class="small quiet-text reason-more">
              {actorWords(change.actor) ?? '–'}, <Time at={change.at} />
            </span>
          </li>
        ))}
      </ul>
      <p class="small">
        <a href="/history">{t('now.allChanges')}</a>
      </p>
    </>
  );
}

type FlowRow = OperationOutput<'list_flows'>['flows'][number];

/** Flows by a count of them, the greatest first. */
function FlowCounts({
  flows,
  countOf,
  addressOf,
  none,
}: {
  flows: readonly FlowRow[];
  countOf: (flow: FlowRow) => number;
  addressOf: (flow: FlowRow) => string;
  none: CardKind;
}) {
  const counted = flows
    .filter((flow) => countOf(flow) > 0)
    .toSorted((one, other) => countOf(other) - countOf(one));
  if (counted.length === 0) return <NothingHere of={none} />;
  return (
    <>
      <ul class="plain reasons-counted">
        {counted.slice(0, cardRows).map((flow) => (
          <li key={flow.key}>
            <span class="number">{number(countOf(flow))}</span>
            <a href={addressOf(flow)}>{flow.name}</a>
          </li>
        ))}
      </ul>
      {counted.length > cardRows && (
        <p class="small">
          <a href="/flows">{t('now.allFlows', { n: counted.length })}</a>
        </p>
      )}
    </>
  );
}

/** People who cannot continue by themselves, and people in flows; both by counts that are kept. */
function FlowCards() {
  const { pages, error, more } = useReadPages(
    'list_flows',
    { limit: pageFlows },
    { with: ['runs'] },
  );
  useEffect(() => {
    if (pages.length < flowPages) more?.();
  }, [pages.length, more]);
  const flows = pages.flatMap((page) => page.flows);
  const shown = (list: ComponentChildren) =>
    error !== null && pages.length === 0 ? (
      <Problem error={error} />
    ) : pages.length === 0 ? (
      <Loading />
    ) : (
      list
    );
  return (
    <>
      <Card title={t('now.parkedTitle')}>
        {shown(
          <FlowCounts
            flows={flows}
            countOf={({ parked }) => parked}
            addressOf={({ key }) =>
              `/operations/list_flow_runs?flow_key=${encodeURIComponent(key)}&status=parked`
            }
            none="parked"
          />,
        )}
      </Card>
      <Card title={t('now.insideTitle')}>
        {shown(
          <FlowCounts
            flows={flows}
            countOf={({ people_inside }) => people_inside}
            addressOf={({ key }) => `/flows/${encodeURIComponent(key)}`}
            none="inside"
          />,
        )}
      </Card>
    </>
  );
}

/** What happens now: what leaves, what waits and why, what was changed (SCREEN-02). */
export function NowScreen() {
  return (
    <Screen title={t('now.title')} actions={<StopSwitch />}>
      <div class="stack">
        <SendingBanner />
        <Checklist />
        <ExampleCard />
        <Card title={t('now.mail')}>
          <SendingFigures />
        </Card>
        <div class="now-cards">
          <Card title={t('now.lateTitle')}>
            <Late />
          </Card>
          <Card title={t('now.holdingTitle')}>
            <Reasons status="holding" most={cardRows} none={<NothingHere of="holding" />} />
          </Card>
          <Card title={t('now.failedTitle')}>
            <Reasons
              status="failed"
              hours={failureHours}
              most={cardRows}
              none={<NothingHere of="failed" />}
            />
          </Card>
          <FlowCards />
          <Card title={t('now.changesTitle')}>
            <Changes />
          </Card>
        </div>
      </div>
    </Screen>
  );
}
