import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling } from '../app/calling.ts';

let opened: TestService;
let calls: Calling;

beforeAll(async () => {
  opened = await openTestService();
  calls = calling(opened);
});

afterAll(() => opened.close());

it('SOURCE-10, SOURCE-11 a fork gives one step its own copy, and leaves the other holders of the email alone', async () => {
  const content = { subject: 'Tips', body_markdown: 'Hello', labels: ['tips'] };
  const { email } = await calls.call('create_email', content);
  const { sequence } = await calls.call('create_sequence', { name: 'Tips' });
  const shared = {
    ...{ sequence_id: sequence.id, email_id: email.id, email_source: 'shared' as const },
  };
  const steps = [];
  for (let made = 0; made < 2; made += 1) {
    steps.push((await calls.call('add_sequence_step', shared)).step);
  }
  const [first, second] = steps.map(({ id }) => id);
  const fork = { holder_type: 'sequence_step' as const, holder_id: second ?? 0 };
  const rehearsed = await calls.dryRun('fork_email', fork);
  expect(rehearsed.email.subject).toBe('Tips');
  const { email: copy } = await calls.call('fork_email', fork);
  expect(copy).toMatchObject({ ...content, title_raw: null });
  const after = (await calls.call('get_sequence', { sequence_id: sequence.id })).sequence.steps;
  expect(after.map((step) => [step.id, step.email.id])).toEqual([
    [first, email.id],
    [second, copy.id],
  ]);
  await calls.call('update_email', { email_id: copy.id, subject: 'Other tips' });
  expect((await calls.call('get_email', { email_id: email.id })).email.subject).toBe('Tips');
  for (const holder_type of ['sequence_step', 'broadcast'] as const) {
    const nobody = { holder_type, holder_id: 999_999 };
    expect((await calls.refused('fork_email', nobody)).code).toBe('not_found');
  }
  expect((await calls.refused('fork_email', { ...fork, holder_type: 'flow' })).code).toBe(
    'validation_failed',
  );
});
