import { limits } from '@postroad/core/platform/limits';
import { listRunRefusals } from '@postroad/store/flows/run-refusal';
import { transaction } from '@postroad/store/platform/transaction';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';
import { type FlowMoves, flowMoves, gate, next } from './flow-moves.ts';

let opened: TestService;
let moves: FlowMoves;
let ada: string;
let tests = 0;

beforeAll(async () => {
  opened = await openTestService();
  moves = flowMoves(opened);
});

afterAll(async () => {
  await opened.close();
});

beforeEach(() => {
  tests += 1;
  ada = `ada@test${tests}.example.com`;
});

/** The events of a person, oldest first, as `name details`. */
async function eventsOf(email: string, source: string): Promise<string[]> {
  const rows = await opened.database.pool<{ text: string }[]>`
    select t.name || ' ' || e.details::text as text
    from events e join event_types t on t.id = e.type_id join people p on p.id = e.person_id
    where p.email = ${email} and e.source = ${source} order by e.id`;
  return rows.map(({ text }) => text);
}

async function reasonsOf(key: string): Promise<(string | null)[]> {
  const rows = await opened.database.pool<{ reason: string | null }[]>`
    select s.reason from run_steps s join runs r on r.id = s.run_id join flows f on f.id = r.flow_id
    where f.key = ${key} and s.outcome = 'skipped' order by s.id`;
  return rows.map(({ reason }) => reason);
}

