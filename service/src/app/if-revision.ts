import { type Operation, pathParameters } from '@postroad/core/platform/operations/operation';
import {
  type CountedResource,
  type DraftResource,
  draftMembers,
  type ExpectedRevision,
  isDraft,
  noDraft,
  ofTheChange,
  revisedMembers,
} from '@postroad/core/platform/operations/revised-resources';
import { Refusal } from '@postroad/core/platform/refusal';
import { findChange } from '@postroad/store/account/change';
import {
  confirmRevision,
  expectRevision,
  findRevision,
  findRevisionOfStep,
  lockDraftsOf,
  type Revised,
} from '@postroad/store/platform/revision';
import type { Tx } from '@postroad/store/platform/transaction';
import { getEmailDraft } from '../content/email-draft.ts';
import { draftView } from '../content/email-draft-handlers.ts';
import { getEmail } from '../content/get-email.ts';
import { type Context, handlerOfKind } from '../platform/handler.ts';
import type { Deps } from './deps.ts';
import { handlers } from './handlers.ts';
import { isAuthored } from './history/authored-views.ts';
import { addressOf } from './history/revert-change.ts';

/** What is looked at of a call. */
interface RevisedCall {
  operation: Operation;
  input: object;
  options: { ifRevision?: ExpectedRevision | undefined };
}

type ReadRecord = (address: string, context: Context<Deps>) => Promise<unknown>;

/** Each record as the operation that gets it answers it. */
const readers: Record<CountedResource, ReadRecord> = {
  flow_drafts: (flowKey, context) =>
    handlerOfKind(handlers.get_flow_draft, 'read').run({ flow_key: flowKey }, context),
  email_drafts: async (id, { tx }) => {
    const email = await getEmail(tx, Number(id));
    return { draft: draftView(email, await getEmailDraft(tx, email.id)) };
  },
  themes: (themeKey, context) =>
    handlerOfKind(handlers.get_theme, 'read').run({ theme_key: themeKey }, context),
  products: (productKey, context) =>
    handlerOfKind(handlers.get_product, 'read').run({ product_key: productKey }, context),
  templates: (id, context) =>
    handlerOfKind(handlers.get_layout, 'read').run({ layout_id: Number(id) }, context),
  components: (componentKey, context) =>
    handlerOfKind(handlers.get_component, 'read').run({ component_key: componentKey }, context),
  emails: (id, context) =>
    handlerOfKind(handlers.get_email, 'read').run({ email_id: Number(id) }, context),
  sequences: (id, context) =>
    handlerOfKind(handlers.get_sequence, 'read').run({ sequence_id: Number(id) }, context),
  flows: (flow_key, context) => handlerOfKind(handlers.get_flow, 'read').run({ flow_key }, context),
  broadcasts: (id, context) =>
    handlerOfKind(handlers.get_broadcast, 'read').run({ broadcast_id: Number(id) }, context),
  segments: (segmentKey, context) =>
    handlerOfKind(handlers.get_segment, 'read').run({ segment_key: segmentKey }, context),
  guards: (guardKey, context) =>
    handlerOfKind(handlers.get_guard, 'read').run({ guard_key: guardKey }, context),
  forms: (formKey, context) =>
    handlerOfKind(handlers.get_form, 'read').run({ form_key: formKey }, context),
  fields: (fieldKey, context) =>
    handlerOfKind(handlers.get_field, 'read').run({ field_key: fieldKey }, context),
  webhook_endpoints: (webhookEndpoint, context) =>
    handlerOfKind(handlers.get_webhook_endpoint, 'read').run(
      { webhook_endpoint: webhookEndpoint },
      context,
    ),
  profile: (_, context) => handlerOfKind(handlers.get_profile, 'read').run({}, context),
  settings: (_, context) => handlerOfKind(handlers.get_settings, 'read').run({}, context),
};

/** A record as it is now, as its get operation answers it; settings with their values alone. */
async function readRecord(
  resource: CountedResource,
  address: string,
  context: Context<Deps>,
): Promise<unknown> {
  const answer = (await readers[resource](address, context)) as Record<string, unknown>;
  return answer[
    isDraft(resource) ? draftMembers[resource] : (revisedMembers[resource] ?? resource)
  ];
}

interface Addressed {
  resource: CountedResource;
  /** Null where there is no such record. */
  seen: Revised | null;
}

/** What the first parameter of the path is. */
function addressIn({ operation, input }: RevisedCall): string | number {
  const [parameter = ''] = pathParameters(operation.path);
  const value = (input as Record<string, unknown>)[parameter];
  return typeof value === 'number' ? value : String(value ?? '');
}

