import type { OperationName } from '@postroad/core/catalog/catalog';
import { Refusal } from '@postroad/core/platform/refusal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';

type Json = Record<string, unknown>;

let opened: TestService;

beforeAll(async () => {
  opened = await openTestService({ env: { STARTER: '1', LOG_LEVEL: 'silent' } });
});

afterAll(() => opened.close());

async function call(name: OperationName, input: Json, options: Json = {}): Promise<Json> {
  const answer = await opened.service.invoke(name, input, { actor: opened.actor, ...options });
  return answer.output as Json;
}

async function refusalOf(name: OperationName, input: Json, options: Json = {}): Promise<Refusal> {
  const said = await call(name, input, options).catch((error: unknown) => error);
  if (said instanceof Refusal) return said;
  throw said;
}

/** The newest change, of a resource if one is named. */
async function newest(resource?: string): Promise<Json> {
  const filter = resource === undefined ? {} : { resource };
  const { changes } = await call('list_changes', { ...filter, limit: 1 });
  return (changes as Json[])[0] ?? {};
}

const revert = (change_id: unknown, more: Json = {}) =>
  call('revert_change', { change_id, ...more });

const condition = { type: 'has_tag', tag: 'vip' };
const days = (amount: number) => ({ type: 'delay', duration: { amount, unit: 'days' } });

interface Life {
  create: [OperationName, Json];
  get: (made: Json) => [OperationName, Json];
  change: (made: Json) => [OperationName, Json];
  remove: (made: Json) => [OperationName, Json];
}

const idIn = (made: Json, member: string) => (made[member] as { id: number }).id;

const lives: Record<string, Life> = {
  themes: {
    create: ['create_theme', { name: 'Night', variables: { button_border_radius: '3px' } }],
    get: () => ['get_theme', { theme_key: 'night' }],
    change: () => [
      'update_theme',
      { theme_key: 'night', name: 'Late', variables: { button_border_radius: '7px' } },
    ],
    remove: () => ['delete_theme', { theme_key: 'night' }],
  },
  products: {
    create: ['create_product', { key: 'pro' }],
    get: () => ['get_product', { product_key: 'pro' }],
    change: () => ['update_product', { product_key: 'pro', name: 'Pro' }],
    remove: () => ['delete_product', { product_key: 'pro' }],
  },
  templates: {
    create: ['create_layout', { name: 'Plain', html: '<p>{{ content }}</p>', theme: 'default' }],
    get: (made) => ['get_layout', { layout_id: idIn(made, 'template') }],
    change: (made) => [
      'update_layout',
      { layout_id: idIn(made, 'template'), css: 'p{color:red}', theme: null },
    ],
    remove: (made) => ['delete_layout', { layout_id: idIn(made, 'template') }],
  },
  components: {
    create: ['create_component', { key: 'note', html: '<b>Hi</b>' }],
    get: () => ['get_component', { component_key: 'note' }],
    change: () => ['update_component', { component_key: 'note', html: '<b>Hello</b>' }],
    remove: () => ['delete_component', { component_key: 'note' }],
  },
  emails: {
    create: [
      'create_email',
      { title: 'First', subject: 'Welcome', body_markdown: 'Hi', labels: ['new'] },
    ],
    get: (made) => ['get_email', { email_id: idIn(made, 'email') }],
    change: (made) => [
      'update_email',
      {
        ...{ email_id: idIn(made, 'email'), title: '', body_markdown: 'Hello' },
        ...{ reply_to: 'help@example.com', tracking: false },
      },
    ],
    remove: (made) => ['delete_email', { email_id: idIn(made, 'email'), permanent: true }],
  },
  sequences: {
    create: ['create_sequence', { name: 'Tips', description: 'Daily' }],
    get: (made) => ['get_sequence', { sequence_id: idIn(made, 'sequence') }],
    change: (made) => [
      'update_sequence',
      { sequence_id: idIn(made, 'sequence'), repeat_mode: 'resend_all' },
    ],
    remove: (made) => ['delete_sequence', { sequence_id: idIn(made, 'sequence') }],
  },
  flows: {
    create: ['create_flow', { key: 'hello', definition: { trigger: { event: 'x' }, nodes: [] } }],
    get: () => ['get_flow', { flow_key: 'hello' }],
    change: () => [
      'update_flow',
      {
        ...{ flow_key: 'hello', run_policy: 'repeat', labels: ['a'] },
        definition: { trigger: { event: 'y' }, nodes: [{ type: 'add_tag', tag: 'new' }] },
      },
    ],
    remove: () => ['delete_flow', { flow_key: 'hello' }],
  },
  broadcasts: {
    create: ['create_broadcast', { name: 'News', email_source: 'scratch' }],
    get: (made) => ['get_broadcast', { broadcast_id: idIn(made, 'broadcast') }],
    change: (made) => [
      'update_broadcast',
      {
        ...{ broadcast_id: idIn(made, 'broadcast'), name: 'Late news' },
        ...{ emails_per_hour: 9, recheck_segment: true },
      },
    ],
    remove: (made) => ['delete_broadcast', { broadcast_id: idIn(made, 'broadcast') }],
  },
  segments: {
    create: ['create_segment', { key: 'vips', definition: condition }],
    get: () => ['get_segment', { segment_key: 'vips' }],
    change: () => ['update_segment', { segment_key: 'vips', description: 'The best' }],
    remove: () => ['delete_segment', { segment_key: 'vips' }],
  },
  guards: {
    create: ['create_guard', { key: 'vips', condition, labels: ['promo'] }],
    get: () => ['get_guard', { guard_key: 'vips' }],
    change: () => ['update_guard', { guard_key: 'vips', enabled: false, labels: [] }],
    remove: () => ['delete_guard', { guard_key: 'vips' }],
  },
  forms: {
    create: ['create_form', { key: 'join', consent_text: 'Yes', tags: ['news'] }],
    get: () => ['get_form', { form_key: 'join' }],
    change: () => [
      'update_form',
      {
        ...{ form_key: 'join', allowed_origins: ['https://example.com'], enabled: false },
        fields: [{ name: 'first_name', label: 'First name', type: 'text', required: true }],
      },
    ],
    remove: () => ['delete_form', { form_key: 'join' }],
  },
  fields: {
    create: ['create_field', { key: 'plan' }],
    get: () => ['get_field', { field_key: 'plan' }],
    change: () => ['update_field', { field_key: 'plan', active: false, type: 'number' }],
    remove: () => ['delete_field', { field_key: 'plan' }],
  },
};

