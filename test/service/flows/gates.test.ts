import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';
import { anyPast, arms, type FlowMoves, flowMoves, gate, next } from './flow-moves.ts';

let opened: TestService;
let moves: FlowMoves;

beforeAll(async () => {
  opened = await openTestService();
  moves = flowMoves(opened);
});

afterAll(async () => {
  await opened.close();
});

let ada: string;
let bo: string;
let tests = 0;

// Other people in each test, since a change of one wakes every gate that waits for a change.
beforeEach(() => {
  tests += 1;
  ada = `ada@test${tests}.example.com`;
  bo = `bo@test${tests}.example.com`;
});

const trailOf = (key: string, email = ada) => moves.trailOf(key, email);

describe('gates on events', () => {
  it('RUN-11, RUN-12 next_occurrence counts what comes after arrival, any_past what came before', async () => {
    await moves.live('next', [gate(1, next('paid'), arms(24))]);
    const trigger = { event: 'next' };
    await moves.live('past', [gate(1, anyPast('paid'), arms(24, 200))], { trigger });
    await moves.record(ada, 'paid');
    await moves.enter('next', ada, bo);
    expect(await trailOf('next')).toEqual(['1 waiting']);
    expect(await trailOf('past')).toEqual(['1 released met', '200 ran']);
    expect(await trailOf('past', bo)).toEqual(['1 waiting']);
    await moves.record(ada, 'paid');
    await moves.pass();
    expect(await trailOf('next')).toEqual(['1 waiting', '1 released met', '100 ran']);
    await moves.pass(24 * 60);
    expect(await trailOf('next', bo)).toEqual(['1 waiting', '1 released expired', '101 ran']);
    expect(await moves.tagsOf(ada)).toEqual(['met']);
    expect(await moves.tagsOf(bo)).toEqual(['expired']);
  });

  it('SAFE-42 sees what comes later in the batch that started the run, whatever its time', async () => {
    const pair = [
      gate(1, next('began'), arms(24)),
      gate(2, next('paid'), { expires_after: 'never' }),
    ];
    await moves.live('batch', [...pair, { id: 3, type: 'add_tag', tag: 'done' }]);
    const { now } = await moves.call('get_clock', {});
    const earlier = new Date(Date.parse(now) - 3_600_000).toISOString();
    const entry = (email: string, name: string) => ({ email, name });
    await moves.call('record_events', {
      events: [
        ...[entry(bo, 'paid'), entry(bo, 'began'), entry(bo, 'batch')],
        ...[entry(ada, 'batch'), { ...entry(ada, 'began'), occurred_at: earlier }],
        entry(ada, 'paid'),
      ],
    });
    await moves.pass();
    expect(await trailOf('batch')).toContain('3 ran');
    expect(await trailOf('batch', bo)).toEqual(['1 waiting']);
  });

  it('RUN-13 a gate that never expires waits for ever and continues behind itself', async () => {
    await moves.live('for-ever', [gate(1, next('paid')), { id: 2, type: 'add_tag', tag: 'on' }]);
    await moves.enter('for-ever', ada);
    await moves.pass(100 * 24 * 60);
    expect(await moves.standings('for-ever')).toMatchObject([
      { status: 'active', waiting: true, step_id: 1, trail: ['1 waiting'] },
    ]);
    await moves.record(ada, 'paid');
    await moves.pass();
    expect(await trailOf('for-ever')).toEqual(['1 waiting', '1 released', '2 ran']);
  });

  it('RUN-11 only an event whose details satisfy the match opens it', async () => {
    const match = { detail: 'amount', op: 'greater', value: 100 };
    await moves.live('large', [gate(1, next('paid', match), arms(24))]);
    await moves.enter('large', ada);
    await moves.record(ada, 'paid', { amount: 50 });
    await moves.record(ada, 'other', { amount: 500 });
    await moves.pass();
    expect(await trailOf('large')).toEqual(['1 waiting']);
    await moves.record(ada, 'paid', { amount: 101 });
    await moves.pass();
    expect(await trailOf('large')).toEqual(['1 waiting', '1 released met', '100 ran']);
  });

  it('TRIG-05, TRIG-06 a backfilled event opens gates only where the trigger takes them', async () => {
    await moves.live('ignores', [gate(1, next('paid'), arms(24))]);
    await moves.live('takes', [gate(1, next('paid'), arms(24, 200))], {
      trigger: { event: 'ignores', ignore_historical: false },
    });
    await moves.live('ever', [gate(1, anyPast('paid'), arms(24, 300))], {
      trigger: { event: 'ignores' },
    });
    const past = { occurred_at: '2020-01-01T00:00:00Z' };
    await moves.enter('ignores', ada);
    await moves.call('record_event', { email: ada, name: 'paid', ...past });
    await moves.pass();
    expect(await trailOf('ignores')).toEqual(['1 waiting']);
    expect(await trailOf('takes')).toEqual(['1 waiting', '1 released met', '200 ran']);
    expect(await trailOf('ever')).toEqual(['1 waiting']);
  });

  it('RUN-14 what a run fired on its way to a gate does not open that gate, what others fire does', async () => {
    await moves.live('own', [
      { id: 1, type: 'fire_event', event: 'pinged' },
      gate(2, next('pinged'), arms(24)),
    ]);
    await moves.live('other', [{ id: 1, type: 'fire_event', event: 'pinged' }], {
      trigger: { event: 'later' },
    });
    await moves.enter('own', ada);
    expect(await trailOf('own')).toEqual(['1 ran', '2 waiting']);
    // Something else wakes it, and finds nothing that came after.
    await opened.database.pool`
      update runs set due_at = now() where wait_event is not null`;
    await moves.pass(1);
    expect(await trailOf('own')).toEqual(['1 ran', '2 waiting']);
    await moves.record(ada, 'later');
    await moves.pass();
    expect(await trailOf('own')).toEqual(['1 ran', '2 waiting', '2 released met', '100 ran']);
  });
});

