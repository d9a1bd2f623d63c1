import type { OperationOutput } from '@postroad/core/catalog/catalog';
import type { ComponentChildren } from 'preact';
import { addressOf } from '../operations/record-address.ts';
import { Time } from '../platform/time.tsx';
import { number, t } from '../platform/words.ts';
import { FigureTable } from './figure-table.tsx';

type Broadcast = OperationOutput<'get_broadcast'>['broadcast'];
type Experiment = NonNullable<Broadcast['experiment']>;

/** What is counted of each variant; without a goal nobody converts. */
const figuresOf = (hasGoal: boolean) =>
  [
    ...(['sent', 'opened', 'clicked'] as const),
    ...(hasGoal ? (['converted'] as const) : []),
    'unsubscribed' as const,
  ] as const;

const percent = (share: number) => number(Math.round(share * 1_000) / 10);

/** What is known of the winner, in a sentence. */
function Outcome({ experiment }: { experiment: Experiment }) {
  const { status, winner, interval, waiting, decides_at } = experiment;
  const [low = 0, high = 0] = interval ?? [];
  const range = { low: percent(low), high: percent(high) };
  if (status === 'decided') {
    return <p>{t('experiment.decided', { name: winner ?? '', ...range })}</p>;
  }
  if (status === 'undecided') {
    return <p>{interval === null ? t('experiment.ended') : t('experiment.undecided', range)}</p>;
  }
  if (status === 'sampling') {
    return (
      <p>
        {t('experiment.sampling', { n: waiting })}{' '}
        {decides_at !== null && (
          <>
            {t('experiment.decides')} <Time at={decides_at} />
          </>
        )}
      </p>
    );
  }
  return null;
}

/** The variants of a broadcast as figures, with the winner (EXP-03). */
export function ExperimentCard({
  experiment,
  hasGoal,
  children,
}: {
  experiment: Experiment;
  hasGoal: boolean;
  /** What is to come, before it is sent. */
  children?: ComponentChildren;
}) {
  return (
    <section class="card stack" aria-label={t('experiment.title')}>
      <h2>{t('experiment.title')}</h2>
      {children}
      <Outcome experiment={experiment} />
      <FigureTable
        caption={t('experiment.figures')}
        of={t('experiment.variant')}
        names={figuresOf(hasGoal)}
        label={(name) => t(`report.${name}`)}
        rows={experiment.variants}
        keyOf={({ name }) => name}
        head={({ name, email_id }) => (
          <>
            <a href={addressOf('emails', String(email_id))}>{name}</a>{' '}
            {name === experiment.winner && (
              <span class="badge accent">{t('experiment.winner')}</span>
            )}
          </>
        )}
        figures={(row) => row}
      />
    </section>
  );
}
