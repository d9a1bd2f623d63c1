import { newEmailsIn, withEmailIds } from '@postroad/core/content/new-email';
import type { Definition } from '@postroad/core/flows/definition/definition';
import { type Review, reviewParts } from '@postroad/core/flows/definition/review';
import { listSteps } from '@postroad/core/flows/definition/step-list';
import { triggerSummary, triggerValues } from '@postroad/core/flows/definition/trigger';
import { flowDiagram } from '@postroad/core/flows/drawing/diagram';
import { stepCount } from '@postroad/core/flows/drawing/summary';
import { textOutline } from '@postroad/core/flows/drawing/text-outline';
import type { JsonObject } from '@postroad/core/platform/json';
import { limits } from '@postroad/core/platform/limits';
import { invalid, Refusal } from '@postroad/core/platform/refusal';
import type { ZoneClock } from '@postroad/core/platform/zone-clock';
import { holdReasons } from '@postroad/core/queue/hold-reasons';
import { statsRange } from '@postroad/core/sending/stats-range';
import { raiseFlowsVersion } from '@postroad/store/account/engine-state';
import { readEmailVersions } from '@postroad/store/content/email-compile';
import {
  deleteUnusedFlow,
  type FlowRow,
  insertFlow,
  keptPeopleInside,
  listFlowLabels,
  listFlows,
} from '@postroad/store/flows/flow';
import { hasFlowDraft } from '@postroad/store/flows/flow-draft';
import { insertFlowVersion } from '@postroad/store/flows/flow-version';
import { releaseFrozenRuns } from '@postroad/store/flows/run';
import { lockReferences } from '@postroad/store/platform/reference-lock';
import type { Tx } from '@postroad/store/platform/transaction';
import { readFiguresZone } from '@postroad/store/queue/figure-rollups';
import { sendsFrom } from '@postroad/store/queue/in-flight-sends';
import { holdSource, releaseSource } from '@postroad/store/queue/send';
import { flowDays } from '@postroad/store/sending/report';
import { mailWarnings } from '../account/mail-warnings.ts';
import type { SenderConfig } from '../account/sender.ts';
import { resolveKeys } from '../conditions/resolve-keys.ts';
import { type MadeEmail, madeMember, withNewEmails } from '../content/new-emails.ts';
import type { Renderer } from '../content/render/renderer.ts';
import type { AccountTime } from '../platform/account-clock.ts';
import { runYielding } from '../platform/cooperative.ts';
import { type Context, type Handlers, read, transaction } from '../platform/handler.ts';
import { idPageOf, pageOf, shownOf } from '../platform/page.ts';
import { recordHolders, refuseHeld, takeOut } from '../platform/record-holders.ts';
import { refuseFailing, testsToStore, withFailingTests, writtenTests } from './cases/run-tests.ts';
import { changeDefinition, changedTimesOfEdit } from './change-definition.ts';
import { definitionMeant, getFlowDraft } from './flow-draft.ts';
import { flowReferences } from './flow-references.ts';
import { flowView, getFlow, validateFlow } from './flow-view.ts';
import { replaceFlow } from './replace-flow.ts';
import { stepNames } from './step-names.ts';
import { withFlowStats } from './step-stats.ts';

/** What was sent, as it is saved and with its issues. Throws a 422 where it must not be (contract §5.2). */
export async function reviewed(
  tx: Tx,
  flow: Pick<FlowRow, 'key' | 'run_policy'>,
  sent: unknown,
  held: Definition | null,
): Promise<Review> {
  const known = await flowReferences(tx);
  const { key: flowKey, run_policy: runPolicy } = flow;
  const references = { ...known, flows: new Set([...known.flows, flowKey]) };
  const named = await resolveKeys(tx, sent);
  const found = await runYielding(reviewParts(named, { flowKey, held, references, runPolicy }));
  if (found.refusals.length > 0) throw invalid(found.refusals);
  return found;
}

/** Mail of flows in the last days, today last. */
async function mailOf(tx: Tx, clock: ZoneClock, ids: readonly number[]) {
  const range = statsRange({}, tx.now, clock);
  if (typeof range === 'string') throw new Error('The last days have no beginning.');
  const dates = range.dates.slice(-limits.flowListDays);
  const borders = range.borders.slice(-limits.flowListDays - 1);
  const ready = (await readFiguresZone(tx)) === clock.timezone;
  const found = await flowDays(tx, { dates, borders, ready }, ids);
  return (id: number) => {
    const own = found.filter(({ flow_id }) => flow_id === id);
    const sent = new Map(own.map((of) => [of.day, of.sent]));
    return {
      sent_days: dates.map((day) => sent.get(day) ?? 0),
      failed: own.reduce((sum, { failed }) => sum + failed, 0),
    };
  };
}

