import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling } from '../app/calling.ts';

let opened: TestService;
let call: Calling['call'];

beforeAll(async () => {
  opened = await openTestService({ env: { MAIL_FROM: 'shop@example.com' } });
  call = calling(opened).call;
});

afterAll(() => opened.close());

/** An email with a draft beside it. */
async function drafted(key: string): Promise<number> {
  const content = { key, subject: 'Hello', body_markdown: 'Hello' };
  const { email } = await call('create_email', content);
  await call('save_email_draft', { email_id: email.id, subject: 'Good morning' });
  return email.id;
}

const ofEmail = (key: string, id: number) => ({
  path: '',
  code: 'draft_waits',
  message: `A draft of the email "${key}" waits. The email goes out as it is now, without the draft's changes.`,
  fix: `If they belong in this mail, publish the draft first: publish_email with email_id ${id}.`,
});

it('STAGE-01 a broadcast that goes out without the draft of its email says so', async () => {
  const condition = { type: 'has_tag', tag: 'reader' };
  const { segment } = await call('create_segment', { key: 'readers', definition: condition });
  const { broadcast } = await call('create_broadcast', {
    ...{ name: 'News', segment_id: segment.id, email_source: 'copy' },
    email_id: await drafted('news'),
  });
  const broadcast_id = broadcast.id;
  const { email } = await call('get_email', { email_id: broadcast.email_id as number });
  await call('save_email_draft', { email_id: email.id, subject: 'Good evening' });
  const warnings = [ofEmail(email.key, email.id)];
  const send_at = '2099-01-01T09:00';
  expect((await call('schedule_broadcast', { broadcast_id, send_at })).warnings).toEqual(warnings);
  expect((await call('send_broadcast_now', { broadcast_id })).warnings).toEqual(warnings);
});

it('STAGE-01 a flow that is turned on beside its draft, or those of its emails, says so', async () => {
  const id = await drafted('welcome');
  const nodes = [{ type: 'send_email', email_id: id }];
  const definition = { trigger: { event: 'began' }, nodes };
  await call('create_flow', { key: 'began', definition });
  await call('save_flow_draft', { flow_key: 'began', definition: { ...definition, nodes: [] } });
  const message =
    'A draft of the flow "began" waits. People go through the flow as it is now, without the draft\'s changes.';
  const fix = 'If they belong in the flow, publish the draft: publish_flow with flow_key "began".';
  const { warnings } = await call('activate_flow', { flow_key: 'began' });
  expect(warnings).toEqual([
    { path: '', code: 'draft_waits', message, fix },
    ofEmail('welcome', id),
  ]);
});

it('STAGE-01 a sequence that is turned on beside drafts of its emails says so', async () => {
  const id = await drafted('lesson');
  const { sequence } = await call('create_sequence', { key: 'course', name: 'Course' });
  const sequence_id = sequence.id;
  const added = { sequence_id, email_source: 'shared', email_id: id } as const;
  const { step } = await call('add_sequence_step', added);
  await call('update_sequence_step', { step_id: step.id, status: 'active' });
  const { warnings } = await call('toggle_sequence', { sequence_id, enabled: true });
  expect(warnings).toEqual([ofEmail('lesson', id)]);
});
