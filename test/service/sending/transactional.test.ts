import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling } from '../app/calling.ts';
import { type Delivering, delivering } from './delivering.ts';

let opened: TestService;
let calls: Calling;
let mail: Delivering;

beforeAll(async () => {
  opened = await openTestService();
  calls = calling(opened);
  mail = delivering(opened);
});

afterAll(() => opened.close());

const reader = 'reader@example.com';
const written = { subject: 'Your receipt', body_markdown: 'Thank you.' };
const receipt = { ...written, kind: 'transactional' } as const;

async function made(content: object = receipt): Promise<number> {
  return (await calls.call('create_email', { ...receipt, ...content })).email.id;
}

/** A layout without a link to leave. */
async function plainLayout(): Promise<number> {
  const html = '<html><body>{{ content }}</body></html>';
  return (await calls.call('create_layout', { name: 'Plain', html })).template.id;
}

describe('an email has a kind', () => {
  it('MSG-01 marketing by default, and transactional where it says so', async () => {
    const { email } = await calls.call('create_email', written);
    expect(email.kind).toBe('marketing');
    const changed = { email_id: email.id, kind: 'transactional' } as const;
    expect((await calls.call('update_email', changed)).email.kind).toBe('transactional');
    const again = await calls.call('update_email', { email_id: email.id, subject: 'Other' });
    expect(again.email.kind).toBe('transactional');
    const copy = await calls.call('duplicate_email', { email_id: email.id });
    expect(copy.email.kind).toBe('transactional');
    const refusal = await calls.refused('create_email', { ...written, kind: 'news' });
    expect(refusal.members.errors).toMatchObject([{ path: 'kind' }]);
  });

  it('MSG-01 in its file, its history and its draft', async () => {
    const id = await made();
    const { files } = await calls.call('export_definitions', {});
    const [path = '', text = ''] = Object.entries(files).find(([, one]) =>
      one.includes(`id: ${id}\n`),
    ) ?? ['', ''];
    expect(text).toContain('kind: transactional\n');
    const pushed = { ...files, [path]: text.replace('kind: transactional\n', '') };
    expect((await calls.call('apply_definitions', { files: pushed })).ok).toBe(true);
    expect((await calls.call('get_email', { email_id: id })).email.kind).toBe('marketing');
    const [change] = (await calls.call('list_changes', { resource: 'emails', id: String(id) }))
      .changes;
    await calls.call('revert_change', { change_id: change?.id ?? 0 });
    expect((await calls.call('get_email', { email_id: id })).email.kind).toBe('transactional');
    await calls.call('save_email_draft', { email_id: id, kind: 'marketing' });
    const { email } = await calls.call('publish_email', { email_id: id });
    expect(email.kind).toBe('marketing');
  });
});

describe('MSG-02 transactional mail of a flow', () => {
  it('carries no link to leave in headers, text and page', async () => {
    await calls.call('upsert_person', { email: reader });
    const plain = await made({ template_id: await plainLayout() });
    const [got] = await mail.deliver([plain]);
    const names = got?.headers.map(({ key }) => key);
    expect(names).not.toContain('list-unsubscribe');
    expect(names).not.toContain('list-unsubscribe-post');
    expect(names).not.toContain('precedence');
    expect(names).toContain('auto-submitted');
    expect(got?.text?.trim()).toBe('Thank you.');
    expect(got?.html).not.toContain('/unsubscribe/');
    const { warnings } = await calls.call('update_email', { email_id: plain, subject: 'Again' });
    expect(warnings).toEqual([]);
  });

  it('has the link where its layout does', async () => {
    const [got] = await mail.deliver([await made()]);
    expect(got?.html).toContain('/unsubscribe/');
    expect(got?.text).toContain('/unsubscribe/');
    expect(got?.headers.map(({ key }) => key)).not.toContain('list-unsubscribe');
  });

  it('marketing mail keeps all of it', async () => {
    const plain = await made({ kind: 'marketing', template_id: await plainLayout() });
    const [got] = await mail.deliver([plain]);
    expect(got?.headers.map(({ key }) => key)).toContain('list-unsubscribe');
    expect(got?.text).toContain('/unsubscribe/');
  });

  it('a test shows it as it is, and so does a test of a draft', async () => {
    const email_id = await made({ template_id: await plainLayout() });
    await calls.call('save_email_draft', { email_id, kind: 'marketing' });
    await mail.arrived();
    await calls.call('send_test_email', { email_id, to: reader });
    await calls.call('send_test_email', { email_id, to: reader, draft: true });
    const left = (await mail.arrived()).map(({ headers }) =>
      headers.some(({ key }) => key === 'list-unsubscribe'),
    );
    expect(left).toEqual([false, true]);
  });

  it('is made again as it was', async () => {
    const [got] = await mail.deliver([await made({ template_id: await plainLayout() })]);
    const { sends } = await calls.call('list_sends', { person: reader, limit: 1 });
    const kept = await calls.call('get_send_content', { send_id: sends[0]?.id ?? 0 });
    expect(Object.keys(kept.headers).map((name) => name.toLowerCase())).toEqual(
      got?.headers.map(({ key }) => key),
    );
  });
});

