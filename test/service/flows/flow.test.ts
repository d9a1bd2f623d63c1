import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling, pathsOf } from '../app/calling.ts';

let opened: TestService;
let calls: Calling;
let emailId = 0;
let flows = 0;

beforeAll(async () => {
  opened = await openTestService();
  calls = calling(opened);
  emailId = (await calls.call('create_email', { subject: 'Hi', body_markdown: 'Hi' })).email.id;
});

afterAll(async () => {
  await opened.close();
});

type Unit = 'seconds' | 'minutes' | 'hours' | 'days';
const advance = (amount: number, unit: Unit = 'seconds') =>
  calls.call('move_clock', { advance: { amount, unit } });
const tagsOf = async (email: string) =>
  (await calls.call('get_person', { person: email })).person.tags.toSorted();
const days = (amount: number) => ({ type: 'delay', duration: { amount, unit: 'days' } });
const tag = (name: string) => ({ type: 'add_tag', tag: name });

/** A live flow of its own, triggered by the event of its key. */
async function live(nodes: object[], more: object = {}): Promise<string> {
  flows += 1;
  const key = `flow-${flows}`;
  const definition = { trigger: { event: key }, nodes };
  await calls.call('create_flow', { key, definition, ...more });
  await calls.call('activate_flow', { flow_key: key });
  return key;
}

async function enter(key: string, ...names: string[]): Promise<string[]> {
  const emails = names.map((name) => `${name}.${key}@example.com`);
  await calls.call('record_events', { events: emails.map((email) => ({ email, name: key })) });
  return emails;
}

async function runsOf(key: string) {
  return await opened.database.pool<
    { email: string; status: string; reason: string | null; step_id: number | null }[]
  >`select p.email, r.status, r.reason, r.step_id from runs r
    join flows f on f.id = r.flow_id join people p on p.id = r.person_id
    where f.key = ${key} order by r.started_at, p.email desc`;
}

