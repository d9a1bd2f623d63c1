import { type CompiledFlow, compileFlow } from '@postroad/core/flows/definition/compile';
import { reviewParts } from '@postroad/core/flows/definition/review';
import type { Question } from '@postroad/core/flows/interpreter/question';
import { questionsOfAll } from '@postroad/core/flows/interpreter/questions';
import {
  type MailFacts,
  type Rehearsal,
  type RehearsalFacts,
  rehearse,
} from '@postroad/core/flows/interpreter/rehearse';
import { newRun } from '@postroad/core/flows/interpreter/run';
import type { TriggeringEvent } from '@postroad/core/flows/triggers/trigger-type';
import { invalid } from '@postroad/core/platform/refusal';
import { findEmailTitles } from '@postroad/store/content/email';
import { readEmailVersions } from '@postroad/store/content/email-compile';
import type { FlowRow } from '@postroad/store/flows/flow';
import type { PersonRow } from '@postroad/store/people/person';
import type { Tx } from '@postroad/store/platform/transaction';
import { newestRuns } from '@postroad/store/sending/explain';
import type { ConditionDeps } from '../conditions/condition-facts.ts';
import { resolveKeys } from '../conditions/resolve-keys.ts';
import { getPerson } from '../people/get-person.ts';
import type { AccountTime } from '../platform/account-clock.ts';
import { runYielding } from '../platform/cooperative.ts';
import { type Context, type Handlers, read } from '../platform/handler.ts';
import { suppressionOf } from '../queue/suppression-of.ts';
import { definitionMeant } from './flow-draft.ts';
import { loadAnswers } from './flow-facts.ts';
import { flowReferences } from './flow-references.ts';
import { getFlow } from './flow-view.ts';
import { flowStart } from './triggers/flow-start.ts';

/**
 * Whether a matching event would start a run now, apart from the trigger itself (contract §4.1).
 */
async function startOf(tx: Tx, flow: FlowRow, person: PersonRow): Promise<string> {
  if (flow.status === 'draft') return ' The flow is a draft, so no run would start yet.';
  const [run] = await newestRuns(tx, person.id, [flow.id]);
  if (run && flow.run_policy === 'single_run') {
    return ` No run would start all the same: a single_run flow takes a person once, and this one has run ${run.id}.`;
  }
  if (run && run.ended_at === null) {
    return ` No run would start all the same: the person is inside already, with run ${run.id}.`;
  }
  if (flow.status === 'paused') return ' The flow is paused.';
  return ' A run would start.';
}

async function mailFacts(
  tx: Tx,
  asked: readonly Question[],
  person: PersonRow,
): Promise<RehearsalFacts['emails']> {
  const ids = asked.flatMap((question) => (question.kind === 'email' ? question.email_id : []));
  const facts = new Map<number, MailFacts>();
  if (ids.length === 0) return facts;
  const versions = new Map((await readEmailVersions(tx, ids)).map((email) => [email.id, email]));
  const against = (id: number) => {
    const email = versions.get(id);
    const suppressed = suppressionOf(person, email?.kind === 'transactional');
    if (suppressed !== null) return `the person is suppressed: ${suppressed.toLowerCase()}`;
    return email !== undefined && email.broken !== null ? 'the email does not compile' : null;
  };
  for (const { id, title } of await findEmailTitles(tx, ids)) {
    facts.set(id, { title, against: against(id) });
  }
  return facts;
}

/** Everything that the walk of a person through a flow is decided on. */
async function rehearsalFacts(
  { tx, deps, now }: Context<DryRunDeps>,
  flow: FlowRow,
  compiled: CompiledFlow,
  person: PersonRow,
  event: TriggeringEvent | null,
): Promise<RehearsalFacts> {
  const asked = questionsOfAll(compiled);
  const of = { id: flow.id, key: flow.key };
  const run = { personId: person.id, flow: compiled, of, state: newRun, event, questions: asked };
  const [answers] = await loadAnswers(tx, deps, [run]);
  if (answers === undefined) throw new Error('No answers were loaded for the one run.');
  const { timezone: zone } = await deps.accountClock(tx);
  const emails = await mailFacts(tx, asked, person);
  const { trigger } = compiled.definition;
  const start =
    event === null
      ? (await flowStart(tx, { ...flow, trigger }, person, zone))?.said
      : await startOf(tx, flow, person);
  return { flowKey: flow.key, now, zone, answers, emails, start: start ?? '' };
}

/** The steps as an answer shows them. */
export function shownSteps({ steps }: Pick<Rehearsal, 'steps'>) {
  return steps.map((step) => ({
    ...step,
    values: step.values.map((value) => ({
      ...value,
      condition: { ...value.condition } as Record<string, unknown>,
    })),
  }));
}

export interface DryRunDeps extends ConditionDeps, AccountTime {}

export const dryRunHandlers: Pick<Handlers<DryRunDeps>, 'dry_run_flow'> = {
  dry_run_flow: read(async (input, context) => {
    const { tx } = context;
    const flow = await getFlow(tx, input.flow_key);
    const person = await getPerson(tx, input.person);
    const meant = await definitionMeant(tx, flow, input);
    const sent = await resolveKeys(tx, meant ?? flow.definition);
    const references = await flowReferences(tx);
    const { key: flowKey, definition: held, run_policy: runPolicy } = flow;
    const { definition, validation } = await runYielding(
      reviewParts(sent, { flowKey, held, references, runPolicy }),
    );
    const compiled = compileFlow(definition);
    const { name, details = {} } = input.event ?? {};
    const event = name === undefined ? null : { name, details, historical: false };
    const facts = await rehearsalFacts(context, flow, compiled, person, event);
    const { assume, past_waits: pastWaits } = input;
    const rehearsed = rehearse(compiled, facts, { event, assume, pastWaits });
    if ('faults' in rehearsed) throw invalid(rehearsed.faults);
    return {
      ...rehearsed,
      person: { id: person.id, email: person.email },
      steps: shownSteps(rehearsed),
      problems: [...validation.errors, ...validation.warnings],
    };
  }),
};
