import { type CompiledFlow, compileFlow } from '@postroad/core/flows/definition/compile';
import type { Definition } from '@postroad/core/flows/definition/definition';
import { handleOf } from '@postroad/core/flows/definition/step-id';
import { stepSummary } from '@postroad/core/flows/drawing/summary';
import type { StartFound } from '@postroad/core/flows/triggers/trigger-type';
import { own } from '@postroad/core/platform/json';
import { limits } from '@postroad/core/platform/limits';
import { nearest } from '@postroad/core/platform/nearest';
import {
  type Delivery,
  type EmailFact,
  explainDelivery,
} from '@postroad/core/sending/explain/explain';
import type { FlowFact, RunFact } from '@postroad/core/sending/explain/explain-flow';
import { readEmailVersions } from '@postroad/store/content/email-compile';
import { type FlowRow, findFlow, findFlowsByIds } from '@postroad/store/flows/flow';
import { listFlowEmails } from '@postroad/store/flows/flow-email';
import { listRunRefusals } from '@postroad/store/flows/run-refusal';
import { isKnownFromMessages, type PersonRow } from '@postroad/store/people/person';
import { findUnsubscribe } from '@postroad/store/people/unsubscribe';
import type { Tx } from '@postroad/store/platform/transaction';
import { findSendingHold } from '@postroad/store/queue/sending-control';
import {
  type ExplainedEvent,
  type ExplainedRun,
  type ExplainedStep,
  explainedSends,
  flowsInside,
  newestEventNames,
  newestEvents,
  newestRuns,
  stepsOfRuns,
} from '@postroad/store/sending/explain';
import { isExamplePerson, loadMailSettings } from '../../account/mail-settings.ts';
import type { ConditionDeps } from '../../conditions/condition-facts.ts';
import { type Guards, guardsStopping } from '../../conditions/guards.ts';
import { flowStart } from '../../flows/triggers/flow-start.ts';
import { capsOnPerson } from '../waiting/over-caps.ts';
import { broadcastFacts } from './explain-broadcasts.ts';
import { sequenceFacts } from './explain-sequences.ts';

/** The parts of the service that explaining needs. */
export interface ExplainDeps extends ConditionDeps {
  guards: Guards;
  config: { mailProvider: string };
}

interface Question {
  emailId: number | null;
  flowKey: string | null;
}

/** Loads the facts with one query for each kind; core decides. */
export async function explainFor(
  tx: Tx,
  deps: ExplainDeps,
  person: PersonRow,
  ask: Question,
): Promise<Delivery> {
  const rows = await flowsAsked(tx, person.id, ask);
  const [first] = rows ?? [];
  const flowId = ask.flowKey === null ? null : (first?.id ?? 0);
  const asked = ask.emailId !== null || ask.flowKey !== null;
  const sends = asked
    ? await explainedSends(tx, {
        personId: person.id,
        emailId: ask.emailId,
        flowId,
        limit: limits.explainedRows,
      })
    : [];
  /** The email, if the question names no flow. */
  const only = ask.flowKey === null ? ask.emailId : null;
  const [email] = ask.emailId === null ? [] : await readEmailVersions(tx, [ask.emailId]);
  const bound = email?.kind !== 'transactional';
  const labels = email?.labels ?? [];
  const settings = await loadMailSettings(tx);
  const isExample = isExamplePerson(settings, deps.config, person.id);
  return explainDelivery({
    now: tx.now,
    person: {
      ...person,
      left_by: await leftBy(tx, person),
      isStranger: isKnownFromMessages(person),
      isExample,
    },
    email: ask.emailId === null ? undefined : emailFact(email),
    hold: (await findSendingHold(tx))?.reason ?? null,
    guards: bound ? await guardsOf(tx, deps, person, labels) : [],
    cap: bound ? await capsOnPerson(tx, person.id, labels, settings) : null,
    flows: rows && (await flowFacts(tx, person, rows, ask.emailId, settings.profile.timezone)),
    sequences: only === null ? [] : await sequenceFacts(tx, person.id, only),
    broadcasts:
      only === null ? [] : await broadcastFacts(tx, person, only, settings.profile.timezone),
    sends,
    asksFlow: ask.flowKey !== null,
  });
}

/** The mail whose link the person used to unsubscribe, the last time. */
async function leftBy(tx: Tx, { id, unsubscribed_at }: PersonRow) {
  return unsubscribed_at === null ? null : await findUnsubscribe(tx, id, unsubscribed_at);
}

