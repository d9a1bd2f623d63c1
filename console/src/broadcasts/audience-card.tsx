import { limits } from '@postroad/core/platform/limits';
import { useState } from 'preact/hooks';
import { mayCall } from '../operations/contracts.ts';
import { addressOf } from '../operations/record-address.ts';
import { useRead } from '../platform/reads.ts';
import { number, t } from '../platform/words.ts';
import { AudienceDialog } from './audience-dialog.tsx';
import type { Audience, Broadcast } from './broadcast.ts';

/** A step of the waterfall: a sum, or what is taken from the sum before it. */
interface Level {
  key: string;
  label: preact.ComponentChildren;
  people: number;
  kind: 'sum' | 'less' | 'result';
}

const reasons = ['unsubscribed', 'hard_bounced', 'complained'] as const;

/** The names of the broadcasts that are left out, each a link to it. */
function Broadcasts({ ids }: { ids: readonly number[] }) {
  const { data } = useRead('list_broadcasts', { limit: limits.pageMax });
  return (
    <>
      {ids.map((id, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <a href={addressOf('broadcasts', String(id))}>
            {data?.broadcasts.find((one) => one.id === id)?.name ?? String(id)}
          </a>
        </span>
      ))}
    </>
  );
}

/** From the people of the segment to those who get the mail, exclusion by exclusion. */
function levelsOf({ segment, exclude }: Broadcast, audience: Audience): Level[] {
  const { people, recipients, eligible, excluded, guards } = audience;
  const name = segment === null ? '' : segment.name;
  return [
    {
      ...{ key: 'people', people, kind: 'sum' },
      label: (
        <>
          {t('broadcast.inSegment')}{' '}
          {segment !== null && <a href={addressOf('segments', segment.key)}>{name}</a>}
        </>
      ),
    },
    ...reasons
      .filter((reason) => excluded[reason] > 0)
      .map((reason) => ({
        ...{ key: reason, people: excluded[reason], kind: 'less' as const },
        label: t(`broadcast.less.${reason}`),
      })),
    ...(exclude.broadcast_ids.length === 0
      ? []
      : [
          {
            ...{ key: 'broadcasts', people: excluded.by_broadcast, kind: 'less' as const },
            label: (
              <>
                {t('broadcast.less.broadcast')} <Broadcasts ids={exclude.broadcast_ids} />
              </>
            ),
          },
        ]),
    ...audience.excluded_segments.map((one) => ({
      ...{ key: `segment ${one.id}`, people: one.people, kind: 'less' as const },
      label: (
        <>
          {t('broadcast.less.segment')} <a href={addressOf('segments', one.key)}>{one.name}</a>
        </>
      ),
    })),
    { key: 'recipients', people: recipients, kind: 'result', label: t('broadcast.recipients') },
    ...guards
      .filter((guard) => guard.people > 0)
      .map((guard) => ({
        ...{ key: `guard ${guard.id}`, people: guard.people, kind: 'less' as const },
        label: (
          <>
            {t('broadcast.less.guard')} <a href={addressOf('guards', guard.key)}>{guard.name}</a>
          </>
        ),
      })),
    ...(excluded.guarded === 0
      ? []
      : [
          {
            ...{ key: 'eligible', people: eligible, kind: 'result' as const },
            label: t('broadcast.eligible'),
          },
        ]),
  ];
}

/** Where the bar of a level begins and ends: what is taken hangs below the sum before it. */
function spans(levels: readonly Level[]): { from: number; to: number }[] {
  let standing = 0;
  return levels.map(({ people, kind }) => {
    if (kind !== 'less') {
      standing = people;
      return { from: 0, to: people };
    }
    const to = standing;
    standing = Math.max(0, standing - people);
    return { from: standing, to };
  });
}

/** In the segment, less each exclusion, are the recipients (CON2-07). */
function Waterfall({ broadcast, audience }: { broadcast: Broadcast; audience: Audience }) {
  const levels = levelsOf(broadcast, audience);
  const bars = spans(levels);
  const most = Math.max(1, audience.people);
  return (
    <ol class="waterfall" aria-label={t('broadcast.audience')}>
      {levels.map(({ key, label, people, kind }, index) => {
        const { from = 0, to = 0 } = bars[index] ?? {};
        return (
          <li key={key} class={kind}>
            <span class="waterfall-name">{label}</span>
            <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
              <rect
                x={(from / most) * 100}
                width={Math.max(to > from ? 0.4 : 0, ((to - from) / most) * 100)}
                height={10}
              />
            </svg>
            <span class="number">
              {kind === 'less' && <span aria-hidden="true">− </span>}
              {kind === 'less' && <span class="sr">{t('broadcast.minus')} </span>}
              {kind === 'result' && <span aria-hidden="true">= </span>}
              {number(people)}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

/** Who would get the broadcast now, and why others would not. */
export function AudienceCard({ broadcast }: { broadcast: Broadcast }) {
  const [isOpen, setOpen] = useState(false);
  const { audience, segment } = broadcast;
  return (
    <section class="card stack-tight" aria-labelledby="broadcast-audience">
      <div class="card-head">
        <h2 id="broadcast-audience">{t('broadcast.audience')}</h2>
        {mayCall('update_broadcast') && (
          <button
            type="button"
            class="button compact"
            aria-haspopup="dialog"
            onClick={() => setOpen(true)}
          >
            {t('broadcast.choose')}
          </button>
        )}
      </div>
      {audience !== null && <Waterfall broadcast={broadcast} audience={audience} />}
      {segment === null && <p>{t('broadcast.noSegment')}</p>}
      {segment !== null && audience === null && (
        <p>{t('broadcast.notCounted', { n: limits.segmentCountMs / 1_000 })}</p>
      )}
      {isOpen && <AudienceDialog broadcast={broadcast} onClose={() => setOpen(false)} />}
    </section>
  );
}
