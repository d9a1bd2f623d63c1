import type { Condition } from '@postroad/core/conditions/condition';
import { asks, evaluate } from '@postroad/core/conditions/evaluate';
import type { FactQuestion } from '@postroad/core/conditions/facts';
import { LeafTypes } from '@postroad/core/conditions/valid-leaf';
import { listEnabledGuards, readGuardsVersion } from '@postroad/store/conditions/guard';
import type { FreePerson } from '@postroad/store/people/person';
import type { Tx } from '@postroad/store/platform/transaction';
import { type ConditionDeps, loadConditionFacts } from './condition-facts.ts';

export interface ActingGuard {
  id: number;
  key: string;
  name: string;
  condition: Condition;
  labels: ReadonlySet<string>;
  questions: readonly FactQuestion[];
  leafTypes: LeafTypes;
}

/**
 * The enabled guards, kept in memory. Each use reads the revision that every change of a guard
 * raises, so that no process uses outdated guards.
 */
export class Guards {
  #loaded: { version: number; guards: readonly ActingGuard[] } | null = null;

  async enabled(tx: Tx): Promise<readonly ActingGuard[]> {
    const version = await readGuardsVersion(tx);
    if (this.#loaded?.version === version) return this.#loaded.guards;
    const guards = (await listEnabledGuards(tx)).map(({ id, key, name, condition, labels }) => ({
      ...{ id, key, name, labels: new Set(labels) },
      condition: condition as Condition,
      questions: asks(condition as Condition),
      leafTypes: new LeafTypes(),
    }));
    // A transaction that changed guards itself may roll back, so the revision is read again.
    tx.work.afterCommit(() => {
      this.#loaded = { version, guards };
    });
    return guards;
  }
}

/** Whether the guard acts on emails with these labels. */
export function actsOn({ labels }: ActingGuard, ofEmail: readonly string[]): boolean {
  return labels.size === 0 || ofEmail.some((label) => labels.has(label));
}

/** A person, and the labels of an email that is about to be sent to them. */
export interface GuardedMail {
  personId: number;
  labels: readonly string[];
}

/**
 * The guards that stop each mail, in their order; the facts of all mails are loaded at once.
 * `known` are rows of people that the caller has already read.
 */
export async function guardsStopping(
  tx: Tx,
  deps: ConditionDeps,
  guards: readonly ActingGuard[],
  mails: readonly GuardedMail[],
  known: ReadonlyMap<number, FreePerson> = new Map(),
): Promise<ActingGuard[][]> {
  const acting = mails.map(({ labels }) => guards.filter((guard) => actsOn(guard, labels)));
  if (acting.every((list) => list.length === 0)) return acting;
  const asked = mails.flatMap(({ personId }, index) =>
    (acting[index] ?? []).map(({ questions }) => ({ personId, questions })),
  );
  const facts = await loadConditionFacts(tx, deps, asked, known);
  return mails.map(({ personId }, index) =>
    (acting[index] ?? []).filter(
      ({ condition, leafTypes }) =>
        evaluate(condition, facts.of(personId), tx.now, leafTypes).result,
    ),
  );
}
