import type { LeafValue } from '../../conditions/evaluate.ts';
import { own, quoted } from '../../platform/json.ts';
import { limits } from '../../platform/limits.ts';
import type { CompiledFlow } from '../definition/compile.ts';
import type { Arm } from '../definition/definition.ts';
import { handleOf, stepIdOf } from '../definition/step-id.ts';
import { stepSummary } from '../drawing/summary.ts';
import { type Advance, advance } from './advance.ts';
import type { Answers } from './question.ts';
import { type Effect, newRun, type TraceEntry } from './run.ts';

/** Facts about emails that a walk does not need. */
export interface MailKnowledge {
  titleOf(emailId: number): string | null;
  /**
   * Why mail of this email would not reach the person, as one clause; null if nothing prevents it.
   */
  against(emailId: number): string | null;
}

export interface RehearsedStep {
  step_id: string | null;
  handle: string;
  type: string;
  name: string;
  would: string;
  values: LeafValue[];
  arm: Arm | null;
}

export interface Rehearsal {
  steps: RehearsedStep[];
  stopped_at: { step_id: string | null; reason: string; until: string | null } | null;
  completed: boolean;
}

/**
 * A dry run (contract §3): `advance` of a new run, described step by step, with its effects
 * dropped. `answers` hold the facts that `questions` asks for a new run.
 */
export function rehearse(
  flow: CompiledFlow,
  flowKey: string,
  answers: Answers,
  now: Date,
  mail: MailKnowledge,
): Rehearsal {
  const walked = advance(flow, newRun, answers, now);
  const effects = new Map(walked.effects.map((effect) => [effect.step_id, effect]));
  const steps = walked.trace.map((entry) => {
    const step = entry.step_id === null ? undefined : flow.byId.get(entry.step_id)?.step;
    const named = step === undefined ? {} : { ...step };
    const handle = handleOf(named);
    const name = own(named, 'name');
    return {
      step_id: handle === '' ? null : stepIdOf(flowKey, handle),
      handle,
      type: entry.type ?? '',
      name: typeof name === 'string' ? name : '',
      would: wouldText(entry, step, effects.get(entry.step_id ?? 0), mail),
      values: entry.values ?? [],
      arm: entry.arm ?? null,
    };
  });
  return { steps, ...endOf(walked, steps.at(-1)) };
}

function endOf(
  { run }: Advance,
  last: RehearsedStep | undefined,
): Pick<Rehearsal, 'stopped_at' | 'completed'> {
  if (run.status !== 'active') return { stopped_at: null, completed: run.status !== 'parked' };
  const stoppedAt = {
    step_id: last?.step_id ?? null,
    reason: last?.would ?? '',
    until: run.due_at?.toISOString() ?? null,
  };
  return { stopped_at: stoppedAt, completed: false };
}

function wouldText(
  entry: TraceEntry,
  step: unknown,
  effect: Effect | undefined,
  mail: MailKnowledge,
): string {
  const what = stepSummary(step, { email: mail.titleOf });
  const why = entry.reason === undefined ? '' : `: ${entry.reason}`;
  switch (entry.outcome) {
    case 'ran':
      return effect === undefined ? `Continue at once: ${what}` : effectText(effect, mail);
    case 'branched':
      return `Take "${entry.arm ?? ''}": ${what}`;
    case 'waiting':
      return `${what}${why}`;
    case 'released':
      return `Pass at once${entry.arm === undefined ? '' : ` into "${entry.arm}"`}: ${what}${why}`;
    case 'exited':
      return 'Exit the flow';
    case 'skipped':
      return `Skip the step${why}`;
    case 'parked':
      return `Stop${why}`;
  }
}

function effectText(effect: Effect, mail: MailKnowledge): string {
  switch (effect.kind) {
    case 'send_email': {
      const title = mail.titleOf(effect.email_id);
      const against = mail.against(effect.email_id);
      const queued = `Queue email ${effect.email_id}${title === null ? '' : `, ${quoted(title)}`}`;
      return against === null ? queued : `${queued}; it would not be delivered, since ${against}`;
    }
    case 'add_tag':
      return `Add the tag ${quoted(effect.tag)}`;
    case 'remove_tag':
      return `Remove the tag ${quoted(effect.tag)}`;
    case 'set_field':
      return effect.value === null
        ? `Clear the field ${quoted(effect.field)}`
        : `Set the field ${quoted(effect.field)} to ${quoted(effect.value)}`;
    case 'fire_event':
      return `Record the event ${quoted(effect.event)} with ${cut(JSON.stringify(effect.details))}`;
    case 'start_sequence':
      return `Start sequence ${effect.sequence_id}`;
  }
}

function cut(text: string): string {
  return text.length > limits.stepTextChars ? `${text.slice(0, limits.stepTextChars)}…` : text;
}
