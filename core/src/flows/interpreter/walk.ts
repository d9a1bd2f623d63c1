import { limits } from '../../platform/limits.ts';
import type { CompiledFlow } from '../definition/compile.ts';
import { heldAtStart } from '../goals/compiled-goals.ts';
import { advance } from './advance.ts';
import { answersAt, startJourney, type WalkedMail } from './later-answers.ts';
import type { Answers, Assumption } from './question.ts';
import { questionsOfAll } from './questions.ts';
import { type Effect, newRun, type RunState, type TraceEntry } from './run.ts';

export interface WalkedEntry extends TraceEntry {
  /** When it happens. */
  at: Date;
  effect?: Effect;
}

/** What a walk knows of waits, and of what happens beside the flow. */
export interface WalkOptions {
  assumed: ReadonlyMap<number, Assumption>;
  /** Whether it continues past waits that nothing is assumed of. */
  pastWaits: boolean;
  /** Emails that do not reach the person. */
  undelivered: ReadonlySet<number>;
  /** The time zone of the account. */
  zone: string;
}

export interface WalkResult {
  /** The run at the end. */
  run: RunState;
  entries: WalkedEntry[];
}

/**
 * Walks a new run through its flow and past waits, as the engine would if nothing happened but what is
 * assumed: a delay ends in its time, a gate opens through time alone, or expires; a goal that is
 * reached on the way ends it. Stops at a wait that no time ends, and without `pastWaits` at each wait that nothing is assumed of.
 */
export function walk(
  flow: CompiledFlow,
  loaded: Answers,
  now: Date,
  { assumed, pastWaits, undelivered, zone }: WalkOptions,
): WalkResult {
  const journey = startJourney(loaded, now, questionsOfAll(flow), zone);
  const entries: WalkedEntry[] = [];
  const mail: WalkedMail[] = [];
  const settled = new Set(heldAtStart(flow.goals, loaded, now, flow.memo.leafTypes));
  const goals = { startedAt: now, endedAt: null, settled };
  let answers: Answers = { ...loaded, assumed, goals };
  let run = newRun;
  let at = now;
  for (let closed = 0; closed < limits.walkLooks; ) {
    const leg = advance(flow, run, answers, at);
    const effects = new Map(leg.effects.map((effect) => [effect.step_id, effect]));
    for (const entry of leg.trace) {
      const effect = entry.goal === undefined ? effects.get(entry.step_id ?? 0) : undefined;
      entries.push({ ...entry, at, ...(effect && { effect }) });
    }
    if (leg.trace.length === 0) closed += 1;
    ({ run, answers } = leg);
    const due = run.status === 'active' ? run.due_at : null;
    if (due === null || !(pastWaits || assumed.has(run.step_id ?? 0))) break;
    const received = leg.effects.flatMap((effect) =>
      effect.kind === 'send_email' && !undelivered.has(effect.email_id) ? effect.email_id : [],
    );
    mail.push(...received.map((id) => ({ email_id: id, at })));
    // Mail that it just sent may be what a gate waits for.
    at = received.length > 0 ? at : due;
    answers = answersAt(answers, journey, mail, at);
  }
  return { run, entries };
}
