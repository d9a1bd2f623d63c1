import { type NeededDetail, neededBy } from '@postroad/core/conditions/match';
import type { CompiledFlow } from '@postroad/core/flows/definition/compile';
import type { TriggeringEvent } from '@postroad/core/flows/triggers/trigger-type';
import { own } from '@postroad/core/platform/json';

type Startable = { compiled: CompiledFlow };

/** Flows whose trigger needs something of the same detail; of no single one where it is null. */
interface Look<Flow> {
  detail: string | null;
  flows: { holds: NeededDetail['holds']; flow: Flow }[];
}

/**
 * Flows by the event that starts them. Each event of their name runs through all of them, so the
 * detail that rules out most is read once, and only what is left is matched.
 */
export class FlowsByEvent<Flow extends Startable> {
  readonly #byName = new Map<string, Look<Flow>[]>();

  constructor(flows: Iterable<Flow>) {
    for (const flow of flows) {
      const { trigger } = flow.compiled.definition;
      if (!('event' in trigger) || typeof trigger.event !== 'string') continue;
      const { detail, holds } = neededBy(trigger.match) ?? { detail: null, holds: () => true };
      const looks = this.#byName.get(trigger.event) ?? [];
      this.#byName.set(trigger.event, looks);
      const look = looks.find((one) => one.detail === detail);
      if (look === undefined) looks.push({ detail, flows: [{ holds, flow }] });
      else look.flows.push({ holds, flow });
    }
  }

  /** The flows that an event starts, live or paused. */
  startedBy(event: TriggeringEvent): Flow[] {
    const found: Flow[] = [];
    for (const { detail, flows } of this.#byName.get(event.name) ?? []) {
      const actual = detail === null ? undefined : own(event.details, detail);
      for (const { holds, flow } of flows) {
        if (holds(actual) && flow.compiled.matches(event).matched) found.push(flow);
      }
    }
    return found;
  }
}
