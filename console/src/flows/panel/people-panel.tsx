import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { number, t } from '../../platform/words.ts';

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
