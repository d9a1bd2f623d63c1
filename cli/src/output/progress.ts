import type { Terminal } from './terminal.ts';

const barWidth = 24;
const betweenDrawsMs = 80;

export interface Progress {
  /** `total` is null if unknown. */
  update(done: number, total: number | null, note: string): void;
  end(): void;
}

/** A progress bar on standard error if that is a terminal; otherwise nothing. */
export function progressOn({ errIsTty, err, columns }: Terminal): Progress {
  if (!errIsTty) return { update: () => undefined, end: () => undefined };
  let drawnAt = 0;
  let drawn = false;
  return {
    update(done, total, note) {
      const now = Date.now();
      const complete = total !== null && done >= total;
      if (!complete && now - drawnAt < betweenDrawsMs) return;
      drawnAt = now;
      drawn = true;
      const part = total === null || total === 0 ? null : Math.min(1, done / total);
      const filled = Math.round((part ?? 0) * barWidth);
      const bar = `${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)} ${String(Math.floor((part ?? 0) * 100)).padStart(3)}% `;
      err(`\r\u001b[2K${`${part === null ? '' : bar}${note}`.slice(0, columns - 1)}`);
    },
    end() {
      if (drawn) err('\r\u001b[2K');
    },
  };
}