describe('MSG-03 transactional mail passes by', () => {
  it('unsubscribes, guards and send windows, never by bounces and complaints', async () => {
    const rule = { label: 'receipt', days: [0, 1, 2, 3, 4, 5, 6], start: '03:00', end: '03:01' };
    await calls.call('update_settings', { settings: { send_windows: { rules: [rule] } } });
    const condition = { type: 'has_tag', tag: 'stopped' };
    await calls.call('create_guard', { key: 'stop', name: 'Stop', condition });
    await calls.call('upsert_person', { email: reader, tags: ['stopped'] });
    const transactional = await made({ labels: ['receipt'] });
    const marketing = await made({ labels: ['other'], kind: 'marketing' });
    expect((await mail.deliver([marketing, transactional])).length).toBe(1);

    await calls.call('update_person', { person: reader, unsubscribed: true });
    const why = { person: reader, email_id: transactional };
    const { reasons } = await calls.call('explain_delivery', why);
    expect(reasons.map(({ code }) => code)).not.toContain('unsubscribed');
    expect(reasons.map(({ code }) => code)).not.toContain('guarded');
    expect((await mail.deliver([marketing, transactional])).length).toBe(1);
    const trace = await calls.call('dry_run_flow', { flow_key: 'delivering-1', person: reader });
    expect(JSON.stringify(trace)).not.toContain('suppressed');

    await calls.call('update_person', { person: reader, unsubscribed: false });
    await opened.database.pool`update people set hard_bounced_at = now() where email = ${reader}`;
    expect(await mail.deliver([transactional])).toEqual([]);
    await calls.call('update_person', { person: reader, hard_bounced: false });
    expect((await mail.deliver([transactional])).length).toBe(1);
    await opened.database.pool`update people set complained_at = now() where email = ${reader}`;
    expect(await mail.deliver([transactional])).toEqual([]);
    await opened.database.pool`update people set complained_at = null where email = ${reader}`;
    await calls.call('delete_guard', { guard_key: 'stop' });
  });
});