/** A record without what counts and dates its changes. */
function content(answer: Json): Json {
  return JSON.parse(
    JSON.stringify(answer, (name, value) =>
      ['revision', 'updated_at', 'counted_ms', 'counted_at', 'node_counter'].includes(name)
        ? undefined
        : value,
    ),
  );
}

describe.each(Object.entries(lives))('of %s', (resource, { create, get, change, remove }) => {
  it('HIST-10, HIST-12 an edit, a deletion and a creation are undone', async () => {
    const made = await call(...create);
    const creation = await newest(resource);
    const first = content(await call(...get(made)));
    await call(...change(made));
    const edit = await newest(resource);
    const second = content(await call(...get(made)));
    expect(second).not.toEqual(first);

    const undone = (await revert(edit.id)).change as Json;
    expect(undone).toMatchObject({
      ...{ operation: 'revert_change', resource, revision: Number(edit.revision) + 1 },
      record_key: edit.record_key,
    });
    expect(content(await call(...get(made)))).toEqual(first);
    const again = (await revert(undone.id)).change as Json;
    expect(content(await call(...get(made)))).toEqual(second);
    expect(again.revision).toBe(Number(edit.revision) + 2);

    await call(...remove(made));
    const deletion = await newest(resource);
    const back = (await revert(deletion.id)).change as Json;
    expect(content(await call(...get(made)))).toEqual(second);
    expect(back).toMatchObject({
      ...{ before: null, record_id: creation.record_id, record_key: creation.record_key },
      summary: expect.stringMatching(/^Brought back the /),
    });
    expect(back.revision).toBeGreaterThan(Number(deletion.revision));

    const gone = (await revert(back.id)).change as Json;
    expect(gone).toMatchObject({ after: null, summary: expect.stringMatching(/^Deleted the /) });
    expect(await refusalOf(...get(made))).toMatchObject({ code: 'not_found' });
  });

  it('HIST-11, HIST-13 what has moved on is refused with both, and If-Match means the record', async () => {
    const made = await call(...create);
    const creation = await newest(resource);
    await call(...change(made));
    const edit = await newest(resource);
    const now = content(await call(...get(made)));
    const refusal = await refusalOf('revert_change', { change_id: creation.id });
    expect(refusal).toMatchObject({
      code: 'changed_since',
      members: { expected: 1, actual: 2, after: expect.any(Object), current: expect.any(Object) },
    });
    expect(refusal.members.after).not.toEqual(refusal.members.current);
    expect(
      await refusalOf('revert_change', { change_id: edit.id }, { ifRevision: [1] }),
    ).toMatchObject({ code: 'revision_mismatch', members: { expected: 1, actual: 2 } });
    expect(content(await call(...get(made)))).toEqual(now);
    await call('revert_change', { change_id: edit.id }, { ifRevision: [2] });
    const { change: left } = await revert(creation.id, { force: true });
    expect(left).toMatchObject({ after: null });
    expect(await refusalOf('revert_change', { change_id: edit.id })).toMatchObject({
      code: 'changed_since',
      members: { actual: null, current: null },
    });
    expect(
      await refusalOf('revert_change', { change_id: edit.id }, { ifRevision: [3] }),
    ).toMatchObject({ code: 'revision_mismatch', members: { actual: null, current: null } });
    // With force it is made, as it was before the edit.
    await revert(edit.id, { force: true });
    const whole = content(await call(...get(made)));
    expect(whole).toBeTruthy();
    await call(...remove(made));
  });
});

