import {
  catalog,
  type OperationName,
  operationNamed,
  operationNames,
} from '@postroad/core/catalog/catalog';
import { limits } from '@postroad/core/platform/limits';
import { scopeNeeded } from '@postroad/core/platform/operations/allowed';
import { isWrite } from '@postroad/core/platform/operations/operation';
import { Refusal } from '@postroad/core/platform/refusal';
import { handlers } from '@postroad/service/app/handlers';
import type { Actor } from '@postroad/service/platform/actor';
import { read } from '@postroad/service/platform/handler';
import { insertToken } from '@postroad/store/account/token';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dumpTables } from '../../support/dump.ts';
import { sampleToken } from '../../support/sample-token.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling, pathsOf } from './calling.ts';

type Input = Record<string, unknown>;

let opened: TestService;
let calls: Calling;

beforeAll(async () => {
  opened = await openTestService({ env: { STARTER: '1' } });
  calls = calling(opened);
  await calls.call('record_event', { email: 'ada@example.com', name: 'trial_began' });
  for (const name of ['First', 'Second']) {
    const { sequence } = await calls.call('create_sequence', { name });
    const step = { sequence_id: sequence.id, email_source: 'copy', email_id: 1 } as const;
    await calls.call('add_sequence_step', step);
    await calls.call('add_sequence_step', step);
  }
});

afterAll(async () => {
  await opened.close();
});

const names = operationNames;
const writes = names.filter((name) => isWrite(catalog[name]));
const reads = names.filter((name) => !isWrite(catalog[name]));

