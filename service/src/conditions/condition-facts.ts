import type { Condition } from '@postroad/core/conditions/condition';
import { asks } from '@postroad/core/conditions/evaluate';
import {
  type FactQuestion,
  factKey,
  type PersonFacts,
  type Segments,
  type Suppression,
} from '@postroad/core/conditions/facts';
import { loadSegments } from '@postroad/store/conditions/nested-segments';
import { type FreePerson, findPeopleByIds } from '@postroad/store/people/person';
import type { Tx } from '@postroad/store/platform/transaction';
import type { TagNames } from '../people/tag-names.ts';
import { type Asks, type ConditionFacts, LoadedFacts, loaders } from './fact-loaders.ts';

/** The questions about one person; people can share a list of questions. */
export interface PersonQuestions {
  personId: number;
  questions: readonly FactQuestion[];
}

/** The parts of the service that loading facts needs. */
export interface ConditionDeps {
  tagNames: TagNames;
}

/**
 * Loads every fact that conditions need for a whole batch: one query for each kind of fact, and one
 * for each match of events. The engine, dry runs, guards and explanations all load facts here, so
 * they see the same. `known` are rows that the caller has already read.
 */
export async function loadConditionFacts(
  tx: Tx,
  deps: ConditionDeps,
  asked: readonly PersonQuestions[],
  known: ReadonlyMap<number, FreePerson> = new Map(),
): Promise<LoadedFacts> {
  const byKind = groupByKind(asked);
  const segments = await unfoldSegments(tx, byKind);
  const loaded = new LoadedFacts(segments);
  const personIds = [...(byKind.get('person')?.values() ?? [])].flatMap(({ people }) => [
    ...people,
  ]);
  if (personIds.length > 0) loaded.people = await loadPeople(tx, deps, personIds, known);
  for (const [kind, questions] of byKind) await loaders[kind]?.(tx, questions as never, loaded);
  return loaded;
}

/** The same, where all conditions are about all people. */
export async function conditionFactsOf(
  tx: Tx,
  deps: ConditionDeps,
  conditions: readonly unknown[],
  personIds: readonly number[],
): Promise<ConditionFacts> {
  const questions = conditions.flatMap((condition) => asks(condition as Condition));
  return await loadConditionFacts(
    tx,
    deps,
    personIds.map((personId) => ({ personId, questions })),
  );
}

function groupByKind(asked: readonly PersonQuestions[]): Map<FactQuestion['kind'], Asks> {
  // Most lists are shared, so most questions recur as the same object.
  const met = new Map<FactQuestion, Set<number>>();
  const byKind = new Map<FactQuestion['kind'], Asks>();
  for (const { personId, questions } of asked) {
    for (const question of questions) {
      const known = met.get(question) ?? askersOf(byKind, question);
      met.set(question, known.add(personId));
    }
  }
  return byKind;
}

/** The set of people whom a question is about, to add to. */
function askersOf(byKind: Map<FactQuestion['kind'], Asks>, question: FactQuestion): Set<number> {
  const ofKind: Asks = byKind.get(question.kind) ?? new Map();
  byKind.set(question.kind, ofKind);
  const key = factKey(question);
  const entry = ofKind.get(key) ?? { question, people: new Set<number>() };
  ofKind.set(key, entry);
  return entry.people;
}

/** Loads the segments that are asked about, and asks their own questions about the same people. */
async function unfoldSegments(tx: Tx, byKind: Map<FactQuestion['kind'], Asks>): Promise<Segments> {
  const open = [...(byKind.get('segment')?.values() ?? [])];
  if (open.length === 0) return new Map();
  const leaves = open.map(({ question }) => {
    const { segment } = question as FactQuestion & { kind: 'segment' };
    return typeof segment === 'string'
      ? { type: 'in_segment', segment }
      : { type: 'in_segment', segment_id: segment };
  });
  const segments = await loadSegments(tx, leaves);
  for (let next = open.pop(); next; next = open.pop()) {
    const definition = segments.get(factKey(next.question));
    if (definition === undefined) continue;
    for (const question of asks(definition as Condition)) {
      const askers = askersOf(byKind, question);
      const before = askers.size;
      for (const person of next.people) askers.add(person);
      // Valid segments contain no cycle, so this ends.
      if (question.kind === 'segment' && askers.size > before)
        open.push({ question, people: askers });
    }
  }
  return segments;
}

function suppressionOf(row: FreePerson): Suppression | null {
  if (row.unsubscribed_at) return 'unsubscribed';
  if (row.hard_bounced_at) return 'hard_bounced';
  return row.complained_at ? 'complained' : null;
}

async function loadPeople(
  tx: Tx,
  { tagNames }: ConditionDeps,
  ids: number[],
  known: ReadonlyMap<number, FreePerson>,
): Promise<Map<number, PersonFacts>> {
  const held = ids.flatMap((id) => known.get(id) ?? []);
  const missing = ids.filter((id) => !known.has(id));
  const rows = missing.length > 0 ? [...held, ...(await findPeopleByIds(tx, missing))] : held;
  const keys = await tagNames.keys(
    tx,
    rows.flatMap((row) => row.tag_ids),
  );
  return new Map(
    rows.map((row) => [
      row.id,
      {
        email: row.email,
        first_name: row.first_name,
        last_name: row.last_name,
        timezone: row.timezone,
        subscribed_on: row.subscribed_on,
        suppressed: suppressionOf(row),
        tags: new Set(row.tag_ids.map((id) => keys.get(id) ?? '')),
        fields: row.fields,
      },
    ]),
  );
}
