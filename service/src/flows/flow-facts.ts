import type { FactQuestion } from '@postroad/core/conditions/facts';
import type { MergeContext } from '@postroad/core/content/text/merge-context';
import type { CompiledFlow } from '@postroad/core/flows/definition/compile';
import {
  type Answers,
  type Draws,
  type GateQuestion,
  isFactQuestion,
  type Question,
  questionKey,
} from '@postroad/core/flows/interpreter/question';
import { questions } from '@postroad/core/flows/interpreter/questions';
import type { RunState } from '@postroad/core/flows/interpreter/run';
import { isRenewalTrigger } from '@postroad/core/flows/renewals/renewal-plan';
import {
  firstEventsAfter,
  lastEventId,
  peopleWithLaterEvents,
} from '@postroad/store/conditions/gate-facts';
import { findEmailStates } from '@postroad/store/content/email';
import { findEvents } from '@postroad/store/events/event';
import { findSettledGoals } from '@postroad/store/flows/run-goal';
import { findSplitChoices } from '@postroad/store/flows/split-choice';
import { findFields } from '@postroad/store/people/field';
import { type FreePerson, findPeopleByIds } from '@postroad/store/people/person';
import type { Tx } from '@postroad/store/platform/transaction';
import { findSequenceStates } from '@postroad/store/sequences/sequence';
import { findCallOutcomes, findNamedEndpoints } from '@postroad/store/webhooks/call';
import { loadMailSettings } from '../account/mail-settings.ts';
import { loadTunables } from '../account/tunables.ts';
import { type ConditionDeps, loadConditionFacts } from '../conditions/condition-facts.ts';
import type { LoadedFacts } from '../conditions/fact-loaders.ts';
import { mergeContext } from '../content/merge-context.ts';
import { ownThread, processorTime } from '../content/render/processor-time.ts';
import { loadRenewalsOver } from './renewals/renewal-facts.ts';
import { loadAutomations } from './renewals/renewal-values.ts';

type RunEvent = { name: string; details: Record<string, unknown> };

/** A run that is about to be advanced, or a hypothetical one. */
export interface AskedRun {
  personId: number;
  flow: CompiledFlow;
  state: RunState;
  /** The id of the event that started it, or the event itself. */
  event?: number | RunEvent | null;
  /** The flow, whose splits choose; a new one has no id yet. */
  of: { id: number | null; key: string };
  /** The id of an existing run, by which the renewal it began for is found. */
  runId?: number;
  /** When an existing run began. */
  startedAt?: Date;
  /** What is asked about it, where that is not only what it needs before its next wait. */
  questions?: readonly Question[];
}

type Asked = AskedRun & { asks: SplitQuestions };

/**
 * Everything that `advance` needs for each of these runs, in their order: one query for each kind
 * of fact, however many runs there are. Reads only, so a dry run loads the same facts as the
 * engine. `people` are rows that the caller has already read.
 */
export async function loadAnswers(
  tx: Tx,
  deps: ConditionDeps,
  runs: readonly AskedRun[],
  people: ReadonlyMap<number, FreePerson> = new Map(),
): Promise<Answers[]> {
  const asked = runs.map((run) => ({
    ...run,
    asks: split(run.questions ?? questions(run.flow, run.state)),
  }));
  const personal = asked.map(({ personId, asks }) => ({ personId, questions: asks.ofPerson }));
  const about = await loadConditionFacts(tx, deps, personal, people);
  const opened = await loadGateFacts(tx, asked, about);
  const ofFlow = new Map(asked.flatMap(({ asks }) => asks.ofFlow).map((one) => [key(one), one]));
  const shared = await loadShared(tx, [...ofFlow.values()]);
  const gated = asked.some(({ flow }) => flow.gates.conditions || flow.gates.events.size > 0);
  const lastEvent = gated ? await lastEventId(tx) : 0;
  const over = await loadOver(tx, asked);
  const draws = await loadDraws(tx, asked);
  const calls = await loadCalls(tx, asked);
  const merges = await loadMerges(tx, deps, asked, people);
  const since = await loadSince(tx, asked, opened);
  const goals = await loadGoals(tx, asked);
  return asked.map((run) => ({
    ...about.of(run.personId),
    ...shared,
    lastEvent,
    ...since(run),
    ...goals(run),
    renewalOver: over.get(run.runId ?? 0) ?? null,
    merge: merges.get(run) ?? null,
    workedMs,
    ...draws(run),
    calls: calls.get(run.runId ?? 0) ?? new Map(),
  }));
}

const thread = ownThread();
const workedMs = () => processorTime.of(thread);

const key = questionKey;

interface SplitQuestions {
  ofPerson: readonly FactQuestion[];
  ofGates: readonly GateQuestion[];
  ofFlow: readonly Question[];
  merge: boolean;
}

const splits = new WeakMap<readonly Question[], SplitQuestions>();