/** A call of each write that the starter tree lets through; queue calls are refused there. */
const writing: Record<string, Input> = {
  create_theme: { name: 'Night' },
  update_theme: {
    theme_key: 'default',
    variables: { link_color: { light: '#111111', dark: '#222222' } },
  },
  create_layout: { name: 'Plain', html: '<p>{{ content }}</p>' },
  update_layout: { layout_id: 1, name: 'Other' },
  delete_theme: { theme_key: 'default' },
  delete_layout: { layout_id: 1 },
  create_component: { key: 'notice', html: '<p>{{ title }}</p>' },
  update_component: { component_key: 'notice', html: '<b>x</b>' },
  delete_component: { component_key: 'notice' },
  upsert_person: { email: 'ada@example.com', tags: ['x'], fields: { a: 1 }, unsubscribed: true },
  upsert_people: {
    people: [{ email: 'ada@example.com', tags: ['y'] }, { email: 'new@example.com' }],
  },
  update_person: { person: 'ada@example.com', first_name: 'Ada', tags: ['x'] },
  delete_person: { person: 'ada@example.com' },
  tag_person: { person: 'ada@example.com', tag: 'x' },
  untag_person: { person: 'ada@example.com', tag: 'x' },
  tag_people: { add_tags: ['x'], everybody: true },
  cancel_tagging: { tagging_id: 1 },
  send_message: { to: 'new@example.com', subject: 'Hello', body_markdown: 'Hello' },
  cancel_message: { message_id: 1 },
  record_backup: {},
  add_note: { person: 'ada@example.com', body: 'x' },
  record_consent: {
    ...{ person: 'ada@example.com', kind: 'given', purpose: 'marketing' },
    ...{ text: 'Yes', source: 'phone' },
  },
  create_field: { key: 'seats', type: 'number' },
  update_field: { field_key: 'seats', active: false },
  delete_field: { field_key: 'seats' },
  create_product: { key: 'team', name: 'Team' },
  update_product: { product_key: 'team', name: 'Other' },
  delete_product: { product_key: 'team' },
  create_email: { subject: 'Hello', body_markdown: 'Hello' },
  update_email: { email_id: 1, subject: 'Changed' },
  delete_email: { email_id: 1 },
  restore_email: { email_id: 1 },
  duplicate_email: { email_id: 1 },
  send_test_email: { email_id: 1, to: 'tester@example.com' },
  create_sequence: { name: 'Tips' },
  update_sequence: { sequence_id: 1, name: 'Other' },
  delete_sequence: { sequence_id: 2 },
  toggle_sequence: { sequence_id: 1, enabled: true },
  start_on_sequence: { sequence_id: 1, person: 'ada@example.com' },
  add_sequence_step: { sequence_id: 1, email_source: 'copy', email_id: 1 },
  update_sequence_step: { step_id: 1, status: 'active' },
  move_sequence_step: { step_id: 1, direction: 'down' },
  replace_sequence_step_email: { step_id: 1, email_source: 'shared', email_id: 1 },
  delete_sequence_step: { step_id: 1 },
  create_flow: { key: 'fresh', definition: { trigger: { event: 'x' }, nodes: [] } },
  update_flow: { flow_key: 'welcome', name: 'Changed' },
  activate_flow: { flow_key: 'welcome' },
  pause_flow: { flow_key: 'welcome' },
  delete_flow: { flow_key: 'welcome' },
  save_flow_version: { flow_key: 'welcome', name: 'Kept' },
  rollback_flow: { flow_key: 'welcome', version_id: 1 },
  cancel_run: { run_id: 1 },
  move_run: { run_id: 1, step: 1 },
  retry_run: { run_id: 1 },
  move_parked_runs: { flow_key: 'welcome', from: '1', to: '1' },
  retry_parked_runs: { flow_key: 'welcome' },
  save_flow_draft: { flow_key: 'welcome', definition: { trigger: {}, nodes: [] } },
  delete_flow_draft: { flow_key: 'welcome' },
  publish_flow: { flow_key: 'welcome' },
  save_email_draft: { email_id: 1, subject: 'Edited' },
  delete_email_draft: { email_id: 1 },
  publish_email: { email_id: 1 },
  create_segment: { key: 'known', definition: { type: 'has_tag', tag: 'x' } },
  update_segment: { segment_key: 'known', name: 'Other' },
  delete_segment: { segment_key: 'known' },
  create_broadcast: { name: 'News', email_source: 'copy', email_id: 1 },
  update_broadcast: { broadcast_id: 1, name: 'Other' },
  delete_broadcast: { broadcast_id: 1 },
  replace_broadcast_email: { broadcast_id: 1, email_source: 'scratch' },
  schedule_broadcast: { broadcast_id: 1, send_at: '2035-01-01T09:00Z' },
  unschedule_broadcast: { broadcast_id: 1 },
  send_broadcast_now: { broadcast_id: 1 },
  pause_broadcast: { broadcast_id: 1 },
  resume_broadcast: { broadcast_id: 1 },
  cancel_broadcast: { broadcast_id: 1 },
  fork_email: { holder_type: 'broadcast', holder_id: 1 },
  create_form: { key: 'joining' },
  update_form: { form_key: 'joining', enabled: false },
  delete_form: { form_key: 'joining' },
  create_webhook_endpoint: { key: 'crm', url: 'https://example.com/', events: ['person.deleted'] },
  update_webhook_endpoint: { webhook_endpoint: 'crm', description: 'CRM' },
  rotate_webhook_secret: { webhook_endpoint: 'crm' },
  test_webhook_endpoint: { webhook_endpoint: 'crm' },
  replay_webhook_delivery: { webhook_delivery_id: 1 },
  delete_webhook_endpoint: { webhook_endpoint: 'crm' },
  create_guard: { key: 'guarding', condition: { type: 'has_tag', tag: 'x' } },
  update_guard: { guard_key: 'guarding', enabled: false },
  delete_guard: { guard_key: 'guarding' },
  apply_definitions: { files: { 'products/pushed.json': '{"key": "pushed"}' } },
  record_event: {
    email: 'new@example.com',
    name: 'signed_up',
    person: { tags: ['x'], fields: { a: 1 } },
  },
  record_events: {
    events: [
      { email: 'other@example.com', name: 'signed_up' },
      { email: 'other@example.com', name: 'purchased', details: { product: 'x', amount_cents: 1 } },
      { email: 'other@example.com', name: 'subscription_started', details: { product: 'x' } },
    ],
  },
  import_people: { content: 'email,tags,fields.b\nimported@example.com,x,1\n', trigger: true },
  cancel_import: { import_id: 1 },
  update_profile: { name: 'Changed' },
  update_settings: { settings: { 'sending.mailing_address': 'Changed' } },
  revert_change: { change_id: 1, force: true },
  load_example: {},
  remove_example: {},
  create_token: { name: 'one', scope: 'read' },
  invite_operator: { name: 'Ada', scope: 'read' },
  create_sign_in_link: { token_id: 1 },
  embed_flow: { flow_key: 'welcome' },
  revoke_token: { token_id: 1 },
  hold_sending: { reason: 'x' },
  release_sending: {},
  retry_send: { send_id: 1 },
  dismiss_send: { send_id: 1 },
  retry_failed_sends: {},
  dismiss_uncertain_sends: {},
  move_clock: { advance: { amount: 1, unit: 'days' } },
};