describe('the resource', () => {
  it('FLOW-01, FLOW-02 is created as a draft under the key its caller chose, and read by key or id', async () => {
    const { flow } = await calls.call('create_flow', { key: 'made', name: 'Made', labels: ['a'] });
    expect(flow).toMatchObject({
      key: 'made',
      name: 'Made',
      labels: ['a'],
      status: 'draft',
      run_policy: 'single_run',
    });
    expect(flow.id).toEqual(expect.any(Number));
    expect(await calls.call('get_flow', { flow_key: 'made' })).toEqual({ flow, tests: {} });
    expect(await calls.call('get_flow', { flow_key: String(flow.id) })).toEqual({
      flow,
      tests: {},
    });
    expect((await calls.refused('create_flow', { key: 'made' })).code).toBe('conflict');
    expect((await calls.refused('get_flow', { flow_key: 'none' })).code).toBe('not_found');
  });

  it('FLOW-03, FLOW-16 is saved with problems, which the answer and a validation list', async () => {
    const definition = {
      trigger: { event: 'x' },
      nodes: [{ type: 'send_email', email_id: 999_999 }, { type: 'no_such' }],
    };
    const { flow } = await calls.call('create_flow', { key: 'faulty', definition });
    expect(flow.validation.valid).toBe(false);
    expect(flow.validation.errors.map((issue) => issue.code)).toContain('email_unknown');
    expect(await calls.call('validate_flow', { flow_key: 'faulty' })).toEqual(flow.validation);
    const repaired = {
      trigger: { event: 'x' },
      nodes: [{ type: 'send_email', email_id: emailId }],
    };
    const unsaved = await calls.call('validate_flow', { flow_key: 'faulty', definition: repaired });
    expect(unsaved.valid).toBe(true);
    expect((await calls.call('get_flow', { flow_key: 'faulty' })).flow.validation.valid).toBe(
      false,
    );
  });

  it('FLOW-04 run_policy is single_run or repeat', async () => {
    const { flow } = await calls.call('create_flow', { key: 'policy', run_policy: 'repeat' });
    expect(flow.run_policy).toBe('repeat');
    expect(pathsOf(await calls.refused('create_flow', { key: 'p2', run_policy: 'twice' }))).toEqual(
      ['run_policy'],
    );
  });

  it('FLOW-06, FLOW-07, FLOW-14 labels replace each other, and what is left out stays', async () => {
    await calls.call('create_flow', { key: 'labelled', name: 'L', labels: [' a ', 'b', 'a', ' '] });
    const labels = async (input: object) =>
      (await calls.call('update_flow', { flow_key: 'labelled', ...input })).flow;
    expect((await labels({ name: 'Renamed' })).labels).toEqual(['a', 'b']);
    expect(await labels({ labels: ['c'] })).toMatchObject({ labels: ['c'], name: 'Renamed' });
    expect(await labels({ labels: [], run_policy: 'repeat' })).toMatchObject({
      labels: [],
      name: 'Renamed',
      run_policy: 'repeat',
    });
  });

  it('FLOW-05, FLOW-08, FLOW-10, FLOW-11 lists the labels of flows only, and narrows by one', async () => {
    await calls.call('create_email', { subject: 'x', labels: ['of-emails'] });
    await calls.call('create_flow', { key: 'label-one', labels: ['ones'] });
    await calls.call('create_flow', { key: 'label-two', labels: ['ones', 'twos'] });
    const all = await calls.call('list_flows', {});
    expect(all.labels).toEqual(expect.arrayContaining(['ones', 'twos']));
    expect(all.labels).not.toContain('of-emails');
    const keys = async (label: string) =>
      (await calls.call('list_flows', { label })).flows.map((flow) => flow.key);
    expect((await keys('ones')).toSorted()).toEqual(['label-one', 'label-two']);
    expect(await keys('twos')).toEqual(['label-two']);
    expect(await keys('of-emails')).toEqual([]);
  });

  it('FLOW-09, FLOW-12, FLOW-13 shows trigger, steps and the people at each of them', async () => {
    const key = await live([days(1), { ...tag('x'), name: 'Mark' }, days(2)]);
    await enter(key, 'a', 'b');
    await advance(1, 'days');
    await enter(key, 'c');
    await advance(0);
    const row = (await calls.call('list_flows', {})).flows.find((flow) => flow.key === key);
    expect(row).toMatchObject({
      step_count: 3,
      people_inside: 3,
      status: 'live',
      trigger: { type: 'event', event: key },
    });
    expect(row?.trigger.summary).toContain(key);
    const { flow } = await calls.call('get_flow', { flow_key: key });
    expect(flow.steps.map(({ people }) => people)).toEqual([1, 0, 2]);
    expect(flow.steps[1]).toMatchObject({
      id: 2,
      handle: '2-mark',
      step_id: `${key}.2-mark`,
      type: 'add_tag',
      name: 'Mark',
    });
    for (const step of flow.steps) expect(step.summary).not.toBe('');
    expect(flow.validation.valid).toBe(true);
  });

  it('DEF-02, DEF-04 reads back its canonical form, in the order it was written', async () => {
    const definition = {
      trigger: { event: 'x', match: { detail: 'plan', op: 'equals', value: 'pro' } },
      node_counter: 7,
      nodes: [
        { ...tag('z'), id: 7, name: 'Z' },
        { ...tag('a'), name: 'A' },
      ],
    };
    const { flow } = await calls.call('create_flow', { key: 'canonical', definition });
    const held = flow.definition as { node_counter: number; nodes: { id: number }[] };
    expect(held.node_counter).toBe(8);
    expect(held.nodes.map(({ id }) => id)).toEqual([7, 8]);
    const again = await calls.call('update_flow', {
      flow_key: 'canonical',
      definition: flow.definition,
    });
    expect(JSON.stringify(again.flow.definition)).toBe(JSON.stringify(flow.definition));
    const read = await calls.call('get_flow', { flow_key: 'canonical' });
    expect(JSON.stringify(read.flow.definition)).toBe(JSON.stringify(flow.definition));
    const emptied = await calls.call('update_flow', {
      flow_key: 'canonical',
      definition: { trigger: { event: 'x' }, nodes: [] },
    });
    expect(emptied.flow.definition.node_counter).toBe(8);
  });

  it('TRIG-03 a trigger with a key of another type is refused, and nothing is saved', async () => {
    const definition = { trigger: { event: 'x', product: 'y' }, nodes: [] };
    const refusal = await calls.refused('create_flow', { key: 'wrong-trigger', definition });
    expect(refusal.code).toBe('validation_failed');
    expect(pathsOf(refusal).join()).toContain('trigger');
    expect((await calls.refused('get_flow', { flow_key: 'wrong-trigger' })).code).toBe('not_found');
  });

  it('RUN-16, RUN-17 goes live only without errors, and each time leaves a version', async () => {
    const definition = {
      trigger: { event: 'x' },
      nodes: [{ type: 'send_email', email_id: 999_999 }],
    };
    await calls.call('create_flow', { key: 'refused', definition });
    const refusal = await calls.refused('activate_flow', { flow_key: 'refused' });
    expect(refusal.code).toBe('conflict');
    expect(refusal.members.validation).toMatchObject({
      valid: false,
      errors: [{ code: 'email_unknown' }],
    });
    expect((await calls.call('get_flow', { flow_key: 'refused' })).flow.status).toBe('draft');
    expect((await calls.refused('pause_flow', { flow_key: 'refused' })).code).toBe('conflict');
    const key = await live([tag('x')]);
    await calls.call('pause_flow', { flow_key: key });
    await calls.call('activate_flow', { flow_key: key });
    await calls.call('activate_flow', { flow_key: key });
    const versions = await opened.database.pool<{ number: number; kind: string }[]>`
      select v.number, v.kind from flow_versions v join flows f on f.id = v.flow_id
      where f.key = ${key} order by v.number`;
    expect(versions).toEqual([
      { number: 1, kind: 'activation' },
      { number: 2, kind: 'activation' },
    ]);
  });
});