const readFlows: Pick<Handlers<AccountTime>, 'list_flows' | 'get_flow' | 'validate_flow'> = {
  list_flows: read(async (input, { tx, deps }) => {
    const page = pageOf(input, 1);
    const rows = await listFlows(tx, {
      label: input.label?.trim() ?? null,
      hasDraft: input.has_draft ?? null,
      ...idPageOf(page),
    });
    const { shown, next_cursor } = shownOf(rows, page, (row) => [row.id]);
    const inside = new Map<number, { people: number; parked: number }>();
    const ids = shown.map((row) => row.id);
    for (const { flow_id, people, parked } of await keptPeopleInside(tx, ids)) {
      const before = inside.get(flow_id) ?? { people: 0, parked: 0 };
      inside.set(flow_id, { people: before.people + people, parked: before.parked + parked });
    }
    const mail = await mailOf(tx, await deps.accountClock(tx), ids);
    const flows = shown.map((row) => ({
      id: row.id,
      key: row.key,
      name: row.name,
      labels: row.labels,
      run_policy: row.run_policy,
      status: row.status,
      revision: row.revision,
      trigger: {
        ...triggerSummary(row.definition.trigger),
        values: triggerValues(row.definition.trigger),
      },
      step_count: stepCount(row.definition),
      people_inside: inside.get(row.id)?.people ?? 0,
      parked: inside.get(row.id)?.parked ?? 0,
      ...mail(row.id),
      has_draft: row.has_draft,
    }));
    return { flows, labels: await listFlowLabels(tx), next_cursor };
  }),
  get_flow: read(async ({ flow_key, format }, { tx }) => {
    const row = await getFlow(tx, flow_key);
    const flow = await withFlowStats(tx, await flowView(tx, row));
    const counts = new Map(
      [...flow.steps, ...flow.gone_steps].map(({ id, people, parked }) => [
        id,
        { people: people + parked, parked },
      ]),
    );
    const tests = writtenTests(row);
    if (format === undefined || format === 'json') return { flow, tests };
    const names = await stepNames(tx, [row.definition]);
    const drawn = { key: row.key, name: row.name, definition: row.definition, counts, names };
    if (format === 'outline') return { flow, tests, outline: textOutline(drawn) };
    return { flow, tests, mermaid: flowDiagram(drawn) };
  }),
  validate_flow: read(async ({ flow_key, ...meant }, { tx }) => {
    const flow = await getFlow(tx, flow_key);
    const definition = await definitionMeant(tx, flow, meant);
    const validation = await validateFlow(
      tx,
      flow,
      await resolveKeys(tx, definition ?? flow.definition),
    );
    if (!meant.draft) return validation;
    const draft = await getFlowDraft(tx, flow);
    return await withFailingTests(tx, flow, draft.definition, validation);
  }),
};

/** The definition of a call, with the emails that were made of the new ones in it. */
function sentDefinition(
  { definition }: { definition?: JsonObject | undefined },
  made: readonly MadeEmail[],
): JsonObject | undefined {
  return definition && withEmailIds(definition, new Map(made.map(({ path, id }) => [path, id])));
}

const writeFlows: Pick<
  Handlers<{ renderer: Renderer }>,
  'create_flow' | 'update_flow' | 'delete_flow'
> = {
  create_flow: withNewEmails({
    find: ({ definition }) => newEmailsIn(definition),
    async write(input, { tx }, made) {
      await lockReferences(tx, 'shared');
      const sent = sentDefinition(input, made) ?? { trigger: {}, nodes: [] };
      const { key, run_policy = 'single_run' } = input;
      const { definition, validation } = await reviewed(tx, { key, run_policy }, sent, null);
      const flow = await insertFlow(tx, {
        ...{ key, run_policy, definition, status: 'draft' },
        name: input.name ?? input.key,
        labels: input.labels ?? [],
        tests: input.tests && (await testsToStore(tx, key, definition, input.tests)),
      });
      if (!flow) {
        throw new Refusal(
          'conflict',
          `There is a flow "${input.key}" already. Choose another key, or change that flow.`,
        );
      }
      await raiseFlowsVersion(tx);
      const told = input.tests
        ? await withFailingTests(tx, flow, definition, validation)
        : validation;
      return { flow: await flowView(tx, flow, told), ...madeMember(made) };
    },
  }),
  update_flow: withNewEmails({
    find: ({ definition }) => newEmailsIn(definition),
    async write(input, { tx }, made) {
      await lockReferences(tx, 'shared');
      const flow = await getFlow(tx, input.flow_key, 'for update');
      const { name = flow.name, labels = flow.labels, run_policy = flow.run_policy } = input;
      const sent = sentDefinition(input, made);
      if (sent === undefined) {
        const tests =
          input.tests && (await testsToStore(tx, flow.key, flow.definition, input.tests));
        const content = { name, labels, run_policy, ...(tests && { tests }) };
        const saved = await replaceFlow(tx, flow, content);
        const validation = await validateFlow(tx, saved, saved.definition);
        const told = tests
          ? await withFailingTests(tx, saved, saved.definition, validation)
          : validation;
        return { flow: await flowView(tx, saved, told) };
      }
      const after = await reviewed(tx, { key: flow.key, run_policy }, sent, flow.definition);
      const { definition, validation } = after;
      const tests = input.tests && (await testsToStore(tx, flow.key, definition, input.tests));
      const content = { name, labels, run_policy, ...(tests && { tests }) };
      const change = { definition, validation, content, force: input.force ?? false };
      const times = await changedTimesOfEdit(tx, flow, definition);
      const changed = await changeDefinition(tx, flow, change);
      const told = tests ? await withFailingTests(tx, changed, definition, validation) : validation;
      return { flow: await flowView(tx, changed, told), ...times, ...madeMember(made) };
    },
  }),
  delete_flow: transaction(async ({ flow_key }, { tx }) => {
    await lockReferences(tx, 'alone');
    const flow = await getFlow(tx, flow_key, 'for update');
    const holders = await recordHolders(tx, { kind: 'flow', keys: [flow.key] });
    // It may name itself.
    const others = holders.filter(({ kind, id }) => kind !== 'flow' || id !== flow.id);
    refuseHeld(`The flow "${flow.key}"`, others, takeOut);
    if (!(await deleteUnusedFlow(tx, flow.id))) {
      throw new Refusal(
        'conflict',
        `People ran through the flow "${flow.key}", so it stays. Pause it instead.`,
      );
    }
    await raiseFlowsVersion(tx);
    tx.work.tell({ resource: 'flows', id: flow.id, action: 'deleted' });
    return { deleted: true };
  }),
};

