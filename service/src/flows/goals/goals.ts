import type { Facts } from '@postroad/core/conditions/facts';
import type { CompiledFlow } from '@postroad/core/flows/definition/compile';
import {
  type CompiledGoal,
  heldAtStart,
  holdsNow,
  isOpen,
} from '@postroad/core/flows/goals/compiled-goals';
import { durationMs } from '@postroad/core/platform/duration';
import { limits } from '@postroad/core/platform/limits';
import {
  findGoalRuns,
  type GoalRun,
  holdGoals,
  lockGoalRuns,
} from '@postroad/store/flows/run-goal';
import type { Tx } from '@postroad/store/platform/transaction';
import { type ConditionDeps, loadConditionFacts } from '../../conditions/condition-facts.ts';
import type { Recorded } from '../run-wakeups.ts';
import { Dependencies, type Dependency } from './dependencies.ts';
import { type ReachedRun, reachGoals } from './reach-goals.ts';

/** A flow with goals. */
interface GoalFlow {
  id: number;
  compiled: CompiledFlow;
}

/** A goal that an event reaches. */
interface EventGoal {
  flow: GoalFlow;
  goal: CompiledGoal;
}

interface StartedRun {
  id: number;
  flow_id: number;
  person_id: number;
}

/** Something by which a person may have reached goals of a flow. */
interface Look {
  person_id: number;
  flow_id: number;
  /** The event that reaches a goal; null to look at conditions. */
  event: { id: number; goal: string } | null;
  /** Whether the caller may wait for mail in hand-over. */
  waits: boolean;
}

type Item = { started: StartedRun } | { look: Look };

/**
 * What the goals of flows depend on. Kept in memory, since almost nothing that happens concerns any
 * goal; then only runs of the people concerned, in the flows concerned, are read. Everything is
 * decided at the end of the transaction that shows it, from all that it wrote (GOAL-01).
 */
export class Goals {
  readonly #byEvent = new Map<string, EventGoal[]>();
  readonly #flows = new Map<number, GoalFlow>();
  readonly #dependencies = new Dependencies();
  readonly #conditions: ConditionDeps;

  constructor(flows: Iterable<GoalFlow>, conditions: ConditionDeps) {
    this.#conditions = conditions;
    for (const flow of flows) {
      const { goals } = flow.compiled;
      if (goals.all.length === 0) continue;
      this.#flows.set(flow.id, flow);
      this.#dependencies.add(flow.id, goals.questions);
      for (const goal of goals.all) {
        if (goal.event === null) continue;
        const { name } = goal.event;
        this.#byEvent.set(name, [...(this.#byEvent.get(name) ?? []), { flow, goal }]);
      }
    }
  }

  /** Whether the condition of any goal depends on this. */
  dependOn(kind: Dependency): boolean {
    return this.#dependencies.has(kind);
  }