function invoke(name: OperationName, input: unknown, options: object = {}) {
  return opened.service.invoke(name, input, { actor: opened.actor, ...options });
}

async function refusalOf(answer: Promise<unknown>): Promise<Refusal> {
  const said = await answer.then(
    () => new Error('It was not refused.'),
    (error: unknown) => error,
  );
  if (said instanceof Refusal) return said;
  throw said;
}

describe('dry runs', () => {
  it('knows a call of every write', () => {
    expect(writes.filter((name) => writing[name] === undefined)).toEqual([]);
  });

  it.each(writes)('of %s change nothing', async (name) => {
    const before = await dumpTables(opened.database);
    const answer = await invoke(name, writing[name], { dryRun: true }).catch(
      (error: unknown) => error,
    );
    if (answer instanceof Refusal) expect(['not_found', 'conflict']).toContain(answer.code);
    else expect(answer).toMatchObject({ dryRun: true, output: expect.any(Object) });
    expect(await dumpTables(opened.database)).toEqual(before);
  });

  it('with an idempotency key keep no key', async () => {
    const before = await dumpTables(opened.database);
    await invoke('create_theme', { name: 'Kept' }, { dryRun: true, idempotencyKey: 'dry' });
    expect(await dumpTables(opened.database)).toEqual(before);
  });

  it.each(reads)('of %s are refused, since it only reads', async (name) => {
    const refusal = await refusalOf(invoke(name, {}, { dryRun: true }));
    expect(refusal.code).toBe('validation_failed');
    expect(pathsOf(refusal)).toEqual(['dry_run']);
  });
});

describe('a call that nobody waits for any more', () => {
  const inOneTransaction = writes.filter((name) => {
    const handler = handlers[name];
    return handler.kind !== 'engine' && handler.kind !== 'upload';
  });

  it('leaves nothing of any write that is one transaction', async () => {
    const before = await dumpTables(opened.database);
    for (const name of inOneTransaction) {
      const options = { isWanted: () => false, idempotencyKey: `unwanted ${name}` };
      for (const given of [options, { isWanted: () => false }]) {
        const { code } = await refusalOf(invoke(name, writing[name], given));
        expect(['unavailable', 'not_found', 'conflict'], name).toContain(code);
      }
    }
    expect(await dumpTables(opened.database)).toEqual(before);
  });

  it.each([1, 2])('rolls an apply back, asked for the time %i', async (time) => {
    const before = await dumpTables(opened.database);
    let asked = 0;
    const isWanted = () => {
      asked += 1;
      return asked < time;
    };
    const files = { files: { 'products/unwanted.json': '{"key": "unwanted"}' } };
    expect(await refusalOf(invoke('apply_definitions', files, { isWanted }))).toMatchObject({
      code: 'unavailable',
    });
    expect(await dumpTables(opened.database)).toEqual(before);
  });

  it('is left out of a group that others wait for', async () => {
    const event = (who: string) => ({ email: `${who}@example.com`, name: 'grouped' });
    const [kept, left] = await Promise.allSettled([
      invoke('record_event', event('kept')),
      invoke('record_event', event('left'), { isWanted: () => false }),
      invoke('record_event', event('kept-too')),
    ]);
    expect([kept?.status, left?.status]).toEqual(['fulfilled', 'rejected']);
    const { events } = await calls.call('list_events', { name: 'grouped' });
    expect(events.map(({ email }) => email).sort()).toEqual([
      'kept-too@example.com',
      'kept@example.com',
    ]);
  });
});

