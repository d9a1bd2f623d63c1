import { limits } from '@postroad/core/platform/limits';
import { sequenceViews } from '@postroad/service/sequences/sequence-view';
import { transaction } from '@postroad/store/platform/transaction';
import { listSequences } from '@postroad/store/sequences/sequence';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';
import { pathsOf } from '../app/calling.ts';
import { type Sequencing, sequencing } from './sequencing.ts';

let opened: TestService;
let seq: Sequencing;
let ada: string;
let tests = 0;

beforeAll(async () => {
  opened = await openTestService();
  seq = sequencing(opened);
});

afterAll(async () => {
  await opened.close();
});

beforeEach(() => {
  tests += 1;
  ada = `ada@test${tests}.example.com`;
});

const shown = async (sequence_id: number) =>
  (await seq.call('get_sequence', { sequence_id })).sequence;
const positions = async (id: number) =>
  (await shown(id)).steps.map((step) => `${step.position} ${step.id}`);
const stepIds = async (id: number) => (await shown(id)).steps.map((step) => step.id);
const completions = async (email: string) => {
  const { timeline } = await seq.call('get_timeline', { person: email, limit: 200 });
  return timeline.flatMap((entry) =>
    entry.kind === 'event' && entry.name === 'sequence_completed' ? [entry.details] : [],
  );
};

/** Has the flow that starts a sequence name it no longer, since it holds the sequence. */
const letGo = (id: number) =>
  seq.call('update_flow', {
    ...{ flow_key: `start-${id}`, definition: { trigger: { event: 'x' }, nodes: [] } },
  });

it('SEQ-11 a list asks as often for many sequences as for one, and names the guards of each', async () => {
  const email = async (labels: string[]) =>
    (await seq.call('create_email', { subject: 'Hi', body_markdown: 'Hello', labels })).email.id;
  const condition = { type: 'has_tag', tag: 'vip' };
  await seq.call('create_guard', { key: 'all', name: 'All', condition, enabled: true });
  const labelled = { key: 'news', name: 'News', labels: ['news'], condition, enabled: true };
  await seq.call('create_guard', labelled);
  const ids: number[] = [];
  for (const labels of [[], ['news'], ['news', 'more']]) {
    const steps = [{ email_id: await email(labels) }];
    ids.push((await seq.call('create_sequence', { name: 'Guarded', steps })).sequence.id);
  }
  const asked = async (some: readonly number[]) =>
    await transaction(opened.database, { readOnly: true }, async (tx) => {
      const rows = (
        await listSequences(tx, { key: null, after: null, descending: false, limit: 200 })
      ).filter(({ id }) => some.includes(id));
      let statements = 0;
      const sql = new Proxy(tx.sql, {
        apply(target, self, values) {
          statements += 1;
          return Reflect.apply(target, self, values);
        },
      });
      return { views: await sequenceViews({ ...tx, sql }, rows), statements };
    });
  const one = await asked(ids.slice(0, 1));
  const many = await asked(ids);
  expect(many.statements).toBe(one.statements);
  const keys = many.views.map(({ guards }) => guards.map(({ key }) => key));
  expect(keys).toEqual([['all'], ['all', 'news'], ['all', 'news']]);
  for (const guard of ['all', 'news']) await seq.call('delete_guard', { guard_key: guard });
  for (const sequence_id of ids) await seq.call('delete_sequence', { sequence_id });
});