describe('gates on conditions', () => {
  const vip = { condition: { type: 'has_tag', tag: 'vip' } };

  it('RUN-11, RUN-12 open at once where the condition holds, and when anything makes it hold', async () => {
    await moves.live('vip', [gate(1, vip, arms(24))]);
    const emails = ['now', 'patch', 'event', 'import', 'flow', 'never'].map(
      (name) => `${name}@vip.example.com`,
    );
    const [now = '', patch = '', event = '', file = '', flow = '', never = ''] = emails;
    await moves.live('tagger', [{ type: 'add_tag', tag: 'VIP' }], { trigger: { event: 'tag-me' } });
    await moves.call('record_event', { email: now, name: 'seen', person: { tags: ['vip'] } });
    await moves.enter('vip', ...emails);
    expect(await trailOf('vip', now)).toEqual(['1 released met', '100 ran']);
    for (const email of emails.slice(1)) expect(await trailOf('vip', email)).toEqual(['1 waiting']);
    await moves.call('update_person', { person: patch, tags: ['vip'] });
    await moves.call('record_event', { email: event, name: 'seen', person: { tags: ['Vip'] } });
    const content = `email,tags\n${file},vip\n`;
    await moves.call('import_people', { content, format: 'csv' });
    await moves.record(flow, 'tag-me');
    await moves.pass();
    for (const email of [patch, event, file, flow]) {
      expect(await trailOf('vip', email)).toEqual(['1 waiting', '1 released met', '100 ran']);
    }
    await moves.pass(24 * 60);
    expect(await trailOf('vip', never)).toEqual(['1 waiting', '1 released expired', '101 ran']);
  });

  const conditions: [string, object, () => Promise<unknown>][] = [
    [
      'an event within days',
      { type: 'event_occurred', event: 'visited' },
      () => moves.record(ada, 'visited'),
    ],
    [
      'a field',
      { type: 'field', field: 'plan', op: 'equals', value: 'pro' },
      () => moves.call('update_person', { person: ada, fields: { plan: 'pro' } }),
    ],
    [
      'a subscription',
      { type: 'active_subscription', product: 'box' },
      () => moves.record(ada, 'subscription_started', { external_id: 's1', product: 'box' }),
    ],
    [
      'a completed flow',
      { type: 'completed_flow', flow: 'short' },
      () => moves.record(ada, 'short'),
    ],
    [
      'a segment by its people',
      { type: 'in_segment', segment: 'outer' },
      () => moves.call('update_person', { person: ada, tags: ['inner'] }),
    ],
    [
      'a segment by its definition',
      { type: 'in_segment', segment: 'outer' },
      () =>
        moves.call('update_segment', {
          segment_key: 'inner',
          definition: { type: 'field', field: 'plan', op: 'blank' },
        }),
    ],
  ];

  beforeAll(async () => {
    await moves.call('create_product', { key: 'box' });
    await moves.call('create_field', { key: 'plan', type: 'string' });
    const definition = { type: 'has_tag', tag: 'inner' };
    await moves.call('create_segment', { key: 'inner', name: 'Inner', definition });
    const outer = { type: 'in_segment', segment: 'inner' };
    await moves.call('create_segment', { key: 'outer', name: 'Outer', definition: outer });
    await moves.live('short', []);
  });

  it.each(conditions)('RUN-11 %s', async (_name, condition, make) => {
    const key = `gated-${tests}`;
    await moves.live(key, [gate(1, { condition }, arms(24))]);
    await moves.enter(key, ada);
    expect(await trailOf(key)).toEqual(['1 waiting']);
    await make();
    await moves.pass();
    expect(await trailOf(key)).toEqual(['1 waiting', '1 released met', '100 ran']);
  });

  it('RUN-11 mail that was sent', async () => {
    const { email } = await moves.call('create_email', { subject: 'Hi', body_markdown: 'Hi.' });
    const received = { type: 'received_email', email_id: email.id };
    await moves.live('received', [gate(1, { condition: received }, arms(24))]);
    await moves.live('mailer', [{ type: 'send_email', email_id: email.id }], {
      trigger: { event: 'mail-me' },
    });
    await moves.enter('received', ada);
    await moves.record(ada, 'mail-me');
    await moves.pass();
    expect(await trailOf('received')).toEqual(['1 waiting', '1 released met', '100 ran']);
  });

  it('RUN-12 what time alone brings about opens them when it does', async () => {
    const quiet = { not: { type: 'event_occurred', event: 'visited', within_days: 2 } };
    await moves.live('quiet', [gate(1, { condition: quiet }, arms(24 * 7))]);
    await moves.record(ada, 'visited');
    await moves.enter('quiet', ada);
    await moves.pass(2 * 24 * 60 - 1);
    expect(await trailOf('quiet')).toEqual(['1 waiting']);
    await moves.pass(2);
    expect(await trailOf('quiet')).toEqual(['1 waiting', '1 released met', '100 ran']);
  });
});

