import type { OperationName } from '@postroad/core/catalog/catalog';
import { useRoute } from 'preact-iso/router';
import { Deleted, isDeleted } from '../account/deleted.tsx';
import { ActionButton } from '../operations/action-button.tsx';
import { mayCall, outlineNamed } from '../operations/contracts.ts';
import { OperationForm } from '../operations/operation-form.tsx';
import { idIn } from '../operations/record-address.ts';
import { RecordActions } from '../operations/record-screen.tsx';
import { RecordView } from '../operations/record-view.tsx';
import { Absent, isGone } from '../platform/absent.tsx';
import { useRead } from '../platform/reads.ts';
import { Screen } from '../platform/screen.tsx';
import { valueLabel } from '../platform/value-words.ts';
import { number, t } from '../platform/words.ts';
import { ExperimentCard } from '../sending/experiment-card.tsx';
import { shareOf } from '../sending/rates.ts';
import { ReachesNobody } from '../sending/reaches-nobody.tsx';
import { AudienceCard } from './audience-card.tsx';
import type { Broadcast } from './broadcast.ts';
import { CompareSubjects, ComparisonAhead } from './compare-subjects.tsx';
import { LinkMap, MailCard } from './mail-card.tsx';
import { PaceCard } from './pace-card.tsx';
import { ProgressCard } from './progress-card.tsx';

const tones = {
  ...{ draft: '', scheduled: 'accent', sending: 'good' },
  ...{ paused: 'warn', sent: 'good', canceled: 'bad' },
} as const;

/** The status of a broadcast in its colour. */
export function BroadcastStatus({ status }: { status: Broadcast['status'] }) {
  return <span class={`badge ${tones[status]}`}>{valueLabel(status)}</span>;
}

/** What the cards have in forms of their own. */
const drawn: readonly OperationName[] = [
  ...(['schedule_broadcast', 'unschedule_broadcast', 'send_broadcast_now'] as const),
  ...(['pause_broadcast', 'resume_broadcast', 'cancel_broadcast', 'update_broadcast'] as const),
];

/** What the status refuses. */
function refused({ status }: Broadcast): readonly OperationName[] {
  const waits = status === 'draft' || status === 'scheduled';
  return [
    ...(waits ? [] : (['replace_broadcast_email'] as const)),
    ...(status === 'draft' || status === 'canceled' ? [] : (['delete_broadcast'] as const)),
  ];
}

const results = ['sent', 'delivered', 'opened', 'clicked', 'unsubscribed', 'bounced'] as const;

/** What became of its mail. */
function Results({ broadcast: { stats } }: { broadcast: Broadcast }) {
  return (
    <section class="card" aria-labelledby="broadcast-results">
      <h2 id="broadcast-results">{t('broadcast.results')}</h2>
      <dl class="figures">
        {results.map((name) => (
          <div class="figure-box" key={name}>
            <dt>
              {t(`report.${name}`)}{' '}
              {name !== 'sent' && stats[name] <= stats.sent && shareOf(stats[name], stats.sent)}
            </dt>
            <dd class="figure">{number(stats[name])}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Shown({ broadcast, error }: { broadcast: Broadcast; error: unknown }) {
  const { id, status, experiment, started_at } = broadcast;
  const waits = status === 'draft' || status === 'scheduled';
  const isOver = status === 'sent' || status === 'canceled';
  const mayChange = mayCall('update_broadcast');
  const { audience: _a, experiment: _e, stats: _s, links: _l, progress: _p, ...facts } = broadcast;
  return (
    <Screen
      title={broadcast.name}
      back={{ address: '/broadcasts', label: t('nav.broadcasts') }}
      lead={<BroadcastStatus status={status} />}
      actions={
        waits &&
        !isDeleted(error) && (
          <ActionButton
            name="send_broadcast_now"
            input={{ broadcast_id: id }}
            class="primary"
            disabled={broadcast.segment === null}
          >
            {t('broadcast.sendNow')}
          </ActionButton>
        )
      }
    >
      <div class="stack">
        {!isOver && <ReachesNobody />}
        {!mayChange && (
          <p class="note">
            {t('form.readOnly', { scope: outlineNamed('update_broadcast').scope })}
          </p>
        )}
        <Deleted error={error} resource="broadcasts" id={String(id)} />
        {!isDeleted(error) && (
          <RecordActions
            name="get_broadcast"
            given={{ broadcast_id: String(id) }}
            without={[...drawn, ...refused(broadcast)]}
          />
        )}
        <div class="broadcast-halves">
          <div class="stack">
            <ProgressCard broadcast={broadcast} />
            {started_at !== null && <Results broadcast={broadcast} />}
            {waits && <AudienceCard broadcast={broadcast} />}
            {experiment !== null && (
              <ExperimentCard
                experiment={experiment}
                hasGoal={broadcast.winner?.goal !== undefined}
              >
                {waits && <ComparisonAhead broadcast={broadcast} />}
              </ExperimentCard>
            )}
            {waits && experiment === null && <CompareSubjects broadcast={broadcast} />}
            {!isOver && <PaceCard broadcast={broadcast} />}
            {started_at !== null && <LinkMap broadcast={broadcast} />}
          </div>
          <MailCard key={broadcast.email_id} broadcast={broadcast} />
        </div>
        {mayChange && (
          <details class="card">
            <summary>{t('broadcast.settings')}</summary>
            <OperationForm
              name="update_broadcast"
              given={{ broadcast_id: String(id) }}
              record={broadcast}
              only={waits ? ['name', 'recheck_segment'] : ['recheck_segment']}
              onDone={() => undefined}
            />
          </details>
        )}
        <details class="card">
          <summary>{t('broadcast.facts')}</summary>
          <RecordView record={facts} />
        </details>
      </div>
    </Screen>
  );
}

/** A broadcast: who gets it, when and how fast, how far it is, and what came of it (CON2-07). */
export function BroadcastScreen() {
  const { name = '' } = useRoute().params;
  const id = idIn(name);
  const { data, error } = useRead('get_broadcast', id === null ? null : { broadcast_id: id }, {
    with: ['segments', 'guards', 'sends'],
  });
  if (id === null || isGone(error) || data === undefined) {
    const list = { address: '/broadcasts', label: t('nav.broadcasts') };
    return <Absent name={name} list={list} error={error} isMissing={id === null} />;
  }
  return <Shown broadcast={data.broadcast} error={error} />;
}
