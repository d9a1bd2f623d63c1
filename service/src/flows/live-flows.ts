import { type CompiledFlow, compileFlow } from '@postroad/core/flows/definition/compile';
import { planRenewals, type RenewalPlan } from '@postroad/core/flows/renewals/renewal-plan';
import { type DatePlan, planDates } from '@postroad/core/flows/triggers/date-plan';
import { planSchedule, type SchedulePlan } from '@postroad/core/flows/triggers/schedule-plan';
import { asSegmentTrigger } from '@postroad/core/flows/triggers/segment';
import type { SegmentTrigger } from '@postroad/core/flows/triggers/segment-trigger';
import { readFlowsVersion } from '@postroad/store/account/engine-state';
import { type FlowRow, listRunningFlows } from '@postroad/store/flows/flow';
import type { Tx } from '@postroad/store/platform/transaction';
import type { ConditionDeps } from '../conditions/condition-facts.ts';
import { Gates } from './gates.ts';
import { Goals } from './goals/goals.ts';
import { FlowsByEvent } from './triggers/flows-by-event.ts';

export interface LiveFlow {
  id: number;
  key: string;
  /** False while it is paused. */
  live: boolean;
  once: boolean;
  compiled: CompiledFlow;
  /** Set for a flow that starts before renewals. */
  renewals: RenewalPlan | null;
  /** Set for a flow that starts on dates of people. */
  dates: DatePlan | null;
  /** Set for a flow that a schedule starts. */
  schedule: SchedulePlan | null;
  /** Set for a flow that starts as somebody enters or leaves a segment. */
  segment: SegmentTrigger | null;
  /** Time of the last save. */
  saved: Date;
}

/** The flows that people may be in: live ones, and paused ones that will resume. */
export interface RunningFlows {
  version: number;
  /** The live flows. */
  byId: ReadonlyMap<number, LiveFlow>;
  paused: readonly LiveFlow[];
  byEvent: FlowsByEvent<LiveFlow>;
  gates: Gates;
  goals: Goals;
}

/**
 * The running flows, compiled and kept in memory. Each use reads the revision that every change of
 * a flow raises, so that no process runs a definition that was replaced before its transaction.
 */
export class LiveFlows {
  #loaded: RunningFlows | null = null;
  readonly #conditions: ConditionDeps;
  readonly #compiled = new Map<number, { version: number; flow: LiveFlow }>();

  /** Goals are decided on facts about people. */
  constructor(conditions: ConditionDeps) {
    this.#conditions = conditions;
  }

  /** The live flows by id. */
  async byId(tx: Tx): Promise<ReadonlyMap<number, LiveFlow>> {
    return (await this.running(tx)).byId;
  }

  /** The flows of the last read by a transaction, for uses that tolerate slightly old data. */
  get lastSeen(): RunningFlows | null {
    return this.#loaded;
  }

  /** The flows at the time of the statements sent before, or of when their `version` was read. */
  async running(tx: Tx, version?: number): Promise<RunningFlows> {
    return await this.#ofVersion(tx, version ?? (await readFlowsVersion(tx)));
  }

  async #ofVersion(tx: Tx, version: number): Promise<RunningFlows> {
    if (this.#loaded?.version === version) return this.#loaded;
    const rows = await listRunningFlows(tx);
    const flows = rows.map((row) => this.#compile(row));
    const byEvent = new FlowsByEvent(flows);
    const live = flows.filter((flow) => flow.live);
    const byId = new Map(live.map((flow) => [flow.id, flow]));
    const paused = flows.filter((flow) => !flow.live);
    const goals = new Goals(flows, this.#conditions);
    const loaded = { version, byId, paused, byEvent, gates: new Gates(flows), goals };
    // A transaction that changed flows itself may roll back, so the revision is read again.
    tx.work.afterCommit(() => {
      this.#loaded = loaded;
      for (const [index, { id, version: saved }] of rows.entries()) {
        const flow = flows[index];
        if (flow) this.#compiled.set(id, { version: saved, flow });
      }
    });
    return loaded;
  }

  #compile(row: FlowRow): LiveFlow {
    const known = this.#compiled.get(row.id);
    if (known?.version === row.version) return known.flow;
    const definition = row.definition;
    return {
      id: row.id,
      key: row.key,
      live: row.status === 'live',
      once: row.run_policy === 'single_run',
      compiled: compileFlow(definition),
      renewals: planRenewals(definition.trigger),
      dates: planDates(definition.trigger),
      schedule: planSchedule(definition.trigger),
      segment: asSegmentTrigger(definition.trigger),
      saved: row.updated_at,
    };
  }
}

/** The parts of the service that reading running flows needs. */
export interface FlowDeps {
  liveFlows: LiveFlows;
}