/** What a revert of a change takes, as its history says. */
async function takes({ id }: Json): Promise<unknown> {
  return ((await call('get_change', { change_id: id })).change as Json).revert;
}

describe('what a revert takes', () => {
  it('HIST-11 is said of each change: only the last of a record is reverted at once', async () => {
    await call('create_segment', { key: 'said', definition: condition });
    const creation = await newest('segments');
    expect(creation.revert).toBe('at_once');
    await call('update_segment', { segment_key: 'said', name: 'Said' });
    expect(await takes(creation)).toBe('with_force');
    const edit = await newest('segments');
    await revert(edit.id);
    expect([await takes(creation), await takes(edit)]).toEqual(['with_force', 'with_force']);
    await revert(creation.id, { force: true });
    expect((await newest('segments')).revert).toBe('at_once');
  });

  it('HIST-11 is said of settings one by one', async () => {
    await call('update_settings', { settings: { 'sending.mailing_address': '1 Main St' } });
    const address = await newest('settings');
    await call('update_settings', { settings: { 'retention.changes_days': 90 } });
    const days = await newest('settings');
    expect([await takes(address), await takes(days)]).toEqual(['at_once', 'at_once']);
    await call('update_settings', { settings: { 'sending.mailing_address': '2 Main St' } });
    expect([await takes(address), await takes(days)]).toEqual(['with_force', 'at_once']);
    await revert(days.id);
    await revert(address.id, { force: true });
  });

  it('HIST-11 is said to be refused of what is kept without its record', async () => {
    await call('create_token', { name: 'Passing', scope: 'read' });
    expect((await newest('tokens')).revert).toBeNull();
  });
});

