import { type CompiledFlow, compileFlow } from '@postroad/core/flow/compile';
import type { Definition } from '@postroad/core/flow/definition';
import { type FlowRow, listLiveFlows } from '@postroad/store/flow';
import { readFlowsVersion } from '@postroad/store/instance';
import type { Tx } from '@postroad/store/transaction';

export interface LiveFlow {
  id: number;
  key: string;
  once: boolean;
  compiled: CompiledFlow;
}

interface Loaded {
  version: number;
  byId: Map<number, LiveFlow>;
  byEvent: Map<string, LiveFlow[]>;
}

/**
 * The live flows, compiled, kept in memory. Each use asks for the one number that every change of a
 * flow raises, so that no process ever runs a definition that was replaced before its transaction.
 */
export class LiveFlows {
  #loaded: Loaded | null = null;
  readonly #ahead = new WeakMap<Tx, Promise<number>>();
  readonly #compiled = new Map<number, { version: number; flow: LiveFlow }>();

  async byId(tx: Tx): Promise<Map<number, LiveFlow>> {
    return (await this.#current(tx)).byId;
  }

  /** Flows whose trigger names the event, by event name. */
  async byEvent(tx: Tx): Promise<Map<string, LiveFlow[]>> {
    return (await this.#current(tx)).byEvent;
  }

  /** Asks for the number now, so that the next use in `tx` does not wait for it. */
  async readAhead(tx: Tx): Promise<void> {
    const version = readFlowsVersion(tx);
    this.#ahead.set(tx, version);
    await version;
  }

  async #current(tx: Tx): Promise<Loaded> {
    const version = await (this.#ahead.get(tx) ?? readFlowsVersion(tx));
    this.#ahead.delete(tx);
    if (this.#loaded?.version === version) return this.#loaded;
    const rows = await listLiveFlows(tx);
    const flows = rows.map((row) => this.#compile(row));
    const byEvent = new Map<string, LiveFlow[]>();
    for (const flow of flows) {
      const event = flow.compiled.definition.trigger.event;
      byEvent.set(event, [...(byEvent.get(event) ?? []), flow]);
    }
    const loaded = { version, byId: new Map(flows.map((flow) => [flow.id, flow])), byEvent };
    // A transaction that changed flows itself may roll back; then the number is read again.
    tx.afterCommit(() => {
      this.#loaded = loaded;
    });
    return loaded;
  }

  #compile(row: FlowRow): LiveFlow {
    const known = this.#compiled.get(row.id);
    if (known?.version === row.version) return known.flow;
    const flow = {
      id: row.id,
      key: row.key,
      once: row.run_policy === 'single_run',
      compiled: compileFlow(row.definition as unknown as Definition),
    };
    this.#compiled.set(row.id, { version: row.version, flow });
    return flow;
  }
}
