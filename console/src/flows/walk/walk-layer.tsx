import { isObject, type JsonObject, own } from '@postroad/core/platform/json';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { announce } from '../../platform/announce.tsx';
import { call, inWords } from '../../platform/call.ts';
import { useRead } from '../../platform/reads.ts';
import { Loading, Problem } from '../../platform/screen.tsx';
import { shownTime, withTimes } from '../../platform/times.ts';
import { t } from '../../platform/words.ts';
import { Canvas } from '../canvas.tsx';
import type { Flow, LayerProps } from '../live-layer.tsx';
import { useRecordTitles } from '../record-titles.ts';
import { stepText } from '../step-text.ts';
import { stepTree } from '../steps.ts';
import { triggerText } from '../trigger-text.ts';
import { typeLabel } from '../type-label.ts';
import { workingCopies } from '../working-copy.ts';
import {
  type DrawnWalk,
  type DryRun,
  drawnWalk,
  eventOf,
  mailsOf,
  type WaitOutcome,
  type WaitQuestion,
  type Walk,
  walkIn,
  walkQuery,
  walkRequest,
} from './walk.ts';
import { WalkForm } from './walk-form.tsx';
import { WalkLog } from './walk-log.tsx';
import { WalkedMails } from './walked-mail.tsx';

/** The definition that is walked: what is edited here or kept as a draft, unless what is live is asked for. */
function useDefinition(flow: Flow, wantsDraft: boolean) {
  const copy = workingCopies.value.get(flow.key);
  const { data } = useRead('get_flow_draft', flow.has_draft ? { flow_key: flow.key } : null);
  if (copy?.isDirect) {
    const isDraft = !copy.isSaved;
    return { definition: isDraft ? copy.definition : flow.definition, isDraft, hasDraft: false };
  }
  const edited = copy !== undefined && copy.past.length > 0 ? copy.definition : undefined;
  const draft: Readonly<JsonObject> | undefined = edited ?? data?.draft.definition;
  const isDraft = wantsDraft && draft !== undefined;
  return { definition: isDraft ? draft : flow.definition, isDraft, hasDraft: draft !== undefined };
}

interface AnsweredWalk {
  of: Readonly<JsonObject>;
  run: DryRun;
}

/**
 * The walk that the address has, asked for once, and again where the definition changed or
 * somebody plays it again.
 */
function useWalk(
  flow: Flow,
  walk: Walk,
  definition: Readonly<JsonObject>,
  { isDraft, played }: { isDraft: boolean; played: number },
) {
  const [walked, setWalked] = useState<AnsweredWalk | null>(null);
  const [error, setError] = useState<unknown>(null);
  const request =
    walk.person === '' ? null : walkRequest(flow.key, walk, isDraft ? definition : undefined);
  useEffect(() => {
    let wanted = true;
    setError(null);
    if (request === null) setWalked(null);
    else {
      call('dry_run_flow', request).then(
        (run) => wanted && setWalked({ of: definition, run }),
        (caught) => wanted && setError(caught),
      );
    }
    return () => {
      wanted = false;
    };
  }, [flow.key, flow.revision, JSON.stringify(request), played]);
  return { run: walked?.of === definition ? walked.run : null, error };
}

function outcomeText(outcome: WaitOutcome, { node }: WaitQuestion): string {
  if (outcome === 'waited') return t('walk.timePasses');
  if (outcome === 'expired') return t('walk.expires');
  if (outcome === 'succeeded') return t('walk.callSucceeds');
  if (outcome === 'failed') return t('walk.callFails');
  const wait = own(node.step, 'wait_for');
  const event = isObject(wait) ? own(wait, 'event') : undefined;
  return isObject(event)
    ? t('walk.eventComes', { name: String(event.name ?? '…') })
    : t('walk.becomesTrue');
}

/** The result of the walk, in one line, which screen readers announce too. */
function standing({ question }: DrawnWalk, { triggered, completed, person }: DryRun): string {
  const { email } = person;
  if (question !== null) return t('walk.waitsOn', { email, name: typeLabel(question.node.name) });
  if (triggered === false) return t('walk.notStarted', { email });
  return completed ? t('walk.completed', { email }) : t('walk.stopped', { email });
}

interface StandingProps {
  drawn: DrawnWalk;
  run: DryRun;
  walk: Walk;
  /** Whether the focus comes here, since somebody played or answered. */
  takesFocus: { current: boolean };
  onWalk: (walk: Walk) => void;
}

