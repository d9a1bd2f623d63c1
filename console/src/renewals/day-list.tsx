import { Scroller } from '../platform/scroller.tsx';
import { Time } from '../platform/time.tsx';
import { shownDay } from '../platform/times.ts';
import { t, tn } from '../platform/words.ts';
import { amountText } from './amounts.ts';
import type { Reminder } from './reminders.ts';

interface DayListProps {
  day: string;
  /** All reminders of the day, also those that are not listed. */
  count: number;
  rows: readonly Reminder[];
}

/** The reminders of one day: to whom, at what time, and for which renewal. */
export function DayList({ day, count, rows }: DayListProps) {
  return (
    <section class="stack-tight" aria-labelledby="renewals-day">
      <h2 id="renewals-day">
        {shownDay(day)}: {tn('renewals.count.one', 'renewals.count.other', count)}
      </h2>
      {rows.length > 0 && (
        <Scroller class="table-wrap" label={shownDay(day)}>
          <table>
            <caption class="sr">{shownDay(day)}</caption>
            <thead>
              <tr>
                <th scope="col">{t('renewals.person')}</th>
                <th scope="col">{t('renewals.due')}</th>
                <th scope="col">{t('renewals.renews')}</th>
                <th scope="col" class="number">
                  {t('renewals.amount')}
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={`${row.subscription_id} ${row.occurrence_key}`}>
                  <th scope="row">
                    <a href={`/people/${row.person_id}`}>{row.name ?? row.email}</a>
                    {row.name !== undefined && (
                      <span class="small quiet-text reason-more">{row.email}</span>
                    )}
                  </th>
                  <td>
                    <Time at={row.target_at} />
                  </td>
                  <td>
                    <Time at={row.next_renewal_at} />
                  </td>
                  <td class="number">{amountText(row.renewal_amount_cents)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroller>
      )}
      {rows.length < count && (
        <p class="small quiet-text">{t('renewals.notListed', { n: count - rows.length })}</p>
      )}
    </section>
  );
}