/** Cached, since the runs on one step mostly share one list of questions. */
function split(asked: readonly Question[]): SplitQuestions {
  const known = splits.get(asked);
  if (known) return known;
  const isOfGate = (question: Question): question is GateQuestion =>
    question.kind === 'event_after' || question.kind === 'event_ever';
  const made = {
    ofPerson: asked.filter(isFactQuestion),
    ofGates: asked.filter(isOfGate),
    ofFlow: asked.filter((one) => !isFactQuestion(one) && !isOfGate(one) && one.kind !== 'merge'),
    merge: asked.some(({ kind }) => kind === 'merge'),
  };
  splits.set(asked, made);
  return made;
}

/** The people who wait for one event, each with the id after which events count; 0 if all count. */
interface GateAsk {
  question: GateQuestion;
  people: number[];
  after: number[];
}

/** Answers the ids of the events that open gates, by person and the id after which each counts. */
async function loadGateFacts(
  tx: Tx,
  asked: readonly Asked[],
  into: LoadedFacts,
): Promise<ReadonlyMap<string, number>> {
  const opened = new Map<string, number>();
  const byEvent = new Map<string, GateAsk>();
  for (const { personId, asks } of asked) {
    for (const question of asks.ofGates) {
      const { kind, event, match, historical } = question;
      const about = JSON.stringify([kind, event, match, historical]);
      const ask = byEvent.get(about) ?? { question, people: [], after: [] };
      byEvent.set(about, ask);
      ask.people.push(personId);
      ask.after.push(question.kind === 'event_after' ? question.after : 0);
    }
  }
  for (const { question, people, after } of byEvent.values()) {
    const { event: name, match, historical } = question;
    const rows = await firstEventsAfter(tx, { people, after }, { name, match, historical });
    for (const row of rows) {
      const about = question.kind === 'event_after' ? { ...question, after: row.after } : question;
      into.putUnder(row.person_id, questionKey(about), row.at.toISOString());
      if (question.kind === 'event_after') {
        opened.set(openingKey(row.person_id, row.after, name), row.id);
      }
    }
  }
  return opened;
}

function openingKey(personId: number, after: number, event: string): string {
  return `${personId} ${after} ${event}`;
}

function openedBy({ personId, state }: Asked, opened: ReadonlyMap<string, number>) {
  const { waits_for, after_event } = state;
  if (waits_for === null || !('event' in waits_for) || after_event === null) return undefined;
  return opened.get(openingKey(personId, after_event, waits_for.event));
}

/**
 * Where each walk continues from, if the person has had a later event that a gate of the flow waits for:
 * the event that started the run, or that opened its gate. Asks nothing for flows without such gates.
 */
async function loadSince(
  tx: Tx,
  asked: readonly Asked[],
  opened: ReadonlyMap<string, number>,
): Promise<(run: Asked) => { since?: number }> {
  const from = new Map<Asked, number>();
  const names = new Set<string>();
  for (const run of asked) {
    const { flow, state, event } = run;
    if (flow.gates.events.size === 0) continue;
    const at = state.step_id === null ? event : openedBy(run, opened);
    if (typeof at !== 'number') continue;
    from.set(run, at);
    for (const name of flow.gates.events) names.add(name);
  }
  if (from.size === 0) return () => ({});
  const people = [...from.keys()].map(({ personId }) => personId);
  const rows = await peopleWithLaterEvents(tx, { people, after: [...from.values()] }, [...names]);
  const later = new Set(rows.map(({ person_id, after }) => `${person_id} ${after}`));
  return (run) => {
    const since = from.get(run);
    return since !== undefined && later.has(`${run.personId} ${since}`) ? { since } : {};
  };
}

/** The arms that people got before, where a split is ahead. */
async function loadDraws(
  tx: Tx,
  asked: readonly Asked[],
): Promise<(run: Asked) => { draws?: Draws }> {
  const splitting = asked.filter(({ asks }) => asks.ofFlow.some(({ kind }) => kind === 'draw'));
  if (splitting.length === 0) return () => ({});
  const pairs = splitting.flatMap(({ of, personId }) =>
    of.id === null ? [] : [{ flow_id: of.id, person_id: personId }],
  );
  const known = new Map<string, Map<number, string>>();
  for (const { flow_id, person_id, step_id, arm } of await findSplitChoices(tx, pairs)) {
    const kept = known.get(`${flow_id} ${person_id}`) ?? new Map<number, string>();
    known.set(`${flow_id} ${person_id}`, kept.set(step_id, arm));
  }
  return ({ of, personId: person_id, asks }) => {
    if (!asks.ofFlow.some(({ kind }) => kind === 'draw')) return {};
    const kept = known.get(`${of.id} ${person_id}`) ?? new Map<number, string>();
    return { draws: { flow_key: of.key, person_id, kept } };
  };
}

/** Which goals of existing runs are open. Asks nothing for flows without goals. */
async function loadGoals(
  tx: Tx,
  asked: readonly Asked[],
): Promise<(run: Asked) => Pick<Answers, 'goals'>> {
  const having = asked.flatMap(({ flow, runId }) =>
    runId === undefined || flow.goals.all.length === 0 ? [] : [runId],
  );
  if (having.length === 0) return () => ({});
  const settled = await findSettledGoals(tx, having);
  return ({ flow, runId, startedAt }) => {
    if (runId === undefined || startedAt === undefined || flow.goals.all.length === 0) return {};
    return { goals: { startedAt, endedAt: null, settled: settled.get(runId) ?? new Set() } };
  };
}