describe('a sequence', () => {
  it('SEQ-01, SEQ-02, SEQ-03, SEQ-10, SEQ-11, LOOK-02 starts off and shows its steps and who is partway', async () => {
    const made = await seq.call('create_sequence', {
      name: 'Tips',
      description: 'Five tips',
      repeat_mode: 'once_per_email',
    });
    const { id } = made.sequence;
    expect(made.sequence).toEqual({
      ...{ id, name: 'Tips', description: 'Five tips', repeat_mode: 'once_per_email' },
      ...{ key: 'tips', revision: 1, enabled: false, people_inside: 0, steps: [], guards: [] },
    });
    const changed = await seq.call('update_sequence', {
      ...{ sequence_id: id, name: 'More tips', description: '', repeat_mode: 'resend_all' },
    });
    expect(changed.sequence).toMatchObject({
      ...{ name: 'More tips', description: '', repeat_mode: 'resend_all', enabled: false },
    });
    const running = await seq.sequence([{}, { hours: 24 }]);
    await seq.start(running.id, ada, `b${ada}`);
    const one = await shown(running.id);
    expect(one).toMatchObject({ people_inside: 2, enabled: true });
    expect(one.steps.map(({ people }) => people)).toEqual([0, 2]);
    const { sequences } = await seq.call('list_sequences', { limit: 200 });
    expect(one.steps.map(({ stats }) => stats?.sent)).toEqual([2, 0]);
    const { held, ...listed } = one;
    const steps = one.steps.map(({ stats, ...step }) => step);
    expect(held).toEqual({ mails: [] });
    expect(sequences.find((row) => row.id === running.id)).toEqual({ ...listed, steps });
    expect((await seq.refused('get_sequence', { sequence_id: 99_999 })).code).toBe('not_found');
  });

  it('SEQ-11 names the guards that can act on its sends', async () => {
    const guard = { key: `guard-${tests}`, condition: { type: 'has_tag', tag: 'x' } };
    await seq.call('create_guard', { ...guard, labels: ['rare'] });
    const { email } = await seq.call('create_email', {
      ...{ subject: 'Hi', body_markdown: 'Hello.', labels: ['rare'] },
    });
    const { id } = await seq.sequence([{ email_id: email.id }]);
    const other = await seq.sequence([{}]);
    expect((await shown(id)).guards.map(({ key }) => key)).toEqual([guard.key]);
    expect((await shown(other.id)).guards).toEqual([]);
  });

  it('SPEC-09 what the refusal of a deletion says ends it', async () => {
    const { id, steps } = await seq.sequence([{}, { hours: 1 }]);
    await seq.start(id, ada);
    await seq.call('toggle_sequence', { sequence_id: id, enabled: false });
    const refusal = await seq.refused('delete_sequence', { sequence_id: id });
    expect(refusal.detail).toContain('Delete its steps');
    expect(refusal.detail).not.toContain('Turn it off');
    for (const step_id of steps) await seq.call('delete_sequence_step', { step_id });
    await seq.pass(1);
    await letGo(id);
    expect(await seq.call('delete_sequence', { sequence_id: id })).toEqual({ deleted: true });
  });

  it('SPEC-18 a start that is skipped says which of the two holds', async () => {
    const { id } = await seq.sequence([{}, { hours: 1 }], { repeat_mode: 'single_run' });
    const reasons = async () => {
      const { timeline } = await seq.call('get_timeline', { person: ada, limit: 200 });
      return timeline.flatMap((entry) =>
        entry.kind === 'step' && entry.outcome === 'skipped' ? [entry.reason] : [],
      );
    };
    await seq.start(id, ada);
    await seq.start(id, ada);
    expect(await reasons()).toEqual([`The person is on sequence ${id} already.`]);
    await seq.pass(60);
    await seq.start(id, ada);
    expect((await reasons())[0]).toContain('runs only once');
  });

  it('SEQ-12 is not deleted while anyone is partway through', async () => {
    const { id } = await seq.sequence([{}, { hours: 1 }]);
    await seq.start(id, ada);
    const refusal = await seq.refused('delete_sequence', { sequence_id: id });
    expect(refusal).toMatchObject({ code: 'conflict', members: { people_inside: 1 } });
    await seq.pass(60);
    expect((await seq.refused('delete_sequence', { sequence_id: id })).code).toBe('in_use');
    await letGo(id);
    expect(await seq.call('delete_sequence', { sequence_id: id })).toEqual({ deleted: true });
  });
});

