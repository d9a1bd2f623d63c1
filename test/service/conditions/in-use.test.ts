import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';
import { type FlowMoves, flowMoves } from '../flows/flow-moves.ts';

let opened: TestService;
let moves: FlowMoves;
let made = 0;

beforeAll(async () => {
  opened = await openTestService();
  moves = flowMoves(opened);
});

afterAll(async () => {
  await opened.close();
});

const fresh = (noun: string) => {
  made += 1;
  return `${noun}-${made}`;
};

const emailOf = async () =>
  (await moves.call('create_email', { subject: 'Hi', body_markdown: 'Hi.' })).email.id;

const asking = (condition: object) => [
  { id: 1, name: 'Ask', slug: 'ask', type: 'if_else', condition, then: [], else: [] },
];

/** A live flow that asks a condition; answers its key. */
async function flowAsking(condition: object): Promise<string> {
  const key = fresh('asks');
  await moves.live(key, asking(condition));
  return key;
}

const held = (kind: string, key: string | null, status: string | null) => ({
  ...{ kind, key, status, id: expect.any(Number), name: expect.any(String) },
});

describe('what is in use is not deleted', () => {
  it('SAFE-13 a field is not turned off either', async () => {
    const field = fresh('turned').replace('-', '_');
    await moves.call('create_field', { key: field });
    const set = { id: 1, type: 'set_field', field, value: 'high' };
    const key = fresh('sets');
    await moves.live(key, [set]);
    const off = { field_key: field, active: false };
    expect(await moves.refused('update_field', off)).toMatchObject({
      code: 'in_use',
      members: { holders: [held('flow', key, 'live')] },
    });
    expect((await moves.call('get_field', { field_key: field })).field.active).toBe(true);
    const renamed = { field_key: field, name: 'Level', active: true };
    expect((await moves.call('update_field', renamed)).field.name).toBe('Level');
    await moves.edit(key, [{ id: 2, type: 'exit_flow' }]);
    expect((await moves.call('update_field', off)).field.active).toBe(false);
    expect((await moves.call('update_field', off)).field.active).toBe(false);
  });

  it('PREF-15, FORM-02 a field keeps the type in which a toggle or a form writes it', async () => {
    const [turned, asked] = [fresh('turned'), fresh('asked')].map((key) => key.replace('-', '_'));
    const to = (field: string | undefined, type: 'number' | 'boolean') => {
      return { field_key: field ?? '', type };
    };
    for (const key of [turned, asked]) {
      await moves.call('create_field', { key: key ?? '', type: 'boolean' });
    }
    const set = (value: boolean) => [{ type: 'set_field', field: turned, value }];
    const condition = { type: 'field', field: turned, op: 'equals', value: true };
    const preferences = {
      toggles: [{ id: 'news', label: 'News', condition, on: set(true), off: set(false) }],
    };
    const save = (value: object) =>
      moves.call('update_settings', { settings: { 'sending.subscription_preferences': value } });
    await save(preferences);
    const form_key = fresh('form');
    await moves.call('create_form', {
      ...{ key: form_key, name: 'Join' },
      fields: [{ name: asked ?? '', label: 'News', type: 'checkbox' }],
    });
    expect(await moves.refused('update_field', to(turned, 'number'))).toMatchObject({
      code: 'in_use',
      members: { holders: [{ ...held('toggle', 'news', 'disabled'), id: null }] },
    });
    expect(await moves.refused('update_field', to(asked, 'number'))).toMatchObject({
      code: 'in_use',
      members: { holders: [held('form', form_key, 'enabled')] },
    });
    expect((await moves.call('update_field', to(turned, 'boolean'))).field.type).toBe('boolean');
    await save({});
    await moves.call('delete_form', { form_key });
    for (const key of [turned, asked]) {
      expect((await moves.call('update_field', to(key, 'number'))).field.type).toBe('number');
    }
  });

  it('SAFE-13, SAFE-16, SAFE-18 a field', async () => {
    const field = fresh('level').replace('-', '_');
    await moves.call('create_field', { key: field });
    const condition = { type: 'field', field, op: 'present' };
    const flow = await flowAsking(condition);
    const { segment } = await moves.call('create_segment', {
      key: fresh('seg'),
      definition: condition,
    });
    const { guard } = await moves.call('create_guard', { key: fresh('guard'), condition });
    const settings = {
      'sending.subscription_preferences': {
        enabled: true,
        toggles: [
          {
            ...{ id: 'level', label: 'Level', condition },
            on: [{ type: 'set_field', field, value: 'yes' }],
            off: [{ type: 'clear_field', field }],
          },
        ],
      },
    };
    await moves.call('update_settings', { settings });
    const refusal = await moves.refused('delete_field', { field_key: field });
    expect(refusal).toMatchObject({
      code: 'in_use',
      members: {
        holders: [
          held('flow', flow, 'live'),
          held('segment', segment.key, null),
          held('guard', guard.key, 'enabled'),
          { kind: 'toggle', id: null, key: 'level', name: 'Level', status: 'enabled' },
        ],
      },
    });
    expect(refusal.detail).toContain(flow);
    await moves.call('pause_flow', { flow_key: flow });
    expect((await moves.refused('delete_field', { field_key: field })).code).toBe('in_use');
    await moves.call('delete_flow', { flow_key: flow });
    await moves.call('delete_segment', { segment_key: segment.key });
    await moves.call('update_guard', { guard_key: guard.key, enabled: false });
    const none = { 'sending.subscription_preferences': { toggles: [] } };
    await moves.call('update_settings', { settings: none });
    expect(await moves.call('delete_field', { field_key: field })).toEqual({ deleted: true });
    const again = { guard_key: guard.key, enabled: true };
    expect((await moves.refused('update_guard', again)).code).toBe('validation_failed');
  });

  it('SAFE-13 a sequence, a product and a segment', async () => {
    const { sequence } = await moves.call('create_sequence', { name: 'Tips' });
    const product = fresh('pro');
    await moves.call('create_product', { key: product });
    const { segment } = await moves.call('create_segment', {
      ...{ key: fresh('seg'), definition: { type: 'has_tag', tag: 'x' } },
    });
    const starts = fresh('starts');
    await moves.live(starts, [{ id: 1, type: 'start_sequence', sequence_id: sequence.id }]);
    const asks = await flowAsking({
      all: [
        { type: 'purchased', product },
        { type: 'in_segment', segment_id: segment.id },
        { type: 'finished_sequence', sequence_id: sequence.id },
      ],
    });
    const cases = [
      ['delete_sequence', { sequence_id: sequence.id }, [starts, asks]],
      ['delete_product', { product_key: product }, [asks]],
      ['delete_segment', { segment_key: segment.key }, [asks]],
    ] as const;
    for (const [name, input, keys] of cases) {
      expect(await moves.refused(name, input)).toMatchObject({
        code: 'in_use',
        members: { holders: keys.map((key) => held('flow', key, 'live')) },
      });
    }
    for (const flow_key of [starts, asks]) await moves.call('delete_flow', { flow_key });
    for (const [name, input] of cases) {
      expect(await moves.call(name, input as never)).toEqual({ deleted: true });
    }
  });

  it('SAFE-13 a draft flow holds no segment, and says afterwards that there is none', async () => {
    const { segment } = await moves.call('create_segment', {
      ...{ key: fresh('seg'), definition: { type: 'has_tag', tag: 'x' } },
    });
    const draft = fresh('draft');
    const nodes = asking({ type: 'in_segment', segment: segment.key });
    await moves.call('create_flow', {
      ...{ key: draft, definition: { trigger: { event: 'x' }, nodes } },
    });
    expect(await moves.call('delete_segment', { segment_key: segment.key })).toEqual({
      deleted: true,
    });
    const { flow } = await moves.call('get_flow', { flow_key: draft });
    expect(flow.validation.errors).toMatchObject([{ code: 'segment_unknown' }]);
  });

  it('SAFE-18 names layouts, emails and sequences by their keys too', async () => {
    const { theme } = await moves.call('create_theme', { name: fresh('Theme') });
    const { template: layout } = await moves.call('create_layout', {
      ...{ name: fresh('Layout'), html: '<p>{{ content }}</p>', theme: theme.key },
    });
    const { component } = await moves.call('create_component', {
      ...{ key: fresh('part'), name: 'Part', html: '<b>Part</b>' },
    });
    const { email } = await moves.call('create_email', {
      ...{ title: fresh('Mail'), subject: 'Hi', template_id: layout.id },
      body_markdown: `{% component "${component.key}" %}`,
    });
    const { sequence } = await moves.call('create_sequence', { name: fresh('Tips') });
    await moves.call('add_sequence_step', {
      ...{ sequence_id: sequence.id, email_source: 'shared', email_id: email.id },
    });
    const cases = [
      ['delete_theme', { theme_key: theme.key }, held('layout', layout.key, null)],
      ['delete_layout', { layout_id: layout.id }, held('email', email.key, null)],
      ['delete_component', { component_key: component.key }, held('email', email.key, null)],
      [
        'delete_email',
        { email_id: email.id, permanent: true },
        held('sequence', sequence.key, 'disabled'),
      ],
    ] as const;
    for (const [name, input, holder] of cases) {
      expect((await moves.refused(name, input)).members.holders).toEqual([holder]);
    }
  });

  it('SAFE-13, SAFE-16 a flow that a segment or another live flow names, and not for itself', async () => {
    const flow_key = fresh('asked');
    await moves.live(flow_key, asking({ type: 'completed_flow', flow: flow_key }));
    const asks = await flowAsking({ type: 'completed_flow', flow: flow_key });
    const definition = { type: 'completed_flow' as const, flow: flow_key };
    const { segment } = await moves.call('create_segment', { key: fresh('done'), definition });
    expect(await moves.refused('delete_flow', { flow_key })).toMatchObject({
      code: 'in_use',
      members: { holders: [held('flow', asks, 'live'), held('segment', segment.key, null)] },
    });
    expect((await moves.call('get_flow', { flow_key })).flow.status).toBe('live');
    await moves.call('delete_segment', { segment_key: segment.key });
    await moves.call('delete_flow', { flow_key: asks });
    expect(await moves.call('delete_flow', { flow_key })).toEqual({ deleted: true });
  });

  it('SAFE-14 a tunable that a live flow names; of a draft it is a warning', async () => {
    const [live, draft] = [fresh('rest'), fresh('rest')];
    const rest = { amount: 1, unit: 'days' };
    await moves.call('update_settings', {
      settings: { tunables: { [live]: rest, [draft]: rest } },
    });
    const wait = (setting: string) => [{ id: 1, type: 'delay', duration: { setting } }];
    const key = fresh('waits');
    await moves.live(key, wait(live));
    const other = { trigger: { event: 'x' }, nodes: wait(draft) };
    await moves.call('create_flow', { key: fresh('draft'), definition: other });
    const without = { settings: { tunables: { [draft]: rest } } };
    expect(await moves.refused('update_settings', without)).toMatchObject({
      code: 'in_use',
      members: { holders: [held('flow', key, 'live')] },
    });
    const { settings } = await moves.call('get_settings', {});
    expect(Object.keys(settings.tunables as object)).toContain(live);
    const kept = await moves.call('update_settings', { settings: { tunables: { [live]: rest } } });
    expect(kept.warnings).toMatchObject([{ code: 'tunable_in_use' }]);
  });

  it('SAFE-15, SAFE-16, SAFE-17 an email that a condition names, of a draft flow too', async () => {
    const email_id = await emailOf();
    const condition = { type: 'received_email', email_id };
    const flow = await flowAsking(condition);
    const { segment } = await moves.call('create_segment', {
      key: fresh('seg'),
      definition: condition,
    });
    const { guard } = await moves.call('create_guard', { key: fresh('guard'), condition });
    const { email } = await moves.call('get_email', { email_id });
    expect(email.where_used).toMatchObject({
      flows: [{ key: flow, step_id: `${flow}.1-ask` }],
      segments: [{ key: segment.key }],
      guards: [{ key: guard.key }],
      settings: [],
    });
    const forGood = { email_id, permanent: true };
    expect(await moves.refused('delete_email', forGood)).toMatchObject({
      code: 'in_use',
      members: {
        holders: [
          held('flow', flow, 'live'),
          held('segment', segment.key, null),
          held('guard', guard.key, 'enabled'),
        ],
      },
    });
    await moves.call('delete_guard', { guard_key: guard.key });
    await moves.call('delete_segment', { segment_key: segment.key });
    await moves.call('delete_flow', { flow_key: flow });
    const draft = fresh('draft');
    const definition = { trigger: { event: 'x' }, nodes: asking(condition) };
    await moves.call('create_flow', { key: draft, definition });
    expect((await moves.refused('delete_email', forGood)).members.holders).toMatchObject([
      held('flow', draft, 'draft'),
    ]);
    await moves.call('delete_flow', { flow_key: draft });
    expect(await moves.call('delete_email', forGood)).toEqual({ deleted: true });
  });
});

