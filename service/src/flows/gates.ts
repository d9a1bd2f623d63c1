import { asks } from '@postroad/core/conditions/evaluate';
import { compileMatch } from '@postroad/core/conditions/match';
import type { CompiledFlow } from '@postroad/core/flows/definition/compile';
import { Dependencies, type Dependency } from './goals/dependencies.ts';

/** A gate that waits for an event by name. */
export interface EventGate {
  flow_id: number;
  step_id: number;
  /** Whether backfilled events open it (TRIG-06). */
  historical: boolean;
  satisfies: (details: Record<string, unknown>) => boolean;
}

/**
 * What the gates of flows wait for, and what triggers of segments look at. Kept in memory, since
 * almost nothing that happens affects any of them, and only the affected people should be woken.
 */
export class Gates {
  readonly #byEvent = new Map<string, EventGate[]>();
  readonly #dependencies = new Dependencies();

  constructor(
    flows: Iterable<{ id: number; compiled: CompiledFlow; segment: { segment: string } | null }>,
  ) {
    for (const { id, compiled, segment = null } of flows) {
      // Everybody who changes may enter or leave the segment that starts a flow.
      if (segment !== null)
        this.#dependencies.add(id, [{ kind: 'segment', segment: segment.segment }]);
      if (compiled.gates.events.size > 0 || compiled.gates.conditions) this.#add(id, compiled);
    }
  }

  #add(flow_id: number, { byId, historical }: CompiledFlow): void {
    for (const { type, step } of byId.values()) {
      if (type === null || step.type !== 'gate') continue;
      const { wait_for } = step;
      if ('event' in wait_for) {
        const { name, match } = wait_for.event;
        const satisfies = match === undefined ? () => true : compileMatch(match);
        const gate = { flow_id, step_id: step.id, historical, satisfies };
        this.#byEvent.set(name, [...(this.#byEvent.get(name) ?? []), gate]);
      } else {
        this.#dependencies.add(flow_id, asks(wait_for.condition));
      }
    }
  }

  /** Whether any gate waits for anything. */
  get any(): boolean {
    return this.#byEvent.size > 0 || this.#dependencies.any;
  }

  /** The gates that an event opens for the people who wait there. */
  openedBy(event: {
    name: string;
    details: Record<string, unknown>;
    historical: boolean;
  }): EventGate[] {
    const gates = this.#byEvent.get(event.name);
    if (gates === undefined) return [];
    return gates.filter(
      (gate) => (gate.historical || !event.historical) && gate.satisfies(event.details),
    );
  }

  /** Whether the condition of any gate depends on this. */
  dependOn(kind: Dependency): boolean {
    return this.#dependencies.has(kind);
  }

  /** Whether an event of this name can change the condition of a gate. */
  dependOnEvent(name: string): boolean {
    return this.#dependencies.hasEvent(name);
  }
}