/**
 * The flow of the question, none if it does not exist; without one, all flows that send the email,
 * and without an email those in which the person is (AGM-03).
 */
async function flowsAsked(
  tx: Tx,
  personId: number,
  { emailId, flowKey }: Question,
): Promise<FlowRow[] | null> {
  if (flowKey !== null) {
    const flow = await findFlow(tx, flowKey);
    return flow && [flow];
  }
  const limit = limits.explainedRows;
  const ids =
    emailId === null
      ? await flowsInside(tx, { personId, limit })
      : [...new Set((await listFlowEmails(tx, [emailId])).map((flow) => flow.id))].slice(0, limit);
  return ids.length > 0 ? await findFlowsByIds(tx, ids) : [];
}

type EmailVersion = Awaited<ReturnType<typeof readEmailVersions>>[number];

function emailFact(email: EmailVersion | undefined): EmailFact | null {
  if (!email) return null;
  const { id, archived, blank, broken, kind } = email;
  return { id, archived, blank, kind, compiled: broken === null };
}

async function guardsOf(
  tx: Tx,
  deps: ExplainDeps,
  person: PersonRow,
  labels: readonly string[],
): Promise<{ key: string; name: string }[]> {
  const guards = await deps.guards.enabled(tx);
  const mail = { personId: person.id, labels };
  const [stopping = []] = await guardsStopping(tx, deps, guards, [mail]);
  return stopping.map(({ key, name }) => ({ key, name }));
}

async function flowFacts(
  tx: Tx,
  person: PersonRow,
  rows: FlowRow[],
  emailId: number | null,
  accountZone: string,
): Promise<FlowFact[]> {
  const personId = person.id;
  if (rows.length === 0) return [];
  const flows = rows.map((row) => ({
    row,
    compiled: compileFlow(row.definition),
  }));
  const runs = await newestRuns(
    tx,
    personId,
    rows.map((row) => row.id),
  );
  const steps =
    runs.length > 0
      ? await stepsOfRuns(
          tx,
          runs.map((run) => run.id),
        )
      : [];
  const [only] = rows.length === 1 ? rows : [];
  const refusals = await listRunRefusals(tx, {
    personId,
    flowId: only?.id ?? null,
    limit: limits.explainedRefusals,
  });
  const names = flows.flatMap(({ compiled }) => eventOf(compiled.definition) ?? []);
  const events =
    names.length > 0
      ? await newestEvents(tx, { personId, names, limit: limits.explainedRows })
      : [];
  const unseen = names.filter((name) => !events.some((event) => event.name === name));
  const similar =
    unseen.length > 0 ? await newestEventNames(tx, { personId, limit: limits.explainedRows }) : [];
  const starts = new Map<number, StartFound | null>();
  for (const { id, run_policy, definition } of rows) {
    const { trigger } = definition;
    starts.set(id, await flowStart(tx, { id, run_policy, trigger }, person, accountZone));
  }
  return flows.map(({ row, compiled }) => {
    const event = eventOf(compiled.definition);
    const run = runs.find((found) => found.flow_id === row.id);
    const sending = [...compiled.byId.values()].filter(
      ({ step }) => emailId !== null && step.type === 'send_email' && step.email_id === emailId,
    );
    return {
      ...{ key: row.key, status: row.status, run_policy: row.run_policy, event },
      matches: compiled.matches,
      start: starts.get(row.id) ?? null,
      sendingSteps: emailId === null ? null : sending.flatMap((step) => step.id ?? []),
      run: run ? runFact(run, steps, compiled) : null,
      events: events.filter((found: ExplainedEvent) => found.name === event),
      similarEvent: event === null ? null : nearest(event, similar),
      refusals: refusals.filter(({ flow_id }) => flow_id === row.id),
    };
  });
}

function eventOf(definition: Definition): string | null {
  const event = own({ ...definition.trigger }, 'event');
  return typeof event === 'string' ? event : null;
}

function runFact(run: ExplainedRun, steps: ExplainedStep[], { byId }: CompiledFlow): RunFact {
  const { id, started_at, ended_at, due_at, reason } = run;
  const step = run.step_id === null ? undefined : byId.get(run.step_id)?.step;
  return {
    id,
    at: step ? { handle: handleOf({ ...step }), summary: stepSummary(step) } : null,
    ...{ started_at, ended_at, due_at, reason, status: run.status },
    steps: steps.filter((step) => step.run_id === run.id),
  };
}
