import { goalEvents, goalsReached } from '@postroad/store/broadcasts/experiment';
import type { Opening } from '@postroad/store/platform/transaction';
import { countFacts } from '@postroad/store/queue/figures';
import type { EventReaction } from '../events/record-events.ts';

/**
 * Counts people who reach the goal of a broadcast by an event (EXP-01). The names of such events are read
 * ahead, so that a batch with none of them costs nothing else.
 */
export function countGoals(opening: Opening): EventReaction {
  const names = goalEvents(opening);
  return {
    ahead: names,
    async beside(tx, events) {
      const known = await names;
      const telling = events.filter(({ name }) => known.has(name));
      if (telling.length === 0) return;
      const reached = await goalsReached(tx, telling);
      await countFacts(
        tx,
        reached.map(({ send_id, at }) => ({
          ...{ send_id, at, figure: 'converted', link: null, count: 1 },
        })),
      );
    },
  };
}