describe('archiving an email', () => {
  it('SAFE-19 that is in use warns with its holders', async () => {
    const email_id = await emailOf();
    const key = fresh('sends');
    await moves.live(key, [{ id: 1, type: 'send_email', email_id }]);
    expect(await moves.call('delete_email', { email_id })).toMatchObject({
      archived: true,
      warnings: [
        {
          code: 'email_in_use',
          message: expect.stringContaining(key),
          holders: [held('flow', key, 'live')],
        },
      ],
    });
    expect(await moves.call('delete_email', { email_id: await emailOf() })).toMatchObject({
      ...{ archived: true, warnings: [] },
    });
  });

  it('SAFE-19 that a draft flow sends warns too, as of a draft broadcast', async () => {
    const email_id = await emailOf();
    const key = fresh('draft');
    const definition = { trigger: { event: 'x' }, nodes: [{ type: 'send_email', email_id }] };
    await moves.call('create_flow', { key, definition });
    expect(await moves.call('delete_email', { email_id })).toMatchObject({
      warnings: [{ code: 'email_in_use', holders: [held('flow', key, 'draft')] }],
    });
    const source = { email_source: 'copy' as const, email_id: await emailOf() };
    const { broadcast } = await moves.call('create_broadcast', { name: 'News', ...source });
    const archived = await moves.call('delete_email', { email_id: broadcast.email_id ?? 0 });
    expect(archived).toMatchObject({
      warnings: [{ message: expect.stringContaining('no broadcast with it can be scheduled') }],
    });
  });

  it('SAFE-19, FORM-08 that a form confirms by warns of the mail that takes its place', async () => {
    const words = { subject: 'Confirm', body_markdown: '[Yes]({{ confirm_url }})' };
    const { email } = await moves.call('create_email', { ...words, kind: 'transactional' });
    const key = fresh('form');
    await moves.call('create_form', {
      key,
      name: 'Letter',
      purpose: 'News',
      confirm_email_id: email.id,
    });
    expect(await moves.call('delete_email', { email_id: email.id })).toMatchObject({
      warnings: [
        {
          message: expect.stringContaining('forms confirm by the built-in mail'),
          holders: [expect.objectContaining({ kind: 'form', key })],
        },
      ],
    });
  });

  it('SAFE-20 of a scheduled broadcast is refused', async () => {
    const { segment } = await moves.call('create_segment', {
      ...{ key: fresh('seg'), definition: { type: 'has_tag', tag: 'x' } },
    });
    const { broadcast } = await moves.call('create_broadcast', {
      ...{ name: 'News', segment_id: segment.id, email_source: 'copy', email_id: await emailOf() },
    });
    const email_id = broadcast.email.id;
    const { id: broadcast_id } = broadcast;
    await moves.call('schedule_broadcast', { broadcast_id, send_at: '2090-01-01T09:00' });
    expect(await moves.refused('delete_email', { email_id })).toMatchObject({
      code: 'in_use',
      members: { holders: [{ kind: 'broadcast', id: broadcast_id, status: 'scheduled' }] },
    });
    await moves.call('unschedule_broadcast', { broadcast_id });
    const archived = await moves.call('delete_email', { email_id });
    expect(archived.warnings).toMatchObject([{ code: 'email_in_use' }]);
    const again = { broadcast_id, send_at: '2090-01-01T09:00' };
    expect((await moves.refused('schedule_broadcast', again)).code).toBe('email_archived');
  });
});

