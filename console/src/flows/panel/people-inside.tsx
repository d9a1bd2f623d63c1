import type { OperationOutput, OperationRequest } from '@postroad/core/catalog/catalog';
import { useState } from 'preact/hooks';
import { ActionButton } from '../../operations/action-button.tsx';
import { NothingHere } from '../../operations/nothing-here.tsx';
import { personName } from '../../people/person-state.tsx';
import { useReadPages } from '../../platform/reads.ts';
import { Loading, Problem } from '../../platform/screen.tsx';
import { ownText } from '../../platform/sentences.ts';
import { Time } from '../../platform/time.tsx';
import { withTimes } from '../../platform/times.ts';
import { t } from '../../platform/words.ts';
import type { WordKey } from '../../words/en.ts';
import { typeLabel } from '../type-label.ts';

type Run = OperationOutput<'list_flow_runs'>['runs'][number];

const statusWords: Readonly<Record<string, WordKey>> = {
  active: 'canvas.status.active',
  parked: 'canvas.status.parked',
  frozen: 'canvas.status.frozen',
};

/** Rows of one reading. */
const pageRows = 25;

function useRuns(input: Omit<OperationRequest<'list_flow_runs'>, 'limit' | 'cursor'>) {
  const { pages, ...read } = useReadPages('list_flow_runs', { ...input, limit: pageRows });
  return { runs: pages.flatMap(({ runs }) => runs), ...read };
}

function More({ more, isReadingMore }: Pick<ReturnType<typeof useRuns>, 'more' | 'isReadingMore'>) {
  if (more === null) return null;
  return (
    <p>
      <button type="button" class="button" onClick={more} disabled={isReadingMore}>
        {t('action.more')}
      </button>
    </p>
  );
}

/** Who it is, since when or until when, and why, where the run is parked. */
function RunOf({ run, isStepShown = false }: { run: Run; isStepShown?: boolean }) {
  const { id, person, status, step, due_at, reason } = run;
  const word = statusWords[status];
  const called = personName(person);
  return (
    <li>
      <a href={`/people/${person.id}`}>{called === '' ? person.email : called}</a>
      {called !== '' && <span class="small quiet-text">{person.email}</span>}
      <span class="row tight small">
        {status !== 'active' && word !== undefined && <span class="badge warn">{t(word)}</span>}
        {isStepShown && step !== null && (
          <span>
            {step.name === null ? t('record.step', { name: step.handle }) : typeLabel(step.name)}
          </span>
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
}

/** The people on a step, parked ones with their reason and what lets them continue (CANVAS-02). */
export function PeopleOn({ flowKey, step }: { flowKey: string; step: number }) {
  const { runs, error, isLoading, ...rest } = useRuns({ flow_key: flowKey, step });
  if (error !== null && runs.length === 0) return <Problem error={error} />;
  if (isLoading) return <Loading />;
  const inside = runs.filter(({ status }) => statusWords[status] !== undefined);
  return (
    <div class="stack-tight">
      <h3>{t('canvas.peopleHere')}</h3>
      {inside.length === 0 ? (
        <NothingHere of="onStep" />
      ) : (
        <ul class="plain people-here">
          {inside.map((run) => (
            <RunOf key={run.id} run={run} />
          ))}
        </ul>
      )}
      {inside.some(({ status }) => status === 'parked') && (
        <p>
          <ActionButton
            name="retry_parked_runs"
            input={{ flow_key: flowKey, step }}
            class="compact"
          >
            {t('canvas.retryParked')}
          </ActionButton>
        </p>
      )}
      <More {...rest} />
    </div>
  );
}

function PeopleThat({ flowKey, status }: { flowKey: string; status: Run['status'] }) {
  const { runs, error, ...rest } = useRuns({ flow_key: flowKey, status });
  if (error !== null && runs.length === 0) return <Problem error={error} />;
  if (runs.length === 0) return null;
  return (
    <>
      <ul class="plain people-here columns">
        {runs.map((run) => (
          <RunOf key={run.id} run={run} isStepShown />
        ))}
      </ul>
      <More {...rest} />
    </>
  );
}

/**
 * Everybody who is inside a flow, by address, with the step that they are on; parked ones first
 * (CANVAS-02). They are read where they are asked for: a busy flow would read them all the time (CANVAS-08).
 */
export function PeopleInside({ flowKey }: { flowKey: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section class="card" aria-labelledby="people-inside">
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary id="people-inside">{t('canvas.peopleInside')}</summary>
        {isOpen &&
          (['parked', 'frozen', 'active'] as const).map((status) => (
            <PeopleThat key={status} {...{ flowKey, status }} />
          ))}
      </details>
    </section>
  );
}
