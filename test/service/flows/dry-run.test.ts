import type { OperationOutput, OperationRequest } from '@postroad/core/catalog/catalog';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dumpTables } from '../../support/dump.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling, pathsOf } from '../app/calling.ts';

let opened: TestService;
let calls: Calling;
let emailId = 0;
let flows = 0;

const ada = 'ada@example.com';

beforeAll(async () => {
  opened = await openTestService();
  calls = calling(opened);
  emailId = (await calls.call('create_email', { subject: 'Tips', body_markdown: 'x' })).email.id;
  await calls.call('create_field', { key: 'seats', type: 'number' });
  await calls.call('upsert_person', { email: ada, tags: ['vip'], fields: { seats: 50 } });
});

afterAll(async () => {
  await opened.close();
});

const tag = (name: string) => ({ type: 'add_tag', tag: name });
const rest = { type: 'delay', name: 'Rest', duration: { amount: 2, unit: 'days' } };
const large = { type: 'field', field: 'seats', op: 'greater', value: 20 };
const branch = { type: 'if_else', name: 'Large?', condition: large, then: [tag('big')], else: [] };

async function draft(nodes: object[], more: object = {}): Promise<string> {
  flows += 1;
  const key = `dry-${flows}`;
  await calls.call('create_flow', { key, definition: { trigger: { event: key }, nodes }, ...more });
  return key;
}

type DryRun = OperationOutput<'dry_run_flow'>;
type Asked = Omit<OperationRequest<'dry_run_flow'>, 'flow_key' | 'person'>;

const dryRun = (flow_key: string, more: Asked = {}): Promise<DryRun> =>
  calls.call('dry_run_flow', { flow_key, person: ada, event: { name: flow_key }, ...more });