/**
 * Makes a paused flow live: releases held mail, and resumes runs that fell due meanwhile (§5.11).
 */
async function goLive(
  flow: FlowRow,
  force: boolean,
  { tx }: Pick<Context, 'tx'>,
): Promise<FlowRow> {
  const validation = await validateFlow(tx, flow, flow.definition);
  if (!validation.valid) {
    throw new Refusal(
      'conflict',
      `The flow "${flow.key}" has errors and stays ${flow.status}. Fix what validation lists, then activate it again.`,
      { validation },
    );
  }
  if (flow.status === 'live') return flow;
  await refuseFailing(tx, flow, flow.definition, force);
  const changed = await replaceFlow(tx, flow, { status: 'live' });
  await insertFlowVersion(tx, {
    flow_id: flow.id,
    kind: 'activation',
    definition: flow.definition,
    step_count: stepCount(flow.definition),
  });
  if (flow.status === 'paused') {
    await releaseFrozenRuns(tx, flow.id);
    await releaseSource(tx, { kind: 'flow', id: flow.id }, holdReasons.flowPaused);
  }
  tx.work.wake('runs', 'sends');
  return changed;
}

/** Warnings about the mail of a flow that is turned on. */
async function flowWarnings(
  { id, key, definition }: FlowRow,
  { tx, deps }: Pick<Context<{ config: SenderConfig }>, 'tx' | 'deps'>,
) {
  const ids = listSteps(definition.nodes).steps.flatMap(({ step }) =>
    step.type === 'send_email' && typeof step.email_id === 'number' ? step.email_id : [],
  );
  const emails = ids.length > 0 ? await readEmailVersions(tx, [...new Set(ids)]) : [];
  const warnings = await mailWarnings(tx, deps.config, emails);
  if (!(await hasFlowDraft(tx, id))) return warnings;
  const message = `A draft of the flow "${key}" waits. People go through the flow as it is now, without the draft's changes.`;
  const fix = `If they belong in the flow, publish the draft: publish_flow with flow_key "${key}".`;
  return [{ path: '', code: 'draft_waits', message, fix }, ...warnings];
}

const runFlows: Pick<Handlers<{ config: SenderConfig }>, 'activate_flow' | 'pause_flow'> = {
  activate_flow: transaction(async ({ flow_key, force = false }, context) => {
    await lockReferences(context.tx, 'shared');
    const flow = await getFlow(context.tx, flow_key, 'for update');
    const shown = await flowView(context.tx, await goLive(flow, force, context));
    return { flow: shown, warnings: await flowWarnings(flow, context) };
  }),
  pause_flow: transaction(async ({ flow_key }, { tx }) => {
    const flow = await getFlow(tx, flow_key, 'for update');
    if (flow.status === 'draft') {
      throw new Refusal(
        'conflict',
        `The flow "${flow.key}" is a draft; only a live flow can be paused.`,
      );
    }
    if (flow.status === 'paused') return { flow: await flowView(tx, flow) };
    const changed = await replaceFlow(tx, flow, { status: 'paused' });
    const source = { kind: 'flow' as const, id: flow.id };
    await holdSource(tx, source, holdReasons.flowPaused);
    tx.work.block(sendsFrom(source));
    return { flow: await flowView(tx, changed) };
  }),
};

export const flowHandlers = { ...readFlows, ...writeFlows, ...runFlows };