describe('what steps do', () => {
  it('RUN-14, COND-09 a step sees the event that one before it fired, in a dry run too', async () => {
    const seen = (match?: object) => ({ type: 'event_occurred', event: 'seen', ...match });
    const branch = (id: number, condition: object, name: string) => ({
      ...{ id, type: 'if_else', condition, else: [] },
      then: [{ id: id + 1, type: 'add_tag', tag: name }],
    });
    const past = { event: { name: 'seen', occurrence: 'any_past' } };
    await moves.live('sees', [
      branch(1, seen(), 'before'),
      { id: 3, type: 'fire_event', event: 'seen', details: { who: '{{ person.email }}' } },
      branch(4, seen({ match: { detail: 'who', op: 'equals', value: ada } }), 'mine'),
      branch(6, seen({ match: { detail: 'who', op: 'equals', value: 'x' } }), 'other'),
      branch(8, seen({ within_days: 1 }), 'lately'),
      gate(10, past, { expires_after: 'never' }),
      { id: 11, type: 'add_tag', tag: 'opened' },
    ]);
    await moves.call('upsert_person', { email: ada });
    const dry = await moves.call('dry_run_flow', { flow_key: 'sees', person: ada });
    expect(dry.steps.flatMap(({ handle, arm }) => (arm ? `${handle} ${arm}` : []))).toEqual([
      '1-if-else else',
      '4-if-else then',
      '6-if-else else',
      '8-if-else then',
    ]);
    expect(dry.completed).toBe(true);
    await moves.enter('sees', ada);
    const { person } = await moves.call('get_person', { person: ada });
    expect(new Set(person.tags)).toEqual(new Set(['lately', 'mine', 'opened']));
  });

  it('RUN-08, RUN-09 tags and fields change with an event of each, in the order of the steps', async () => {
    await moves.call('create_field', { key: 'plan', type: 'string' });
    await moves.call('create_field', { key: 'seats', type: 'number' });
    await moves.live('values', [
      { id: 1, type: 'add_tag', tag: 'first' },
      { id: 2, type: 'set_field', field: 'plan', value: 'pro' },
      { id: 3, type: 'fire_event', event: 'halfway' },
      { id: 4, type: 'remove_tag', tag: 'First' },
      { id: 5, type: 'set_field', field: 'seats', value: 3 },
      { id: 6, type: 'set_field', field: 'plan', value: '' },
    ]);
    await moves.enter('values', ada);
    const { person } = await moves.call('get_person', { person: ada });
    expect(person).toMatchObject({ tags: [], fields: { seats: 3 } });
    const { timeline } = await moves.call('get_timeline', { person: ada });
    const names = timeline.flatMap((entry) => (entry.kind === 'event' ? entry.name : []));
    expect(names.reverse()).toEqual([
      ...['values', 'tag_added', 'field_changed', 'halfway', 'tag_removed'],
      ...['field_changed', 'field_changed'],
    ]);
  });

  it('RUN-09 a value that the field cannot hold is skipped, and the person continues', async () => {
    await moves.call('create_field', { key: 'late', type: 'string' });
    await moves.live('typed', [
      { id: 1, type: 'set_field', field: 'late', value: 'text' },
      { id: 2, type: 'add_tag', tag: 'on' },
    ]);
    await moves.call('update_field', { field_key: 'late', type: 'number' });
    await moves.enter('typed', ada);
    expect(await moves.trailOf('typed', ada)).toEqual(['1 skipped', '2 ran']);
    expect((await reasonsOf('typed'))[0]).toContain('late');
  });

  it('RUN-14 a fired event holds what Liquid makes of it, and starts other flows', async () => {
    await moves.live('receiver', [{ id: 1, type: 'add_tag', tag: 'received' }], {
      trigger: { event: 'greeted', match: { detail: 'text', op: 'equals', value: 'Hi pro' } },
    });
    await moves.live('sender', [
      { id: 1, type: 'set_field', field: 'plan', value: 'pro' },
      {
        id: 2,
        type: 'fire_event',
        event: 'greeted',
        details: {
          text: 'Hi {{ person.fields.plan }}',
          deep: { of: ['{{ event.details.color }}'] },
        },
      },
    ]);
    await moves.record(ada, 'sender', { color: 'red' });
    await moves.pass();
    expect(await eventsOf(ada, 'flow')).toEqual([
      'greeted {"deep": {"of": ["red"]}, "text": "Hi pro"}',
    ]);
    expect(await moves.tagsOf(ada)).toEqual(['received']);
  });

  it('RUN-07 a sequence is started and the person continues; a second start is recorded', async () => {
    const { pool } = opened.database;
    const [row] = await pool<{ id: number }[]>`
      insert into sequences (key, name, enabled, repeat_mode, created_at, updated_at)
      values ('tips', 'Tips', true, 'once_per_email', now(), now()) returning id`;
    const sequence = row?.id ?? 0;
    const { email } = await moves.call('create_email', { subject: 'Tip', body_markdown: 'Tip.' });
    const { step } = await moves.call('add_sequence_step', {
      ...{ sequence_id: sequence, email_source: 'shared', email_id: email.id },
      ...{ delay_amount: 30, delay_unit: 'days' },
    });
    await moves.call('update_sequence_step', { step_id: step.id, status: 'active' });
    const nodes = [
      { id: 1, type: 'start_sequence', sequence_id: sequence },
      { id: 2, type: 'add_tag', tag: 'on' },
      {
        ...{ id: 3, type: 'if_else', then: [{ id: 4, type: 'exit_flow' }], else: [] },
        condition: { type: 'started_sequence', sequence_id: sequence, within_days: 1 },
      },
    ];
    await moves.live('tips', nodes, { run_policy: 'repeat' });
    await moves.enter('tips', ada);
    const trail = ['1 ran', '2 ran', '3 branched then', '4 exited'];
    expect(await moves.trailOf('tips', ada)).toEqual(trail);
    await moves.enter('tips', ada);
    await pool`update sequence_runs set finished_at = now()`;
    await moves.enter('tips', ada);
    const standings = await moves.standings('tips');
    expect(standings.map(({ trail }) => trail[0])).toEqual(['1 ran', '1 skipped', '1 ran']);
    await pool`update sequence_runs set finished_at = now()`;
    await pool`update sequences set repeat_mode = 'single_run'`;
    await moves.enter('tips', ada);
    expect((await moves.standings('tips')).at(-1)?.trail[0]).toBe('1 skipped');
    const started = await pool`select from sequence_runs`;
    expect(started).toHaveLength(2);
  });

  it('RUN-07, RUN-06 what no longer exists when somebody reaches it is recorded, and nobody stops', async () => {
    const { pool } = opened.database;
    const { email } = await moves.call('create_email', { subject: 'Hi', body_markdown: 'Hi.' });
    const [row] = await pool<{ id: number }[]>`
      insert into sequences (key, name, created_at, updated_at)
      values ('gone', 'Gone', now(), now()) returning id`;
    await moves.live('late', [
      { id: 1, type: 'delay', duration: { amount: 1, unit: 'days' } },
      { id: 2, type: 'send_email', email_id: email.id },
      { id: 3, type: 'start_sequence', sequence_id: row?.id },
      { id: 4, type: 'add_tag', tag: 'through' },
    ]);
    await moves.enter('late', ada);
    await pool`update emails set archived_at = now() where id = ${email.id}`;
    await pool`delete from sequences where id = ${row?.id ?? 0}`;
    await moves.pass(24 * 60);
    expect(await moves.standings('late')).toMatchObject([
      {
        status: 'completed',
        trail: ['1 waiting', '1 released', '2 skipped', '3 skipped', '4 ran'],
      },
    ]);
    expect(await reasonsOf('late')).toEqual([
      `Email ${email.id} is archived.`,
      `There is no sequence ${row?.id}.`,
    ]);
  });
});

