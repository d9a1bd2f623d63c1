import type {
  OperationName,
  OperationOutput,
  OperationRequest,
} from '@postroad/core/catalog/catalog';
import type { LaneName } from '@postroad/service/app/lanes';
import type { Service } from '@postroad/service/app/service';
import type { BenchDatabase } from './bench-database.ts';

export const actor = { id: 'bench', name: 'bench', scopes: ['admin'] as const };

export type Call = <Name extends OperationName>(
  name: Name,
  input: OperationRequest<Name>,
) => Promise<OperationOutput<Name>>;

/** Calls operations as an operator does. */
export function callOf(service: Service): Call {
  return async (name, input) => (await service.invoke(name, input, { actor })).output as never;
}

/** A lane looks for work once a second, and a round before does nothing. */
export const nextLook = () => new Promise((resolve) => setTimeout(resolve, 1_050));

/** Until nothing is left. */
export async function drain(service: Service, lane: LaneName): Promise<void> {
  await nextLook();
  while (await service.round(lane));
}

/** Somebody with as much history as others. */
export const person = 'p1500@example.com';
export const subscriber = 'p1601@example.com';
export const condition = { type: 'has_tag', tag: 'tag-3' };
export const definition = { trigger: { event: 'bench-facts' }, nodes: [{ type: 'exit_flow' }] };
export const reminder = {
  trigger: {
    ...{ type: 'subscription_renewal_approaching', product: 'plan', interval: 'yearly' },
    ...{ days_before: 14, local_time: '09:00', timezone: 'UTC' },
  },
  nodes: [{ type: 'exit_flow' }],
};

async function contentOf(call: Call) {
  const { theme } = await call('create_theme', { name: 'Bench' });
  await call('update_theme', { theme_key: theme.key, name: 'Renamed' });
  const html = '<p>{{ content }}</p>';
  const { template } = await call('create_layout', { name: 'Bench', html });
  const { component } = await call('create_component', { key: 'bench', html: '<p>News</p>' });
  const content = { subject: 'News', body_markdown: 'Hello {{ person.first_name }}' };
  const { email } = await call('create_email', content);
  await call('save_email_draft', { email_id: email.id, subject: 'Edited' });
  const { email: archived } = await call('create_email', content);
  await call('delete_email', { email_id: archived.id });
  const [change] = (await call('list_changes', { resource: 'themes', limit: 1 })).changes;
  return {
    ...{ theme_key: theme.key, layout_id: template.id, component_key: component.key ?? '' },
    ...{ email_id: email.id, archived_email_id: archived.id, change_id: change?.id ?? 0 },
  };
}

async function flowsOf(call: Call) {
  const own = { flow_key: 'bench-facts' };
  await call('create_flow', { key: own.flow_key, definition });
  const { version } = await call('save_flow_version', { ...own, name: 'Kept' });
  await call('save_flow_draft', { ...own, definition });
  await call('create_flow', { key: 'bench-live', definition });
  await call('activate_flow', { flow_key: 'bench-live' });
  await call('create_flow', { key: 'bench-reminder', definition: reminder });
  const { sequence } = await call('create_sequence', { name: 'Bench' });
  const source = { sequence_id: sequence.id, email_source: 'scratch' as const };
  await call('add_sequence_step', source);
  const { step } = await call('add_sequence_step', source);
  return { ...own, version_id: version.id, sequence_id: sequence.id, step_id: step.id };
}

async function peopleOf(call: Call) {
  const { field } = await call('create_field', { key: 'bench_field', type: 'string' });
  const file = { content: 'email\nfacts@example.com\nnobody\n', format: 'csv' as const };
  const { import: made } = await call('import_people', file);
  const { tagging } = await call('tag_people', { add_tags: ['bench'], q: person });
  const { segment } = await call('create_segment', { key: 'bench', definition: condition });
  const { guard } = await call('create_guard', { key: 'bench', condition });
  await call('create_form', { key: 'bench' });
  await call('create_product', { key: 'bench' });
  return {
    ...{ field_key: field.key, import_id: made.id ?? 0, tagging_id: tagging?.id ?? 0 },
    ...{ segment_key: segment.key ?? '', guard_key: guard.key ?? '', product_key: 'bench' },
  };
}

async function broadcastsOf(call: Call, emailId: number) {
  const made = async () => {
    const source = { segment: 'segment-3', email_source: 'copy', email_id: emailId } as const;
    const { broadcast } = await call('create_broadcast', { name: 'Bench', ...source });
    return { broadcast_id: broadcast.id };
  };
  const draft = await made();
  const scheduled = await made();
  const sending = await made();
  const paused = await made();
  await call('schedule_broadcast', { ...scheduled, send_at: '2199-01-01T00:00:00Z' });
  await call('send_broadcast_now', sending);
  await call('send_broadcast_now', paused);
  await call('pause_broadcast', paused);
  return { draft, scheduled, sending, paused };
}