it('SAFE-13 a deletion and a flow that goes live never miss each other', async () => {
  for (let round = 0; round < 6; round += 1) {
    const field = fresh('raced').replace('-', '_');
    await moves.call('create_field', { key: field });
    const key = fresh('race');
    const nodes = [{ id: 1, type: 'set_field', field, value: 'x' }];
    await moves.call('create_flow', { key, definition: { trigger: { event: key }, nodes } });
    const tried = (work: Promise<unknown>) =>
      work.then(
        () => true,
        () => false,
      );
    const [deleted, live] = await Promise.all([
      tried(moves.call('delete_field', { field_key: field })),
      tried(moves.call('activate_flow', { flow_key: key })),
    ]);
    expect([deleted, live].filter(Boolean)).toHaveLength(1);
  }
});

it('SAFE-20, VAL-09 an email that is archived and a flow that goes live never miss each other', async () => {
  for (let round = 0; round < 6; round += 1) {
    const email = await emailOf();
    const key = fresh('raced');
    const nodes = [{ id: 1, type: 'send_email', email_id: email }];
    await moves.call('create_flow', { key, definition: { trigger: { event: key }, nodes } });
    const [archived, live] = await Promise.allSettled([
      moves.call('delete_email', { email_id: email }),
      moves.call('activate_flow', { flow_key: key }),
    ]);
    expect(archived.status).toBe('fulfilled');
    const answer = archived.status === 'fulfilled' ? archived.value : {};
    const status = live.status === 'fulfilled' ? 'live' : 'draft';
    expect(answer).toMatchObject({ warnings: [{ holders: [{ key, status }] }] });
  }
});