  /** Notes the goals that hold at the end of the transaction in which runs start (GOAL-04). */
  started({ work }: Pick<Tx, 'work'>, runs: readonly StartedRun[]): void {
    if (!this.#dependencies.any) return;
    const having = runs.filter(({ flow_id }) => {
      const questions = this.#flows.get(flow_id)?.compiled.goals.questions ?? [];
      return questions.length > 0;
    });
    work.conclude(
      this.#conclude,
      having.map((started): Item => ({ started })),
    );
  }

  /** Looks at the goals that events reach, or whose conditions they can change. */
  recorded({ work }: Pick<Tx, 'work'>, events: readonly Recorded[]): void {
    if (this.#flows.size === 0) return;
    const items: Item[] = [];
    for (const { id, person_id, name, details, historical } of events) {
      for (const { flow, goal } of this.#byEvent.get(name) ?? []) {
        if (historical && !flow.compiled.historical) continue;
        if (goal.event?.satisfies(details) !== true) continue;
        const event = { id, goal: goal.name };
        items.push({ look: { person_id, flow_id: flow.id, event, waits: true } });
      }
      if (!this.#dependencies.hasEvent(name)) continue;
      for (const flowId of this.#dependencies.flowsOnEvent(name)) {
        items.push({ look: { person_id, flow_id: flowId, event: null, waits: true } });
      }
    }
    work.conclude(this.#conclude, items);
  }

  /**
   * Looks at the goals that depend on what changed about people. Mail in hand-over is settled by the
   * lane that hands over, which must not wait for it.
   */
  changed(
    { work }: Pick<Tx, 'work'>,
    kinds: readonly Dependency[],
    people: Iterable<number>,
    { waits = true }: { waits?: boolean } = {},
  ): void {
    const flows = this.#dependencies.flowsOn(kinds);
    if (flows.size === 0) return;
    const items = [...people].flatMap((personId) =>
      [...flows].map(
        (flowId): Item => ({ look: { person_id: personId, flow_id: flowId, event: null, waits } }),
      ),
    );
    work.conclude(this.#conclude, items);
  }

  readonly #conclude = async (tx: Tx, items: readonly Item[]): Promise<void> => {
    await this.#holdStarted(
      tx,
      items.flatMap((item) => ('started' in item ? item.started : [])),
    );
    const looks = new Map<string, Look[]>();
    for (const item of items) {
      if (!('look' in item)) continue;
      const key = pairOf(item.look);
      const before = looks.get(key);
      if (before === undefined) looks.set(key, [item.look]);
      else before.push(item.look);
    }
    if (looks.size > 0) await this.#look(tx, looks);
  };

  async #holdStarted(tx: Tx, started: readonly StartedRun[]): Promise<void> {
    if (started.length === 0) return;
    const facts = await this.#facts(tx, started);
    const held = started.flatMap((run) => {
      const flow = this.#flows.get(run.flow_id)?.compiled;
      if (flow === undefined) return [];
      const names = heldAtStart(flow.goals, facts(run), tx.now, flow.memo.leafTypes);
      return names.map((goal) => ({ run_id: run.id, goal }));
    });
    if (held.length > 0) await holdGoals(tx, held);
  }

  async #look(tx: Tx, looks: ReadonlyMap<string, Look[]>): Promise<void> {
    const pairs = [...looks.values()].flatMap(([look]) =>
      look === undefined ? [] : [{ ...look, started_from: this.#startedFrom(look, tx.now) }],
    );
    const found = await findGoalRuns(tx, pairs, {
      endedFrom: new Date(tx.now.getTime() - limits.goalAfterEndDays * 86_400_000),
      limit: limits.goalRunsLooked,
    });
    const lookedAt = (run: GoalRun) => looks.get(pairOf(run)) ?? [];
    const open = found.filter((run) => this.#concerned(run, lookedAt(run), tx.now).length > 0);
    if (open.length === 0) return;
    // Another transaction that shows a part of a condition about these people waits here, and then sees this part.
    const runs = await lockGoalRuns(
      tx,
      open.map(({ id }) => id),
    );
    const asking = runs.filter((run) => lookedAt(run).some(({ event }) => event === null));
    const facts = asking.length > 0 ? await this.#facts(tx, asking) : null;
    const reached = runs.flatMap((run): (ReachedRun & { waits: boolean })[] => {
      const of = lookedAt(run);
      const goals = this.#concerned(run, of, tx.now).filter(
        (goal) =>
          goal.condition === null ||
          (facts !== null && holdsNow(goal, facts(run), tx.now, this.#typesOf(run))),
      );
      return goals.length === 0 ? [] : [{ run, goals, waits: of.some(({ waits }) => waits) }];
    });
    for (const waits of [true, false]) {
      await reachGoals(
        tx,
        reached.filter((one) => one.waits === waits),
        { waits },
      );
    }
  }

  /** The goals that a run can still reach, and that what happened may have reached. */
  #concerned(run: GoalRun, looks: readonly Look[], now: Date): CompiledGoal[] {
    const goals = this.#flows.get(run.flow_id)?.compiled.goals.all ?? [];
    const progress = {
      startedAt: run.started_at,
      endedAt: run.ended_at,
      settled: new Set(run.settled),
    };
    return goals.filter((goal) => {
      const isNamed = looks.some(({ event }) =>
        event === null
          ? goal.condition !== null
          : // The event that started the run, and what came before it, reach nothing.
            event.goal === goal.name && event.id > (run.event_id ?? 0),
      );
      return isNamed && isOpen(goal, progress, now);
    });
  }

  #typesOf({ flow_id }: GoalRun) {
    return this.#flows.get(flow_id)?.compiled.memo.leafTypes;
  }

  async #facts(
    tx: Tx,
    runs: readonly { person_id: number; flow_id: number }[],
  ): Promise<(run: { person_id: number }) => Facts> {
    const asked = runs.map(({ person_id, flow_id }) => ({
      personId: person_id,
      questions: this.#flows.get(flow_id)?.compiled.goals.questions ?? [],
    }));
    const facts = await loadConditionFacts(tx, this.#conditions, asked);
    return ({ person_id }) => facts.of(person_id);
  }

  /** Runs that began before this have no goal with `within` open. */
  #startedFrom({ flow_id }: Look, now: Date): Date {
    const goals = this.#flows.get(flow_id)?.compiled.goals.all ?? [];
    const longest = Math.max(0, ...goals.map(({ within }) => (within ? durationMs(within) : 0)));
    return new Date(now.getTime() - longest);
  }
}

function pairOf({ person_id, flow_id }: { person_id: number; flow_id: number }): string {
  return `${person_id} ${flow_id}`;
}
