import { type EventShape, mergeShapes, shapeOf } from '@postroad/core/event-shape';
import type { Database } from '@postroad/store/database';
import { growEventTypes, lockEventShapes } from '@postroad/store/event-type';
import { transaction } from '@postroad/store/transaction';

interface Growth {
  count: number;
  sources: Set<string>;
  shape: EventShape;
  lastSeen: Date;
}

/**
 * Registry counts, kept in memory and written once a second: one row an event name would be the
 * hottest row of the database. A kill loses at most a second of counts, never an event.
 */
export class EventCounts {
  #growths = new Map<number, Growth>();

  add(typeId: number, source: string, details: Record<string, unknown>, at: Date): void {
    const growth = this.#growths.get(typeId) ?? {
      count: 0,
      sources: new Set<string>(),
      shape: {},
      lastSeen: at,
    };
    growth.count += 1;
    growth.sources.add(source);
    growth.shape = mergeShapes(growth.shape, shapeOf(details));
    if (at > growth.lastSeen) growth.lastSeen = at;
    this.#growths.set(typeId, growth);
  }

  /** Writes what was counted since the last flush; keeps it for the next one where that fails. */
  async flush(database: Database): Promise<void> {
    if (this.#growths.size === 0) return;
    const growths = this.#growths;
    this.#growths = new Map();
    try {
      await transaction(database, {}, async (tx) => {
        const shapes = await lockEventShapes(tx, [...growths.keys()]);
        await growEventTypes(
          tx,
          [...growths].map(([id, growth]) => ({
            id,
            count: growth.count,
            sources: [...growth.sources],
            shape: mergeShapes((shapes.get(id) ?? {}) as EventShape, growth.shape),
            last_seen: growth.lastSeen.toISOString(),
          })),
        );
      });
    } catch (error) {
      this.#giveBack(growths);
      throw error;
    }
  }

  #giveBack(growths: Map<number, Growth>): void {
    for (const [id, growth] of growths) {
      const now = this.#growths.get(id);
      if (!now) {
        this.#growths.set(id, growth);
        continue;
      }
      now.count += growth.count;
      for (const source of growth.sources) now.sources.add(source);
      now.shape = mergeShapes(growth.shape, now.shape);
    }
  }
}
