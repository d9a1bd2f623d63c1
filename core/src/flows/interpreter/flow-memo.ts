import type { ConditionLeaf } from '../../conditions/condition.ts';
import { conditionSummary } from '../../conditions/summary.ts';
import { LeafTypes } from '../../conditions/valid-leaf.ts';
import { type ZoneClock, ZoneClocks } from '../../platform/zone-clock.ts';
import { type Details, type PreparedDetails, prepareDetails } from './render-details.ts';

const noDetails: Details = {};

/**
 * Caches work shared by the walks of one compiled flow. Keyed by parts of the definition, which
 * never change, and lives as long as the compiled flow.
 */
export class FlowMemo {
  readonly leafTypes = new LeafTypes();
  readonly #clocks = new ZoneClocks();
  readonly #summaries = new WeakMap<ConditionLeaf, string>();
  readonly #details = new WeakMap<Details, PreparedDetails>();

  summaryOf(leaf: ConditionLeaf): string {
    const known = this.#summaries.get(leaf);
    if (known !== undefined) return known;
    const summary = conditionSummary(leaf);
    this.#summaries.set(leaf, summary);
    return summary;
  }

  /** The clock of a time zone, or of another one where there is none or it is unknown. */
  clockOf(timezone: string | null, otherwise: string): ZoneClock {
    return this.#clocks.either(timezone, otherwise);
  }

  preparedDetails(details: Details = noDetails): PreparedDetails {
    const known = this.#details.get(details);
    if (known !== undefined) return known;
    const prepared = prepareDetails(details);
    this.#details.set(details, prepared);
    return prepared;
  }
}