describe('flows that start each other', () => {
  it('RUN-14 end parked after so many without a wait, and nobody else is held up', async () => {
    const repeat = { run_policy: 'repeat' } as const;
    await moves.live('ping', [{ id: 1, type: 'fire_event', event: 'pong' }], repeat);
    await moves.live('pong', [{ id: 1, type: 'fire_event', event: 'ping' }], repeat);
    await moves.live('calm', [{ id: 1, type: 'add_tag', tag: 'calm' }]);
    await moves.record(ada, 'ping');
    await moves.record(ada, 'calm');
    await moves.pass();
    const runs = [...(await moves.standings('ping')), ...(await moves.standings('pong'))];
    expect(runs).toHaveLength(limits.flowChain + 2);
    const parked = runs.filter(({ status }) => status === 'parked');
    expect(parked).toMatchObject([
      { reason: `${limits.flowChain + 1} flows started each other without waiting.` },
    ]);
    expect(await moves.tagsOf(ada)).toContain('calm');
  });

  it('RUN-14 continue for ever where they wait, also at a gate that a flow opens', async () => {
    const wait = { id: 1, type: 'delay', duration: { amount: 1, unit: 'hours' } };
    await moves.live('tick', [wait, { id: 2, type: 'fire_event', event: 'tick' }], {
      run_policy: 'repeat',
    });
    await moves.enter('tick', ada);
    await moves.pass((limits.flowChain + 10) * 60);
    const runs = await moves.standings('tick');
    // The run that fires the event is inside until it ends, so each event meets the one before.
    expect(runs.every(({ status }) => status !== 'parked')).toBe(true);
    await moves.live('asks', [
      { id: 1, type: 'fire_event', event: 'asked' },
      gate(2, next('answered')),
      { id: 3, type: 'add_tag', tag: 'answered' },
    ]);
    await moves.live('answers', [{ id: 1, type: 'fire_event', event: 'answered' }], {
      trigger: { event: 'asked' },
    });
    await moves.enter('asks', ada);
    expect(await moves.trailOf('asks', ada)).toEqual(['1 ran', '2 waiting', '2 released', '3 ran']);
  });
});

describe('events that start no run', () => {
  const refusalsOf = async (email: string) => {
    const { person } = await moves.call('get_person', { person: email });
    const rows = await transaction(opened.database, { readOnly: true }, (tx) =>
      listRunRefusals(tx, { personId: person.id, limit: 10 }),
    );
    return rows.map(({ flow_key, reason, count }) => ({ flow_key, reason, count }));
  };

  /** Refusals of nobody, steps of no run, and those of this test. */
  const left = async () => {
    const rows = await opened.database.pool<{ refusals: number; steps: number }[]>`
      select (select count(*) from trigger_refusals t
          where not exists (select from people p where p.id = t.person_id))::int as refusals,
        (select count(*) from run_steps s left join runs r on r.id = s.run_id
          left join people p on p.id = r.person_id
          where p.id is null or p.email = ${ada})::int as steps`;
    return [...rows];
  };

  it('TRIG-04 leave their reason: inside, ran before, paused', async () => {
    const wait = [{ id: 1, type: 'delay', duration: { amount: 1, unit: 'days' } }];
    await moves.live('once', wait);
    await moves.live('paused', wait);
    await moves.call('pause_flow', { flow_key: 'paused' });
    await moves.enter('once', ada);
    expect(await refusalsOf(ada)).toEqual([]);
    await moves.enter('once', ada, ada);
    expect(await refusalsOf(ada)).toEqual([{ flow_key: 'once', reason: 'inside', count: 2 }]);
    await moves.pass(24 * 60);
    await moves.enter('once', ada);
    await moves.pass(1);
    await moves.enter('paused', ada);
    await moves.record(ada, 'unrelated');
    expect(await refusalsOf(ada)).toEqual([
      { flow_key: 'paused', reason: 'paused', count: 1 },
      { flow_key: 'once', reason: 'ran_before', count: 1 },
      { flow_key: 'once', reason: 'inside', count: 2 },
    ]);
    const [before] = await left();
    expect(before?.steps).toBeGreaterThan(0);
    await moves.call('delete_person', { person: ada });
    expect(await left()).toEqual([{ refusals: 0, steps: 0 }]);
  });
});
