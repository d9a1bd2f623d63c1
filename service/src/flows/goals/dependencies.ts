import { moneyEventNames } from '@postroad/core/billing/money-event';
import type { FactQuestion } from '@postroad/core/conditions/facts';

/**
 * What a condition can depend on; a segment can depend on anything, since its definition may
 * change.
 */
export type Dependency = FactQuestion['kind'];

const moneyKinds: readonly Dependency[] = ['subscription', 'purchased', 'spend'];

/** Which flows have a condition that depends on what, in memory. */
export class Dependencies {
  readonly #byKind = new Map<Dependency, Set<number>>();
  readonly #byEvent = new Map<string, Set<number>>();

  add(flowId: number, questions: readonly FactQuestion[]): void {
    for (const question of questions) {
      put(this.#byKind, question.kind, flowId);
      if ('event' in question) put(this.#byEvent, question.event, flowId);
    }
  }

  get any(): boolean {
    return this.#byKind.size > 0;
  }

  /** Whether the condition of any flow depends on this. */
  has(kind: Dependency): boolean {
    return this.#byKind.has(kind) || this.#byKind.has('segment');
  }

  /** Whether an event of this name can change the condition of any flow. */
  hasEvent(name: string): boolean {
    if (this.#byEvent.has(name) || this.#byKind.has('segment')) return true;
    return moneyEventNames.has(name) && moneyKinds.some((kind) => this.#byKind.has(kind));
  }

  /** The flows whose conditions depend on any of these. */
  flowsOn(kinds: readonly Dependency[]): Set<number> {
    const flows = [...kinds, 'segment' as const].map((kind) => this.#byKind.get(kind) ?? []);
    return new Set(flows.flatMap((ids) => [...ids]));
  }

  /** The flows whose conditions an event of this name can change. */
  flowsOnEvent(name: string): Set<number> {
    const kinds = this.flowsOn(moneyEventNames.has(name) ? moneyKinds : []);
    return new Set([...kinds, ...(this.#byEvent.get(name) ?? [])]);
  }
}

function put<Key>(into: Map<Key, Set<number>>, key: Key, flowId: number): void {
  const flows = into.get(key) ?? new Set<number>();
  into.set(key, flows.add(flowId));
}