describe('on its way', () => {
  it('EVENT-18, SEQ-08, SPEC-06 each step comes after its delay, once the one before ended, and then the end is recorded', async () => {
    const { id, emails, steps } = await seq.sequence([{}, { hours: 2 }, { hours: 24 }]);
    await seq.start(id, ada);
    expect(await seq.received(ada)).toEqual(emails.slice(0, 1));
    const { queue } = await seq.call('list_queue', { person: ada });
    expect(queue).toMatchObject([
      { source: { kind: 'sequence', id, step: steps[1] }, status: 'scheduled' },
    ]);
    await seq.pass(119);
    expect(await seq.received(ada)).toEqual(emails.slice(0, 1));
    await seq.pass(1);
    expect(await seq.received(ada)).toEqual(emails.slice(0, 2));
    expect(await completions(ada)).toEqual([]);
    await seq.pass(24 * 60);
    expect(await seq.received(ada)).toEqual(emails);
    const { name } = await shown(id);
    expect(await completions(ada)).toEqual([{ sequence_id: id, name }]);
    expect(await seq.queued(ada)).toEqual([]);
  });

  it('SEQ-09, SEQ-19 a draft is invisible until it is active; who has not reached it gets it', async () => {
    const { id, steps, emails } = await seq.sequence([{}, { hours: 1, draft: true }, { hours: 1 }]);
    await seq.start(id, ada);
    await seq.call('update_sequence_step', { step_id: steps[1] ?? 0, status: 'active' });
    await seq.pass();
    expect(await seq.queued(ada)).toEqual([`${emails[1]} scheduled`]);
    await seq.pass(120);
    expect(await seq.received(ada)).toEqual(emails);
  });

  it('SEQ-09, SEQ-19, SAFE-04 who passed a draft does not get it; who is still before it does', async () => {
    const { id, steps, emails } = await seq.sequence([
      { draft: true },
      {},
      { hours: 1 },
      { hours: 1, draft: true },
    ]);
    await seq.start(id, ada);
    expect(await seq.received(ada)).toEqual([emails[1]]);
    expect((await shown(id)).people_inside).toBe(1);
    await seq.call('update_sequence_step', { step_id: steps[0] ?? 0, status: 'active' });
    await seq.call('update_sequence_step', { step_id: steps[3] ?? 0, status: 'active' });
    await seq.pass(120);
    expect(await seq.received(ada)).toEqual([emails[1], emails[2], emails[3]]);
    expect(await completions(ada)).toHaveLength(1);
  });

  it('SAFE-01, SAFE-04 a draft after the last active step holds nobody, and comes too late for who is done', async () => {
    const { id, steps, emails } = await seq.sequence([{}, { hours: 1, draft: true }]);
    await seq.start(id, ada);
    expect(await shown(id)).toMatchObject({ people_inside: 0 });
    expect(await completions(ada)).toHaveLength(1);
    await seq.call('update_sequence_step', { step_id: steps[1] ?? 0, status: 'active' });
    await seq.pass(240);
    expect(await seq.received(ada)).toEqual([emails[0]]);
    await seq.start(id, `b${ada}`);
    await seq.pass(60);
    expect(await seq.received(`b${ada}`)).toEqual(emails);
  });

  it('SAFE-01 a last step that becomes a draft again lets who waits for it reach the end', async () => {
    const { id, steps } = await seq.sequence([{ hours: 1 }]);
    await seq.start(id, ada);
    await seq.call('update_sequence_step', { step_id: steps[0] ?? 0, status: 'draft' });
    await seq.pass();
    expect(await completions(ada)).toHaveLength(1);
    expect(await seq.queued(ada)).toEqual([]);
  });

  it('SAFE-02 who is done so has finished the sequence, does not hold it, and starts again', async () => {
    const steps = [{}, { hours: 1, draft: true }];
    const { id, emails } = await seq.sequence(steps, { repeat_mode: 'resend_all' });
    await seq.start(id, ada);
    const definition = { type: 'finished_sequence', sequence_id: id };
    expect((await seq.call('preview_segment', { definition })).count).toBe(1);
    await seq.start(id, ada);
    expect(await seq.received(ada)).toEqual([emails[0], emails[0]]);
    expect(await completions(ada)).toHaveLength(2);
    const idle = await seq.sequence(steps);
    await seq.start(idle.id, ada);
    await seq.call('pause_flow', { flow_key: `start-${idle.id}` });
    const only = {
      flow_key: `start-${idle.id}`,
      definition: { trigger: { event: 'x' }, nodes: [] },
    };
    await seq.call('update_flow', only);
    expect(await seq.call('delete_sequence', { sequence_id: idle.id })).toEqual({ deleted: true });
  });

  it('SAFE-03 a sequence without active steps completes at once', async () => {
    for (const steps of [[], [{ draft: true }]]) {
      const { id } = await seq.sequence(steps);
      await seq.start(id, ada);
      expect(await shown(id)).toMatchObject({ people_inside: 0 });
    }
    expect(await completions(ada)).toHaveLength(2);
  });

  it('SEQ-09 a step that becomes a draft again is taken out of the queue', async () => {
    const { id, steps, emails } = await seq.sequence([{ hours: 1 }, { hours: 2 }]);
    await seq.start(id, ada);
    await seq.call('update_sequence_step', { step_id: steps[0] ?? 0, status: 'draft' });
    await seq.pass();
    expect(await seq.queued(ada)).toEqual([`${emails[1]} scheduled`]);
    await seq.pass(120);
    expect(await seq.received(ada)).toEqual([emails[1]]);
  });

  it('contract §4.8 an archived email is passed with its reason, and the person continues', async () => {
    const { id, emails } = await seq.sequence([{ hours: 1 }, { hours: 1 }]);
    await seq.start(id, ada);
    await seq.call('delete_email', { email_id: emails[0] ?? 0 });
    await seq.pass(120);
    expect(await seq.received(ada)).toEqual([emails[1]]);
    const { queue } = await seq.call('list_queue', { person: ada, status: 'skipped' });
    expect(queue).toMatchObject([{ last_error: 'Email is archived' }]);
  });

  it('SAFE-30, SAFE-19 a draft whose email is archived is not set active, and an active one stays', async () => {
    const { id, steps, emails } = await seq.sequence([{ hours: 1 }]);
    const step_id = steps[0] ?? 0;
    const status = async () => (await shown(id)).steps.map((step) => step.status);
    await seq.call('delete_email', { email_id: emails[0] ?? 0 });
    await seq.call('update_sequence_step', { step_id, status: 'active', delay_amount: 2 });
    expect(await status()).toEqual(['active']);
    await seq.call('update_sequence_step', { step_id, status: 'draft' });
    const refusal = await seq.refused('update_sequence_step', { step_id, status: 'active' });
    expect([refusal.code, pathsOf(refusal)]).toEqual(['email_archived', ['email_id']]);
    expect(await status()).toEqual(['draft']);
    await seq.call('restore_email', { email_id: emails[0] ?? 0 });
    await seq.call('update_sequence_step', { step_id, status: 'active' });
    expect(await status()).toEqual(['active']);
  });

  it('what conditions read of sequences goes along', async () => {
    const { id } = await seq.sequence([{ hours: 1 }]);
    const count = async (type: string) => {
      const definition = { type, sequence_id: id };
      return (await seq.call('preview_segment', { definition })).count;
    };
    await seq.start(id, ada);
    expect([await count('started_sequence'), await count('finished_sequence')]).toEqual([1, 0]);
    await seq.pass(60);
    expect([await count('started_sequence'), await count('finished_sequence')]).toEqual([1, 1]);
  });

  it('opens a gate that waits for the end', async () => {
    const { id } = await seq.sequence([{ hours: 1 }]);
    const condition = { type: 'finished_sequence', sequence_id: id };
    await seq.live(`gate-${id}`, [
      { id: 1, type: 'start_sequence', sequence_id: id },
      { id: 2, type: 'gate', wait_for: { condition } },
      { id: 3, type: 'add_tag', tag: 'through' },
    ]);
    await seq.enter(`gate-${id}`, ada);
    expect(await seq.tagsOf(ada)).toEqual([]);
    await seq.pass(60);
    expect(await seq.tagsOf(ada)).toEqual(['through']);
  });

  it('flows and sequences that start each other without a wait stop', async () => {
    const { id } = await seq.sequence([{}], { repeat_mode: 'resend_all' });
    const trigger = {
      event: 'sequence_completed',
      match: { detail: 'sequence_id', op: 'equals', value: id },
    };
    const nodes = [{ id: 1, type: 'start_sequence', sequence_id: id }];
    await seq.live(`again-${id}`, nodes, { trigger, run_policy: 'repeat' });
    await seq.start(id, ada);
    const received = await seq.received(ada);
    expect(received.length).toBeGreaterThan(1);
    expect(received.length).toBeLessThan(30);
    const parked = (await seq.standings(`again-${id}`)).filter(({ status }) => status === 'parked');
    expect(parked).toHaveLength(1);
  });
});

