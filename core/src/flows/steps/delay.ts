import { after, durationMs, durationSummary, resolveDuration } from '../../platform/duration.ts';
import { own } from '../../platform/json.ts';
import type { Delay } from '../definition/definition.ts';
import { duration } from '../definition/field-kind.ts';
import type { StepType } from './step-type.ts';

/** Waits for its duration (RUN-10). A duration of zero does not wait. */
export const delay: StepType<Delay> = {
  fields: { duration: { kind: duration, required: true } },
  arms: [],
  ends: false,
  summary: (step) => `Wait ${durationSummary(own(step, 'duration'))}`,
  // The tunable may be missing or zero when the person enters the step.
  holds: (step) => !('setting' in step.duration) && durationMs(step.duration) > 0,

  enter(step, { answers, now }) {
    const wait = resolveDuration(step.duration, answers.tunables);
    if (wait === null) {
      return { kind: 'skip', reason: `No duration: ${durationSummary(step.duration)} is unknown.` };
    }
    if (wait.amount === 0) return { kind: 'next' };
    const over = after(now, wait);
    const assumed = answers.assumed?.get(step.id)?.at ?? over;
    const dueAt = new Date(Math.max(over.getTime(), assumed.getTime()));
    return {
      kind: 'wait',
      wait: { due_at: dueAt, arrived_at: now, after_event: null, waits_for: null },
    };
  },

  resume: {
    owns: (run) => run.waits_for === null,
    /** The due time is fixed on arrival; editing the duration does not affect people who wait. */
    look: (_step, run, { now }) =>
      run.due_at !== null && run.due_at > now ? { kind: 'stay' } : { kind: 'release' },
  },
};
