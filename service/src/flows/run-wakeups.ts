import {
  type ChangedPerson,
  type GateOpening,
  wakeForChanges,
  wakeForEvents,
} from '@postroad/store/flows/gate-wakeups';
import type { Tx } from '@postroad/store/platform/transaction';
import type { Deps } from '../app/deps.ts';
import type { Gates } from './gates.ts';

/** The run that did something, and how many flows led to it without waiting. */
export interface Cause {
  run_id: number;
  chain: number;
}

/** Something that was recorded of a person, as far as gates look at it. */
export interface Recorded {
  id: number;
  person_id: number;
  name: string;
  details: Record<string, unknown>;
  historical: boolean;
  cause?: Cause;
}

const openings = new WeakMap<Tx, GateOpening[]>();
const changes = new WeakMap<Tx, ChangedPerson[]>();

/**
 * Wakes who waits for these events, with the commit: after everything else, so that nobody who holds
 * a run waits for anything. `gates` were read after the events were written, which holds off whoever
 * would bring the people to a gate; nobody can come to one unseen (docs/decisions/0019).
 */
export function wakeByEvents(tx: Tx, deps: Deps, gates: Gates, events: readonly Recorded[]): void {
  if (!gates.any) return;
  const changed: ChangedPerson[] = [];
  for (const event of events) {
    const { id: event_id, person_id, cause } = event;
    const run_id = cause?.run_id ?? null;
    const chain = cause ? cause.chain + 1 : 0;
    for (const { flow_id, step_id } of gates.openedBy(event)) {
      const opening = { person_id, event_id, flow_id, step_id, run_id, chain };
      pendingOf(openings, tx, deps, wakeForEvents).push(opening);
    }
    if (gates.dependOnEvent(event.name)) changed.push({ person_id, run_id, chain });
  }
  wakeByChanges(tx, deps, changed);
}

/** Somebody who was changed, by a run where one did it. */
export function changedBy(person_id: number, cause: Cause | undefined): ChangedPerson {
  return { person_id, run_id: cause?.run_id ?? null, chain: cause ? cause.chain + 1 : 0 };
}

/** Wakes who waits for a condition about these people, with the commit; they are held meanwhile. */
export function wakeByChanges(tx: Tx, deps: Deps, changed: readonly ChangedPerson[]): void {
  if (changed.length === 0) return;
  const pending = pendingOf(changes, tx, deps, wakeForChanges);
  for (const one of changed) pending.push(one);
}

/** What is gathered until the commit of `tx` sends it. */
function pendingOf<Item>(
  all: WeakMap<Tx, Item[]>,
  tx: Tx,
  deps: Deps,
  statement: (tx: Tx, items: Item[]) => ReturnType<Parameters<Tx['beforeCommit']>[0]>,
): Item[] {
  const known = all.get(tx);
  if (known !== undefined) return known;
  const items: Item[] = [];
  all.set(tx, items);
  tx.beforeCommit(() => statement(tx, items));
  deps.wake.after(tx);
  return items;
}