describe('the profile and the settings', () => {
  it('HIST-10, HIST-11 take back what they were', async () => {
    const before = content(await call('get_profile', {}));
    await call('update_profile', { name: 'Acme', timezone: 'Europe/Berlin' });
    const renamed = await newest('profile');
    await revert(renamed.id);
    expect(content(await call('get_profile', {}))).toEqual(before);
    await call('update_profile', { name: 'Other' });
    expect(await refusalOf('revert_change', { change_id: renamed.id })).toMatchObject({
      code: 'changed_since',
      members: { after: { name: 'Acme' }, current: { name: 'Other' } },
    });
  });

  it('HIST-10 settings one by one: others may have changed since', async () => {
    const saved = async () => (await call('get_settings', {})).settings as Json;
    const first = await saved();
    const tunables = { pause: { amount: 2, unit: 'days' } };
    await call('update_settings', {
      settings: { tunables, 'sending.mailing_address': '1 Main St' },
    });
    const change = await newest('settings');
    await call('update_settings', { settings: { 'retention.changes_days': 90 } });
    const later = await newest('settings');
    const { change: undone } = await revert(change.id);
    expect(undone).toMatchObject({
      after: { settings: { tunables: null, 'sending.mailing_address': null } },
      resource: 'settings',
    });
    expect(await saved()).toEqual({ ...first, 'retention.changes_days': 90 });
    await call('update_settings', { settings: { 'retention.changes_days': 80 } });
    const refusal = await refusalOf('revert_change', { change_id: later.id });
    expect(refusal).toMatchObject({
      code: 'changed_since',
      members: {
        after: { settings: { 'retention.changes_days': 90 } },
        current: { settings: { 'retention.changes_days': 80 } },
      },
    });
    await revert(later.id, { force: true });
    expect(await saved()).toEqual(first);
  });

  it('HIST-12 a tunable that a live flow needs stays', async () => {
    const tunables = { nap: { amount: 2, unit: 'days' } };
    await call('update_settings', { settings: { tunables } });
    const { id } = await newest('settings');
    const nodes = [{ type: 'delay', duration: { setting: 'nap' } }];
    await call('create_flow', { key: 'napping', definition: { trigger: { event: 'n' }, nodes } });
    await call('activate_flow', { flow_key: 'napping' });
    expect(await refusalOf('revert_change', { change_id: id })).toMatchObject({ code: 'in_use' });
  });
});

