import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { limits } from '@postroad/core/platform/limits';
import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso/router';
import { addressOf } from '../operations/record-address.ts';
import { useRead } from '../platform/reads.ts';
import { Empty, Loading, Problem, Screen } from '../platform/screen.tsx';
import { Tabs } from '../platform/tabs.tsx';
import { dayAt, shownDay } from '../platform/times.ts';
import { number, t } from '../platform/words.ts';
import { DayChart } from './day-chart.tsx';
import { FigureTable } from './figure-table.tsx';
import { RankBars } from './rank-bars.tsx';
import { shareOf } from './rates.ts';
import { download, reportCsv } from './report-csv.ts';
import { daysBetween, daysLater } from './report-days.ts';

type Report = OperationOutput<'get_report'>;
type Row = Report['rows'][number];

const figures = [
  ...(['sent', 'delivered', 'opened', 'clicked', 'unsubscribed'] as const),
  ...(['bounced', 'complained', 'failed', 'skipped', 'converted', 'holdout'] as const),
] as const;

type Figure = (typeof figures)[number];

/** Figures that have a card even where there are none. */
const always: readonly Figure[] = [
  'sent',
  'delivered',
  'opened',
  'clicked',
  'unsubscribed',
  'bounced',
];

const groups = [
  ...(['day', 'email', 'broadcast', 'flow', 'sequence'] as const),
  ...(['step', 'label', 'link', 'provider'] as const),
] as const;

type Group = (typeof groups)[number];

/** Days back from today that one click chooses. */
const periods = [7, 30, 90, 365] as const;

const usualDays = 30;

/** Rows that the picture shows. */
const pictured = 12;

/** The nouns whose records a row of a report may be. */
const nouns: Readonly<Partial<Record<Group, string>>> = {
  email: 'emails',
  broadcast: 'broadcasts',
  flow: 'flows',
  sequence: 'sequences',
};

interface Asked {
  by: Group;
  show: Figure;
  from: string;
  to: string;
}

/** What the address asks for; what it leaves out is as usual. */
function askedBy(query: Readonly<Record<string, string>>): Asked {
  const by = groups.find((one) => one === query.by) ?? 'day';
  const to = query.to || dayAt(new Date());
  return {
    by,
    show: by === 'link' ? 'clicked' : (figures.find((one) => one === query.show) ?? 'sent'),
    from: query.from || daysLater(to, 1 - usualDays),
    to,
  };
}

/** The name of a row, which leads to its record where there is one. */
function Name({ by, row: { key, name } }: { by: Group; row: Row }) {
  const noun = nouns[by];
  if (by === 'day') return <span class="day-name">{shownDay(key)}</span>;
  if (name === null) {
    return (
      <>
        {key} <span class="quiet-text">({t('report.deleted')})</span>
      </>
    );
  }
  return noun === undefined ? <span>{name}</span> : <a href={addressOf(noun, key)}>{name}</a>;
}

/** What a figure is a part of. */
const wholes: Readonly<Partial<Record<Figure, 'sent' | 'delivered'>>> = {
  ...{ delivered: 'sent', bounced: 'sent', complained: 'sent' },
  ...{ opened: 'delivered', clicked: 'delivered', unsubscribed: 'delivered' },
};

/** How a figure relates to what it is a part of; nothing where that happened on other days. */
function rateOf(figure: Figure, of: Readonly<Record<Figure, number>>): string {
  const part = of[figure];
  // Providers that report no delivery leave what was sent.
  const whole = wholes[figure] === 'delivered' && of.delivered === 0 ? 'sent' : wholes[figure];
  if (whole === undefined || of[whole] === 0 || part > of[whole]) return '';
  const share = shareOf(part, of[whole]);
  return whole === 'sent' ? t('report.ofSent', { share }) : t('report.ofDelivered', { share });
}

/** The figures that say something: of links only clicks are counted. */
function shownFigures({ by, show }: Pick<Asked, 'by' | 'show'>, totals: Report['totals']) {
  if (by === 'link') return figures.filter((figure) => figure === 'clicked');
  return figures.filter(
    (figure) => always.includes(figure) || figure === show || totals[figure] > 0,
  );
}

interface CardsProps {
  totals: Report['totals'];
  asked: Asked;
  onShow: (figure: Figure) => void;
}

/** The sums, each a button that puts it into the picture. */
function FigureCards({ totals, asked, onShow }: CardsProps) {
  return (
    <fieldset class="figure-cards">
      <legend class="sr">{t('report.shows')}</legend>
      {shownFigures(asked, totals).map((figure) => (
        <button
          type="button"
          key={figure}
          aria-pressed={figure === asked.show}
          onClick={() => onShow(figure)}
        >
          <span class="figure-name">{t(`report.${figure}`)}</span>
          <span class="figure">{number(totals[figure])}</span>
          <span class="small quiet-text">{rateOf(figure, totals)}</span>
        </button>
      ))}
    </fieldset>
  );
}