describe('a person', () => {
  it('is explained: which step is next and when, what was skipped, and why nothing comes', async () => {
    const { id, emails, steps } = await seq.sequence([{}, { hours: 2 }], {
      repeat_mode: 'once_per_email',
    });
    const [first = 0, second = 0] = emails;
    const explained = async (email_id: number) => {
      const { would_send, reasons } = await seq.call('explain_delivery', { person: ada, email_id });
      return [would_send, ...reasons.map(({ code }) => code)];
    };
    await seq.record(ada, 'arrived');
    expect(await explained(first)).toEqual([false, 'sequence_not_started']);
    await seq.start(id, ada);
    expect(await explained(first)).toEqual([false, 'already_sent', 'sequence_partway']);
    expect(await explained(second)).toEqual([true, 'sequence_partway', 'not_due_yet']);
    await seq.call('toggle_sequence', { sequence_id: id, enabled: false });
    expect(await explained(second)).toEqual([false, 'sequence_off', 'sequence_partway', 'held']);
    await seq.call('toggle_sequence', { sequence_id: id, enabled: true });
    const { timeline } = await seq.call('get_timeline', { person: ada });
    const { now } = await seq.call('get_clock', {});
    expect(timeline.find(({ kind }) => kind === 'sequence_started')).toMatchObject({
      sequence: { id },
      next: {
        ...{ sequence_step_id: steps[1], position: 2 },
        due_at: new Date(Date.parse(now) + 2 * 3_600_000).toISOString(),
      },
      finished_at: null,
    });
    await seq.pass(120);
    expect(await explained(second)).toEqual([false, 'already_sent', 'sequence_finished']);
    await seq.start(id, ada);
    expect((await explained(first)).slice(1)).toEqual([
      ...['sequence_partway', 'skipped', 'already_sent'],
    ]);
  });

  it('has reached the end where only drafts are left, which is explained', async () => {
    const { id, emails } = await seq.sequence([{}, { draft: true }]);
    await seq.start(id, ada);
    const explained = await seq.call('explain_delivery', { person: ada, email_id: emails[1] ?? 0 });
    expect(explained.reasons.map(({ code }) => code)).toEqual(['step_draft', 'sequence_finished']);
  });

  it('who is erased is on no sequence any more', async () => {
    const { id } = await seq.sequence([{}, { hours: 1 }]);
    await seq.start(id, ada);
    await seq.call('delete_person', { person: ada });
    await seq.pass(60);
    expect((await shown(id)).people_inside).toBe(0);
    await letGo(id);
    expect(await seq.call('delete_sequence', { sequence_id: id })).toEqual({ deleted: true });
  });
});

