import { type EventShape, mergeShapes } from '@postroad/core/events/event-shape';
import { growEventTypes, lockEventShapes } from '@postroad/store/events/event-type';
import type { Database } from '@postroad/store/platform/connection/database';
import { transaction } from '@postroad/store/platform/transaction';
import type { EventCounts } from './event-counts.ts';

/** The parts of the service that flushing needs. */
export interface CountDeps {
  database: Database;
  /** Registry counts that are not yet in the database. */
  eventCounts: EventCounts;
}

/** Writes the registry counts of this process. If that fails, they are kept for the next flush. */
export async function flushEventCounts({ database, eventCounts }: CountDeps): Promise<void> {
  const growths = eventCounts.take();
  if (growths.size === 0) return;
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
          last_seen_at: growth.lastSeen.toISOString(),
        })),
      );
    });
  } catch (error) {
    eventCounts.giveBack(growths);
    throw error;
  }
}