/** Mail whose content is kept, mail that failed, and mail of which nobody knows whether it left. */
async function mailOf(call: Call, service: Service, { sql }: BenchDatabase) {
  const content = { subject: 'News', body_markdown: 'Hello {{ person.first_name }}' };
  const { email } = await call('create_email', content);
  const nodes = [{ type: 'send_email', email_id: email.id }];
  const flow = { trigger: { event: 'bench-mail' }, nodes };
  await call('create_flow', { key: 'bench-mail', definition: flow });
  await call('activate_flow', { flow_key: 'bench-mail' });
  await call('update_settings', { settings: { 'sending.keep_content_days': 30 } });
  await call('record_event', { email: subscriber, name: 'bench-mail' });
  for (const lane of ['runs', 'sends'] as const) await drain(service, lane);
  const [kept] = await sql<
    [{ id: number }]
  >`select max(k.id) as id from send_contents c, unnest(c.send_ids) k (id)`;
  const [failed] = await sql<[{ id: number }]>`
    select id from send_log where id <= 1000 and status = 'failed' and source_kind = 'flow' limit 1`;
  const [uncertain] = await sql<[{ id: number }]>`
    update sends set status = 'uncertain'
    where id = (select min(id) from sends where source_kind = 'flow') returning id`;
  return { kept_id: kept.id, failed_id: failed.id, uncertain_id: uncertain.id };
}

/** A message that waits, and one of many deliveries. */
async function outsideOf(call: Call, { sql }: BenchDatabase) {
  const words = { to: subscriber, subject: 'Your receipt', body_markdown: 'Paid in full.' };
  const { message } = await call('send_message', { ...words, send_at: '2199-01-01T00:00:00Z' });
  // The first one is that which the account's deliveries are of.
  for (const key of ['busy', 'idle']) {
    const url = `https://example.com/${key}`;
    await call('create_webhook_endpoint', { key, url, events: ['broadcast.finished'] });
  }
  const [delivery] = await sql<[{ id: number }]>`
    select id from webhook_deliveries where status = 'failed' order by id limit 1`;
  return {
    ...{ message_id: message.id, delivery_id: delivery.id },
    ...{ webhook_endpoint: 'busy', idle_endpoint: 'idle' },
  };
}

/** A run that waits, and one that is parked. */
async function runsOf({ sql }: BenchDatabase) {
  const runs = await sql<{ id: number }[]>`
    select id from runs where flow_id = 3 and status = 'active' order by id limit 2`;
  const [waiting, parked] = runs.map(({ id }) => id);
  await sql`update runs set status = 'parked', due_at = null, reason = 'Bench' where id = ${parked ?? 0}`;
  return { run_id: waiting ?? 0, parked_id: parked ?? 0 };
}

/** Work that can still be canceled: a short file is read while it is uploaded. */
async function reopen({ sql }: BenchDatabase): Promise<void> {
  await sql`update imports set status = 'working', finished_at = null`;
  await sql`update taggings set status = 'working', finished_at = null`;
}

/** A record of each kind for the operations that name one. */
export async function factsOf(service: Service, database: BenchDatabase) {
  const call = callOf(service);
  const content = await contentOf(call);
  const { token } = await call('create_token', { name: 'Bench', scope: 'read' });
  const others = {
    ...(await flowsOf(call)),
    ...(await peopleOf(call)),
    ...(await broadcastsOf(call, content.email_id)),
    ...(await mailOf(call, service, database)),
    ...(await runsOf(database)),
    ...(await outsideOf(call, database)),
  };
  await reopen(database);
  return {
    ...content,
    ...others,
    token_id: token.id,
    files: (await call('export_definitions', { prefix: 'emails/' })).files,
  };
}

/** Takes back what would be work for the lanes. */
export async function tidy(service: Service, facts: Facts): Promise<void> {
  const call = callOf(service);
  const { sending, paused, import_id, tagging_id } = facts;
  await call('update_settings', { settings: { 'sending.keep_content_days': 0 } });
  for (const broadcast of [sending, paused]) await call('cancel_broadcast', broadcast);
  await call('cancel_import', { import_id });
  await call('cancel_tagging', { tagging_id });
}

export type Facts = Awaited<ReturnType<typeof factsOf>>;
