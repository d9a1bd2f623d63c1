import type { OperationName } from '@postroad/core/catalog/catalog';
import { revisedMembers } from '@postroad/core/platform/operations/revised-resources';
import { authoredView } from '@postroad/service/app/history/authored-views';
import { transaction } from '@postroad/store/platform/transaction';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';

type Json = Record<string, unknown>;

let opened: TestService;

beforeAll(async () => {
  opened = await openTestService();
  await opened.database.pool`
    insert into api_tokens (id, name, scopes, hash, created_at) overriding system value
    values (7, 'CI', '{admin}', 'x', now())`;
});

afterAll(() => opened.close());

const ci = { id: 'token 7', name: 'CI', scopes: ['admin'] as const };

async function call(name: OperationName, input: Json, options: Json = {}): Promise<Json> {
  const answer = await opened.service.invoke(name, input, {
    actor: ci,
    surface: 'mcp',
    ...options,
  });
  return answer.output as Json;
}

async function list(filter: Json = {}): Promise<Json[]> {
  return (await call('list_changes', filter)).changes as Json[];
}

/** The changes that some work leaves, oldest first. */
async function leaving(work: () => Promise<unknown>): Promise<Json[]> {
  const newest = async () => (await list({ limit: 1 }))[0]?.id;
  const before = Number((await newest()) ?? 0);
  await work();
  return (await list({ limit: 200 })).filter(({ id }) => Number(id) > before).reverse();
}

const definition = { type: 'has_tag', tag: 'vip' };