/** The position of the walk: the wait with what can become of it, or its end. */
function Standing({ drawn, run, walk, takesFocus, onWalk }: StandingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { question } = drawn;
  const text = standing(drawn, run);
  useLayoutEffect(() => {
    if (!takesFocus.current) return;
    takesFocus.current = false;
    announce(text);
    heading.current?.focus();
  }, [run]);
  const answer = (outcome: WaitOutcome, { node }: WaitQuestion) =>
    onWalk({ ...walk, answers: [...walk.answers, { step: node.id ?? 0, outcome }] });
  const back = () =>
    onWalk(
      walk.untilEnd
        ? { ...walk, untilEnd: false }
        : { ...walk, answers: walk.answers.slice(0, -1) },
    );
  const hasAnswers = walk.answers.length > 0 || walk.untilEnd;
  return (
    <div class={question === null ? 'walk-position' : 'walk-position asks'}>
      <h2 tabIndex={-1} ref={heading}>
        {text}
      </h2>
      {question === null ? (
        run.triggered === false && <p class="small">{withTimes(inWords(run.reason))}</p>
      ) : (
        <>
          <p class="small">
            {stepText(question.node)}
            {question.until !== null &&
              ` · ${t('walk.until', { time: shownTime(question.until) })}`}
          </p>
          <fieldset class="row tight" aria-label={t('walk.whatHappens')}>
            {question.outcomes.map((outcome) => (
              <button
                key={outcome}
                type="button"
                class="button primary"
                onClick={() => answer(outcome, question)}
              >
                {outcomeText(outcome, question)}
              </button>
            ))}
            {!walk.untilEnd && (
              <button
                type="button"
                class="button"
                onClick={() => onWalk({ ...walk, untilEnd: true })}
              >
                {t('walk.untilEnd')}
              </button>
            )}
          </fieldset>
        </>
      )}
      {hasAnswers && (
        <div class="row tight">
          <button type="button" class="button quiet" onClick={back}>
            {t('walk.back')}
          </button>
          <button
            type="button"
            class="button quiet"
            onClick={() => onWalk({ ...walk, answers: [], untilEnd: false })}
          >
            {t('walk.fromStart')}
          </button>
        </div>
      )}
    </div>
  );
}

function OfChoice({ isDraft, onDraft }: { isDraft: boolean; onDraft: (isDraft: boolean) => void }) {
  return (
    <fieldset class="row" aria-label={t('walk.what')}>
      {([false, true] as const).map((draft) => (
        <label class="choice" key={String(draft)}>
          <input
            type="radio"
            name="walk-of"
            checked={isDraft === draft}
            onChange={() => onDraft(draft)}
          />
          {t(draft ? 'walk.draft' : 'walk.live')}
        </label>
      ))}
    </fieldset>
  );
}

const tones = { passed: 'passed', waits: 'waits', skipped: 'skipped' } as const;

/** One person walks through the flow as the engine would take them, wait by wait (CANVAS-03). */
export function WalkLayer({ flow, chosen, onChoose }: LayerProps) {
  const { path, query, route } = useLocation();
  useRecordTitles();
  const walk = walkIn(query);
  const { definition, isDraft, hasDraft } = useDefinition(flow, query.of !== 'live');
  const [played, setPlayed] = useState(0);
  const { run, error } = useWalk(flow, walk, definition, { isDraft, played });
  const nodes = useMemo(() => stepTree(own(definition, 'nodes')), [definition]);
  const drawn = useMemo(() => (run === null ? null : drawnWalk(nodes, run)), [nodes, run]);
  const takesFocus = useRef(false);
  const go = (next: Walk) => {
    takesFocus.current = true;
    const of = hasDraft ? (isDraft ? 'draft' : 'live') : undefined;
    route(`${path}?${walkQuery({ ...query, of, at: undefined }, next)}`, true);
  };
  const play = (next: Walk) => {
    setPlayed((times) => times + 1);
    go(next);
  };
  const trigger = own(definition, 'trigger');
  const isRenewal = isObject(trigger) && own(trigger, 'event') === undefined;
  const here = drawn?.question?.node.path;
  useEffect(() => {
    if (here === undefined) return;
    document
      .querySelector(`.canvas [data-path="${CSS.escape(here)}"]`)
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [here]);
  return (
    <div class="stack">
      {hasDraft && (
        <OfChoice
          isDraft={isDraft}
          onDraft={(draft) =>
            route(
              `${path}?${walkQuery({ ...query, of: draft ? 'draft' : 'live' }, { ...walk, answers: [], untilEnd: false })}`,
              true,
            )
          }
        />
      )}
      <WalkForm key={`${isDraft} ${query.person ?? ''}`} {...{ walk, trigger }} onPlay={play} />
      {error !== null && <Problem error={error} />}
      {walk.person !== '' && run === null && error === null && <Loading />}
      {walk.person === '' && <p class="note">{t('walk.teaches')}</p>}
      <div class={drawn === null ? 'canvas-frame' : 'canvas-frame open'}>
        <Canvas
          label={t('canvas.label', { name: flow.name })}
          {...{ nodes, chosen, onChoose }}
          trigger={{
            text: triggerText(trigger),
            tone: run === null ? '' : run.triggered === false ? 'skipped' : 'passed',
          }}
          walked={drawn?.lines}
          of={(node) => {
            const mark = drawn?.marks.get(node.path);
            return {
              text: stepText(node),
              tone: mark === undefined ? (drawn === null ? '' : 'apart') : tones[mark.kind],
              badge:
                mark === undefined || mark.kind === 'passed'
                  ? null
                  : {
                      tone: mark.kind === 'waits' ? 'warn' : 'bad',
                      text: t(mark.kind === 'waits' ? 'walk.here' : 'walk.outcome.skipped'),
                    },
            };
          }}
        />
        {drawn !== null && run !== null && (
          <aside class="canvas-panel card stack" aria-label={t('walk.log')}>
            {drawn.entries.length > 0 && (
              <WalkLog entries={drawn.entries} {...{ chosen, onChoose }} />
            )}
            <Standing {...{ drawn, run, walk, takesFocus }} onWalk={go} />
            {run.triggered !== false && (
              <p class="small quiet-text">{withTimes(inWords(run.reason))}</p>
            )}
          </aside>
        )}
      </div>
      {drawn !== null && run !== null && (
        <WalkedMails
          mails={mailsOf(drawn)}
          email={run.person.email}
          person={run.person.id}
          event={eventOf(walk)}
          renewalOf={isRenewal ? flow.id : null}
        />
      )}
    </div>
  );
}
