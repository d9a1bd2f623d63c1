import { moneyWarnings } from '@postroad/core/billing/money-warnings';
import { type BillingFacts, recordBilling } from '../billing/record-billing.ts';
import { countGoals } from '../broadcasts/count-goals.ts';
import { type EventFacts, type EventSubscriber, recordEvents } from '../events/record-events.ts';
import { noteSegmentsChanged, noteTunablesChanged } from '../flows/check-gates.ts';
import {
  flowsOnEvents,
  wakeChangedPeople,
  wakeConsenters,
  wakeSubscribers,
} from '../flows/react-to-facts.ts';
import { watchAnew } from '../flows/triggers/compare-segments.ts';
import { Fact } from '../platform/fact.ts';
import { blockSuppressed, reopenMoved, reopenSendWindows } from '../queue/react-to-facts.ts';
import { enqueueOptOuts } from '../sending/push-opt-outs.ts';
import type { Deps, Facts } from './deps.ts';

/** The parts of the service that subscribers need. */
type Rooms = Pick<
  Deps,
  'accountClock' | 'config' | 'counters' | 'eventCounts' | 'eventTypes' | 'liveFlows'
>;

/**
 * The subscribers of each fact, in the order in which they are called. They run in the transaction
 * that publishes the fact and are rolled back with it.
 */
export function wireFacts(rooms: Rooms): Facts {
  const { accountClock, eventTypes } = rooms;
  const billing: BillingFacts = {
    subscriptionsChanged: new Fact([(tx, people) => wakeSubscribers(tx, rooms, people)]),
  };
  const events: EventFacts = {
    warningsOf: ({ name, details }) => moneyWarnings(name, details),
    eventsRecorded: [
      () => ({
        before: (tx, events) => recordBilling(tx, { ...billing, accountClock }, events),
      }),
      flowsOnEvents(rooms),
      countGoals,
      countEvents(rooms),
    ],
  };
  return {
    ...billing,
    ...events,
    peopleChanged: new Fact([
      blockSuppressed,
      reopenMoved,
      (tx, people) => enqueueOptOuts(tx, rooms, people),
      (tx, people) => wakeChangedPeople(tx, rooms, people),
    ]),
    peopleAdded: new Fact([(tx, people) => enqueueOptOuts(tx, rooms, people)]),
    consentsRecorded: new Fact([(tx, people) => wakeConsenters(tx, rooms, people)]),
    personEvents: new Fact([
      (tx, happened) => recordEvents(tx, { eventTypes, facts: events }, happened),
    ]),
    segmentsChanged: new Fact([
      (tx, segments) => noteSegmentsChanged(tx, rooms, segments),
      watchAnew,
    ]),
    tunablesChanged: new Fact([(tx, names) => noteTunablesChanged(tx, rooms, names)]),
    sendTimesChanged: new Fact([reopenSendWindows]),
  };
}

/** Counts committed events: all of them for `/metrics`, and each type for the registry. */
function countEvents({ counters, eventCounts }: Rooms): EventSubscriber {
  return () => ({
    async beside(tx, events) {
      tx.work.afterCommit(() => {
        counters.add('events_recorded', events.length);
        for (const { type_id, source, details } of events) {
          eventCounts.add(type_id, source, details, tx.now);
        }
      });
    },
  });
}
