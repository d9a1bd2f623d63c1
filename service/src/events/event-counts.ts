import {
  type EventShape,
  isShapeKnown,
  mergeShapes,
  shapeOf,
} from '@postroad/core/events/event-shape';

/** The growth of one event name since the last flush. */
export interface EventGrowth {
  count: number;
  sources: Set<string>;
  shape: EventShape;
  lastSeen: Date;
}

/**
 * Registry counts, kept in memory and written once a second; otherwise the row of an event name
 * would be the hottest in the database. A kill loses at most a second of counts, never an event.
 */
export class EventCounts {
  #growths = new Map<number, EventGrowth>();

  add(typeId: number, source: string, details: Record<string, unknown>, at: Date): void {
    const known = this.#growths.get(typeId);
    if (known && isShapeKnown(known.shape, details)) {
      known.count += 1;
      known.sources.add(source);
      if (at > known.lastSeen) known.lastSeen = at;
      return;
    }
    this.#merge(typeId, {
      count: 1,
      sources: new Set([source]),
      shape: shapeOf(details),
      lastSeen: at,
    });
  }

  /** Hands over the counts by event type id and resets them. */
  take(): Map<number, EventGrowth> {
    const growths = this.#growths;
    this.#growths = new Map();
    return growths;
  }

  /** Takes back counts that could not be written. */
  giveBack(growths: Map<number, EventGrowth>): void {
    for (const [id, growth] of growths) this.#merge(id, growth);
  }

  #merge(typeId: number, growth: EventGrowth): void {
    const known = this.#growths.get(typeId);
    if (!known) {
      this.#growths.set(typeId, growth);
      return;
    }
    known.count += growth.count;
    for (const source of growth.sources) known.sources.add(source);
    known.shape = mergeShapes(known.shape, growth.shape);
    if (growth.lastSeen > known.lastSeen) known.lastSeen = growth.lastSeen;
  }
}
