import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { NothingHere } from '../../operations/nothing-here.tsx';
import { useReadPages } from '../../platform/reads.ts';
import { Loading, Problem } from '../../platform/screen.tsx';
import { ownText } from '../../platform/sentences.ts';
import { Time } from '../../platform/time.tsx';
import { withTimes } from '../../platform/times.ts';
import { number, t } from '../../platform/words.ts';
import type { WordKey } from '../../words/en.ts';

interface PanelProps {
  title: string;
  /** Changes with what is chosen, which moves the focus here. */
  of: string;
  onClose: () => void;
  children: ComponentChildren;
}

/** The panel beside the drawing about the step that is chosen. Escape goes back to the step. */
export function Panel({ title, of, onClose, children }: PanelProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus(), [of]);
  return (
    <aside
      class="canvas-panel card stack"
      aria-label={title}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <div class="panel-head">
        <h2 tabIndex={-1} ref={heading}>
          {title}
        </h2>
        <button type="button" class="button quiet" onClick={onClose}>
          {t('action.close')}
        </button>
      </div>
      {children}
    </aside>
  );
}

const statusWords: Readonly<Record<string, WordKey>> = {
  active: 'canvas.status.active',
  parked: 'canvas.status.parked',
  frozen: 'canvas.status.frozen',
};

/** Rows of one reading. */
const pageRows = 25;

/** The people on a step, parked ones with their reason (CANVAS-02). */
export function PeopleOn({ flowKey, step }: { flowKey: string; step: number }) {
  const { pages, error, isLoading, more, isReadingMore } = useReadPages('list_flow_runs', {
    flow_key: flowKey,
    step,
    limit: pageRows,
  });
  if (error !== null && pages.length === 0) return <Problem error={error} />;
  if (isLoading) return <Loading />;
  const inside = pages
    .flatMap(({ runs }) => runs)
    .filter(({ status }) => statusWords[status] !== undefined);
  return (
    <div class="stack-tight">
      <h3>{t('canvas.peopleHere')}</h3>
      {inside.length === 0 ? (
        <NothingHere of="onStep" />
      ) : (
        <ul class="plain people-here">
          {inside.map(({ id, person, status, due_at, reason }) => {
            const word = statusWords[status];
            return (
              <li key={id}>
                <a href={`/people/${person.id}`}>{person.email}</a>
                <span class="row tight small">
                  {status !== 'active' && word !== undefined && (
                    <span class="badge warn">{t(word)}</span>
                  )}
                  {due_at !== null && (
                    <span class="quiet-text">
                      {t('canvas.until')} <Time at={due_at} />
                    </span>
                  )}
                  <a href={`/records/runs/${id}`}>{t('canvas.trace')}</a>
                </span>
                {reason !== null && <span class="small">{withTimes(ownText(reason))}</span>}
              </li>
            );
          })}
        </ul>
      )}
      {more !== null && (
        <p>
          <button type="button" class="button" onClick={more} disabled={isReadingMore}>
            {t('action.more')}
          </button>
        </p>
      )}
    </div>
  );
}

interface ArmFiguresProps {
  arms: readonly { name: string; people: number }[];
  holdout: number;
}

/** How many people got each arm of a split, and the runs that ended on its holdout. */
export function ArmFigures({ arms, holdout }: ArmFiguresProps) {
  return (
    <dl class="figures small-figures" aria-label={t('canvas.armPeople')}>
      {arms.map(({ name, people }) => (
        <div class="figure-box" key={name}>
          <dt>{name}</dt>
          <dd class="figure">{number(people)}</dd>
        </div>
      ))}
      {holdout > 0 && (
        <div class="figure-box">
          <dt>{t('canvas.heldOut')}</dt>
          <dd class="figure">{number(holdout)}</dd>
        </div>
      )}
    </dl>
  );
}

/** What became of the mail of a step. */
export function StepFigures({ stats }: { stats: Readonly<Record<string, unknown>> }) {
  const shown = (['sent', 'opened', 'clicked', 'converted', 'failed'] as const).map((name) => {
    const value = stats[name];
    return [name, typeof value === 'number' ? value : 0] as const;
  });
  return (
    <dl class="figures small-figures">
      {shown.map(([name, value]) => (
        <div class="figure-box" key={name}>
          <dt>{t(`canvas.figure.${name}`)}</dt>
          <dd class="figure">{number(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
