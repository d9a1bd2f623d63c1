import { isObject, own } from '../../platform/json.ts';
import { limits } from '../../platform/limits.ts';
import type { CompiledFlow } from '../definition/compile.ts';
import {
  type CompiledGoal,
  type GoalProgress,
  heldAtStart,
  isOpen,
} from '../goals/compiled-goals.ts';
import { advance } from '../interpreter/advance.ts';
import { questions } from '../interpreter/questions.ts';
import { type Effect, newRun, type RunState, type TraceEntry } from '../interpreter/run.ts';
import { type CaseDifference, differencesOf } from './case-difference.ts';
import { CaseFacts } from './case-facts.ts';
import type { CaseWorld } from './case-world.ts';
import type { FlowCase } from './flow-case.ts';
import { byStep, type CaseRun, pathOf, type TestedFlow } from './tested-flow.ts';

export interface CaseResult extends CaseRun {
  passed: boolean;
  differences: CaseDifference[];
}

/** Runs a case and compares it with what it expects (FTEST-02). Pure, and bounded by its events. */
export function runCase(flow: TestedFlow, test: FlowCase, world: CaseWorld): CaseResult {
  const run = walkCase(flow, test, world);
  const differences = differencesOf(flow, test, run, world);
  return { ...run, passed: differences.length === 0, differences };
}

/**
 * Walks a new run through its flow with the events of the case, each at its time, as the engine does:
 * a delay ends when it is due, a gate is looked at again when an event arrives, when something happens to
 * mail, and when its time is over. What the account decides about mail when it hands it over, such as
 * send windows and guards, is not part of it.
 */
function walkCase(tested: TestedFlow, test: FlowCase, world: CaseWorld): CaseRun {
  const { compiled: flow } = tested;
  const facts = new CaseFacts(test, world);
  const line = new TimeLine(test, facts);
  const began = line.startOf(flow);
  if (typeof began === 'string') {
    return { notStarted: began, entries: [], path: [], sends: [], ends: null, looks: 0 };
  }
  const entries: CaseRun['entries'] = [];
  const sends: CaseRun['sends'] = [];
  const goals = new CaseGoals(flow, facts, began);
  const draws = {
    flow_key: tested.key,
    person_id: 1,
    kept: byStep(tested, 'split', test.person.splits),
  };
  const calls = byStep(tested, 'call_webhook', test.person.calls);
  let run: RunState = newRun;
  let at = began;
  let looks = 0;
  while (looks < limits.walkLooks) {
    looks += 1;
    const over = goals.reachedByEvents(run, at);
    if (over !== null) {
      entries.push({ ...over, at });
      run = { ...run, status: 'exited', due_at: null };
      break;
    }
    const known = facts.answers(questions(flow, run), at);
    const leg = advance(flow, run, { ...known, draws, calls, goals: goals.progress }, at);
    ({ run } = leg);
    const effects = new Map(leg.effects.map((effect) => [effect.step_id, effect]));
    for (const entry of leg.trace) {
      const effect = entry.goal === undefined ? effects.get(entry.step_id ?? 0) : undefined;
      entries.push({ ...entry, at, ...(effect && { effect }) });
    }
    sends.push(...perform(facts, leg.effects, at));
    goals.note(leg.reached);
    if (run.status !== 'active') break;
    // A gate may wait for what this leg did, and the end of a call is known at once.
    const again = (leg.effects.length > 0 && run.waits_for) || calls.has(run.step_id ?? 0);
    const next = again ? at : line.next(run, at);
    if (next === null) break;
    at = next;
    if (run.waits_for !== null) run = { ...run, due_at: at };
  }
  const ends =
    run.status === 'active' ? 'waiting' : run.status === 'completed' ? run.status : 'exited';
  return { notStarted: null, entries, path: pathOf(tested, entries), sends, ends, looks };
}

/** Notes what the run does to the person; answers the mail that reaches them. */
function perform(facts: CaseFacts, effects: readonly Effect[], at: Date): CaseRun['sends'] {
  const sends: CaseRun['sends'] = [];
  for (const effect of effects) {
    facts.change(effect, at);
    if (effect.kind === 'fire_event') facts.record(effect.event, effect.details, at, true);
    if (effect.kind === 'start_sequence') facts.start(effect.sequence_id, at);
    if (effect.kind !== 'send_email') continue;
    facts.send(effect.email_id, at);
    if (facts.delivers(effect.email_id)) sends.push({ email_id: effect.email_id, at });
  }
  return sends;
}

