import { type CompiledFlow, compileFlow } from '@postroad/core/flows/definition/compile';
import { reviewParts } from '@postroad/core/flows/definition/review';
import type { Answers } from '@postroad/core/flows/interpreter/question';
import { questions } from '@postroad/core/flows/interpreter/questions';
import {
  type MailKnowledge,
  type Rehearsal,
  rehearse,
} from '@postroad/core/flows/interpreter/rehearse';
import { newRun } from '@postroad/core/flows/interpreter/run';
import { supposeEvent } from '@postroad/core/flows/interpreter/suppose-event';
import type { TriggeringEvent } from '@postroad/core/flows/triggers/trigger-type';
import { findEmailTitles } from '@postroad/store/content/email';
import { readEmailVersions } from '@postroad/store/content/email-compile';
import type { FlowRow } from '@postroad/store/flows/flow';
import type { PersonRow } from '@postroad/store/people/person';
import type { Tx } from '@postroad/store/platform/transaction';
import { newestRuns } from '@postroad/store/sending/explain';
import type { ConditionDeps } from '../conditions/condition-facts.ts';
import { resolveKeys } from '../conditions/resolve-keys.ts';
import { getPerson } from '../people/get-person.ts';
import { runYielding } from '../platform/cooperative.ts';
import { type Context, type Handlers, read } from '../platform/handler.ts';
import { suppressionOf } from '../queue/suppression-of.ts';
import { definitionMeant } from './flow-draft.ts';
import { loadAnswers } from './flow-facts.ts';
import { flowReferences } from './flow-references.ts';
import { getFlow } from './flow-view.ts';

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

async function mailKnowledge(
  tx: Tx,
  compiled: CompiledFlow,
  person: PersonRow,
): Promise<MailKnowledge> {
  const ids = questions(compiled, newRun).flatMap((question) =>
    question.kind === 'email' ? question.email_id : [],
  );
  const titles = new Map<number, string>();
  const broken = new Set<number>();
  if (ids.length > 0) {
    for (const { id, title } of await findEmailTitles(tx, ids)) titles.set(id, title);
    for (const email of await readEmailVersions(tx, ids)) {
      if (email.broken !== null) broken.add(email.id);
    }
  }
  const suppressed = suppressionOf(person);
  return {
    titleOf: (id) => titles.get(id) ?? null,
    against(id) {
      if (suppressed !== null) return `the person is suppressed: ${suppressed.toLowerCase()}`;
      return broken.has(id) ? 'the email does not compile' : null;
    },
  };
}

/** Facts as the engine loads them, with the event as if it had been recorded. */
async function answersFor(
  { tx, deps, now }: Context<ConditionDeps>,
  compiled: CompiledFlow,
  person: PersonRow,
  event: TriggeringEvent | null,
): Promise<Answers> {
  const asked = [{ personId: person.id, flow: compiled, state: newRun, event }];
  const [answers] = await loadAnswers(tx, deps, asked);
  if (answers === undefined) throw new Error('No answers were loaded for the one run.');
  return event === null ? answers : supposeEvent(answers, questions(compiled, newRun), event, now);
}

const nothing: Rehearsal = { steps: [], stopped_at: null, completed: false };

export const dryRunHandlers: Pick<Handlers<ConditionDeps>, 'dry_run_flow'> = {
  dry_run_flow: read(async (input, context) => {
    const { tx, now } = context;
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
    const match = event && compiled.matches(event);
    const readable = Array.isArray(definition.nodes);
    const walked =
      match?.matched === false || !readable
        ? nothing
        : rehearse(
            compiled,
            flow.key,
            await answersFor(context, compiled, person, event),
            now,
            await mailKnowledge(tx, compiled, person),
          );
    const reason = readable
      ? (match?.reason ?? 'No event was given, so the trigger was not tried.')
      : 'The definition has no list of steps under "nodes", so no step was tried.';
    return {
      triggered: readable ? (match?.matched ?? null) : null,
      reason: readable && match?.matched ? `${reason}${await startOf(tx, flow, person)}` : reason,
      person: { id: person.id, email: person.email },
      ...walked,
      steps: walked.steps.map((step) => ({
        ...step,
        values: step.values.map((value) => ({
          ...value,
          condition: { ...value.condition } as Record<string, unknown>,
        })),
      })),
      problems: [...validation.errors, ...validation.warnings],
    };
  }),
};
