import { number } from '../platform/words.ts';

interface Bar {
  key: string;
  label: string;
  value: number;
}

const height = 120;
const gap = 2;
const unit = 12;

/** One bar for each row; the table beside it says the same in numbers. */
export function Bars({ label, bars }: { label: string; bars: readonly Bar[] }) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const width = bars.length * unit;
  return (
    <figure class="card">
      <figcaption class="small quiet-text">
        {label} {number(most)}.
      </figcaption>
      <svg
        class="bars"
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {bars.map(({ key, label: name, value }, index) => (
          <rect
            key={key}
            x={index * unit + gap / 2}
            width={unit - gap}
            y={height - (value / most) * height}
            height={(value / most) * height}
          >
            <title>{`${name}: ${number(value)}`}</title>
          </rect>
        ))}
      </svg>
    </figure>
  );
}