describe('a second run', () => {
  it('SEQ-04 resend_all sends everything again', async () => {
    const { id, emails } = await seq.sequence([{}, {}], { repeat_mode: 'resend_all' });
    await seq.start(id, ada);
    await seq.start(id, ada);
    expect(await seq.received(ada)).toEqual([...emails, ...emails]);
    expect(await completions(ada)).toHaveLength(2);
  });

  it('SEQ-05, SEQ-07 once_per_email skips what was received, wherever from; a copy is another email', async () => {
    const { id, steps, emails } = await seq.sequence([{}, {}], { repeat_mode: 'once_per_email' });
    const [first = 0, second = 0] = emails;
    await seq.live(`sends-${id}`, [{ id: 1, type: 'send_email', email_id: second }]);
    await seq.enter(`sends-${id}`, ada);
    await seq.start(id, ada);
    expect(await seq.received(ada)).toEqual([second, first]);
    const { step } = await seq.call('replace_sequence_step_email', {
      ...{ step_id: steps[0] ?? 0, email_source: 'copy', email_id: first },
    });
    await seq.start(id, ada);
    expect(await seq.received(ada)).toEqual([second, first, step.email.id]);
    const { queue } = await seq.call('list_queue', { person: ada, status: 'skipped' });
    expect(queue.map((row) => row.last_error)).toEqual(
      queue.map(() => 'Received already (once_per_email)'),
    );
    expect(await completions(ada)).toHaveLength(2);
  });

  it('SEQ-06 single_run never starts again, and the flow says so', async () => {
    const { id, emails } = await seq.sequence([{}]);
    await seq.start(id, ada);
    await seq.start(id, ada);
    expect(await seq.received(ada)).toEqual(emails);
    expect((await seq.standings(`start-${id}`)).map(({ trail }) => trail)).toEqual([
      ['1 ran'],
      ['1 skipped'],
    ]);
  });
});

describe('a toggle', () => {
  it('SAFE-03 of a sequence whose steps are drafts warns that nobody gets mail', async () => {
    const on = async (sequence_id: number) =>
      (await seq.call('toggle_sequence', { sequence_id, enabled: true })).warnings;
    const { id: drafts } = await seq.sequence([{ draft: true }]);
    expect(await on(drafts)).toMatchObject([{ path: 'steps', code: 'sequence_without_step' }]);
    const { id } = await seq.sequence([{ hours: 1 }]);
    expect(await on(id)).toEqual([]);
    await seq.call('hold_sending', { reason: 'Audit' });
    expect(await on(id)).toMatchObject([{ code: 'sending_held' }]);
    const off = await seq.call('toggle_sequence', { sequence_id: id, enabled: false });
    expect(off.warnings).toEqual([]);
    await seq.call('release_sending', {});
  });

  it('SAFE-27 warns of active steps whose mail would be skipped, blank or archived since', async () => {
    const { id, emails } = await seq.sequence([{}, {}, {}, { draft: true }]);
    const [, blank = 0, archived = 0, draft = 0] = emails;
    await seq.call('update_email', { email_id: blank, body_markdown: ' ' });
    await seq.call('update_email', { email_id: draft, body_markdown: ' ' });
    await seq.call('delete_email', { email_id: archived });
    await seq.call('toggle_sequence', { sequence_id: id, enabled: false });
    const on = await seq.call('toggle_sequence', { sequence_id: id, enabled: true });
    expect(on.warnings).toMatchObject([
      { path: 'steps[1].email_id', code: 'email_blank' },
      { path: 'steps[2].email_id', code: 'email_archived' },
    ]);
  });

  it('SEQ-13, SEQ-14, SEQ-15 holds what is scheduled and starts nobody; on releases it', async () => {
    const { id, emails } = await seq.sequence([{ hours: 1 }, { hours: 1 }]);
    await seq.start(id, ada, `b${ada}`);
    const off = await seq.call('toggle_sequence', { sequence_id: id, enabled: false });
    expect(off).toMatchObject({ holding: 2, sequence: { enabled: false, people_inside: 2 } });
    const { queue } = await seq.call('list_queue', { person: ada });
    expect(queue).toMatchObject([{ status: 'holding', hold_reason: 'Sequence is off' }]);
    await seq.start(id, `c${ada}`);
    expect(await seq.trailOf(`start-${id}`, `c${ada}`)).toEqual(['1 skipped']);
    await seq.pass(600);
    expect(await seq.received(ada)).toEqual([]);
    const on = await seq.call('toggle_sequence', { sequence_id: id, enabled: true });
    expect(on.holding).toBe(0);
    await seq.pass();
    expect(await seq.received(ada)).toEqual(emails.slice(0, 1));
    await seq.pass(60);
    expect(await seq.received(ada)).toEqual(emails);
  });

  it('SEQ-13 what changes while it is off stays held', async () => {
    const { id, steps, emails } = await seq.sequence([{ hours: 1 }, { hours: 1 }]);
    await seq.start(id, ada);
    await seq.call('toggle_sequence', { sequence_id: id, enabled: false });
    await seq.call('delete_sequence_step', { step_id: steps[0] ?? 0 });
    await seq.pass(600);
    expect(await seq.queued(ada)).toEqual([`${emails[1]} holding`]);
    await seq.call('toggle_sequence', { sequence_id: id, enabled: true });
    await seq.pass();
    expect(await seq.received(ada)).toEqual([emails[1]]);
  });
});

