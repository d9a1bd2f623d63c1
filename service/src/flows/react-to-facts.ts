import { checkFlowsVersion, readFlowsVersion } from '@postroad/store/account/engine-state';
import { type RunStart, type StartedRun, startRuns } from '@postroad/store/flows/run';
import { type RefusedStart, recordRefusals } from '@postroad/store/flows/run-refusal';
import { lockPeopleKeyShare } from '@postroad/store/people/person';
import type { Tx } from '@postroad/store/platform/transaction';
import type { EventSubscriber } from '../events/record-events.ts';
import type { UpdatedPerson } from '../people/change-people.ts';
import { changedAbout, isWatched } from './goals/changed-about.ts';
import type { FlowDeps, RunningFlows } from './live-flows.ts';
import { announcedRun, changedBy, countRuns, type Recorded, wakeByEvents } from './run-wakeups.ts';

/** Starts the runs that events trigger, and wakes the people who wait for them. */
export function flowsOnEvents({ liveFlows }: FlowDeps): EventSubscriber {
  return (opening, { yields }) => {
    const version = readFlowsVersion(opening);
    // Another transaction may have added a gate by the time that the events are written.
    const afterwards = async (tx: Tx, before: RunningFlows) => {
      if (!yields) return await liveFlows.running(tx);
      tx.work.beforeCommit(() => checkFlowsVersion(tx, before.version));
      return before;
    };
    return {
      ahead: version,
      async beside(tx, events) {
        const before = await liveFlows.running(tx, await version);
        const [started, { gates, goals }] = await Promise.all([
          startTriggeredRuns(tx, before, events),
          afterwards(tx, before),
        ]);
        wakeByEvents(tx, gates, events);
        goals.started(tx, started);
        goals.recorded(tx, events);
      },
    };
  };
}

/** Wakes people who changed and wait for a condition; they are locked. */
export async function wakeChangedPeople(
  tx: Tx,
  { liveFlows }: FlowDeps,
  people: readonly UpdatedPerson[],
): Promise<void> {
  changedAbout(
    tx,
    await liveFlows.running(tx),
    ['person', 'consent'],
    people.map(({ id, cause }) => changedBy(id, cause)),
  );
}

/** Wakes people whose subscriptions were written; they may differ from the person of the event. */
export function wakeSubscribers(tx: Tx, deps: FlowDeps, people: readonly number[]): Promise<void> {
  return wakeAbout(tx, deps, 'subscription', people);
}

/** Wakes people with new entries in the ledger of consent. */
export function wakeConsenters(tx: Tx, deps: FlowDeps, people: readonly number[]): Promise<void> {
  return wakeAbout(tx, deps, 'consent', people);
}

/** Wakes people whose runs an operator brought to the end of their flow. */
export function wakeCompleted(tx: Tx, deps: FlowDeps, people: readonly number[]): Promise<void> {
  return wakeAbout(tx, deps, 'completed_flow', people);
}

async function wakeAbout(
  tx: Tx,
  { liveFlows }: FlowDeps,
  about: 'subscription' | 'consent' | 'completed_flow',
  people: readonly number[],
): Promise<void> {
  const running = await liveFlows.running(tx);
  if (people.length === 0 || !isWatched(running, about)) return;
  await lockPeopleKeyShare(tx, [...people]);
  changedAbout(
    tx,
    running,
    [about],
    people.map((id) => changedBy(id, undefined)),
  );
}

/** Matches running flows by the name of the event, then starts and returns runs in one statement. */
async function startTriggeredRuns(
  tx: Tx,
  { byEvent }: RunningFlows,
  events: readonly Recorded[],
): Promise<readonly StartedRun[]> {
  const starts: RunStart[] = [];
  const refused: RefusedStart[] = [];
  for (const event of events) {
    for (const flow of byEvent.startedBy(event)) {
      const { person_id, id: event_id, cause } = event;
      const chain = cause ? cause.chain + 1 : 0;
      const { id, live, once } = flow;
      if (live) starts.push({ flow_id: id, person_id, event_id, once, chain });
      else refused.push({ flow_id: id, person_id, event_id, paused: true });
    }
  }
  const started = starts.length > 0 ? await startRuns(tx, starts) : [];
  if (started.length > 0) tx.work.wake('runs');
  countRuns(tx, started);
  tx.work.announce('flow.run_started', started.map(announcedRun));
  if (started.length < starts.length) {
    const done = new Set(started.map((run) => `${run.flow_id} ${run.event_id}`));
    for (const { flow_id, person_id, event_id } of starts) {
      if (done.has(`${flow_id} ${event_id}`)) continue;
      refused.push({ flow_id, person_id, event_id, paused: false });
    }
  }
  if (refused.length > 0) tx.work.beforeCommit(() => recordRefusals(tx, refused));
  return started;
}