describe('a dry run', () => {
  it('DRY-01 takes the person by id or address, the event, and another definition', async () => {
    const key = await draft([tag('saved')]);
    const { person } = await calls.call('get_person', { person: ada });
    const asked = { flow_key: key, event: { name: key, details: { plan: 'pro' } } };
    const byId = await calls.call('dry_run_flow', { ...asked, person: person.id });
    expect(byId.person).toEqual({ id: person.id, email: ada });
    expect(await calls.call('dry_run_flow', { ...asked, person: ` ${ada} ` })).toEqual(byId);
    expect(await calls.call('dry_run_flow', { ...asked, person: String(person.id) })).toEqual(byId);
    const definition = { trigger: { event: key }, nodes: [tag('tried'), { type: 'add_tagg' }] };
    const tried = await dryRun(key, { definition });
    expect(tried.steps.map(({ handle, would }) => [handle, would])).toEqual([
      ['2-add-tag', 'Add the tag "tried"'],
      ['3-add-tagg', expect.stringMatching(/^Skip the step: .*add_tagg/)],
    ]);
    expect(tried.problems.map(({ code }) => code)).toContain('step_type_unknown');
  });

  it('SPEC-14 a definition without a list of steps answers the problem', async () => {
    const key = await draft([]);
    const tried = await dryRun(key, { definition: { trigger: { event: key }, nodes: 'x' } });
    expect(tried).toMatchObject({ triggered: null, completed: false, steps: [] });
    expect(tried.reason).toContain('"nodes"');
    expect(tried.problems.map(({ code }) => code)).toContain('nodes_malformed');
  });

  it('SPEC-21 names the title of an email in every summary of its step', async () => {
    const key = await draft([{ type: 'send_email', email_id: emailId }]);
    const named = `Send email ${emailId}, "Tips"`;
    const { flow } = await calls.call('get_flow', { flow_key: key });
    expect(flow.steps[0]?.summary).toBe(named);
    const { outline } = await calls.call('get_flow', { flow_key: key, format: 'outline' });
    expect(outline).toContain(named);
    const { mermaid } = await calls.call('get_flow', { flow_key: key, format: 'mermaid' });
    expect(mermaid).toContain('Tips');
  });

  it('DRY-02 changes nothing', async () => {
    const all = [
      { type: 'send_email', email_id: emailId },
      { type: 'set_field', field: 'seats', value: 1 },
      { type: 'fire_event', event: 'went_on', details: { from: '{{ event.details.plan }}' } },
      branch,
      tag('new-tag'),
      rest,
    ];
    const key = await draft(all);
    await calls.call('activate_flow', { flow_key: key });
    const before = await dumpTables(opened.database);
    const event = { name: key, details: { plan: 'pro' } };
    const { steps } = await dryRun(key, { event });
    expect(steps.map(({ would }) => would)).toEqual([
      `Queue email ${emailId}, "Tips"`,
      'Set the field "seats" to 1',
      'Record the event "went_on" with {"from":"pro"}',
      expect.stringMatching(/^Take "else": If /),
      'Add the tag "new-tag"',
      'Wait 2 days',
    ]);
    await opened.service.round('runs');
    expect(await dumpTables(opened.database)).toEqual(before);
  });

  it('DRY-03 says whether the trigger matched, why not, and whether a run would start', async () => {
    const match = { detail: 'plan', op: 'equals', value: 'pro' };
    const key = await draft([]);
    await calls.call('update_flow', {
      flow_key: key,
      definition: { trigger: { event: key, match }, nodes: [tag('x')] },
    });
    const said = async (event?: Asked['event']) => {
      const asked = { flow_key: key, person: ada, ...(event ? { event } : {}) };
      const { triggered, reason, steps } = await calls.call('dry_run_flow', asked);
      return [triggered, reason, steps.length];
    };
    const pro = { name: key, details: { plan: 'pro' } };
    expect(await said({ name: 'other' })).toEqual([false, expect.stringMatching(/"other"/), 0]);
    expect(await said({ name: key })).toEqual([false, expect.stringMatching(/match/), 0]);
    expect(await said()).toEqual([null, expect.stringMatching(/^No event/), 1]);
    expect(await said(pro)).toEqual([true, expect.stringMatching(/draft/), 1]);
    await calls.call('activate_flow', { flow_key: key });
    expect(await said(pro)).toEqual([true, expect.stringMatching(/ A run would start\.$/), 1]);
    await calls.call('record_event', { email: ada, ...pro });
    expect(await said(pro)).toEqual([true, expect.stringMatching(/takes a person once/), 1]);
  });

  it('DRY-04, DRY-05 shows each step with its Step ID, its arm and the values behind it', async () => {
    const key = await draft([branch]);
    const { steps, completed, stopped_at, problems } = await dryRun(key);
    expect(steps).toMatchObject([
      {
        ...{ step_id: `${key}.1-large`, handle: '1-large', type: 'if_else', name: 'Large?' },
        ...{ arm: 'then', would: expect.stringMatching(/^Take "then": If .*"seats"/) },
        values: [{ condition: large, actual: 50, result: true }],
      },
      { handle: '2-add-tag', arm: null, values: [], would: 'Add the tag "big"' },
    ]);
    expect([completed, stopped_at]).toEqual([true, null]);
    expect(problems).toMatchObject([
      { code: 'event_unknown', severity: 'warning' },
      { code: 'tag_new', severity: 'warning' },
    ]);
  });

  it('says of each step what came of it, and which mail would go or not', async () => {
    const gone = (await calls.call('create_email', { subject: 'Old', body_markdown: 'x' })).email
      .id;
    await calls.call('delete_email', { email_id: gone });
    const send = (email_id: number) => ({ type: 'send_email', email_id });
    const key = await draft([send(emailId), send(gone), branch, rest]);
    const told = async () =>
      (await dryRun(key)).steps.map(({ outcome, mail }) => [outcome, mail] as const);
    expect(await told()).toEqual([
      ['ran', { email_id: emailId, against: null }],
      ['skipped', null],
      ['branched', null],
      ['ran', null],
      ['waiting', null],
    ]);
    await calls.call('update_person', { person: ada, unsubscribed: true });
    const [sent] = await told();
    expect(sent?.[1]?.against).toMatch(/suppressed/);
    await calls.call('update_person', { person: ada, unsubscribed: false });
  });

  it('DRY-05 takes the arm of a gate that is open on arrival', async () => {
    const gate = (event: string) => ({
      ...{ type: 'gate', wait_for: { event: { name: event, occurrence: 'any_past' } } },
      ...{ expires_after: { amount: 3, unit: 'days' }, met: [tag('met')], expired: [] },
    });
    const key = await draft([gate('seen_before'), gate('never_seen')]);
    await calls.call('record_event', { email: ada, name: 'seen_before' });
    const { steps, stopped_at } = await dryRun(key);
    expect(steps.map(({ handle, arm }) => [handle, arm])).toEqual([
      ['1-gate', 'met'],
      ['2-add-tag', null],
      ['3-gate', null],
    ]);
    const { now } = await calls.call('get_clock', {});
    expect(stopped_at).toMatchObject({
      step_id: `${key}.3-gate`,
      until: new Date(Date.parse(now) + 3 * 86_400_000).toISOString(),
    });
  });

  it('DRY-06 stops where the person would wait', async () => {
    const key = await draft([tag('a'), rest, tag('b')]);
    const { steps, stopped_at, completed } = await dryRun(key);
    expect(steps.map(({ handle }) => handle)).toEqual(['1-add-tag', '2-rest']);
    expect(completed).toBe(false);
    const { now } = await calls.call('get_clock', {});
    expect(stopped_at).toEqual({
      step_id: `${key}.2-rest`,
      reason: 'Wait 2 days',
      until: new Date(Date.parse(now) + 2 * 86_400_000).toISOString(),
    });
  });

  it('DRY2-01, DRY2-02, DRY2-03 walks past waits where it is asked to, and not else', async () => {
    const gate = {
      ...{ type: 'gate', name: 'Paid' },
      wait_for: { event: { name: 'dry_paid', occurrence: 'next_occurrence' } },
      ...{ expires_after: { amount: 3, unit: 'days' }, met: [tag('met')], expired: [tag('late')] },
    };
    const { wait_for } = gate;
    const key = await draft([tag('a'), rest, gate, { type: 'gate', name: 'Paid', wait_for }]);
    const { now } = await calls.call('get_clock', {});
    const day = (count: number) => new Date(Date.parse(now) + count * 86_400_000).toISOString();
    const walked = async (more: Asked) => {
      const { steps, stopped_at } = await dryRun(key, more);
      return [...steps.map(({ handle, at }) => [handle, at]), stopped_at?.step_id];
    };
    expect(await walked({})).toEqual([['1-add-tag', day(0)], ['2-rest', day(0)], `${key}.2-rest`]);
    const past = [
      ...(await walked({})).slice(0, 2),
      ...[
        ['2-rest', day(2)],
        ['3-paid', day(2)],
      ],
    ];
    expect(await walked({ past_waits: true })).toEqual([
      ...past,
      ...[
        ['3-paid', day(5)],
        ['5-add-tag', day(5)],
        ['6-paid', day(5)],
      ],
      `${key}.6-paid`,
    ]);
    const waited = { step: '2-rest', outcome: 'waited' as const };
    expect(await walked({ assume: [waited] })).toEqual([...past, `${key}.3-paid`]);
    const met = { step: '3-paid', outcome: 'met' as const, at: day(4) };
    expect(await walked({ assume: [waited, met] })).toEqual([
      ...past,
      ...[
        ['3-paid', day(4)],
        ['4-add-tag', day(4)],
        ['6-paid', day(4)],
      ],
      `${key}.6-paid`,
    ]);
  });

  it('DRY2-01 refuses what cannot be with its path, before and on the walk', async () => {
    const key = await draft([tag('a'), rest]);
    const { now } = await calls.call('get_clock', {});
    const paths = async (assume: object[]) => {
      const input = { flow_key: key, person: ada, assume };
      return pathsOf(await calls.refused('dry_run_flow', input));
    };
    const waited = { step: '2-rest', outcome: 'waited' };
    expect(await paths([waited, { step: '9', outcome: 'met' }])).toEqual(['assume[1].step']);
    expect(await paths([{ ...waited, outcome: 'met' }])).toEqual(['assume[0].outcome']);
    expect(await paths([{ ...waited, at: now }])).toEqual(['assume[0].at']);
    expect(await paths([{ ...waited, at: 'soon' }])).toEqual(['assume[0].at']);
    expect(await paths([{ ...waited, outcome: 'slept' }])).toEqual(['assume[0].outcome']);
  });

  it('DRY2-01 takes a time without an offset as one of the account', async () => {
    await calls.call('update_profile', { timezone: 'Asia/Tokyo' });
    const key = await draft([rest]);
    const assume = [{ step: '1-rest', outcome: 'waited' as const, at: '2199-01-01T09:00' }];
    const { steps } = await dryRun(key, { assume });
    expect(steps[1]?.at).toBe('2199-01-01T00:00:00.000Z');
    await calls.call('update_profile', { timezone: 'UTC' });
  });

  it('counts the event as recorded, as it is when a run looks', async () => {
    const condition = { type: 'event_occurred', event: 'dry-event' };
    const definition = {
      trigger: { event: 'dry-event' },
      nodes: [{ type: 'if_else', condition, then: [], else: [] }],
    };
    const key = await draft([]);
    const { steps } = await dryRun(key, { definition, event: { name: 'dry-event' } });
    expect(steps[0]?.arm).toBe('then');
  });

  it('says where mail would not be delivered', async () => {
    const key = await draft([{ type: 'send_email', email_id: emailId }]);
    await calls.call('upsert_person', { email: 'gone@example.com', unsubscribed: true });
    const { steps } = await calls.call('dry_run_flow', {
      flow_key: key,
      person: 'gone@example.com',
    });
    expect(steps[0]?.would).toMatch(/would not be delivered.*unsubscribed/);
  });

  it('walks what the engine then does, step by step', async () => {
    const key = await draft([tag('first'), branch, rest, tag('last')]);
    await calls.call('activate_flow', { flow_key: key });
    const told = (await dryRun(key)).steps.map(({ handle, arm }) => [handle, arm]);
    await calls.call('record_event', { email: ada, name: key });
    await calls.call('move_clock', { advance: { amount: 0, unit: 'seconds' } });
    const { runs } = await calls.call('list_flow_runs', { flow_key: key });
    const { run } = await calls.call('get_run', { run_id: runs[0]?.id ?? 0 });
    expect(run.trace.map(({ step, arm }) => [step?.handle, arm])).toEqual(told);
  });

  it.each<[string, object, string]>([
    ['nobody it knows', { person: 'nobody@example.com' }, 'not_found'],
    ['a flow it does not know', { flow_key: 'none' }, 'not_found'],
    ['an event without a name', { event: {} }, 'validation_failed'],
    ['a person of no kind', { person: { id: 1 } }, 'validation_failed'],
    ['a definition of no kind', { definition: [] }, 'validation_failed'],
  ])('is refused for %s', async (_what, more, code) => {
    const key = await draft([tag('x')]);
    const input = { flow_key: key, person: ada, event: { name: key }, ...more };
    const refusal = await calls.refused('dry_run_flow', input);
    expect(refusal.code).toBe(code);
    if (code === 'validation_failed') expect(pathsOf(refusal)).not.toEqual([]);
    else expect(refusal.detail).toMatch(/List the/);
  });

  it.each<[string, unknown]>([
    ['no nodes', {}],
    ['nodes of no kind', { trigger: 7, nodes: 'x' }],
    ['keys that no trigger allows', { trigger: { event: 'x', cron: '* *' }, nodes: [tag('x')] }],
    [
      'ids twice',
      {
        trigger: {},
        nodes: [
          { id: 1, ...tag('a') },
          { id: 1, ...tag('b') },
        ],
      },
    ],
    ['arms on types without them', { trigger: {}, nodes: [{ ...tag('a'), then: [tag('b')] }] }],
    ['ids beyond integers', { trigger: {}, nodes: [{ id: 1e300, ...tag('a') }] }],
  ])('answers a definition with %s, and lists its problems', async (_what, definition) => {
    const key = await draft([]);
    const asked = { flow_key: key, person: ada, definition: definition as Asked['definition'] };
    const { problems, triggered } = await calls.call('dry_run_flow', asked);
    expect(triggered).toBeNull();
    expect(problems).not.toEqual([]);
  });
});
