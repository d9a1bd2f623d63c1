import { t } from '../platform/words.ts';
import type { WordKey } from '../words/en.ts';

const looks: Readonly<Record<string, { tone: string; word: WordKey }>> = {
  live: { tone: 'good', word: 'flows.status.live' },
  paused: { tone: 'warn', word: 'flows.status.paused' },
  draft: { tone: '', word: 'flows.status.draft' },
};

export function StatusBadge({ status }: { status: string }) {
  const look = looks[status];
  return (
    <span class={`badge ${look?.tone ?? ''}`}>
      <span class="dot" />
      {look === undefined ? status : t(look.word)}
    </span>
  );
}