describe('scopes', () => {
  const reader: Actor = { id: 'token 9', name: 'reader', scopes: ['read'] };

  it.each(writes)('a read token may not %s', async (name) => {
    const refusal = await refusalOf(opened.service.invoke(name, writing[name], { actor: reader }));
    expect(refusal.code).toBe('forbidden');
    expect(refusal.detail).toContain('"reader"');
  });

  const drafter: Actor = { id: 'local', name: 'drafter', scopes: ['draft'] };
  it.each(writes.filter((name) => !['draft', 'read'].includes(scopeNeeded(operationNamed(name)))))(
    'STAGE-07 TOK-04 a draft token may only rehearse %s',
    async (name) => {
      const options = { actor: drafter };
      const refusal = await refusalOf(opened.service.invoke(name, writing[name], options));
      expect(refusal.code).toBe('forbidden');
      const rehearsal = opened.service.invoke(name, writing[name], { ...options, dryRun: true });
      const said = await rehearsal.catch((error: unknown) => error);
      if (said instanceof Refusal) expect(['not_found', 'conflict']).toContain(said.code);
      else expect(said).toMatchObject({ dryRun: true });
    },
  );

  it('a read token may read', async () => {
    const answer = await opened.service.invoke('list_flows', {}, { actor: reader });
    expect(answer.status).toBe(200);
  });

  it('AUTH-02, HOOK-01 a dry run shows no new secret, which would never be valid', async () => {
    const flow_key = 'shown-elsewhere';
    await calls.call('create_flow', { key: flow_key });
    const webhook_endpoint = 'secret-kept';
    const endpoint = { url: 'https://hooks.example.com/', events: ['*'] };
    await calls.call('create_webhook_endpoint', { ...endpoint, key: webhook_endpoint });
    const inputs: Partial<Record<OperationName, object>> = {
      create_token: { name: 'not kept', scope: 'read' },
      invite_operator: { name: 'Ada', scope: 'read' },
      create_sign_in_link: {},
      embed_flow: { flow_key },
      create_webhook_endpoint: endpoint,
      rotate_webhook_secret: { webhook_endpoint },
    };
    const secretive = operationNames.filter((name) => operationNamed(name).secrets !== undefined);
    expect(secretive.toSorted()).toEqual(Object.keys(inputs).toSorted());
    for (const name of secretive) {
      const { secrets = [] } = operationNamed(name);
      const said = (dryRun: boolean) =>
        opened.service.invoke(name, inputs[name], { actor: opened.actor, dryRun });
      const { output } = await said(true);
      expect(output, name).toMatchObject(Object.fromEntries(secrets.map((one) => [one, ''])));
      expect(JSON.stringify((await said(false)).output), name).toMatch(/postroad_|whsec_|#/);
    }
  });

  it('AUTH-02 a token stands for nobody once it was revoked, and its secret is kept nowhere', async () => {
    const made = await calls.call('create_token', { name: 'short lived', scope: 'read' });
    expect(await opened.service.authenticate(made.secret)).toEqual({
      id: `token ${made.token.id}`,
      name: 'short lived',
      scopes: ['read'],
    });
    expect(JSON.stringify(await dumpTables(opened.database))).not.toContain(made.secret);
    await calls.call('revoke_token', { token_id: made.token.id });
    expect(await opened.service.authenticate(made.secret)).toBeNull();
    expect(await opened.service.authenticate('')).toBeNull();
    expect((await calls.refused('revoke_token', { token_id: made.token.id })).code).toBe(
      'not_found',
    );
  });
});

it('runs reads in a transaction that PostgreSQL itself keeps from writing', async () => {
  const original = handlers.list_tokens;
  const written = sampleToken('stray', Buffer.alloc(32));
  handlers.list_tokens = read(async (_input, { tx }) => {
    await insertToken(tx, written);
    return { tokens: [], next_cursor: null };
  });
  try {
    await expect(invoke('list_tokens', {})).rejects.toMatchObject({ code: '25006' });
  } finally {
    handlers.list_tokens = original;
  }
});

describe('an idempotency key', () => {
  it('replays the first answer and does the work once', async () => {
    const first = await invoke('create_theme', { name: 'Twice' }, { idempotencyKey: 'k1' });
    const second = await invoke('create_theme', { name: 'Twice' }, { idempotencyKey: 'k1' });
    expect(second).toEqual({ ...first, replayed: true });
    const { themes } = await calls.call('list_themes', {});
    expect(themes.filter((theme) => theme.name === 'Twice')).toHaveLength(1);
  });

  it.each<[string, OperationName, Input]>([
    ['another body', 'create_theme', { name: 'Other' }],
    ['another operation', 'create_email', { subject: 'x' }],
  ])('is refused with %s', async (_what, name, input) => {
    await invoke('create_theme', { name: 'Reused' }, { idempotencyKey: 'k2' }).catch(() => {});
    const refusal = await refusalOf(invoke(name, input, { idempotencyKey: 'k2' }));
    expect(refusal.code).toBe('idempotency_key_reused');
  });

  it('belongs to the token that sent it', async () => {
    const other: Actor = { id: 'token 77', name: 'other', scopes: ['admin'] };
    const input = { name: 'Of two' };
    const first = await invoke('create_theme', input, { idempotencyKey: 'k3' });
    const second = await opened.service.invoke('create_theme', input, {
      actor: other,
      idempotencyKey: 'k3',
    });
    expect(second.output).not.toEqual(first.output);
  });

  it('is free again after a refusal, since nothing was done', async () => {
    await refusalOf(invoke('pause_flow', { flow_key: 'later' }, { idempotencyKey: 'k4' }));
    const flow = { key: 'later', definition: { trigger: { event: 'x' }, nodes: [] } };
    await calls.call('create_flow', flow);
    const refusal = await refusalOf(
      invoke('pause_flow', { flow_key: 'later' }, { idempotencyKey: 'k4' }),
    );
    expect(refusal.code).toBe('conflict');
  });

  it('makes callers at the same time wait for the first and share its answer', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        invoke('create_token', { name: 'shared', scope: 'read' }, { idempotencyKey: 'k5' }),
      ),
    );
    for (const answer of answers) expect(answer.output).toEqual(answers[0]?.output);
    const { tokens } = await calls.call('list_tokens', {});
    expect(tokens.filter((token) => token.name === 'shared')).toHaveLength(1);
  });

  it('keeps the answer sealed: no secret in it can be read from the table', async () => {
    const input = { name: 'sealed', scope: 'read' };
    const { output } = await invoke('create_token', input, { idempotencyKey: 'k6' });
    const { secret } = output as { secret: string };
    const [row] = await opened.database.pool<{ response: Buffer }[]>`
      select response from idempotency_keys where key = 'k6'`;
    for (const encoding of ['utf8', 'latin1', 'base64', 'hex'] as const) {
      expect(row?.response.toString(encoding)).not.toContain(secret);
    }
    expect(row?.response.includes(Buffer.from(secret))).toBe(false);
    const replayed = await invoke('create_token', input, { idempotencyKey: 'k6' });
    expect(replayed.output).toEqual(output);
  });

  it('moves the clock once', async () => {
    const input = { advance: { amount: 1, unit: 'minutes' } };
    const first = await invoke('move_clock', input, { idempotencyKey: 'k7' });
    const second = await invoke('move_clock', input, { idempotencyKey: 'k7' });
    expect(second.output).toEqual(first.output);
    expect(await calls.call('get_clock', {})).toMatchObject({
      now: (first.output as { now: string }).now,
    });
  });

  it('is forgotten after a day of the clock, and not before', async () => {
    const send = () => invoke('create_theme', { name: 'Daily' }, { idempotencyKey: 'k8' });
    const first = await send();
    await calls.call('move_clock', { advance: { amount: limits.idempotencyHours, unit: 'hours' } });
    expect((await send()).output).toEqual(first.output);
    await calls.call('move_clock', { advance: { amount: 1, unit: 'seconds' } });
    expect((await send()).output).not.toEqual(first.output);
  });

  it.each([
    ['blank', ' '],
    ['empty', ''],
    ['too long', 'k'.repeat(limits.idempotencyKeyChars + 1)],
  ])('that is %s is refused', async (_what, key) => {
    const refusal = await refusalOf(invoke('create_theme', { name: 'x' }, { idempotencyKey: key }));
    expect(pathsOf(refusal)).toEqual(['idempotency_key']);
  });
});

