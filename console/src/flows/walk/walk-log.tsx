import { inWords } from '../../platform/call.ts';
import { Time } from '../../platform/time.tsx';
import { isTime, shownTime, withTimes } from '../../platform/times.ts';
import { number, t } from '../../platform/words.ts';
import { armLabel, conditionText, stepText } from '../step-text.ts';
import type { StepNode } from '../steps.ts';
import { typeLabel } from '../type-label.ts';
import type { DrawnWalk, WalkedStep } from './walk.ts';

/** A value as a condition saw it. */
function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return t('walk.noValue');
  if (typeof value === 'boolean') return t(value ? 'state.yes' : 'state.no');
  if (typeof value === 'number') return number(value);
  if (isTime(value)) return shownTime(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** What a condition saw, part by part. */
function Values({ values }: Pick<WalkedStep, 'values'>) {
  if (values.length === 0) return null;
  return (
    <details class="walk-values" open>
      <summary>{t('walk.values')}</summary>
      <ul class="plain">
        {values.map(({ condition, actual, result }, index) => (
          <li key={index}>
            <span class={result ? 'badge good' : 'badge'}>
              {t(result ? 'walk.holds' : 'walk.fails')}
            </span>{' '}
            <span>{conditionText(condition)}</span>
            <span class="quiet-text"> · {t('walk.saw', { value: valueText(actual) })}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function takenArm(node: StepNode | null, arm: string): string {
  const taken = node?.arms.find((one) => one.arm === arm);
  return taken === undefined ? arm : armLabel(taken);
}

const tones: Readonly<Record<WalkedStep['outcome'], string>> = {
  ran: 'good',
  branched: 'accent',
  waiting: 'warn',
  released: 'good',
  exited: '',
  skipped: 'bad',
  parked: 'bad',
};

function Entry({ step, node, isChosen, onChoose }: EntryProps) {
  const { outcome, arm, would, mail, at } = step;
  const path = node?.path ?? '';
  const name = typeLabel(node?.name || step.name || step.type);
  const text = node === null ? '' : stepText(node) || typeLabel(node.type);
  return (
    <li class={isChosen ? 'chosen' : ''} data-path={path}>
      <div class="row tight">
        <button
          type="button"
          class="link"
          aria-current={isChosen ? 'step' : undefined}
          disabled={node === null}
          onClick={() => onChoose(path)}
        >
          {name}
        </button>
        <span class={`badge ${tones[outcome]}`}>
          {arm === null ? t(`walk.outcome.${outcome}`) : takenArm(node, arm)}
        </span>
      </div>
      {outcome === 'skipped' || outcome === 'parked' || node === null ? (
        <p class="small">{withTimes(inWords(would))}</p>
      ) : (
        <p class="small quiet-text">{text}</p>
      )}
      <p class="small quiet-text">
        <Time at={at} />
      </p>
      {mail?.against && (
        <p class="small">
          <span class="badge warn">{t('walk.undelivered')}</span> {inWords(mail.against)}
        </p>
      )}
      <Values values={step.values} />
    </li>
  );
}

interface EntryProps {
  step: WalkedStep;
  node: StepNode | null;
  isChosen: boolean;
  onChoose: (path: string) => void;
}

interface LogProps {
  entries: DrawnWalk['entries'];
  chosen: string;
  onChoose: (path: string) => void;
}

/** What became of each step, in its order and with its time; each condition shows what it saw. */
export function WalkLog({ entries, chosen, onChoose }: LogProps) {
  return (
    <ol class="plain walk-log" aria-label={t('walk.log')}>
      {entries.map(({ step, node }, index) => (
        <Entry
          key={`${index} ${step.handle}`}
          {...{ step, node, onChoose }}
          isChosen={node !== null && node.path === chosen}
        />
      ))}
    </ol>
  );
}