describe('an authored record', () => {
  it('HIST-01, HIST-02, HIST-09 leaves who changed what, when and by which interface', async () => {
    const made = await leaving(() => call('create_segment', { key: 'vips', definition }));
    expect(made).toEqual([
      {
        id: expect.any(Number),
        at: expect.any(String),
        actor: { kind: 'token', name: 'CI' },
        surface: 'mcp',
        operation: 'create_segment',
        resource: 'segments',
        record_id: expect.any(Number),
        record_key: 'vips',
        record_name: 'vips',
        revision: 1,
        summary: 'Created the segment "vips"',
        revert: 'at_once',
      },
    ]);
    const [changed] = await leaving(() =>
      call('update_segment', { segment_key: 'vips', name: 'VIPs', description: 'Best' }),
    );
    expect(changed).toMatchObject({
      operation: 'update_segment',
      revision: 2,
      summary: 'Changed name and description of the segment "VIPs"',
    });
    const { change } = await call('get_change', { change_id: changed?.id });
    expect(change).toMatchObject({
      before: { key: 'vips', name: 'vips', description: '', definition },
      after: { key: 'vips', name: 'VIPs', description: 'Best', definition },
    });
    const [deleted] = await leaving(() => call('delete_segment', { segment_key: 'vips' }));
    expect(deleted).toMatchObject({ summary: 'Deleted the segment "VIPs"' });
    const gone = await call('get_change', { change_id: deleted?.id });
    expect(gone.change).toMatchObject({ before: { name: 'VIPs' }, after: null });
  });

  it('HIST-01 is found by resource, id, key, actor and time, page by page', async () => {
    const { segment } = await call('create_segment', { key: 'found', definition });
    const { id } = segment as { id: number };
    for (const name of ['One', 'Two', 'Three']) {
      await call('update_segment', { segment_key: 'found', name });
    }
    const revisions = (changes: Json[]) => changes.map(({ revision }) => revision);
    expect(revisions(await list({ resource: 'segments', id: String(id) }))).toEqual([4, 3, 2, 1]);
    expect(revisions(await list({ resource: 'segments', id: 'found' }))).toEqual([4, 3, 2, 1]);
    expect(await list({ resource: 'layouts' })).toEqual(await list({ resource: 'templates' }));
    expect(await list({ resource: 'imports' })).toEqual([]);
    await expect(list({ resource: 'segment' })).rejects.toMatchObject({
      members: { errors: [{ path: 'resource', did_you_mean: 'segments' }] },
    });
    const first = await call('list_changes', { resource: 'segments', id: 'found', limit: 3 });
    expect(revisions(first.changes as Json[])).toEqual([4, 3, 2]);
    const rest = await list({ resource: 'segments', id: 'found', cursor: first.next_cursor });
    expect(revisions(rest)).toEqual([1]);
    const other = { id: 'token 8', name: 'Other', scopes: ['admin'] };
    await call('update_segment', { segment_key: 'found', name: 'Four' }, { actor: other });
    expect(await list({ actor: 'Other' })).toMatchObject([{ actor: { name: 'Other' } }]);
    await call('move_clock', { advance: { amount: 2, unit: 'days' } });
    const now = (await call('get_clock', {})).now as string;
    await call('update_segment', { segment_key: 'found', name: 'Five' });
    const since = new Date(Date.parse(now) - 1_000).toISOString();
    expect(revisions(await list({ resource: 'segments', since }))).toEqual([6]);
    const old = await list({ resource: 'segments', id: 'found', until: since });
    expect(revisions(old)).toEqual([5, 4, 3, 2, 1]);
    await expect(list({ id: 'found' })).rejects.toMatchObject({ code: 'validation_failed' });
    const all = (await list({ limit: 200 })) as { id: number; at: string }[];
    const ids = (changes: readonly Json[]) => changes.map(({ id }) => id);
    for (const { at } of all) {
      const [later, earlier] = [
        all.filter((one) => one.at >= at),
        all.filter((one) => one.at <= at),
      ];
      expect(ids(await list({ limit: 200, since: at }))).toEqual(ids(later));
      expect(ids(await list({ limit: 200, until: at }))).toEqual(ids(earlier));
    }
  });

  it('HIST-01 says that a record is not there, unless it was and has changes', async () => {
    const none = { code: 'not_found', message: expect.stringContaining('segment "fuond"') };
    await call('create_segment', { key: 'brief', definition });
    await expect(list({ resource: 'segments', id: 'fuond' })).rejects.toMatchObject(none);
    const later = { since: '2200-01-01T00:00:00Z' };
    expect(await list({ resource: 'segments', id: 'brief', ...later })).toEqual([]);
    await call('delete_segment', { segment_key: 'brief' });
    expect(await list({ resource: 'segments', id: 'brief' })).toHaveLength(2);
    expect(await list({ resource: 'segments', id: 'brief', ...later })).toEqual([]);
    for (const resource of ['broadcasts', 'fields', 'products', 'layouts', 'people']) {
      await expect(list({ resource, id: '999999' })).rejects.toMatchObject({ code: 'not_found' });
    }
    const email = 'named@example.com';
    await call('upsert_person', { email });
    expect(await list({ resource: 'people', id: email })).toHaveLength(1);
    await expect(list({ resource: 'people', id: 'x@example.com' })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('HIST-07 leaves nothing where the write is refused, changes nothing, or is a dry run', async () => {
    await call('create_guard', { key: 'quiet', condition: definition });
    const left = await leaving(async () => {
      await call('update_guard', { guard_key: 'quiet', enabled: true });
      await call('update_guard', { guard_key: 'quiet', enabled: false }, { dryRun: true });
      await call('update_guard', { guard_key: 'quiet', name: 'x' }, { ifRevision: [9] }).catch(
        () => undefined,
      );
      await call('update_guard', { guard_key: 'quiet', condition: { type: 'no' } }).catch(
        () => undefined,
      );
    });
    expect(left).toEqual([]);
  });

  it('HIST-09 shows a sequence with its steps, one change a call', async () => {
    const { sequence } = await call('create_sequence', { name: 'Tips' });
    const { id: sequence_id } = sequence as { id: number };
    const left = await leaving(async () => {
      await call('add_sequence_step', { sequence_id, email_source: 'scratch' });
      await call('add_sequence_step', { sequence_id, email_source: 'scratch', position: 1 });
      await call('toggle_sequence', { sequence_id, enabled: true });
    });
    const ofSequence = left.filter(({ resource }) => resource === 'sequences');
    expect(ofSequence.map(({ summary }) => summary)).toEqual([
      'Changed steps of the sequence "Tips"',
      'Changed steps of the sequence "Tips"',
      'Turned on the sequence "Tips"',
    ]);
    const { change } = await call('get_change', { change_id: ofSequence[1]?.id });
    const { before, after } = change as Record<'before' | 'after', { steps: Json[] }>;
    expect(before.steps).toMatchObject([{ position: 1 }]);
    expect(after.steps.map(({ position }) => position)).toEqual([1, 2]);
    expect(after.steps[1]?.id).toBe(before.steps[0]?.id);
  });

  it('HIST-09 shows of settings those that changed, with their defaults as null', async () => {
    const settings = { 'sending.mailing_address': '1 Main St', tunables: {} };
    const [change] = await leaving(() => call('update_settings', { settings }));
    expect(change).toMatchObject({
      resource: 'settings',
      record_id: null,
      summary: 'Changed the settings sending.mailing_address',
    });
    expect((await call('get_change', { change_id: change?.id })).change).toMatchObject({
      before: { settings: { 'sending.mailing_address': null } },
      after: { settings: { 'sending.mailing_address': '1 Main St' } },
    });
  });

  it('HIST-04 leaves what the service itself changes under engine', async () => {
    await call('create_segment', { key: 'nobody', definition });
    const { broadcast } = await call('create_broadcast', {
      ...{ name: 'News', email_source: 'scratch' },
      segment_id: ((await call('get_segment', { segment_key: 'nobody' })).segment as { id: number })
        .id,
    });
    const { id: broadcast_id, email_id } = broadcast as { id: number; email_id: number };
    await call('update_email', { email_id, subject: 'News', body_markdown: 'Hi' });
    const { now } = (await call('get_clock', {})) as { now: string };
    const send_at = new Date(Date.parse(now) + 600_000).toISOString();
    const left = await leaving(async () => {
      await call('schedule_broadcast', { broadcast_id, send_at });
      await call('move_clock', { advance: { amount: 1, unit: 'hours' } });
    });
    const steps = left.filter(({ resource }) => resource === 'broadcasts');
    expect(steps[0]).toMatchObject({
      ...{ surface: 'mcp', operation: 'schedule_broadcast' },
      summary: 'Scheduled the broadcast "News"',
    });
    expect(steps[1]).toMatchObject({
      surface: 'engine',
      operation: null,
      actor: { kind: 'engine', name: 'engine' },
      summary: 'Began to send the broadcast "News"',
    });
  });

  it('HIST-03 leaves a change for each record that a push of definition files writes', async () => {
    const { files } = (await call('export_definitions', {})) as { files: Record<string, string> };
    const path = 'themes/default.json';
    const pushed = { ...files, [path]: (files[path] ?? '').replace('"Default"', '"Pushed"') };
    const left = await leaving(() =>
      call('apply_definitions', { files: pushed }, { surface: 'cli' }),
    );
    expect(left).toMatchObject([
      { surface: 'cli', operation: 'apply_definitions', resource: 'themes', record_name: 'Pushed' },
    ]);
  });
});

describe('other acts of operators', () => {
  it('HIST-03, HIST-05 leave a change without secrets, before or after', async () => {
    const left = await leaving(async () => {
      await call('upsert_person', { email: 'ada@example.com', first_name: 'Ada' });
      await call('tag_person', { person: 'ada@example.com', tag: 'vip' });
      await call('add_note', { person: 'ada@example.com', body: 'Called' });
      await call('create_token', { name: 'Deploys', scope: 'read' });
      await call('export_people', {});
      await call('save_flow_version', {
        flow_key: ((await call('create_flow', { key: 'kept' })).flow as { key: string }).key,
        name: 'Kept',
      });
    });
    expect(left.map(({ operation, resource }) => [operation, resource])).toEqual([
      ['upsert_person', 'people'],
      ['tag_person', 'people'],
      ['add_note', expect.any(String)],
      ['create_token', 'tokens'],
      ['export_people', 'people'],
      ['create_flow', 'flows'],
      ['save_flow_version', 'flows'],
    ]);
    expect(left[0]).toMatchObject({
      record_name: 'ada@example.com',
      summary: 'Created the person "ada@example.com"',
    });
    const text = JSON.stringify(
      await transaction(opened.database, {}, ({ sql }) => sql`select * from changes`),
    );
    expect(text).not.toContain('postroad_');
    expect(text).not.toContain('ada@example.com');
  });

  it('SEC-09 tells who paused a flow, exported or erased people, handled tokens, and changed the sender', async () => {
    const page = { 'sending.unsubscribe_page_url': 'https://example.com/leave' };
    const left = await leaving(async () => {
      await call('create_flow', { key: 'paused' });
      const definition = { trigger: { event: 'x' }, nodes: [{ id: 1, type: 'add_tag', tag: 'a' }] };
      await call('update_flow', { flow_key: 'paused', definition });
      await call('activate_flow', { flow_key: 'paused' });
      await call('pause_flow', { flow_key: 'paused' });
      await call('export_people', {});
      await call('upsert_person', { email: 'linus@example.com' });
      await call('delete_person', { person: 'linus@example.com' });
      const { token } = await call('create_token', { name: 'Deploys', scope: 'read' });
      await call('revoke_token', { token_id: (token as Json).id });
      await call('update_profile', { default_from_address: 'News <news@example.com>' });
      await call('update_settings', { settings: page });
    });
    for (const operation of [
      ...['pause_flow', 'export_people', 'delete_person', 'create_token', 'revoke_token'],
      ...['update_profile', 'update_settings'],
    ]) {
      const [change, more] = left.filter((one) => one.operation === operation);
      expect(more, operation).toBeUndefined();
      expect(change, operation).toMatchObject({ actor: { kind: 'token', name: 'CI' } });
      expect(change?.summary, operation).toMatch(/./);
    }
    const settings = left.find(({ operation }) => operation === 'update_settings');
    const { change } = await call('get_change', { change_id: settings?.id });
    expect(JSON.stringify((change as Json).after)).toContain('https://example.com/leave');
  });

  it('HIST-01 names the flow and the email of which a draft was kept or dropped', async () => {
    const definition = { trigger: { event: 'x' }, nodes: [{ id: 1, type: 'add_tag', tag: 'a' }] };
    await call('create_flow', { key: 'drafted', name: 'Drafted', definition });
    await call('activate_flow', { flow_key: 'drafted' });
    const { email } = await call('create_email', { title: 'Letter', subject: 'Hi' });
    const { id: email_id } = email as { id: number };
    const left = await leaving(async () => {
      await call('save_flow_draft', { flow_key: 'drafted', definition });
      await call('delete_flow_draft', { flow_key: 'drafted' });
      await call('save_email_draft', { email_id, subject: 'Hello' });
    });
    expect(left.map(({ summary, record_name }) => [summary, record_name])).toEqual(
      expect.arrayContaining([
        ['Saved a draft of the flow "Drafted"', 'Drafted'],
        ['Dropped the draft of the flow "Drafted"', 'Drafted'],
        ['Saved a draft of the email "Letter"', 'Letter'],
      ]),
    );
  });

  it('HIST-01 finds by the key of a record all that is found by its id', async () => {
    const { email } = await call('create_email', { title: 'Keyed', subject: 'Hi' });
    const { id: email_id, key } = email as { id: number; key: string };
    await call('save_email_draft', { email_id, subject: 'Hello' });
    const url = 'https://hooks.example.com/';
    const made = await call('create_webhook_endpoint', {
      key: 'till',
      url,
      events: ['email.sent'],
    });
    await call('rotate_webhook_secret', { webhook_endpoint: 'till' });
    const endpoint = made.webhook_endpoint as { id: number };
    for (const [resource, id, itsKey] of [
      ['emails', email_id, key],
      ['webhook_endpoints', endpoint.id, 'till'],
    ] as const) {
      const byId = await list({ resource, id: String(id) });
      expect(byId).toHaveLength(2);
      expect(await list({ resource, id: itsKey })).toEqual(byId);
    }
  });

  it('HIST-03, HIST-05 the secret of a webhook endpoint that is drawn again leaves a change without it', async () => {
    const secrets: unknown[] = [];
    const left = await leaving(async () => {
      const made = { key: 'crm', url: 'https://hooks.example.com/', events: ['email.sent'] };
      secrets.push((await call('create_webhook_endpoint', made)).secret);
      const of = { webhook_endpoint: 'crm' };
      secrets.push((await call('rotate_webhook_secret', of)).secret);
    });
    expect(left[1]).toMatchObject({
      operation: 'rotate_webhook_secret',
      resource: 'webhook_endpoints',
      summary: 'Made a new secret for the webhook endpoint "crm"',
    });
    expect(left).toHaveLength(2);
    const { change } = await call('get_change', { change_id: left[1]?.id });
    for (const secret of secrets) expect(JSON.stringify([left, change])).not.toContain(secret);
  });

  it('HIST-03 erasing a person leaves a change, and nothing of the person', async () => {
    const { person } = await call('upsert_person', {
      email: 'grace@example.com',
      first_name: 'Grace',
    });
    const { id } = person as { id: number };
    const [erased] = await leaving(() => call('delete_person', { person: 'grace@example.com' }));
    expect(erased).toMatchObject({ operation: 'delete_person', record_id: id, record_name: null });
    for (const change of await list({ resource: 'people', id: String(id) })) {
      expect(change.record_name).toBeNull();
    }
    const rows = await transaction(opened.database, {}, ({ sql }) => sql`select * from changes`);
    expect(JSON.stringify(rows)).not.toMatch(/grace/i);
  });

  it('HIST-06 ingest leaves none', async () => {
    const event = {
      email: 'new@example.com',
      name: 'purchase',
      details: { product: 'gold', amount_cents: 1 },
    };
    const left = await leaving(async () => {
      await call('record_event', { ...event, person: { fields: { seats: 3 } } });
      await call('record_event', { ...event }, { idempotencyKey: 'one' });
      await call('record_events', { events: [event] });
    });
    expect(left).toEqual([]);
  });
});

it('HIST-09 shows every column that operators author, new ones too', async () => {
  const tables = { ...Object.fromEntries(Object.keys(revisedMembers).map((one) => [one, one])) };
  delete tables.settings;
  tables.templates = 'layouts';
  const columns = await transaction(
    opened.database,
    {},
    ({ sql }) => sql<{ table: string; column: string }[]>`
      select table_name as table, column_name as column from information_schema.columns
      where table_schema = current_schema() and table_name = any(${Object.values(tables)}::text[])`,
  );
  const unshown = Object.entries(tables).flatMap(([resource, table]) => {
    const own = columns.filter((one) => one.table === table).map(({ column }) => column);
    const row = Object.fromEntries(own.map((column) => [column, column]));
    const shown = new Set(
      Object.values(authoredView(resource, row) ?? {}).flatMap((value) =>
        typeof value === 'object' && value !== null ? Object.values(value) : [value],
      ),
    );
    return own.filter((column) => !shown.has(column)).map((column) => `${resource}.${column}`);
  });
  const counted = /\.(revision|created_at|updated_at)$/;
  expect(unshown.filter((one) => !counted.test(one)).sort()).toEqual([
    // What the service counts or derives; archived_at is shown as archived.
    ...['broadcasts.adjusted_person_id', 'broadcasts.booked_times', 'broadcasts.decide_at'],
    ...['broadcasts.effective_emails_per_hour', 'broadcasts.experiment_status'],
    ...['broadcasts.final_person_id', 'broadcasts.finished_at'],
    ...['broadcasts.last_queued_person_id', 'broadcasts.next_due_at'],
    ...['broadcasts.queue_cleanup_pending', 'broadcasts.recipients', 'broadcasts.started_at'],
    // These are shown as variants.
    ...['broadcasts.variant_email_ids', 'broadcasts.variant_names', 'broadcasts.variant_weights'],
    ...['broadcasts.waiting_recipients', 'broadcasts.winner_high', 'broadcasts.winner_low'],
    'broadcasts.winner_variant',
    ...['emails.archived_at', 'emails.is_blank', 'emails.name', 'fields.used', 'flows.version'],
    ...['products.id', 'profile.only_row', 'profile.settings_revision'],
    'webhook_endpoints.name',
  ]);
});

it('HIST-08 changes are kept for retention.changes_days, and for ever where that is 0', async () => {
  const count = async () => (await list({ limit: 200 })).length;
  await call('update_settings', { settings: { 'retention.changes_days': 0 } });
  await call('move_clock', { advance: { amount: 400, unit: 'days' } });
  const before = await count();
  await opened.service.round('upkeep');
  expect(await count()).toBe(before + 0);
  await call('update_settings', { settings: { 'retention.changes_days': 30 } });
  const other = await opened.another().catch(() => null);
  await (other ?? opened.service).round('upkeep');
  await other?.close();
  const left = await list({ limit: 200 });
  if (other) expect(left.length).toBeLessThan(before);
});