describe('its steps', () => {
  it('SEQ-08, SEQ-09, SEQ-16, SEQ-17 are inserted where asked, as drafts; else last', async () => {
    const { id } = (await seq.call('create_sequence', { name: 'Places' })).sequence;
    const scratch = { sequence_id: id, email_source: 'scratch' } as const;
    const first = await seq.call('add_sequence_step', {
      ...{ ...scratch, delay_amount: 3, delay_unit: 'weeks' },
    });
    expect(first.step).toMatchObject({
      ...{ position: 1, status: 'draft', delay_amount: 3, delay_unit: 'weeks', people: 0 },
    });
    const last = await seq.call('add_sequence_step', { ...scratch, position: 9 });
    const zero = await seq.call('add_sequence_step', { ...scratch, position: 0 });
    const middle = await seq.call('add_sequence_step', { ...scratch, position: 2 });
    const ids = [first, middle, last, zero].map(({ step }) => step.id);
    expect(await positions(id)).toEqual(ids.map((step, place) => `${place + 1} ${step}`));
  });

  it('SEQ-18 take a delay, a unit and a status, and refuse what is none', async () => {
    const { id, steps, emails } = await seq.sequence([{ hours: 10 }]);
    await seq.start(id, ada);
    const step_id = steps[0] ?? 0;
    const wrong: [object, string][] = [
      [{ delay_amount: -1 }, 'delay_amount'],
      [{ delay_unit: 'months' }, 'delay_unit'],
      [{ delay_amount: 1_000_000, delay_unit: 'weeks' }, 'delay_amount'],
      [{ status: 'live' }, 'status'],
    ];
    for (const [change, path] of wrong) {
      expect(pathsOf(await seq.refused('update_sequence_step', { step_id, ...change }))).toEqual([
        path,
      ]);
    }
    const delay = { delay_amount: 30, delay_unit: 'minutes' } as const;
    const { step } = await seq.call('update_sequence_step', { step_id, ...delay });
    expect(step).toMatchObject(delay);
    await seq.pass(30);
    expect(await seq.received(ada)).toEqual(emails);
  });

  it('are not there under any other id, however large', async () => {
    for (const step_id of [999_999, Number.MAX_SAFE_INTEGER]) {
      const refusal = await seq.refused('update_sequence_step', { step_id, status: 'active' });
      expect(refusal.code).toBe('not_found');
    }
  });

  it('SEQ-20 move up and down with the numbers; who was to get one still does', async () => {
    const { id, steps, emails } = await seq.sequence([{}, { hours: 1 }, { hours: 1 }]);
    const [a = 0, b = 0, c = 0] = steps;
    await seq.start(id, ada);
    await seq.call('move_sequence_step', { step_id: c, direction: 'up' });
    expect(await stepIds(id)).toEqual([a, c, b]);
    await seq.call('move_sequence_step', { step_id: c, direction: 'up' });
    await seq.call('move_sequence_step', { step_id: c, direction: 'up' });
    expect(await positions(id)).toEqual([`1 ${c}`, `2 ${a}`, `3 ${b}`]);
    await seq.call('move_sequence_step', { step_id: b, direction: 'down' });
    await seq.pass(120);
    expect(await seq.received(ada)).toEqual([emails[0], emails[2], emails[1]]);
    expect(
      pathsOf(await seq.refused('move_sequence_step', { step_id: a, direction: 'left' })),
    ).toEqual(['direction']);
  });

  it('SEQ-20 move ahead of one that was set active while they were behind it, which is still sent', async () => {
    const wanted = [{}, { hours: 1, draft: true }, { hours: 1, draft: true }];
    const { id, steps, emails } = await seq.sequence(wanted);
    const [, b = 0, c = 0] = steps;
    for (const step_id of [b, c]) {
      await seq.call('update_sequence_step', { step_id, status: 'active' });
    }
    await seq.start(id, ada);
    await seq.call('move_sequence_step', { step_id: c, direction: 'up' });
    await seq.pass(60);
    const moved = await seq.call('move_sequence_step', { step_id: b, direction: 'down' });
    expect(moved.effects).toMatchObject({ people_inside: 1, gets_step: 1, finish: 0 });
    await seq.pass(60);
    expect(await seq.received(ada)).toEqual([emails[0], emails[2], emails[1]]);
  });

  it('SEQ-21 are deleted with all that is queued of them', async () => {
    const { id, steps, emails } = await seq.sequence([{ hours: 1 }, { hours: 2 }, { hours: 3 }]);
    await seq.start(id, ada, `b${ada}`);
    const deleted = await seq.call('delete_sequence_step', { step_id: steps[0] ?? 0 });
    expect(deleted).toMatchObject({ deleted: true, canceled: 2 });
    expect(await positions(id)).toEqual([`1 ${steps[1]}`, `2 ${steps[2]}`]);
    const { queue } = await seq.call('list_queue', { person: ada, status: 'canceled' });
    expect(queue).toMatchObject([{ last_error: 'The step was deleted from its sequence' }]);
    await seq.pass(120);
    expect(await seq.received(ada)).toEqual([emails[1]]);
    await seq.call('delete_sequence_step', { step_id: steps[2] ?? 0 });
    await seq.pass();
    expect(await completions(ada)).toHaveLength(1);
    expect((await shown(id)).people_inside).toBe(0);
  });
});