describe('MSG-04 broadcasts and sequences send marketing emails alone', () => {
  const attached = async (email_id: number) => {
    const { sequence } = await calls.call('create_sequence', { name: 'Tips' });
    const sequence_id = sequence.id;
    const shared = { sequence_id, email_source: 'shared', email_id } as const;
    return { sequence_id, shared };
  };

  it('refuses to attach a transactional one', async () => {
    const email_id = await made();
    const { sequence_id, shared } = await attached(email_id);
    const copied = { sequence_id, email_source: 'copy', email_id } as const;
    const broadcast = { name: 'News', email_source: 'copy', email_id } as const;
    const refusals = [
      await calls.refused('add_sequence_step', shared),
      await calls.refused('add_sequence_step', copied),
      await calls.refused('create_broadcast', broadcast),
    ];
    expect(refusals.map(({ code }) => code)).toEqual(Array(3).fill('email_transactional'));
    const { sequence } = await calls.call('get_sequence', { sequence_id });
    expect(sequence.steps).toEqual([]);
    const { step } = await calls.call('add_sequence_step', {
      ...{ sequence_id, email_source: 'scratch' },
    });
    const replaced = { step_id: step.id, email_source: 'shared', email_id } as const;
    expect((await calls.refused('replace_sequence_step_email', replaced)).code).toBe(
      'email_transactional',
    );
  });

  it('refuses to schedule and send it, and to set its step active', async () => {
    const { broadcast } = await calls.call('create_broadcast', {
      ...{ name: 'News', email_source: 'scratch' },
    });
    const definition = { type: 'has_tag', tag: 'reader' };
    const { segment } = await calls.call('create_segment', { definition, name: 'Readers' });
    const { id: broadcast_id, email_id } = broadcast;
    await calls.call('update_broadcast', { broadcast_id, segment_id: segment.id });
    await calls.call('update_email', { email_id, ...written });
    const own = await made({ kind: 'marketing' });
    const { shared } = await attached(own);
    const { step } = await calls.call('add_sequence_step', shared);
    // As an earlier release could have left them.
    await opened.database.pool`
      update emails set kind = 'transactional' where id = any(${[email_id, own]}::bigint[])`;
    const refusals = [
      await calls.refused('schedule_broadcast', { broadcast_id, send_at: '2099-01-01T09:00' }),
      await calls.refused('send_broadcast_now', { broadcast_id }),
      await calls.refused('update_sequence_step', { step_id: step.id, status: 'active' }),
    ];
    expect(refusals.map(({ code }) => code)).toEqual(Array(3).fill('email_transactional'));
  });

  it('refuses the change of kind of an email that they use, in a push too', async () => {
    const email_id = await made({ kind: 'marketing' });
    const { shared } = await attached(email_id);
    await calls.call('add_sequence_step', shared);
    const { broadcast } = await calls.call('create_broadcast', {
      ...{ name: 'News', email_source: 'scratch' },
    });
    const kind = 'transactional';
    const refusal = await calls.refused('update_email', { email_id, kind });
    expect(refusal.code).toBe('email_transactional');
    expect(refusal.members).toMatchObject({ holders: [{ kind: 'sequence', name: 'Tips' }] });
    const other = await calls.refused('update_email', { email_id: broadcast.email_id, kind });
    expect(other.members).toMatchObject({ holders: [{ kind: 'broadcast', name: 'News' }] });
    await calls.call('save_email_draft', { email_id, kind });
    expect((await calls.refused('publish_email', { email_id })).code).toBe('email_transactional');
    const { files } = await calls.call('export_definitions', {});
    const pushed = Object.entries(files).map(([path, text]) => {
      const own = text.includes(`\nid: ${email_id}\n`);
      return [path, own ? text.replace('\n---\n', '\nkind: transactional\n---\n') : text];
    });
    const plan = await calls.call('apply_definitions', { files: Object.fromEntries(pushed) });
    expect(plan).toMatchObject({ ok: false, blocked: true });
    expect(JSON.stringify(plan.changes)).toContain('email_transactional');
    expect((await calls.call('get_email', { email_id })).email.kind).toBe('marketing');
  });
});

it('MSG-04 of a change of kind and an attachment at once, one is refused', async () => {
  const { sequence } = await calls.call('create_sequence', { name: 'Race' });
  for (let round = 0; round < 20; round += 1) {
    const email_id = await made({ kind: 'marketing' });
    const shared = { sequence_id: sequence.id, email_source: 'shared', email_id } as const;
    const ends = await Promise.allSettled([
      calls.call('add_sequence_step', shared),
      calls.call('update_email', { email_id, kind: 'transactional' }),
    ]);
    const refused = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason.code] : []));
    expect(refused).toEqual(['email_transactional']);
  }
});