describe('a revert keeps the rules of the room', () => {
  it('HIST-12 nothing that is held is deleted', async () => {
    await call('create_segment', { key: 'held', definition: condition });
    const { id } = await newest('segments');
    await call('create_guard', {
      key: 'holder',
      condition: { type: 'in_segment', segment: 'held' },
    });
    expect(await refusalOf('revert_change', { change_id: id })).toMatchObject({
      code: 'in_use',
      members: { holders: [{ kind: 'guard', key: 'holder' }] },
    });
  });

  it('HIST-12 nothing takes the key of another record', async () => {
    for (const [create, remove, resource] of [
      [
        ['create_guard', { key: 'reused', condition }],
        ['delete_guard', { guard_key: 'reused' }],
        'guards',
      ],
      [['create_theme', { name: 'Reused' }], ['delete_theme', { theme_key: 'reused' }], 'themes'],
      [['create_field', { key: 'reused' }], ['delete_field', { field_key: 'reused' }], 'fields'],
    ] as [[OperationName, Json], [OperationName, Json], string][]) {
      await call(...create);
      await call(...remove);
      const { id } = await newest(resource);
      await call(...create);
      const { code } = await refusalOf('revert_change', { change_id: id });
      // A field is its key, so what is there now is the same record.
      expect(code).toBe(resource === 'fields' ? 'changed_since' : 'conflict');
    }
  });

  it('HIST-10 refuses what is not valid any more, and says what is missing', async () => {
    await call('create_segment', { key: 'inner', definition: condition });
    await call('create_segment', {
      key: 'outer',
      definition: { type: 'in_segment', segment: 'inner' },
    });
    await call('update_segment', { segment_key: 'outer', definition: condition });
    const { id } = await newest('segments');
    await call('delete_segment', { segment_key: 'inner' });
    expect(await refusalOf('revert_change', { change_id: id })).toMatchObject({
      code: 'validation_failed',
      members: { errors: [{ code: 'segment_unknown' }] },
    });
  });

  it('HIST-10 a default theme or layout gives way to another one only', async () => {
    await call('create_theme', { name: 'Dawn', is_default: true });
    const { changes } = await call('list_changes', { resource: 'themes', limit: 2 });
    const of = (key: string) => (changes as Json[]).find(({ record_key }) => record_key === key);
    expect(await refusalOf('revert_change', { change_id: of('dawn')?.id })).toMatchObject({
      code: 'conflict',
      detail: expect.stringMatching(/is the default theme/),
    });
    await revert(of('default')?.id);
    const { theme } = await call('get_theme', { theme_key: 'default' });
    expect(theme).toMatchObject({ is_default: true });
    await call('delete_theme', { theme_key: 'dawn' });
    const deletion = await newest('themes');
    await revert(deletion.id);
    expect((await call('get_theme', { theme_key: 'dawn' })).theme).toMatchObject({
      is_default: false,
    });
  });

  it('HIST-10 an archived email comes back, and so does its archive', async () => {
    const { email } = await call('create_email', { subject: 'Old', body_markdown: 'Hi' });
    const { id: email_id } = email as { id: number };
    await call('delete_email', { email_id });
    const archive = await newest('emails');
    const { change } = await revert(archive.id);
    expect(change).toMatchObject({ after: { archived: false } });
    await revert((change as Json).id);
    expect((await call('get_email', { email_id })).email).toMatchObject({ archived: true });
    await call('delete_email', { email_id, permanent: true });
    await revert((await newest('emails')).id);
    expect((await call('get_email', { email_id })).email).toMatchObject({
      ...{ archived: true, subject: 'Old' },
    });
  });

  it('HIST-10 a flow is activated and paused again', async () => {
    const definition = { trigger: { event: 'switch' }, nodes: [{ type: 'add_tag', tag: 'x' }] };
    await call('create_flow', { key: 'switch', definition });
    const status = async () =>
      ((await call('get_flow', { flow_key: 'switch' })).flow as Json).status;
    await call('activate_flow', { flow_key: 'switch' });
    const activation = await newest('flows');
    await call('pause_flow', { flow_key: 'switch' });
    await revert((await newest('flows')).id);
    expect(await status()).toBe('live');
    await revert((await newest('flows')).id);
    expect(await status()).toBe('paused');
    await revert(activation.id, { force: true });
    expect(await status()).toBe('draft');
    await call('activate_flow', { flow_key: 'switch' });
    const used = await newest('flows');
    expect(used.revert).toBe('at_once');
    await call('record_event', { email: 'switch@example.com', name: 'switch' });
    // What is refused is not said to go (HIST-11).
    expect(await takes(used)).toBeNull();
    const refusal = await refusalOf('revert_change', { change_id: used.id });
    expect(refusal).toMatchObject({
      code: 'conflict',
      detail: expect.stringContaining('Pause it instead'),
    });
  });

  it('HIST-10 a schedule is put back and taken away, and what was sent stays', async () => {
    const { segment } = await call('create_segment', { key: 'readers', definition: condition });
    const segment_id = (segment as { id: number }).id;
    const made = await call('create_broadcast', {
      ...{ name: 'Letter', email_source: 'scratch', segment_id },
    });
    const { id: broadcast_id, email_id } = made.broadcast as { id: number; email_id: number };
    await call('update_email', { email_id, subject: 'Letter', body_markdown: 'Hi' });
    const { now } = (await call('get_clock', {})) as { now: string };
    const send_at = new Date(Date.parse(now) + 3_600_000).toISOString();
    await call('schedule_broadcast', { broadcast_id, send_at });
    const { change } = await revert((await newest('broadcasts')).id);
    expect(change).toMatchObject({ after: { status: 'draft', send_at: null } });
    await revert((change as Json).id);
    expect((await call('get_broadcast', { broadcast_id })).broadcast).toMatchObject({
      status: 'scheduled',
    });
    expect((await newest('broadcasts')).summary).toContain('Scheduled the broadcast');
    await call('cancel_broadcast', { broadcast_id });
    const cancellation = await newest('broadcasts');
    expect(cancellation.revert).toBeNull();
    expect(await refusalOf('revert_change', { change_id: cancellation.id })).toMatchObject({
      code: 'conflict',
    });
    await call('delete_broadcast', { broadcast_id });
    await revert((await newest('broadcasts')).id);
    expect((await call('get_broadcast', { broadcast_id })).broadcast).toMatchObject({
      ...{ status: 'canceled', name: 'Letter' },
    });
  });

  it('HIST-12 a broadcast that had begun to send stays deleted', async () => {
    await call('upsert_person', { email: 'vip@example.com', tags: ['vip'] });
    const { segment } = await call('create_segment', { key: 'begun', definition: condition });
    const made = await call('create_broadcast', {
      ...{ name: 'Begun', email_source: 'scratch', emails_per_hour: 1 },
      segment_id: (segment as { id: number }).id,
    });
    const { id: broadcast_id, email_id } = made.broadcast as { id: number; email_id: number };
    await call('update_email', { email_id, subject: 'Begun', body_markdown: 'Hi' });
    await call('send_broadcast_now', { broadcast_id });
    const start = await newest('broadcasts');
    expect(await refusalOf('revert_change', { change_id: start.id })).toMatchObject({
      ...{
        code: 'conflict',
        detail: expect.stringContaining('neither sends mail nor calls it back'),
      },
    });
    await call('cancel_broadcast', { broadcast_id });
    await call('delete_broadcast', { broadcast_id });
    const deletion = await newest('broadcasts');
    expect(await refusalOf('revert_change', { change_id: deletion.id })).toMatchObject({
      ...{ code: 'conflict', detail: expect.stringContaining('after it had begun to send') },
    });
  });

  it('HIST-10 a sequence takes its steps back under their ids', async () => {
    const { sequence } = await call('create_sequence', { name: 'Course' });
    const { id: sequence_id } = sequence as { id: number };
    const steps = async () =>
      ((await call('get_sequence', { sequence_id })).sequence as { steps: Json[] }).steps;
    for (const subject of ['One', 'Two', 'Three']) {
      const { email } = await call('create_email', { subject, body_markdown: subject });
      const email_id = (email as { id: number }).id;
      const { step } = await call('add_sequence_step', {
        ...{ sequence_id, email_source: 'shared', email_id, delay_amount: 2 },
      });
      await call('update_sequence_step', {
        step_id: (step as { id: number }).id,
        status: 'active',
      });
    }
    const whole = await steps();
    const kept = (list: Json[]) =>
      list.map(({ id, position, status, delay_amount, email_id }) => ({
        ...{ id, position, status, delay_amount, email_id },
      }));
    await call('delete_sequence_step', { step_id: whole[1]?.id });
    const deletion = await newest('sequences');
    await call('move_sequence_step', { step_id: whole[2]?.id, direction: 'up' });
    const move = await newest('sequences');
    await revert(move.id);
    await revert(deletion.id, { force: true });
    expect(kept(await steps())).toEqual(kept(whole));
    await call('toggle_sequence', { sequence_id, enabled: true });
    await call('delete_sequence', { sequence_id });
    await revert((await newest('sequences')).id);
    expect(kept(await steps())).toEqual(kept(whole));
    expect((await call('get_sequence', { sequence_id })).sequence).toMatchObject({
      enabled: true,
    });
  });

  it('HIST-10 a sequence whose email is gone says so', async () => {
    const { sequence } = await call('create_sequence', { name: 'Short' });
    const { id: sequence_id } = sequence as { id: number };
    const { email } = await call('create_email', { subject: 'Gone', body_markdown: 'Gone' });
    const email_id = (email as { id: number }).id;
    const { step } = await call('add_sequence_step', {
      ...{ sequence_id, email_source: 'shared', email_id },
    });
    await call('delete_sequence_step', { step_id: (step as { id: number }).id });
    const { id } = await newest('sequences');
    await call('delete_email', { email_id, permanent: true });
    expect(await refusalOf('revert_change', { change_id: id })).toMatchObject({
      code: 'validation_failed',
      members: { errors: [{ code: 'email_unknown', path: 'steps[0].email_id' }] },
    });
  });
});