describe('a live definition that changes under those who wait', () => {
  it('RUN-15 they go where the arms lead now', async () => {
    await moves.live('edited', [gate(1, next('paid'), arms(24))]);
    await moves.enter('edited', ada);
    const changed = arms(24);
    const met = [{ id: 110, type: 'add_tag', tag: 'changed' }];
    await moves.edit('edited', [gate(1, next('paid'), { ...changed, met })]);
    await moves.record(ada, 'paid');
    await moves.pass();
    expect(await trailOf('edited')).toEqual(['1 waiting', '1 released met', '110 ran']);
  });

  it('RUN-15 a new expiry and a new event hold for those who wait', async () => {
    await moves.live('moved', [gate(1, next('paid'), arms(24 * 30))]);
    await moves.enter('moved', ada, bo);
    await moves.record(ada, 'signed');
    await moves.edit('moved', [gate(1, anyPast('signed'), arms(1))]);
    await moves.pass();
    expect(await trailOf('moved')).toEqual(['1 waiting', '1 released met', '100 ran']);
    expect(await trailOf('moved', bo)).toEqual(['1 waiting']);
    await moves.pass(60);
    expect(await trailOf('moved', bo)).toEqual(['1 waiting', '1 released expired', '101 ran']);
  });

  it('people on a step that is gone are parked with the reason', async () => {
    await moves.live('gone', [{ id: 1, type: 'delay', duration: { amount: 9, unit: 'days' } }]);
    await moves.enter('gone', ada);
    await moves.edit('gone', [{ id: 2, type: 'add_tag', tag: 'on' }]);
    await moves.pass();
    expect(await moves.standings('gone')).toMatchObject([
      { status: 'parked', step_id: 1, reason: 'Step 1 is no longer in the definition.' },
    ]);
  });

  it.each([
    ['an event', next('paid')],
    ['a condition', { condition: { type: 'has_tag', tag: 'vip' } }],
  ])(
    'people at a gate for %s that is gone are parked with the reason, and keep their wait',
    async (what, waitFor) => {
      const key = what.replace(' ', '-');
      const steps = [gate(1, waitFor), { id: 2, type: 'add_tag', tag: 'on' }];
      await moves.live(key, steps);
      await moves.enter(key, ada);
      await moves.edit(key, steps.slice(1));
      await moves.pass();
      const { runs } = await moves.call('list_flow_runs', { flow_key: key, status: 'parked' });
      expect(runs).toMatchObject([
        { due_at: null, reason: 'Step 1 is no longer in the definition.' },
      ]);
      // What comes meanwhile counts once the step is back and the run is retried.
      await moves.record(ada, 'paid');
      await moves.call('tag_person', { person: ada, tag: 'vip' });
      await moves.edit(key, steps);
      await moves.call('retry_run', { run_id: runs[0]?.id ?? 0 });
      await moves.pass();
      const gone = ['1 waiting', '1 parked', '1 retried'];
      expect(await trailOf(key)).toEqual([...gone, '1 released', '2 ran']);
    },
  );
});

describe('a paused flow', () => {
  it('RUN-18 freezes who is in it, and takes up what came meanwhile in order', async () => {
    await moves.live('paused', [gate(1, next('paid'), arms(2))]);
    await moves.enter('paused', ada, bo, 'cy@example.com');
    await moves.call('pause_flow', { flow_key: 'paused' });
    await moves.pass(60);
    await moves.record(ada, 'paid');
    await moves.pass(5 * 60);
    await moves.record(bo, 'paid');
    await moves.pass();
    expect((await moves.standings('paused')).map(({ trail }) => trail)).toEqual([
      ['1 waiting'],
      ['1 waiting'],
      ['1 waiting'],
    ]);
    await moves.call('activate_flow', { flow_key: 'paused' });
    await moves.pass();
    // What came before the expiry counts, though the pause outlasted it.
    expect(await trailOf('paused')).toEqual(['1 waiting', '1 released met', '100 ran']);
    expect(await trailOf('paused', bo)).toEqual(['1 waiting', '1 released expired', '101 ran']);
    const order = await opened.database.pool<{ email: string }[]>`
      select p.email from run_steps s join runs r on r.id = s.run_id join people p on p.id = r.person_id
      where s.outcome = 'released' and r.flow_id = (select id from flows where key = 'paused')
      order by s.id`;
    expect(order.map(({ email }) => email)).toEqual([ada, bo, 'cy@example.com']);
  });
});
