import type { ComponentChildren } from 'preact';
import { number } from '../platform/words.ts';

interface Ranked {
  key: string;
  label: ComponentChildren;
  value: number;
  /** What is drawn behind it for comparison. */
  behind: number | null;
  /** What the number is of the whole. */
  note?: string;
}

/** One bar for each row, the longest first; each says its number too. */
export function RankBars({ label, rows }: { label: string; rows: readonly Ranked[] }) {
  const most = Math.max(1, ...rows.map(({ value, behind }) => Math.max(value, behind ?? 0)));
  return (
    <ul class="rank-bars" aria-label={label}>
      {rows.map(({ key, label: name, value, behind, note }) => (
        <li key={key}>
          <span class="rank-name">{name}</span>
          <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
            {behind !== null && <rect class="behind" width={(behind / most) * 100} height={10} />}
            <rect class="value" width={(value / most) * 100} height={10} />
          </svg>
          <span class="number">
            <strong>{number(value)}</strong>
            {note !== undefined && note !== '' && <span class="quiet-text small"> {note}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}
