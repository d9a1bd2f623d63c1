import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { ListScreen } from '../operations/list-screen.tsx';
import type { Row } from '../operations/rows.ts';
import { Time } from '../platform/time.tsx';
import { number, t } from '../platform/words.ts';
import { shareOf } from '../sending/rates.ts';
import { BroadcastStatus } from './broadcast-screen.tsx';
import { ProgressBar } from './progress-card.tsx';

type Listed = OperationOutput<'list_broadcasts'>['broadcasts'][number];

/** Rows of this list are broadcasts. */
const listed = (row: Row) => row as unknown as Listed;

/** How far it is: a bar while it is under way, the number of people afterwards. */
function progress(row: Row) {
  const { progress: found, status } = listed(row);
  if (found === null) return <span class="quiet-text">–</span>;
  if (status !== 'sending' && status !== 'paused') return <>{number(found.queued)}</>;
  const done = found.queued - found.remaining;
  return (
    <span class="progress-cell">
      <ProgressBar progress={found} />
      {shareOf(done, found.queued)}
    </span>
  );
}

const rate = (name: 'opened' | 'clicked') => (row: Row) => {
  const { stats, started_at } = listed(row);
  if (started_at === null) return <span class="quiet-text">–</span>;
  return (
    <>
      {number(stats[name])} <span class="small quiet-text">{shareOf(stats[name], stats.sent)}</span>
    </>
  );
};

/** When it begins or began. */
function when(row: Row) {
  const { started_at, send_at } = listed(row);
  const at = started_at ?? send_at;
  return at === null ? <span class="quiet-text">–</span> : <Time at={at} />;
}

const lead = 'broadcast.lead';

/** Broadcasts with their status, how far they are and what came of them. */
export function BroadcastsScreen() {
  return (
    <ListScreen
      noun="broadcasts"
      title="nav.broadcasts"
      lead={lead}
      createAddress="/broadcasts/new"
      columns={['name', 'status', 'segment', 'started_at', 'progress', 'opened', 'clicked']}
      heads={{
        started_at: t('broadcast.begins'),
        progress: t('broadcast.people'),
        opened: t('report.opened'),
        clicked: t('report.clicked'),
      }}
      numbers={['progress', 'opened', 'clicked']}
      with={['sends']}
      cells={{
        status: (row) => <BroadcastStatus status={listed(row).status} />,
        started_at: when,
        progress,
        opened: rate('opened'),
        clicked: rate('clicked'),
      }}
    />
  );
}