describe('emails of steps', () => {
  const source = (rest: object) => ({ sequence_id: 0, ...rest });

  it('SOURCE-01, SOURCE-03 a step needs a source, and says which there are', async () => {
    const { id, steps } = await seq.sequence([{}]);
    for (const email_source of [undefined, 'other']) {
      const input = source({ sequence_id: id, email_source });
      const added = await seq.refused('add_sequence_step', input);
      const replaced = await seq.refused('replace_sequence_step_email', {
        ...{ step_id: steps[0], email_source },
      });
      for (const refusal of [added, replaced]) {
        expect(pathsOf(refusal)).toEqual(['email_source']);
        expect(JSON.stringify(refusal.members.errors)).toMatch(/scratch.*shared.*copy/);
      }
    }
  });

  it('SOURCE-04, SOURCE-05, SOURCE-07 are new, the one of the library, or a copy with its subject', async () => {
    const { id } = await seq.sequence([]);
    const { email } = await seq.call('create_email', { subject: 'Welcome', body_markdown: 'Hi.' });
    const add = async (choice: object) => {
      const input = { sequence_id: id, ...choice } as { sequence_id: number; email_source: 'copy' };
      return (await seq.call('add_sequence_step', input)).step.email;
    };
    const scratch = await add({ email_source: 'scratch' });
    expect(scratch.subject).toBe('');
    expect(await add({ email_source: 'shared', email_id: email.id })).toMatchObject({
      ...{ id: email.id, subject: 'Welcome' },
    });
    const copy = await add({ email_source: 'copy', email_id: email.id });
    expect(copy).toMatchObject({ subject: 'Welcome' });
    expect(new Set([scratch.id, copy.id, email.id]).size).toBe(3);
  });

  it('SOURCE-10 can be forked: the step has a copy from then on, for those who wait for it too', async () => {
    const { id, steps, emails } = await seq.sequence([{ hours: 1 }]);
    await seq.start(id, ada);
    const holder = { holder_type: 'sequence_step', holder_id: steps[0] ?? 0 } as const;
    const { email } = await seq.call('fork_email', holder);
    expect(email).toMatchObject({ subject: 'Hi', where_used: { sequences: [{ id }] } });
    expect(email.id).not.toBe(emails[0]);
    await seq.pass(60);
    expect(await seq.received(ada)).toEqual([email.id]);
  });

  it('a replaced email also reaches those for whom the step is queued', async () => {
    const { id, steps } = await seq.sequence([{ hours: 1 }]);
    await seq.start(id, ada);
    const { email } = await seq.call('create_email', { subject: 'Other', body_markdown: 'Hello.' });
    await seq.call('replace_sequence_step_email', {
      ...{ step_id: steps[0] ?? 0, email_source: 'shared', email_id: email.id },
    });
    await seq.pass(60);
    expect(await seq.received(ada)).toEqual([email.id]);
  });

  it('EMAIL-11, EMAIL-12, EMAIL-22 are found by what uses them, and are kept while a step sends them', async () => {
    const { id, emails } = await seq.sequence([{}]);
    const { email: loose } = await seq.call('create_email', { subject: 'Loose' });
    const found = async (used_in: string[], used_mode: 'any' | 'all' | 'none' = 'any') => {
      const { emails: rows } = await seq.call('list_emails', { used_in, used_mode, limit: 200 });
      return rows.map((row) => row.id);
    };
    const email = emails[0] ?? 0;
    expect(await found(['sequences'])).toContain(email);
    expect(await found(['flows'])).toContain(email);
    expect(await found(['flows', 'sequences'], 'all')).toContain(email);
    expect(await found(['flows_one_off'])).not.toContain(email);
    expect(await found(['sequences', 'flows'])).not.toContain(loose.id);
    expect(await found(['sequences'], 'none')).toContain(loose.id);
    const { where_used } = (await seq.call('get_email', { email_id: email })).email;
    const { key, name } = await shown(id);
    expect(where_used.sequences).toEqual([{ id, name, position: 1 }]);
    const refusal = await seq.refused('delete_email', { email_id: email, permanent: true });
    expect(refusal.members.holders).toEqual([
      { kind: 'sequence', id, key, name, status: 'enabled' },
    ]);
    await seq.call('update_flow', {
      ...{ flow_key: `start-${id}`, definition: { trigger: { event: 'x' }, nodes: [] } },
    });
    expect(await found(['flows'])).not.toContain(email);
  });
});