describe('running', () => {
  const branch = (then: object[], otherwise: object[]) => ({
    type: 'if_else',
    condition: { type: 'has_tag', tag: 'vip' },
    then,
    else: otherwise,
  });

  it('RUN-01, RUN-02, RUN-03, RUN-04, RUN-05, RUN-08 walks branches and arms to the end', async () => {
    const key = await live([
      branch([tag('was-vip'), branch([], [tag('never')])], [branch([], [{ type: 'exit_flow' }])]),
      tag('after'),
    ]);
    const emails = [`vip.${key}@example.com`, `plain.${key}@example.com`];
    await calls.call('record_events', {
      events: emails.map((email, index) => ({
        email,
        name: key,
        person: { tags: index === 0 ? [' VIP '] : [] },
      })),
    });
    await advance(0);
    expect(await tagsOf(emails[0] ?? '')).toEqual(['VIP', 'after', 'was-vip']);
    expect(await tagsOf(emails[1] ?? '')).toEqual([]);
    expect((await runsOf(key)).map(({ status }) => status)).toEqual(['completed', 'exited']);
  });

  it('RUN-06, QUEUE-01, QUEUE-05 send_email puts the email into the queue, due at once', async () => {
    const key = await live([{ type: 'send_email', email_id: emailId, name: 'Greet' }]);
    const [email = ''] = await enter(key, 'a');
    await opened.service.round('runs');
    const { now } = await calls.call('get_clock', {});
    const { queue } = await calls.call('list_queue', { person: email });
    expect(queue).toMatchObject([
      {
        person: { email },
        email: { id: emailId, title: 'Hi' },
        source: { kind: 'flow', name: key, step: `${key}.1-greet` },
        status: 'scheduled',
        due_at: now,
        hold_reason: null,
      },
    ]);
    await advance(0);
    expect((await calls.call('list_queue', { person: email, status: 'sent' })).queue).toHaveLength(
      1,
    );
  });

  it('RUN-10 a delay waits for its duration and not a second less', async () => {
    const key = await live([days(2), tag('waited')]);
    const [email = ''] = await enter(key, 'a');
    await advance(0);
    await calls.call('move_clock', { advance: { amount: 2 * 86_400 - 1, unit: 'seconds' } });
    expect(await tagsOf(email)).toEqual([]);
    await advance(1);
    expect(await tagsOf(email)).toEqual(['waited']);
  });

  it('single_run lets a person in once, ever, however many events come at once', async () => {
    const key = await live([tag('x')]);
    for (let round = 0; round < 3; round += 1) {
      await Promise.all(Array.from({ length: 10 }, () => enter(key, 'a', 'b')));
      await advance(0);
    }
    expect(await runsOf(key)).toHaveLength(2);
  });

  it('repeat lets a person in again once the earlier run has ended', async () => {
    const key = await live([days(1)], { run_policy: 'repeat' });
    await Promise.all(Array.from({ length: 10 }, () => enter(key, 'a')));
    await advance(0);
    await enter(key, 'a');
    await advance(0);
    expect(await runsOf(key)).toHaveLength(1);
    await advance(1, 'days');
    await enter(key, 'a');
    await advance(0);
    expect((await runsOf(key)).map(({ status }) => status)).toEqual(['completed', 'active']);
  });

  it('DEF-14 an edit reaches people who wait: names do not move them, later steps are the new ones', async () => {
    const key = await live([days(1), tag('old')]);
    const [email = ''] = await enter(key, 'a');
    await advance(0);
    const nodes = [
      tag('before'),
      { ...days(1), id: 1, name: 'Renamed', slug: 'renamed' },
      tag('new'),
    ];
    await calls.call('update_flow', {
      flow_key: key,
      definition: { trigger: { event: key }, nodes },
    });
    await advance(1, 'days');
    expect(await tagsOf(email)).toEqual(['new']);
  });

  it('a run whose step was removed is parked, and readers of the flow can see it', async () => {
    const key = await live([days(1), tag('x')]);
    await enter(key, 'a');
    await advance(0);
    await calls.call('update_flow', {
      ...{ flow_key: key, force: true },
      definition: { trigger: { event: key }, nodes: [tag('y')] },
    });
    await advance(1, 'days');
    expect(await runsOf(key)).toMatchObject([
      { status: 'parked', reason: expect.stringMatching(/./) },
    ]);
    const row = (await calls.call('list_flows', {})).flows.find((flow) => flow.key === key);
    expect(row?.people_inside).toBe(1);
  });

  it('an email that was archived meanwhile is skipped with a reason, and the person continues', async () => {
    const { email } = await calls.call('create_email', { subject: 'Gone', body_markdown: 'x' });
    const key = await live([{ type: 'send_email', email_id: email.id }, tag('went-on')]);
    await opened.database.pool`update emails set archived_at = now() where id = ${email.id}`;
    const [address = ''] = await enter(key, 'a');
    await advance(0);
    expect(await tagsOf(address)).toEqual(['went-on']);
    const steps = await opened.database.pool<{ outcome: string; reason: string | null }[]>`
      select s.outcome, s.reason from run_steps s join runs r on r.id = s.run_id
      join flows f on f.id = r.flow_id where f.key = ${key} order by s.id`;
    expect(steps[0]?.reason).toMatch(/archived/);
    expect((await calls.call('list_queue', { person: address })).queue).toEqual([]);
  });
});