describe('malformed input', () => {
  const deep = (levels: number): unknown => (levels === 0 ? 1 : { a: deep(levels - 1) });

  it.each<[OperationName, unknown, string[]]>([
    ['create_theme', { nome: 'x' }, ['name', 'nome']],
    ['create_theme', null, ['']],
    ['create_theme', [], ['']],
    ['create_theme', { name: 'a\u0000b' }, ['name']],
    ['create_theme', { name: 'a\ud800b' }, ['name']],
    ['create_flow', { key: 'x', definition: deep(40) }, [expect.stringContaining('definition')]],
    ['create_flow', { key: 'UPPER' }, ['key']],
    ['create_flow', { key: '12' }, ['key']],
    ['update_email', { email_id: Number.MAX_VALUE }, ['email_id']],
    ['update_email', { email_id: -1 }, ['email_id']],
    ['create_token', { name: 'x', scope: 'all' }, ['scope']],
    ['move_clock', { advance: { amount: 1, unit: 'years' } }, ['advance.unit']],
    ['list_queue', { limit: 'many' }, ['limit']],
    ['list_events', { cursor: 'no cursor!' }, ['cursor']],
  ])('%s of %j names %j', async (name, input, paths) => {
    const before = await dumpTables(opened.database);
    const refusal = await refusalOf(invoke(name, input));
    expect(refusal.code).toBe('validation_failed');
    expect(pathsOf(refusal).sort()).toEqual(paths);
    expect(await dumpTables(opened.database)).toEqual(before);
  });
});
