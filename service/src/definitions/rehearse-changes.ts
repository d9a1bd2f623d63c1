import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { readableSegments } from '@postroad/core/conditions/segments';
import type { EmailKind } from '@postroad/core/content/compile/email';
import type { Change } from '@postroad/core/definitions/change';
import type { CheckedPlan } from '@postroad/core/definitions/check/check-plan';
import { checkContextOf } from '@postroad/core/definitions/check/check-records';
import type { Account, Records } from '@postroad/core/definitions/records';
import { type CompiledFlow, compileFlow } from '@postroad/core/flows/definition/compile';
import type { Definition } from '@postroad/core/flows/definition/definition';
import type { Answers } from '@postroad/core/flows/interpreter/question';
import { type RehearsalFacts, rehearse } from '@postroad/core/flows/interpreter/rehearse';
import { newRun } from '@postroad/core/flows/interpreter/run';
import { satisfyingEvent } from '@postroad/core/flows/interpreter/satisfying-event';
import type { TriggeringEvent } from '@postroad/core/flows/triggers/trigger-type';
import { isObject, own } from '@postroad/core/platform/json';
import { findPreviewedPerson, type PersonRow } from '@postroad/store/people/person';
import type { ConditionDeps } from '../conditions/condition-facts.ts';
import { shownSteps } from '../flows/dry-run-handlers.ts';
import { loadAnswers } from '../flows/flow-facts.ts';
import type { AccountTime } from '../platform/account-clock.ts';
import { runYielding } from '../platform/cooperative.ts';
import type { Context } from '../platform/handler.ts';
import { suppressionOf } from '../queue/suppression-of.ts';

export type Rehearsal = OperationOutput<'diff_definitions'>['dry_runs'][number];

interface Tried {
  change: Change;
  flow: Records['flow'];
  compiled: CompiledFlow;
  event: TriggeringEvent | null;
}

/** The emails as they would be; new ones are not in the database yet. */
function mailOf({ email }: Account, person: PersonRow): RehearsalFacts['emails'] {
  const against = (kind: EmailKind) => {
    const suppressed = suppressionOf(person, kind === 'transactional');
    return suppressed === null ? null : `the person is suppressed: ${suppressed.toLowerCase()}`;
  };
  return new Map(
    email.flatMap(({ id, title, subject, kind }) =>
      id === null ? [] : [[id, { title: title || subject, against: against(kind) }] as const],
    ),
  );
}

function problemsOf({ errors, warnings }: Change): Rehearsal['problems'] {
  return [...errors, ...warnings];
}

/** The facts after the tree is applied, apart from those about the person. */
function factsAfter({ after, references }: Planned): Partial<Answers> {
  const { emails, tunables, fields: fieldTypes, sequences, sequencesOff } = references;
  const { segments } = checkContextOf(after, references);
  return {
    emails,
    tunables,
    fieldTypes,
    sequences: new Map([...sequences].map((id) => [id, { enabled: !sequencesOff.has(id) }])),
    segments: readableSegments(segments),
  };
}

type Planned = Pick<CheckedPlan, 'changes' | 'after' | 'references'>;

function* triedFlows(changes: readonly Change[]): Generator<undefined, Tried[]> {
  const tried: Tried[] = [];
  for (const change of changes) {
    const changed = change.kind === 'create' || change.kind === 'update';
    if (change.type !== 'flow' || !changed || change.after === null) continue;
    const flow = change.after as Records['flow'];
    const definition = flow.definition as unknown as Definition;
    const event = satisfyingEvent(definition.trigger);
    tried.push({ change, flow, compiled: compileFlow(definition), event });
    yield;
  }
  return tried;
}

/** Rehearses each changed flow with a real person whose event satisfies the trigger (DEFN-15). */
export async function rehearseChanges(
  { tx, deps, now }: Pick<Context<ConditionDeps & AccountTime>, 'tx' | 'deps' | 'now'>,
  plan: Planned,
): Promise<Rehearsal[]> {
  const tried = await runYielding(triedFlows(plan.changes));
  const person = tried.length > 0 ? await findPreviewedPerson(tx, { mode: 'pinned' }) : null;
  if (person === null) {
    return tried.map(({ change, flow }) => {
      const reason = 'There is nobody to rehearse with: the account has no people yet.';
      const nobody = { triggered: null, reason, person: null, event: null, steps: [] };
      return { flow: flow.key, ...nobody, problems: problemsOf(change) };
    });
  }
  const asked = tried.map(({ flow, compiled, event }) => {
    const of = { id: null, key: flow.key };
    return { personId: person.id, flow: compiled, of, state: newRun, event };
  });
  const answers = await loadAnswers(tx, deps, asked);
  const facts = factsAfter(plan);
  const { timezone: zone } = await deps.accountClock(tx);
  const common = { now, zone, emails: mailOf(plan.after, person), start: '' };
  const factsOf = ({ flow }: Tried, index: number): Answers => {
    const loaded = answers[index];
    if (loaded === undefined) throw new Error(`No answers were loaded for ${flow.key}.`);
    return { ...loaded, ...facts };
  };
  const walk = (one: Tried, index: number) => {
    return {
      ...walked(one, { ...common, answers: factsOf(one, index) }),
      person: personView(person),
    };
  };
  return await runYielding(oneByOne(tried, walk));
}

function* oneByOne<From, To>(
  all: readonly From[],
  work: (one: From, index: number) => To,
): Generator<undefined, To[]> {
  const done: To[] = [];
  for (const [index, one] of all.entries()) {
    done.push(work(one, index));
    yield;
  }
  return done;
}

function whyNone({ trigger }: { trigger?: unknown }): string {
  return isObject(trigger) && typeof own(trigger, 'event') === 'string'
    ? 'No details were found that satisfy the match of the trigger.'
    : 'No event starts this flow.';
}

const personView = ({ id, email }: PersonRow) => ({ id, email });

function walked(
  { change, flow, compiled, event }: Tried,
  facts: Omit<RehearsalFacts, 'flowKey'>,
): Omit<Rehearsal, 'person'> {
  const rehearsed = rehearse(compiled, { ...facts, flowKey: flow.key }, { event });
  if ('faults' in rehearsed) throw new Error('There are no assumptions to be at fault.');
  return {
    flow: flow.key,
    triggered: rehearsed.triggered,
    reason: event === null ? whyNone(flow.definition) : rehearsed.reason,
    event: event === null ? null : { name: event.name, details: event.details },
    steps: shownSteps(rehearsed).map(({ mail: _, ...step }) => step),
    problems: problemsOf(change),
  };
}