describe('a live flow', () => {
  const definition = (...nodes: object[]) => ({ trigger: { event: 'course' }, nodes });
  const wait = (id: number) => ({ id, ...days(1) });
  const tag = { id: 2, type: 'add_tag', tag: 'x' };

  it('SAFE-08 is not reverted from under people, nor to what is broken, unless it is forced', async () => {
    await call('create_flow', { key: 'course', definition: definition(wait(1), tag) });
    await call('activate_flow', { flow_key: 'course' });
    const flow_key = 'course';
    await call('update_flow', { flow_key, definition: definition(wait(3), wait(1), tag) });
    const { id } = await newest('flows');
    await call('record_event', { email: 'ada@example.com', name: 'course' });
    await opened.service.tick();
    expect(await refusalOf('revert_change', { change_id: id })).toMatchObject({
      code: 'people_on_steps',
      members: { steps: [{ step_id: 'course.3-delay', people: 1 }] },
    });
    const { change } = await revert(id, { force: true });
    expect(change).toMatchObject({ resource: 'flows', after: { status: 'live' } });
    const { versions } = await call('list_flow_versions', { flow_key });
    expect((versions as Json[])[0]).toMatchObject({ kind: 'edit', step_count: 3 });
    await opened.service.tick();
    const runs = async () => (await call('list_flow_runs', { flow_key })).runs as Json[];
    expect(await runs()).toMatchObject([{ status: 'parked' }]);
    // SAFE-11: the revert of the revert has the step again.
    await revert((change as Json).id);
    await opened.service.tick();
    expect(await runs()).toMatchObject([{ status: 'active', step: { id: 3 } }]);
  });

  it('SAFE-11 takes on by itself who was parked, once a revert brings the step back', async () => {
    const flow_key = 'returns';
    const nodes = { trigger: { event: flow_key }, nodes: [wait(1), tag] };
    await call('create_flow', { key: flow_key, definition: nodes });
    await call('activate_flow', { flow_key });
    await call('record_event', { email: 'bob@example.com', name: flow_key });
    await opened.service.tick();
    await call('update_flow', {
      ...{ flow_key, force: true },
      definition: { trigger: { event: flow_key }, nodes: [tag] },
    });
    const { id } = await newest('flows');
    await call('move_clock', { advance: { amount: 3, unit: 'days' } });
    const runs = async () => (await call('list_flow_runs', { flow_key })).runs as Json[];
    expect(await runs()).toMatchObject([{ status: 'parked' }]);
    await revert(id);
    await opened.service.tick();
    expect(await runs()).toMatchObject([{ status: 'completed' }]);
  });
});

