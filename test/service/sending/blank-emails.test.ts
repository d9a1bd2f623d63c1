import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling } from '../app/calling.ts';
import { type Delivering, delivering } from './delivering.ts';

let opened: TestService;
let calls: Calling;
let mail: Delivering;

beforeAll(async () => {
  opened = await openTestService({ clockStartsAt: new Date('2026-03-02T12:00:00Z') });
  calls = calling(opened);
  mail = delivering(opened);
});

afterAll(() => opened.close());

const written = { subject: 'Hi', body_markdown: 'Hello {{ unsubscribe_url }}' };
/** No-break space and ideographic space are white space too. */
const blanks = [
  { subject: ' \u00a0\u3000\n', body_markdown: 'Hello' },
  { subject: 'Hi', body_markdown: '\n \t\u2003' },
];

const blank = async () =>
  (await calls.call('create_email', { ...written, body_markdown: ' ' })).email.id;

async function broadcast(): Promise<number> {
  const definition = { type: 'has_tag', tag: 'reader' };
  const { segment } = await calls.call('create_segment', { definition, name: 'Readers' });
  const { broadcast } = await calls.call('create_broadcast', {
    ...{ name: 'News', segment_id: segment.id, email_source: 'scratch' },
  });
  return broadcast.id;
}

describe('a blank email', () => {
  it.each(blanks)('SAFE-27 is stored with a warning: $subject, $body_markdown', async (content) => {
    const { email, warnings } = await calls.call('create_email', content);
    expect(warnings.map(({ code }) => code)).toContain('email_blank');
    for (const { code, fix } of warnings)
      if (code === 'email_blank') expect(fix).toMatch(/^Write the (?:subject|body)\.$/);
    const whole = await calls.call('update_email', { email_id: email.id, ...written });
    expect(whole.warnings.map(({ code }) => code)).not.toContain('email_blank');
  });

  it.each(blanks)('SAFE-27 blanked while its mail waits, is skipped: $subject', async (content) => {
    const { email } = await calls.call('create_email', { ...written, labels: ['late'] });
    const rule = { label: 'late', days: [0, 1, 2, 3, 4, 5, 6], start: '03:00', end: '04:00' };
    await calls.call('update_settings', { settings: { send_windows: { rules: [rule] } } });
    await mail.arrived();
    await mail.queue([email.id]);
    await calls.call('update_email', { email_id: email.id, ...content });
    await calls.call('move_clock', { advance: { amount: 2, unit: 'days' } });
    expect(await mail.arrived()).toEqual([]);
    const person = 'reader@example.com';
    const { queue } = await calls.call('list_queue', { person });
    expect(queue).toEqual([]);
    const [row] = await opened.database.pool<{ status: string; reason: string }[]>`
      select status, reason from send_log where email_id = ${email.id}`;
    expect(row).toEqual({ status: 'skipped', reason: 'Email is blank' });
    const { reasons } = await calls.call('explain_delivery', { person, email_id: email.id });
    expect(reasons.map(({ code }) => code)).toContain('email_blank');
  });

  it.each([
    [
      '{{ event.details.title }}',
      'Hello',
      'its subject is empty for this person; give the values in it a default, and retry it',
      [['subject', 'subject_empty']],
    ],
    [
      'Hi',
      '{% button label:"Pay" url:event.details.url %} or [pay]({{ event.details.url }})',
      'the link to {{ event.details.url }} has no address for this person; give the value a default, and retry it',
      [['body_markdown', 'link_empty']],
    ],
  ])(
    'SAFE-27 fails the mail that a missing value leaves without a part: %s, %s',
    async (subject, body_markdown, reason, told) => {
      const { email } = await calls.call('create_email', { subject, body_markdown });
      expect(await mail.deliver([email.id])).toEqual([]);
      const { queue } = await calls.call('list_queue', { status: 'failed' });
      expect(queue.filter((row) => row.email?.id === email.id)).toMatchObject([
        { last_error: `The mail could not be made: ${reason}.` },
      ]);
      const shown = await calls.call('preview_email', { email_id: email.id });
      expect(shown.warnings.map(({ path, code }) => [path, code])).toEqual(told);
      const { sent } = await calls.call('send_test_email', {
        ...{ email_id: email.id, to: 'reader@example.com' },
      });
      expect(sent).toBe(true);
      const details = { title: 'News', url: 'https://example.com/pay' };
      const event = { name: 'go', details };
      const whole = await calls.call('preview_email', { email_id: email.id, event });
      expect(whole.warnings).toEqual([]);
    },
  );

  it('SAFE-28 is an error of the flow that sends it', async () => {
    const nodes = [{ type: 'send_email', email_id: await blank() }];
    const definition = { trigger: { event: 'blank' }, nodes };
    const { flow } = await calls.call('create_flow', { key: 'blank', definition });
    expect(flow.validation.errors).toMatchObject([
      { path: 'nodes[0].email_id', code: 'email_blank', severity: 'error' },
    ]);
    const refusal = await calls.refused('activate_flow', { flow_key: 'blank' });
    expect(refusal.members).toMatchObject({ validation: { errors: [{ code: 'email_blank' }] } });
  });

  it('SAFE-29 keeps a broadcast from being scheduled and sent', async () => {
    await calls.call('upsert_person', { email: 'reader@example.com', tags: ['reader'] });
    const broadcast_id = await broadcast();
    const send_at = '2099-01-01T09:00';
    const scheduled = await calls.refused('schedule_broadcast', { broadcast_id, send_at });
    const sent = await calls.refused('send_broadcast_now', { broadcast_id });
    expect([scheduled.code, sent.code]).toEqual(['email_blank', 'email_blank']);
    const { broadcast: held } = await calls.call('get_broadcast', { broadcast_id });
    await calls.call('update_email', { email_id: held.email_id, ...written });
    expect((await calls.call('send_broadcast_now', { broadcast_id })).recipients).toBe(1);
  });

  it('SAFE-30 keeps a step of a sequence a draft, and so does a push', async () => {
    const { sequence } = await calls.call('create_sequence', { name: 'Tips' });
    const { step } = await calls.call('add_sequence_step', {
      ...{ sequence_id: sequence.id, email_source: 'scratch' },
    });
    const active = { step_id: step.id, status: 'active' } as const;
    const refusal = await calls.refused('update_sequence_step', active);
    expect(refusal.code).toBe('email_blank');
    const { files } = await calls.call('export_definitions', {});
    const [path, text] = Object.entries(files).find(([name]) => name.startsWith('sequences/')) ?? [
      '',
      '',
    ];
    const pushed = { ...files, [path]: text.replace('"draft"', '"active"') };
    const plan = await calls.call('apply_definitions', { files: pushed });
    expect(plan).toMatchObject({ ok: false, blocked: true });
    const change = plan.changes.find((one) => one.path === path);
    expect(change?.errors).toMatchObject([{ path: 'steps[0].email_id', code: 'email_blank' }]);
  });

  it('SAFE-27 put in place of one that is to be sent, is warned of', async () => {
    const broadcast_id = await broadcast();
    const scratch = { email_source: 'scratch' } as const;
    const replace = () => calls.call('replace_broadcast_email', { broadcast_id, ...scratch });
    expect((await replace()).warnings).toEqual([]);
    const { broadcast: held } = await calls.call('get_broadcast', { broadcast_id });
    await calls.call('update_email', { email_id: held.email_id, ...written });
    await calls.call('schedule_broadcast', { broadcast_id, send_at: '2099-01-01T09:00' });
    const missing = [
      { path: 'subject', code: 'email_blank' },
      { path: 'body_markdown', code: 'email_blank' },
    ];
    expect((await replace()).warnings).toMatchObject(missing);
    const { sequence } = await calls.call('create_sequence', { name: 'Replaced' });
    const { step } = await calls.call('add_sequence_step', {
      sequence_id: sequence.id,
      ...scratch,
    });
    const step_id = step.id;
    await calls.call('update_email', { email_id: step.email.id, ...written });
    await calls.call('update_sequence_step', { step_id, status: 'active' });
    const replaced = await calls.call('replace_sequence_step_email', { step_id, ...scratch });
    expect(replaced.warnings).toMatchObject(missing);
  });

  it('SAFE-31 can be previewed and sent as a test', async () => {
    const email_id = await blank();
    await calls.call('upsert_person', { email: 'reader@example.com' });
    const person_id = (await calls.call('get_person', { person: 'reader@example.com' })).person.id;
    const shown = await calls.call('preview_email', { email_id, person_id });
    expect(shown.subject).toBe('Hi');
    const test = await calls.call('send_test_email', { email_id, to: 'reader@example.com' });
    expect(test.sent).toBe(true);
  });
});