/** The figure that is looked at, as a picture: by day along the time, else row by row. */
function Picture({ report: { rows }, asked }: { report: Report; asked: Asked }) {
  const { by, show, from, to } = asked;
  const figure = t(`report.${show}`);
  const isCompared = show !== 'sent' && by !== 'link';
  if (by === 'day') {
    const found = new Map(rows.map((row) => [row.key, row]));
    // By a test clock the service may be at another day than this browser.
    const keys = [...found.keys(), from, to].toSorted();
    const days = daysBetween(keys[0] ?? from, keys.at(-1) ?? to).map((day) => ({
      day,
      value: found.get(day)?.[show] ?? 0,
      behind: isCompared ? (found.get(day)?.sent ?? 0) : null,
    }));
    return <DayChart figure={figure} days={days} />;
  }
  const ranked = rows.filter((row) => row[show] > 0).toSorted((a, b) => b[show] - a[show]);
  if (ranked.length === 0) return <p>{t('report.nonePicture', { figure })}</p>;
  return (
    <>
      <RankBars
        label={figure}
        rows={ranked.slice(0, pictured).map((row) => ({
          key: row.key,
          label: <Name by={by} row={row} />,
          value: row[show],
          behind: isCompared ? row.sent : null,
          note: isCompared ? shareOf(row[show], row.sent) : '',
        }))}
      />
      {ranked.length > pictured && (
        <p class="small quiet-text">
          {t('report.rowsPicture', { figure, n: pictured, all: ranked.length })}
        </p>
      )}
    </>
  );
}

interface ControlsProps {
  asked: Asked;
  address: (change: Readonly<Record<string, string | null>>) => string;
  onDay: (name: 'from' | 'to', day: string) => void;
}

/** What the rows are of, and which days are counted. */
function Controls({ asked, address, onDay }: ControlsProps) {
  const today = dayAt(new Date());
  return (
    <search class="report-controls">
      <Tabs label={t('report.by')}>
        {groups.map((by) => (
          <a
            key={by}
            href={address({ by: by === 'day' ? null : by, show: null })}
            aria-current={by === asked.by ? 'page' : undefined}
          >
            {t(`report.by.${by}`)}
          </a>
        ))}
      </Tabs>
      <div class="row">
        <nav class="row" aria-label={t('report.period')}>
          {periods.map((days) => {
            const from = daysLater(today, 1 - days);
            const isChosen = asked.from === from && asked.to === today;
            return (
              <a
                key={days}
                class="button compact"
                href={address({ from: days === usualDays ? null : from, to: null })}
                aria-current={isChosen ? 'true' : undefined}
              >
                {t('report.lastDays', { n: days })}
              </a>
            );
          })}
        </nav>
        {(['from', 'to'] as const).map((name) => (
          <label key={name} class="choice">
            {t(`report.${name}`)}
            <input
              class="input day-input"
              type="date"
              value={asked[name]}
              onChange={({ currentTarget }) => onDay(name, currentTarget.value)}
            />
          </label>
        ))}
      </div>
    </search>
  );
}

function Found({
  report,
  asked,
  children,
}: {
  report: Report;
  asked: Asked;
  children: ComponentChildren;
}) {
  const { by, show } = asked;
  const newestFirst = by === 'day' ? report.rows.toReversed() : report.rows;
  return (
    <>
      {children}
      <section class="card stack-tight" aria-label={t(`report.${show}`)}>
        <Picture report={report} asked={asked} />
        {show !== 'sent' && by !== 'link' && (
          <p class="small quiet-text legend">
            <span class="key value" aria-hidden="true" /> {t(`report.${show}`)}{' '}
            <span class="key behind" aria-hidden="true" /> {t('report.behind')}
          </p>
        )}
      </section>
      {report.more && <p class="note">{t('report.more', { n: limits.reportRows })}</p>}
      <FigureTable
        caption={t('report.table')}
        of={t(`report.by.${by}`)}
        names={shownFigures(asked, report.totals)}
        label={(name) => t(`report.${name}`)}
        rows={newestFirst}
        keyOf={({ key }) => key}
        head={(row) => (
          <span class="clip" title={row.name ?? row.key}>
            <Name by={by} row={row} />
          </span>
        )}
        figures={(row) => row}
        totals={{ label: t('report.total'), figures: report.totals }}
      />
    </>
  );
}

/** What became of mail: a picture first, the table behind it, and both as CSV (CON2-09). */
export function ReportScreen() {
  const { path, query, route } = useLocation();
  const asked = askedBy(query);
  const { by, from, to } = asked;
  const range = {
    ...(query.from || query.to ? { from } : {}),
    ...(query.to ? { to } : {}),
  };
  const { data, error } = useRead('get_report', { ...range, by }, { with: ['sends'] });
  const address = (change: Readonly<Record<string, string | null>>) => {
    const next = new URLSearchParams(query);
    for (const [name, value] of Object.entries(change)) {
      if (value === null || value === '') next.delete(name);
      else next.set(name, value);
    }
    return next.size > 0 ? `${path}?${next}` : path;
  };
  const isEmpty = data?.rows.length === 0;
  return (
    <Screen
      title={t('nav.reports')}
      lead={t('report.what')}
      actions={
        data !== undefined &&
        !isEmpty && (
          <button
            type="button"
            class="button"
            onClick={() =>
              download(
                `report-${by}-${from}-${to}.csv`,
                reportCsv(['key', 'name', ...figures], data.rows),
              )
            }
          >
            {t('report.csv')}
          </button>
        )
      }
    >
      <div class="stack">
        <Controls
          asked={asked}
          address={address}
          onDay={(name, day) => route(address({ from, to: query.to ?? null, [name]: day }), true)}
        />
        {error !== null && <Problem error={error} />}
        {data === undefined && error === null && <Loading />}
        {isEmpty && (
          <Empty
            title={t('list.empty')}
            text={t('report.empty')}
            example={t('report.example')}
            action={
              <a class="button primary" href="/queue">
                {t('list.open', { place: t('nav.queue') })}
              </a>
            }
          />
        )}
        {data !== undefined && !isEmpty && (
          <Found report={data} asked={asked}>
            <FigureCards
              totals={data.totals}
              asked={asked}
              onShow={(show) => route(address({ show }), true)}
            />
          </Found>
        )}
      </div>
    </Screen>
  );
}
