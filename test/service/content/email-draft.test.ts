import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling, pathsOf } from '../app/calling.ts';

let opened: TestService;
let calls: Calling;

beforeAll(async () => {
  opened = await openTestService();
  calls = calling(opened);
  await calls.call('upsert_person', { email: 'reader@example.com' });
});

afterAll(async () => {
  await opened.close();
});

const made = async () => {
  const content = { title: 'Tips', subject: 'Live', body_markdown: 'As it is.' };
  return (await calls.call('create_email', content)).email.id;
};
const emailOf = async (email_id: number) => (await calls.call('get_email', { email_id })).email;

describe('a draft beside an email', () => {
  it('STAGE-01, STAGE-02 changes nothing that is sent, and is shown with its difference', async () => {
    const email_id = await made();
    const before = await emailOf(email_id);
    const saved = await calls.call('save_email_draft', { email_id, subject: 'Edited' });
    expect(await emailOf(email_id)).toEqual(before);
    const found = await calls.call('get_email_draft', { email_id });
    expect(found).toEqual(saved);
    expect(found).toMatchObject({
      draft: { title: 'Tips', subject: 'Edited', body_markdown: 'As it is.', template_id: null },
      validation: { valid: true, errors: [] },
      changes: [{ field: 'subject', live: 'Live', draft: 'Edited' }],
    });
    expect(found.draft.base_revision).toBe(found.draft.live_revision);
  });

  it('STAGE-01 is the whole edit: what the next one leaves out is the email’s own', async () => {
    const email_id = await made();
    await calls.call('save_email_draft', { email_id, subject: 'Edited', title: '' });
    await calls.call('save_email_draft', { email_id, body_markdown: 'New.' });
    const { changes } = await calls.call('get_email_draft', { email_id });
    expect(changes.map(({ field }) => field)).toEqual(['body_markdown']);
  });

  it.each([
    ['body_markdown', { body_markdown: '{% if %}' }],
    ['template_id', { template_id: 999 }],
  ])('STAGE-02 is kept where %s has errors, which its validation lists', async (path, content) => {
    const email_id = await made();
    const { validation } = await calls.call('save_email_draft', { email_id, ...content });
    expect(validation).toMatchObject({ valid: false, errors: [{ path }] });
    expect((await calls.call('get_email_draft', { email_id })).validation).toEqual(validation);
    const refusal = await calls.refused('publish_email', { email_id });
    expect(refusal).toMatchObject({ code: 'conflict', members: { validation } });
    expect(await emailOf(email_id)).toMatchObject({ body_markdown: 'As it is.' });
  });

  it('STAGE-01 refuses what no email takes', async () => {
    const email_id = await made();
    const wrong = { email_id, from_address: 'nobody' };
    expect(pathsOf(await calls.refused('save_email_draft', wrong))).toEqual(['from_address']);
    expect((await calls.refused('save_email_draft', { email_id: 999 })).code).toBe('not_found');
  });

  it('STAGE-03 is what a preview shows', async () => {
    const email_id = await made();
    expect((await calls.refused('preview_email', { email_id, draft: true })).code).toBe(
      'not_found',
    );
    await calls.call('preview_email', { email_id });
    await calls.call('save_email_draft', { email_id, subject: 'Edited', body_markdown: 'New.' });
    const shown = await calls.call('preview_email', { email_id, draft: true });
    expect(shown).toMatchObject({ subject: 'Edited', text: expect.stringContaining('New.') });
    expect(await calls.call('preview_email', { email_id })).toMatchObject({ subject: 'Live' });
    const both = { email_id, draft: true, body_markdown: 'x' };
    expect(pathsOf(await calls.refused('preview_email', both))).toEqual(['draft']);
  });

  it('STAGE-06 is dropped', async () => {
    const email_id = await made();
    await calls.call('save_email_draft', { email_id, subject: 'Edited' });
    expect(await calls.call('delete_email_draft', { email_id })).toEqual({ deleted: true });
    expect((await calls.refused('get_email_draft', { email_id })).code).toBe('not_found');
    expect((await calls.refused('delete_email_draft', { email_id })).code).toBe('not_found');
  });
});

describe('publishing it', () => {
  it('STAGE-04 puts it in place and says how many get it changed', async () => {
    const email_id = await made();
    const nodes = [
      { type: 'delay', duration: { amount: 1, unit: 'days' } },
      { type: 'send_email', email_id },
    ];
    const definition = { trigger: { event: 'begun' }, nodes };
    await calls.call('create_flow', { key: 'sends-it', definition });
    await calls.call('activate_flow', { flow_key: 'sends-it' });
    await calls.call('record_event', { email: 'reader@example.com', name: 'begun' });
    await calls.call('save_email_draft', { email_id, subject: 'Edited' });
    const { email, effects } = await calls.call('publish_email', { email_id });
    expect(email.subject).toBe('Edited');
    expect(effects).toEqual({ people_inside: 1, queued_mail: 0 });
    expect((await calls.refused('get_email_draft', { email_id })).code).toBe('not_found');
    expect((await calls.call('preview_email', { email_id })).subject).toBe('Edited');
  });

  it('STAGE-05 is refused where the email changed since the draft was begun', async () => {
    const email_id = await made();
    await calls.call('save_email_draft', { email_id, subject: 'Edited' });
    await calls.call('update_email', { email_id, body_markdown: 'By another.' });
    const refusal = await calls.refused('publish_email', { email_id });
    expect(refusal.code).toBe('conflict');
    const { draft, changes } = await calls.call('get_email_draft', { email_id });
    expect(draft).toMatchObject({ subject: 'Edited', body_markdown: 'By another.' });
    expect(changes.map(({ field }) => field)).toEqual(['subject']);
    expect((await emailOf(email_id)).subject).toBe('Live');
    const { live_revision: base_revision } = draft;
    await calls.call('save_email_draft', { email_id, subject: 'Edited', base_revision });
    const { email } = await calls.call('publish_email', { email_id });
    expect(email).toMatchObject({ subject: 'Edited', body_markdown: 'By another.' });
  });

  it('STAGE-05 is refused where the draft is not the one that was looked at, if that is named', async () => {
    const email_id = await made();
    const save = async (subject: string) =>
      (await calls.call('save_email_draft', { email_id, subject })).draft.revision;
    const seen = await save('Looked at');
    const draft_revision = await save('By another');
    const refusal = await calls.refused('publish_email', { email_id, draft_revision: seen });
    expect(refusal).toMatchObject({ code: 'conflict', members: { draft_revision } });
    expect((await emailOf(email_id)).subject).toBe('Live');
    const { email } = await calls.call('publish_email', { email_id, draft_revision });
    expect(email.subject).toBe('By another');
  });
});