type CallOutcomes = NonNullable<Answers['calls']>;

/** How the calls ended that runs wait for, by run. */
async function loadCalls(tx: Tx, asked: readonly Asked[]): Promise<Map<number, CallOutcomes>> {
  const waiting = asked.flatMap(({ runId, asks }) =>
    asks.ofFlow.flatMap((one) =>
      one.kind === 'call' && runId !== undefined ? [{ run_id: runId, step_id: one.step_id }] : [],
    ),
  );
  if (waiting.length === 0) return new Map();
  const byRun = new Map<number, Map<number, 'succeeded' | 'failed'>>();
  for (const { run_id, step_id, status } of await findCallOutcomes(tx, waiting)) {
    const known = byRun.get(run_id) ?? new Map<number, 'succeeded' | 'failed'>();
    byRun.set(run_id, known.set(step_id, status === 'delivered' ? 'succeeded' : 'failed'));
  }
  return byRun;
}

/** Why the renewals that runs began for are over, where a send is ahead; by run. */
async function loadOver(tx: Tx, asked: readonly Asked[]) {
  const ids = asked.flatMap(({ runId, event, flow, asks }) => {
    const began = runId !== undefined && (event === null || event === undefined);
    if (!began || !isRenewalTrigger(flow.definition.trigger)) return [];
    return asks.ofFlow.some(({ kind }) => kind === 'email') ? [runId] : [];
  });
  return await loadRenewalsOver(tx, ids);
}

type Shared = Required<
  Pick<Answers, 'emails' | 'tunables' | 'fieldTypes' | 'sequences' | 'endpoints'>
>;

/** Facts that are the same for all runs. */
async function loadShared(tx: Tx, asked: readonly Question[]): Promise<Shared> {
  const emails = asked.flatMap((one) => (one.kind === 'email' ? one.email_id : []));
  const fields = asked.flatMap((one) => (one.kind === 'field_type' ? one.field : []));
  const sequences = asked.flatMap((one) => (one.kind === 'sequence_state' ? one.sequence_id : []));
  const endpoints = asked.flatMap((one) => (one.kind === 'endpoint' ? one.endpoint : []));
  const tunable = asked.some(({ kind }) => kind === 'tunable');
  const rows = fields.length > 0 ? await findFields(tx, fields) : [];
  const active = rows.filter((field) => field.active);
  const named = endpoints.length > 0 ? await findNamedEndpoints(tx, endpoints) : [];
  return {
    emails: emails.length > 0 ? await findEmailStates(tx, emails) : new Map(),
    tunables: tunable ? await loadTunables(tx) : new Map(),
    fieldTypes: new Map(active.map(({ key: name, type }) => [name, type])),
    endpoints: new Map<string | number, (typeof named)[number]>([
      ...named.map((one) => [one.id, one] as const),
      ...named.map((one) => [one.key, one] as const),
    ]),
    sequences: sequences.length > 0 ? await findSequenceStates(tx, sequences) : new Map(),
  };
}

/** The values for the details of fired events: those of mails, without the links. */
async function loadMerges(
  tx: Tx,
  { tagNames }: ConditionDeps,
  asked: readonly Asked[],
  people: ReadonlyMap<number, FreePerson>,
): Promise<Map<Asked, MergeContext>> {
  const wanting = asked.filter(({ asks }) => asks.merge);
  if (wanting.length === 0) return new Map();
  const missing = wanting.map(({ personId }) => personId).filter((id) => !people.has(id));
  const rows = missing.length > 0 ? await findPeopleByIds(tx, missing) : [];
  const known = new Map<number, FreePerson>([
    ...people,
    ...rows.map((row) => [row.id, row] as const),
  ]);
  const ids = wanting.flatMap(({ event }) => (typeof event === 'number' ? event : []));
  const events = ids.length > 0 ? await findEvents(tx, ids) : new Map<number, RunEvent>();
  const renewing = wanting.filter(({ event }) => event === null || event === undefined);
  const automations = await loadAutomations(
    tx,
    renewing.flatMap(({ runId }) => runId ?? []),
  );
  const { profile, mailingAddress } = await loadMailSettings(tx);
  const contexts = new Map<Asked, MergeContext>();
  for (const run of wanting) {
    const person = known.get(run.personId);
    if (person === undefined) continue;
    const { event = null } = run;
    const context = mergeContext({
      person,
      tags: await tagNames.names(tx, person.tag_ids),
      event: typeof event === 'number' ? (events.get(event) ?? null) : event,
      automation: automations.get(run.runId ?? 0) ?? null,
      profile,
      now: tx.now,
      unsubscribeUrl: '',
      preferencesUrl: '',
      mailingAddress,
    });
    contexts.set(run, context);
  }
  return contexts;
}