/** The goals of the run: an event reaches one as it is recorded, a condition when the run is looked at. */
class CaseGoals {
  readonly #flow: CompiledFlow;
  readonly #facts: CaseFacts;
  readonly #startedAt: Date;
  #settled: ReadonlySet<string>;
  /** How many events were looked at. */
  #seen: number;

  constructor(flow: CompiledFlow, facts: CaseFacts, startedAt: Date) {
    this.#flow = flow;
    this.#facts = facts;
    this.#startedAt = startedAt;
    const known = facts.answers(flow.goals.questions, startedAt);
    this.#settled = new Set(heldAtStart(flow.goals, known, startedAt, flow.memo.leafTypes));
    this.#seen = facts.log.length;
  }

  get progress(): GoalProgress {
    return { startedAt: this.#startedAt, endedAt: null, settled: this.#settled };
  }

  /** The end of the run by an event since the last look. */
  reachedByEvents({ step_id }: RunState, now: Date): TraceEntry | null {
    const since = this.#facts.log.slice(this.#seen).filter(({ fired }) => !fired);
    for (const { name, details, at } of since) {
      const reached = this.#flow.goals.all.filter(
        (goal) =>
          goal.event?.name === name &&
          isOpen(goal, this.progress, at < now ? at : now) &&
          goal.event.satisfies(details),
      );
      this.note(reached);
      const end = reached.find(({ exit }) => exit);
      if (end === undefined) continue;
      return { step_id, type: null, outcome: 'exited', reason: end.name, goal: end.name };
    }
    this.#seen = this.#facts.log.length;
    return null;
  }

  note(reached: readonly CompiledGoal[]): void {
    this.#settled = new Set([...this.#settled, ...reached.map(({ name }) => name)]);
  }
}

/** The events of a case and the other times at which something happens, in order. */
class TimeLine {
  readonly #facts: CaseFacts;
  readonly #events: { at: Date; name: string; details: Record<string, unknown> }[];
  readonly #moments: Date[];
  readonly #clock: Date;
  /** Whether goals can end a delay before its time. */
  #looksAtAll = false;

  constructor(test: FlowCase, facts: CaseFacts) {
    this.#facts = facts;
    this.#clock = facts.at(test.clock);
    this.#events = test.events
      .map(({ at, name, details }) => ({ at: facts.at(at), name, details }))
      .sort((a, b) => a.at.getTime() - b.at.getTime());
    this.#moments = facts.moments().sort((a, b) => a.getTime() - b.getTime());
  }

  /**
   * When the run starts: with the first event from the clock on that the trigger takes, which counts as
   * recorded; without a trigger by events, at the clock. Answers why none does.
   */
  startOf(flow: CompiledFlow): Date | string {
    while (this.#events[0] && this.#events[0].at < this.#clock) this.#record();
    this.#looksAtAll = flow.goals.all.length > 0;
    const { trigger } = flow.definition;
    if (!isObject(trigger) || own(trigger, 'type') !== undefined) return this.#clock;
    let why = 'No event of the case is at its clock or later.';
    for (let index = 0; this.#events[0] !== undefined; index += 1) {
      const { name, details, at } = this.#record();
      const match = flow.matches({ name, details, historical: false });
      if (match.matched) {
        this.#facts.merge = { ...this.#facts.merge, event: { name, details } };
        return at;
      }
      if (index === 0) why = match.reason;
    }
    return why;
  }

  /** When the run is looked at next, with what has happened by then; null if nothing moves it any more. */
  next({ due_at: due, waits_for }: RunState, now: Date): Date | null {
    // Nothing but its time ends a delay, except a goal.
    if (waits_for === null && !this.#looksAtAll) {
      while (due && this.#events[0] && this.#events[0].at <= due) this.#record();
      return due;
    }
    const [event] = this.#events;
    const moment = this.#moments.find((at) => at > now);
    const times = [due, event?.at, moment].filter((at) => at !== null && at !== undefined);
    if (times.length === 0) return null;
    const next = new Date(Math.max(now.getTime(), Math.min(...times.map((at) => at.getTime()))));
    if (event && event.at <= next) this.#record();
    return next;
  }

  #record() {
    const event = this.#events.shift();
    if (event === undefined) throw new Error('There is no event left.');
    this.#facts.record(event.name, event.details, event.at);
    return event;
  }
}