describe('RUN-18 a pause', () => {
  it('freezes people where they are; activating takes them up again in the order of their time', async () => {
    const key = await live([days(1), tag('done')]);
    const [first = ''] = await enter(key, 'first');
    await advance(1, 'hours');
    const [second = ''] = await enter(key, 'second');
    await advance(0);
    await calls.call('pause_flow', { flow_key: key });
    await advance(3, 'days');
    expect(await tagsOf(first)).toEqual([]);
    expect((await runsOf(key)).map(({ status }) => status)).toEqual(['frozen', 'frozen']);
    expect((await calls.call('get_flow', { flow_key: key })).flow.steps[0]?.people).toBe(2);
    await calls.call('activate_flow', { flow_key: key });
    await advance(0);
    expect([await tagsOf(first), await tagsOf(second)]).toEqual([['done'], ['done']]);
    const order = await opened.database.pool<{ email: string }[]>`
      select p.email from run_steps s join runs r on r.id = s.run_id join people p on p.id = r.person_id
      join flows f on f.id = r.flow_id where f.key = ${key} and s.step_id = 2 order by s.id`;
    expect(order.map((row) => row.email)).toEqual([first, second]);
  });

  it('starts nobody, and who is not due yet waits on past it', async () => {
    const key = await live([days(2), tag('done')]);
    const [inside = ''] = await enter(key, 'inside');
    await advance(0);
    await calls.call('pause_flow', { flow_key: key });
    await enter(key, 'outside');
    await advance(1, 'days');
    await calls.call('activate_flow', { flow_key: key });
    await advance(1, 'days');
    expect(await tagsOf(inside)).toEqual(['done']);
    expect(await runsOf(key)).toHaveLength(1);
  });

  it('holds queued emails with the reason, and activating sends each once', async () => {
    const key = await live([{ type: 'send_email', email_id: emailId }]);
    const emails = await enter(key, 'a', 'b');
    await opened.service.round('runs');
    await calls.call('pause_flow', { flow_key: key });
    await advance(1, 'days');
    const held = async (email: string) => (await calls.call('list_queue', { person: email })).queue;
    for (const email of emails) {
      expect(await held(email)).toMatchObject([
        { status: 'holding', hold_reason: 'Flow is paused' },
      ]);
    }
    expect((await calls.call('list_queue', {})).counts.holding).toBe(2);
    await calls.call('activate_flow', { flow_key: key });
    await advance(0);
    for (const email of emails) {
      expect(await held(email)).toEqual([]);
      expect(
        (await calls.call('list_queue', { person: email, status: 'sent' })).queue,
      ).toHaveLength(1);
    }
  });

  it('an activation meeting a round that freezes loses nobody', async () => {
    for (let round = 0; round < 5; round += 1) {
      const key = await live([tag('through')]);
      const emails = await enter(key, 'a', 'b', 'c');
      await calls.call('pause_flow', { flow_key: key });
      await Promise.all([
        opened.service.round('runs'),
        calls.call('activate_flow', { flow_key: key }),
        opened.service.round('runs'),
      ]);
      await advance(0);
      for (const email of emails) expect(await tagsOf(email)).toEqual(['through']);
    }
  });
});

describe('the queue', () => {
  it('pages through rows that are due at the same instant, each once', async () => {
    const key = await live([{ type: 'send_email', email_id: emailId }]);
    const emails = await enter(key, ...Array.from({ length: 11 }, (_, index) => `q${index}`));
    await opened.service.round('runs');
    const pages = async (status?: 'sent') => {
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await calls.call('list_queue', {
          limit: 3,
          ...(status ? { status } : {}),
          ...(cursor ? { cursor } : {}),
        });
        seen.push(...page.queue.map((row) => row.person?.email ?? ''));
        cursor = page.next_cursor ?? undefined;
      } while (cursor);
      return seen.filter((email) => email.includes(`.${key}@`));
    };
    expect((await pages()).toSorted()).toEqual(emails.toSorted());
    await advance(0);
    expect((await pages('sent')).toSorted()).toEqual(emails.toSorted());
  });
});