it('HIST-10 refuses what is no change of a record, and says why', async () => {
  await call('create_token', { name: 'Deploys', scope: 'read' });
  const token = await newest('tokens');
  await call('upsert_person', { email: 'grace@example.com' });
  await call('delete_person', { person: 'grace@example.com' });
  const erasure = await newest('people');
  await call('export_people', {});
  const exported = await newest('people');
  for (const { id, operation } of [token, erasure, exported]) {
    const refusal = await refusalOf('revert_change', { change_id: id });
    expect(refusal).toMatchObject({ code: 'conflict' });
    expect(refusal.detail).toContain(`the call ${String(operation)}`);
  }
  expect(await refusalOf('revert_change', { change_id: 999_999 })).toMatchObject({
    code: 'not_found',
  });
});

it.each(Object.entries(lives))(
  'HIST-12 of two who bring a record of %s back one wins',
  async (resource, { create, get, remove }) => {
    const made = await call(...create);
    await call(...remove(made));
    const { id } = await newest(resource);
    const outcomes = await Promise.all(
      [1, 2, 3].map(() =>
        revert(id).then(
          () => 'back',
          (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
        ),
      ),
    );
    expect(outcomes.sort()).toEqual(['back', 'changed_since', 'changed_since']);
    expect(await call(...get(made))).toBeTruthy();
    await call(...remove(made));
  },
);

it('HIST-10 the sender of the profile goes back to none', async () => {
  const { profile: before } = await call('get_profile', {});
  await call('update_profile', { default_from_address: 'Acme <hello@acme.example>' });
  await revert((await newest('profile')).id);
  expect((await call('get_profile', {})).profile).toMatchObject({
    default_from_address: (before as Json).default_from_address,
  });
});

it('HIST-10 a dry run says what it would do and does nothing', async () => {
  await call('create_guard', { key: 'tried', condition });
  const { id } = await newest('guards');
  const { change } = await call('revert_change', { change_id: id }, { dryRun: true });
  expect(change).toMatchObject({ after: null, record_key: 'tried' });
  expect((await call('get_guard', { guard_key: 'tried' })).guard).toMatchObject({ revision: 1 });
  expect((await newest('guards')).id).toBe(id);
});

it('HIST-10 clients see a revert as a change of its record', async () => {
  const seen: object[] = [];
  const stop = await opened.service.onChange({
    onChanges: (changes) => seen.push(...changes),
    missed: () => undefined,
  });
  await call('create_guard', { key: 'seen', condition });
  const { id, record_id } = await newest('guards');
  await revert(id);
  await expect
    .poll(() => seen)
    .toContainEqual({
      ...{ resource: 'guards', id: record_id, action: 'deleted' },
    });
  expect(seen).not.toContainEqual(expect.objectContaining({ resource: 'changes' }));
  stop();
});