/** What the path of the call names; a step of a sequence is part of its sequence. */
async function findNamed(
  tx: Tx,
  resource: CountedResource,
  call: RevisedCall,
): Promise<Revised | null> {
  const [parameter] = pathParameters(call.operation.path);
  const address = addressIn(call);
  if (parameter === 'step_id') return await findRevisionOfStep(tx, Number(address));
  return await findRevision(tx, resource, address);
}

/** The record whose change the path names (HIST-13); null where it is no change of a record. */
async function findAddressed(
  tx: Tx,
  revised: CountedResource | typeof ofTheChange,
  call: RevisedCall,
): Promise<Addressed | null> {
  if (revised !== ofTheChange)
    return { resource: revised, seen: await findNamed(tx, revised, call) };
  const change = await findChange(tx, Number((call.input as { change_id?: unknown }).change_id));
  if (change === null || !isAuthored(change.resource)) return null;
  const { resource } = change;
  return { resource, seen: await findRevision(tx, resource, addressOf({ ...change, resource })) };
}

/** The revisions of what a call changes: of its record, and of the draft that it publishes; 0 for none. */
export async function presentRevisions(
  tx: Tx,
  call: Pick<RevisedCall, 'operation' | 'input'>,
): Promise<readonly [record: number, draft: number]> {
  const { revised, path } = call.operation;
  if (revised === undefined) return [0, 0];
  const addressed = await findAddressed(tx, revised, { ...call, options: {} });
  const drafts = revised === 'flows' ? 'flow_drafts' : 'email_drafts';
  const draft = path.endsWith('/publish')
    ? await findNamed(tx, drafts, { ...call, options: {} })
    : null;
  return [addressed?.seen?.revision ?? 0, draft?.revision ?? 0];
}

function isExpected(expected: ExpectedRevision, revision: number): boolean {
  return expected === 'any' || expected.includes(revision);
}

/**
 * Does the work of a call whose caller has seen the record it changes, or refuses it, with the record
 * as it is, where that has another revision by now (REV-06). A change that commits between this look
 * and the end of the work ends the transaction, which is done again and then refused here. What does
 * not exist is left to the handler, which says so.
 */
export async function ifRevision<Result>(
  context: Context<Deps>,
  call: RevisedCall,
  work: () => Promise<Result>,
): Promise<Result> {
  const { ifRevision: expected } = call.options;
  const { revised } = call.operation;
  if (expected === undefined || revised === undefined) return await work();
  const { tx } = context;
  const addressed = await findAddressed(tx, revised, call);
  const { resource, seen } = addressed ?? { resource: null, seen: null };
  if (resource === null || seen === null) {
    if (resource !== null && revised === ofTheChange) throw gone(expected, bringBack);
    if (resource !== null && isDraft(resource) && call.operation.safety === 'replace') {
      if (expected === 'any' || !expected.includes(noDraft)) throw gone(expected, beginAgain);
      return await beginDraft(context, resource, call, { expected, work });
    }
    return await work();
  }
  if (!isExpected(expected, seen.revision)) {
    throw await mismatch(context, resource, seen, expected);
  }
  if (expected === 'any') return await work();
  await expectRevision(tx, resource, seen);
  const result = await work();
  await confirmRevision(tx, resource, seen);
  return result;
}

/** Keeps the first draft of a record, unless another that was begun meanwhile would be lost. */
async function beginDraft<Result>(
  context: Context<Deps>,
  resource: DraftResource,
  call: RevisedCall,
  { expected, work }: { expected: ExpectedRevision; work: () => Promise<Result> },
): Promise<Result> {
  await lockDraftsOf(context.tx, resource, addressIn(call));
  const begun = await findNamed(context.tx, resource, call);
  if (begun !== null) throw await mismatch(context, resource, begun, expected);
  return await work();
}

function shownExpected(expected: ExpectedRevision): ExpectedRevision | number {
  const [only, ...more] = expected;
  return typeof only === 'number' && more.length === 0 ? only : expected;
}

const bringBack =
  'The record is deleted, so it has no revision. Leave the revision out to bring the record back.';
const beginAgain =
  'There is no draft now: it was published or dropped since you read it. Look at what is live, then leave the revision out to begin another.';

/** What is gone has no revision that its caller could have seen. */
function gone(expected: ExpectedRevision, detail: string): Refusal {
  return new Refusal('revision_mismatch', detail, {
    expected: shownExpected(expected),
    actual: null,
    current: null,
  });
}

async function mismatch(
  context: Context<Deps>,
  resource: CountedResource,
  { address, revision }: Revised,
  expected: ExpectedRevision,
): Promise<Refusal> {
  return new Refusal(
    'revision_mismatch',
    'The record was changed since you read it. Take current, make your change to it, and send it with its revision.',
    {
      expected: shownExpected(expected),
      actual: revision,
      current: await readRecord(resource, String(address), context),
    },
  );
}
