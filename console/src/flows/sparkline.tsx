import { t } from '../platform/words.ts';

const height = 24;
const step = 6;

/** Mails of each day as bars, today last; the text says the sum. */
export function Sparkline({ days }: { days: readonly number[] }) {
  const most = Math.max(...days, 1);
  const sum = days.reduce((all, one) => all + one, 0);
  return (
    <svg
      class="sparkline"
      role="img"
      width={days.length * step}
      height={height}
      viewBox={`0 0 ${days.length * step} ${height}`}
      aria-label={t('flows.sentDays', { n: sum, days: days.length })}
    >
      {days.map((count, day) => {
        const tall = count === 0 ? 1 : Math.max(2, Math.round((count / most) * (height - 2)));
        return (
          <rect
            key={day}
            class={count === 0 ? 'none' : ''}
            x={day * step}
            y={height - tall}
            width={step - 2}
            height={tall}
          />
        );
      })}
    </svg>
  );
}
