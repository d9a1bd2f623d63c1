import { limits } from '@postroad/core/platform/limits';
import { shownDay, weekdays } from '../platform/times.ts';
import { number, t, tn } from '../platform/words.ts';
import { daysBetween, daysLater } from '../sending/report-days.ts';
import { dayOf, type Reminder } from './reminders.ts';

interface CalendarProps {
  /** The first day with something, or today. */
  from: string;
  today: string;
  counts: ReadonlyMap<string, number>;
  rows: readonly Reminder[];
  chosen: string | null;
  addressOfDay: (day: string) => string;
}

const week = 7;

/** Names that a day shows before it counts the rest. */
const named = 3;

/** Monday is 0. */
const weekdayOf = (day: string): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % week;

const nameOf = ({ name, email }: Reminder): string => name ?? email;

/** The weeks that hold some days, from Monday to Sunday. */
function weeksOf(from: string, to: string): string[][] {
  const first = daysLater(from, -weekdayOf(from));
  const last = daysLater(to, week - 1 - weekdayOf(to));
  const days = daysBetween(first, last);
  return Array.from({ length: days.length / week }, (_, index) =>
    days.slice(index * week, (index + 1) * week),
  );
}

interface DayProps {
  day: string;
  count: number;
  rows: readonly Reminder[];
  isChosen: boolean;
  address: string;
}

/** One day: its date, how many reminders are due, and some of the names. */
function Day({ day, count, rows, isChosen, address }: DayProps) {
  if (count === 0) return <span class="quiet-text">{shownDay(day, 'short')}</span>;
  const shown = rows.slice(0, named);
  return (
    <a href={address} class="calendar-day" aria-current={isChosen ? 'date' : undefined}>
      <span class="small">{shownDay(day, 'short')}</span>
      <strong>
        {number(count)}
        <span class="sr"> {tn('renewals.count.one', 'renewals.count.other', count)}</span>
      </strong>
      <span class="calendar-names small" aria-hidden="true">
        {shown.map((row) => (
          <span key={row.subscription_id}>{nameOf(row)}</span>
        ))}
        {count > shown.length && <span>{t('renewals.others', { n: count - shown.length })}</span>}
      </span>
    </a>
  );
}

/** The days that come as weeks; each with reminders leads to its list. */
export function Calendar({ from, today, counts, rows, chosen, addressOfDay }: CalendarProps) {
  const to =
    [daysLater(today, limits.renewalPreviewDays), ...counts.keys()].toSorted().at(-1) ?? today;
  const weeks = weeksOf(from, to);
  return (
    <div class="calendar-frame card">
      <table class="calendar">
        <caption class="sr">{t('renewals.calendar')}</caption>
        <thead>
          <tr>
            {weekdays().map((name) => (
              <th scope="col" key={name}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((days) => (
            <tr key={days[0]}>
              {days.map((day) => (
                <td
                  key={day}
                  class={`${day === today ? 'today' : ''} ${day < from || day > to ? 'outside' : ''} ${counts.has(day) ? 'has' : ''}`}
                >
                  <Day
                    day={day}
                    count={counts.get(day) ?? 0}
                    rows={rows.filter((row) => dayOf(row) === day)}
                    isChosen={day === chosen}
                    address={addressOfDay(day)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
