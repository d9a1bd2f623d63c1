import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { limits } from '@postroad/core/platform/limits';
import { useLocation } from 'preact-iso/router';
import { triggerSentence } from '../flows/trigger-sentence.ts';
import { addressOf } from '../operations/record-address.ts';
import { useRead } from '../platform/reads.ts';
import { Empty, Loading, Problem, Screen } from '../platform/screen.tsx';
import { Tabs } from '../platform/tabs.tsx';
import { dayAt } from '../platform/times.ts';
import { t, tn } from '../platform/words.ts';
import { Calendar } from './calendar.tsx';
import { DayList } from './day-list.tsx';
import { countsOf, dayOf } from './reminders.ts';
import { Skipped } from './skipped.tsx';

type Flow = OperationOutput<'list_flows'>['flows'][number];

const renewalTrigger = 'subscription_renewal_approaching';

interface FlowProps {
  flow: Flow;
  chosen: string | null;
  addressOfDay: (day: string) => string;
}

/** The reminders of one flow: the calendar, the day that is chosen, and who is skipped. */
function OfFlow({ flow, chosen, addressOfDay }: FlowProps) {
  const { data, error } = useRead(
    'preview_renewal_approaching',
    { flow_key: flow.key, limit: limits.renewalRowsShown },
    { with: ['people', 'subscriptions', 'runs'] },
  );
  if (data === undefined) return error === null ? <Loading /> : <Problem error={error} />;
  const counts = countsOf(data);
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const today = dayAt(new Date());
  const first = [today, ...counts.keys()].toSorted()[0] ?? today;
  const day = chosen ?? (data.upcoming[0] === undefined ? null : dayOf(data.upcoming[0]));
  return (
    <>
      <p>
        {flow.status !== 'live' && <span class="badge warn">{t('renewals.notLive')}</span>}{' '}
        <strong>
          {tn('renewals.count.one', 'renewals.count.other', all)}{' '}
          {t('renewals.within', { n: limits.renewalPreviewDays })}
        </strong>{' '}
        <a href={addressOf('flows', flow.key)}>{t('renewals.openFlow')}</a>
        <br />
        <span class="quiet-text">{triggerSentence(flow.trigger)}</span>
      </p>
      {error !== null && <Problem error={error} />}
      <Calendar
        from={first}
        today={today}
        counts={counts}
        rows={data.upcoming}
        chosen={day}
        addressOfDay={addressOfDay}
      />
      {day !== null && (
        <DayList
          day={day}
          count={counts.get(day) ?? 0}
          rows={data.upcoming.filter((row) => dayOf(row) === day)}
        />
      )}
      <Skipped preview={data} />
    </>
  );
}

/** Which flow the calendar is of, where there are several. */
function Flows({ flows, shown }: { flows: readonly Flow[]; shown: Flow }) {
  if (flows.length < 2) return null;
  return (
    <Tabs label={t('nav.flows')}>
      {flows.map(({ key, name }) => (
        <a
          key={key}
          href={`/renewals?flow=${encodeURIComponent(key)}`}
          aria-current={key === shown.key ? 'page' : undefined}
        >
          {name}
        </a>
      ))}
    </Tabs>
  );
}

/** Reminders of renewals that come, on a calendar, and those that are skipped, by reason (CON2-08). */
export function RenewalsScreen() {
  const { query } = useLocation();
  const { data, error } = useRead('list_flows', { limit: limits.pageMax });
  const flows = data?.flows.filter(({ trigger }) => trigger.type === renewalTrigger) ?? [];
  const shown = flows.find(({ key }) => key === query.flow) ?? flows[0];
  return (
    <Screen title={t('nav.renewals')} lead={t('renewals.lead')}>
      <div class="stack">
        {error !== null && data === undefined && <Problem error={error} />}
        {data === undefined && error === null && <Loading />}
        {data !== undefined && shown === undefined && (
          <Empty
            title={t('list.empty')}
            text={t('renewals.none')}
            example={t('renewals.example')}
            action={
              <a class="button primary" href="/flows/new">
                {t('flows.new')}
              </a>
            }
          />
        )}
        {shown !== undefined && (
          <>
            <Flows flows={flows} shown={shown} />
            <OfFlow
              key={shown.key}
              flow={shown}
              chosen={query.day ?? null}
              addressOfDay={(day) => {
                const next = new URLSearchParams(query);
                next.set('day', day);
                return `/renewals?${next}`;
              }}
            />
          </>
        )}
      </div>
    </Screen>
  );
}
