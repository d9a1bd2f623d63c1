import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { shownDay } from '../platform/times.ts';
import { number, t } from '../platform/words.ts';
import { roundSteps } from './round-steps.ts';

interface Day {
  /** YYYY-MM-DD. */
  day: string;
  value: number;
  /** What is drawn behind it for comparison. */
  behind: number | null;
}

interface DayChartProps {
  /** What is counted. */
  figure: string;
  days: readonly Day[];
}

const height = 220;
const below = 26;
const above = 8;

/** Pixels that a bar needs; narrower days become a line. */
const narrowest = 4;

/** The summary for people who do not see the picture. */
function summaryOf({ figure, days }: DayChartProps): string {
  const sum = days.reduce((all, { value }) => all + value, 0);
  const top = days.reduce((best, day) => (day.value > (best?.value ?? 0) ? day : best), days[0]);
  if (sum === 0 || top === undefined) return t('report.nonePicture', { figure });
  const { day, value: most } = top;
  return t('report.daysPicture', { figure, n: sum, day: shownDay(day), most });
}

/** The width of an element, which follows the window. */
function useWidth() {
  const ref = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    setWidth(element.clientWidth);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}

/** Figures of days as bars, or as a line where there are many; pointing at a day says its numbers. */
export function DayChart(props: DayChartProps) {
  const { figure, days } = props;
  const { ref, width } = useWidth();
  const [pointed, setPointed] = useState<number | null>(null);
  const most = Math.max(1, ...days.map(({ value, behind }) => Math.max(value, behind ?? 0)));
  const lines = roundSteps(most);
  const top = lines.at(-1) ?? 1;
  const left = 12 + number(top).length * 8;
  const room = Math.max(0, width - left);
  const step = days.length === 0 ? 0 : room / days.length;
  const y = (value: number) => above + (height - above - below) * (1 - value / top);
  const x = (index: number) => left + index * step;
  const gap = Math.min(6, step * 0.25);
  const path = (of: (day: Day) => number) =>
    days
      .map((day, index) => `${index === 0 ? 'M' : 'L'}${x(index) + step / 2} ${y(of(day))}`)
      .join('');
  const every = Math.max(1, Math.ceil(days.length / Math.max(2, Math.floor(room / 96))));
  const shown = pointed === null ? undefined : days[pointed];
  const bar = (value: number, index: number, look: string) => (
    <rect
      key={`${look}${index}`}
      class={look}
      x={x(index) + gap / 2}
      width={Math.max(1, step - gap)}
      y={y(value)}
      height={Math.max(value > 0 ? 1 : 0, y(0) - y(value))}
      rx={Math.min(2, step / 4)}
    />
  );
  return (
    <figure ref={ref} class="day-chart">
      {width > 0 && (
        <svg
          role="img"
          aria-label={summaryOf(props)}
          width={width}
          height={height}
          onPointerMove={({ currentTarget, clientX }) => {
            const at = Math.floor(
              (clientX - currentTarget.getBoundingClientRect().left - left) / step,
            );
            setPointed(at >= 0 && at < days.length ? at : null);
          }}
          onPointerLeave={() => setPointed(null)}
        >
          {lines.map((line) => (
            <g key={line} class="line-across">
              <line x1={left} x2={width} y1={y(line)} y2={y(line)} />
              <text x={left - 8} y={y(line)} dy="0.32em" text-anchor="end">
                {number(line)}
              </text>
            </g>
          ))}
          {pointed !== null && (
            <rect class="pointed" x={x(pointed)} width={step} y={above} height={y(0) - above} />
          )}
          {step >= narrowest ? (
            days.map(({ value, behind }, index) => (
              <g key={index}>
                {behind !== null && bar(behind, index, 'behind')}
                {bar(value, index, 'value')}
              </g>
            ))
          ) : (
            <>
              {days[0]?.behind !== null && (
                <path class="behind" d={path((day) => day.behind ?? 0)} />
              )}
              <path class="value" d={path((day) => day.value)} />
            </>
          )}
          {days.map(
            ({ day }, index) =>
              index % every === 0 &&
              x(index) + 60 < width && (
                <text key={day} class="day" x={x(index) + gap / 2} y={height - 6}>
                  {shownDay(day, 'short')}
                </text>
              ),
          )}
        </svg>
      )}
      <figcaption class="small quiet-text" aria-hidden="true">
        {shown === undefined
          ? summaryOf(props)
          : `${shownDay(shown.day)}: ${figure} ${number(shown.value)}${
              shown.behind === null ? '' : ` · ${t('report.sent')} ${number(shown.behind)}`
            }`}
      </figcaption>
    </figure>
  );
}