describe('what the screen of a sequence shows', () => {
  it('CON2-06 says of each step what is held, and why', async () => {
    const { id, steps } = await seq.sequence([{}, { hours: 5 }]);
    await seq.start(id, ada);
    expect((await shown(id)).held).toEqual({ mails: [] });
    await seq.call('toggle_sequence', { sequence_id: id, enabled: false });
    const [, second] = steps;
    const held = { step_id: second, reason: 'Sequence is off', count: 1, opens_at: null };
    expect((await shown(id)).held).toEqual({ mails: [held] });
  });

  it('CON2-06 says in the dry run of a move what it does to people partway, and does just that', async () => {
    const { id, steps } = await seq.sequence([{}, { hours: 5 }, { hours: 5 }]);
    const [first = 0, second = 0, third = 0] = steps;
    await seq.start(id, ada);
    await seq.start(id, `bea.${ada}`);
    const move = { step_id: third, direction: 'up' } as const;
    const { effects } = await seq.dryRun('move_sequence_step', move);
    expect(effects).toEqual({
      ...{ people_inside: 2, gets_step: 2, next_changes: 2, finish: 0 },
      steps: [
        { step_id: first, people: 0, people_after: 0 },
        { step_id: third, people: 0, people_after: 2 },
        { step_id: second, people: 2, people_after: 0 },
      ],
    });
    expect(await stepIds(id)).toEqual([first, second, third]);
    await seq.call('move_sequence_step', move);
    await seq.pass(0);
    expect((await shown(id)).steps.map((step) => step.people)).toEqual([0, 2, 0]);
    // Who has taken the first step does not get it again.
    const last = await seq.call('move_sequence_step', { step_id: first, direction: 'down' });
    expect(last.effects).toMatchObject({ gets_step: 0, next_changes: 0 });
  });

  it('CON2-06 says of a new step who would get it once it is active', async () => {
    const { id, emails } = await seq.sequence([{}, { hours: 5 }, { hours: 5 }]);
    const [email_id = 0] = emails;
    await seq.start(id, ada);
    const add = { sequence_id: id, email_source: 'shared', email_id } as const;
    const next = await seq.call('add_sequence_step', { ...add, position: 2 });
    expect(next.effects).toMatchObject({ people_inside: 1, gets_step: 1, next_changes: 1 });
    const passed = await seq.call('add_sequence_step', { ...add, position: 1 });
    expect(passed.effects).toMatchObject({ people_inside: 1, gets_step: 0, next_changes: 0 });
    const active = { step_id: next.step.id, status: 'active' } as const;
    const { effects } = await seq.call('update_sequence_step', active);
    expect(effects).toMatchObject({ people_inside: 1, gets_step: 1, next_changes: 1, finish: 0 });
  });

  it('CON2-06 looks at so many people, and says that there are more', async () => {
    const { id, steps } = await seq.sequence([{}, { hours: 5 }]);
    const [first = 0] = steps;
    const { pool } = opened.database;
    const count = limits.sequencePeopleCounted + 5;
    await pool`
      with made as (
        insert into people (email, subscribed_on, created_at, updated_at)
        select 'many' || n || '@example.net', current_date, now(), now() from generate_series(1, ${count}::int) n
        returning id)
      insert into sequence_runs (sequence_id, person_id, started_at, last_step_ended_at)
      select ${id}, id, now(), now() from made`;
    const move = { step_id: first, direction: 'down' } as const;
    const { effects } = await seq.dryRun('move_sequence_step', move);
    expect(effects).toMatchObject({ people_inside: limits.sequencePeopleCounted + 1, more: true });
  });
});
