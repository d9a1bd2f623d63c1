import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { suite } from '../../support/test-files.ts';
import { type RunningService, startService } from '../../surfaces/running-service.ts';
import { type ClientWishes, callFor, rawClients } from '../raw-clients.ts';

type Json = Record<string, unknown>;

let running: RunningService;
let made = 0;

beforeAll(async () => {
  running = await startService();
  for (const name of ['ada', 'bob', 'eve'])
    await running.invoke('upsert_person', { email: `${name}@example.com`, tags: ['reader'] });
  const definition = { type: 'has_tag', tag: 'reader' };
  await running.invoke('create_segment', { key: 'all', name: 'All', definition });
});

afterAll(() => running.stop());

function fresh(what: string): string {
  made += 1;
  return `${what}-${made}`;
}

async function newFlow(isLive = false): Promise<string> {
  const key = fresh('flow');
  await running.invoke('create_flow', {
    key,
    name: `Flow ${key}`,
    definition: { trigger: { event: 'signed_up' }, nodes: [{ type: 'exit_flow' }] },
  });
  if (isLive) await running.invoke('activate_flow', { flow_key: key });
  return key;
}

async function statusOf(flow_key: string): Promise<unknown> {
  const { flow } = (await running.invoke('get_flow', { flow_key })) as { flow: Json };
  return flow.status;
}

async function newBroadcast(): Promise<number> {
  const { email } = (await running.invoke('create_email', {
    subject: 'News',
    body_markdown: 'Hello.',
  })) as { email: { id: number } };
  const { broadcast } = (await running.invoke('create_broadcast', {
    name: fresh('Letter'),
    segment: 'all',
    email_source: 'copy',
    email_id: email.id,
  })) as { broadcast: { id: number } };
  return broadcast.id;
}

async function newToken(): Promise<number> {
  const { token } = (await running.invoke('create_token', {
    name: fresh('token'),
    scope: 'read',
  })) as { token: { id: number } };
  return token.id;
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

describe.each(Object.entries(rawClients))('%s', (way, connect) => {
  /** Clients that differ only in what a person answers are one: over stdio each is a process. */
  const clients = new Map<string, { client: Client; wishes: ClientWishes }>();

  afterAll(async () => {
    for (const { client } of clients.values()) await client.close();
  });

  async function withClient<T>(
    { asked, answers, confirm }: Pick<ClientWishes, 'asked' | 'answers' | 'confirm'>,
    work: (client: Client) => Promise<T>,
  ): Promise<T> {
    const kind = `${confirm} ${answers !== undefined}`;
    const wishes = clients.get(kind)?.wishes ?? {};
    Object.assign(wishes, { asked, answers }, confirm === undefined ? {} : { confirm });
    const client = clients.get(kind)?.client ?? (await connect(running, wishes));
    clients.set(kind, { client, wishes });
    return await work(client);
  }

  it('AGT-08 asks before a flow goes live, with counts, and not for a dry run', async () => {
    const asked: string[] = [];
    await withClient({ answers: 'yes', asked: (text) => asked.push(text) }, async (client) => {
      const flow_key = await newFlow();
      const dry = await callFor(client, 'activate_flow', { flow_key, dry_run: true });
      expect(dry).toMatchObject({ dry_run: true });
      expect(dry).not.toHaveProperty('confirm_token');
      expect(asked).toEqual([]);
      const answer = await callFor(client, 'activate_flow', { flow_key });
      expect(answer.flow).toMatchObject({ status: 'live' });
      expect(asked).toEqual([
        `activate_flow "Flow ${flow_key}" (flow_key: "${flow_key}"): go ahead? 1 flow goes live. 0 people inside continue.`,
      ]);
    });
  });

  it('AGT-09 runs nothing that was declined, and asks about nothing that is refused', async () => {
    const asked: string[] = [];
    await withClient({ answers: 'no', asked: (text) => asked.push(text) }, async (client) => {
      const flow_key = await newFlow();
      const answer = await callFor(client, 'activate_flow', { flow_key });
      expect(answer).toMatchObject({ code: 'forbidden', fix: expect.stringContaining('Ask them') });
      expect(await statusOf(flow_key)).toBe('draft');
      expect(asked.length).toBe(1);
      const refused = await callFor(client, 'activate_flow', { flow_key: 'none' });
      expect(refused).toMatchObject({ code: 'not_found' });
      expect(asked.length).toBe(1);
    });
  });

  it.each(['closed', 'unticked'] as const)(
    'AGT-09 runs nothing when the question is %s',
    async (answers) => {
      await withClient({ answers }, async (client) => {
        const flow_key = await newFlow();
        const answer = await callFor(client, 'activate_flow', { flow_key });
        expect(answer).toMatchObject({ code: 'forbidden' });
        expect(await statusOf(flow_key)).toBe('draft');
      });
    },
  );

  it('AGT-10 tells a client that asks to ask again, where what was agreed to has changed', async () => {
    const flow_key = await newFlow();
    let questions = 0;
    const asked = async () => {
      questions += 1;
      if (questions === 1) await running.invoke('update_flow', { flow_key, name: fresh('Name') });
    };
    await withClient({ answers: 'yes', asked }, async (client) => {
      const refused = await callFor(client, 'activate_flow', { flow_key });
      expect(refused).toMatchObject({
        code: 'confirmation_required',
        fix: 'Call activate_flow again, and the person is asked again.',
      });
      expect(refused.detail).not.toContain('dry run');
      const live = await callFor(client, 'activate_flow', { flow_key });
      expect(live.flow).toMatchObject({ status: 'live' });
      expect(questions).toBe(2);
    });
  });

  it('AGT-10 asks nobody about a repeat under its idempotency key, and answers it', async () => {
    const asked: string[] = [];
    await withClient({ answers: 'yes', asked: (text) => asked.push(text) }, async (client) => {
      const person = `${fresh('gone')}@example.com`;
      await running.invoke('upsert_person', { email: person });
      const args = { person, idempotency_key: fresh('key') };
      const first = await callFor(client, 'delete_person', args);
      expect(first).toEqual({ deleted: true });
      expect(await callFor(client, 'delete_person', args)).toEqual(first);
      expect(asked.length).toBe(1);
      const other = { ...args, person: 'ada@example.com', dry_run: false };
      const reused = await callFor(client, 'delete_person', other);
      expect(reused).toMatchObject({ code: 'idempotency_key_reused' });
    });
  });

  it('AGT-10 gives a client that cannot ask a token by a dry run, good once', async () => {
    await withClient({}, async (client) => {
      const flow_key = await newFlow();
      const refused = await callFor(client, 'activate_flow', { flow_key });
      expect(refused).toMatchObject({
        code: 'confirmation_required',
        status: 428,
        fix: expect.stringContaining('dry_run true'),
      });
      expect(JSON.stringify(refused)).not.toContain('token":');
      expect(await statusOf(flow_key)).toBe('draft');
      const dry = await callFor(client, 'activate_flow', { flow_key, dry_run: true });
      expect(dry).toMatchObject({ confirm: '1 flow goes live. 0 people inside continue.' });
      const { confirm_token } = dry;
      const live = await callFor(client, 'activate_flow', { flow_key, confirm_token });
      expect(live.flow).toMatchObject({ status: 'live' });
      await running.invoke('pause_flow', { flow_key });
      const replayed = await callFor(client, 'activate_flow', { flow_key, confirm_token });
      expect(replayed).toMatchObject({
        code: 'confirmation_required',
        detail: expect.stringContaining('used already'),
      });
      expect(await statusOf(flow_key)).toBe('paused');
    });
  });

  it('AGT-11 obeys confirm: always asks for every write', async () => {
    const flow_key = await newFlow();
    const asked: string[] = [];
    const wishes = {
      confirm: 'always',
      answers: 'no',
      asked: (text: string) => asked.push(text),
    } as const;
    await withClient(wishes, async (client) => {
      const answer = await callFor(client, 'save_flow', { flow_key, name: 'Fourth' });
      expect(answer).toMatchObject({ code: 'forbidden' });
      expect(asked).toEqual([expect.stringContaining('save_flow')]);
      await callFor(client, 'list_flows');
      expect(asked.length).toBe(1);
    });
  });

  // Over stdio each is one more process, which hands its argument on as with the one above.
  if (way === 'stdio' && suite !== 'all') return;

  it('AGT-11 obeys confirm: never asks nobody', async () => {
    const flow_key = await newFlow();
    await withClient({ confirm: 'never' }, async (client) => {
      const answer = await callFor(client, 'activate_flow', { flow_key });
      expect(answer.flow).toMatchObject({ status: 'live' });
    });
  });

  it('AGT-11 obeys confirm: elicit is auto, and always wants a token where nobody can be asked', async () => {
    const flow_key = await newFlow();
    await withClient({ confirm: 'elicit' }, async (client) => {
      const answer = await callFor(client, 'activate_flow', { flow_key });
      expect(answer).toMatchObject({ code: 'confirmation_required' });
      expect(await callFor(client, 'save_flow', { flow_key, name: 'Other' })).toHaveProperty(
        'flow',
      );
    });
    await withClient({ confirm: 'always' }, async (client) => {
      const args = { flow_key, name: 'Third' };
      const refused = await callFor(client, 'save_flow', args);
      expect(refused).toMatchObject({ code: 'confirmation_required' });
      const { confirm_token } = await callFor(client, 'save_flow', { ...args, dry_run: true });
      const saved = await callFor(client, 'save_flow', { ...args, confirm_token });
      expect(saved.flow).toMatchObject({ name: 'Third' });
      const key = fresh('new');
      const create = await callFor(client, 'save_flow', { flow_key: key, dry_run: true });
      const token = create.confirm_token;
      const made = await callFor(client, 'save_flow', { flow_key: key, confirm_token: token });
      expect(made.flow).toMatchObject({ key, status: 'draft' });
    });
  });
});

describe('with one client that asks', () => {
  let client: Client;
  let asked: string[] = [];

  beforeAll(async () => {
    client = await rawClients['HTTP, 2026'](running, {
      answers: 'no',
      asked: (text) => asked.push(text),
    });
  });

  afterAll(() => client.close());

  /** The question to the person, who declines; null if nobody was asked. */
  async function questionOf(name: string, args: Json): Promise<string | null> {
    asked = [];
    const answer = await callFor(client, name, args);
    if (asked.length > 0) expect(answer).toMatchObject({ code: 'forbidden' });
    return asked[0] ?? null;
  }

  it('AGT-12 the question and the dry run of schedule_broadcast hold the count of recipients', async () => {
    const args = { broadcast_id: await newBroadcast(), send_at: inDays(2) };
    const dry = await callFor(client, 'schedule_broadcast', { ...args, dry_run: true });
    const count = dry.recipients as number;
    expect(count).toBeGreaterThan(1);
    const question = await questionOf('schedule_broadcast', args);
    expect(question).toContain(`${count} people get the mail.`);
    expect(question).toContain(args.send_at);
    expect(await questionOf('send_broadcast_now', { broadcast_id: args.broadcast_id })).toContain(
      `${count} people get the mail.`,
    );
  });

  it('AGT-08 asks before edits of what is live, and not of what is not', async () => {
    const definition = {
      trigger: { event: 'signed_up' },
      nodes: [{ type: 'delay', duration: { amount: 1, unit: 'days' } }, { type: 'exit_flow' }],
    };
    const flow_key = await newFlow(true);
    await running.invoke('save_flow_version', { flow_key, name: 'Before' });
    const { versions } = (await running.invoke('list_flow_versions', { flow_key })) as {
      versions: { id: number }[];
    };
    const live = await questionOf('save_flow', { flow_key, definition });
    expect(live).toContain('1 live flow is changed. 0 people are inside.');
    const version_id = versions[0]?.id;
    expect(await questionOf('rollback_flow', { flow_key, version_id })).toContain('1 live flow');
    expect(await questionOf('save_flow', { flow_key, name: 'Other' })).toBeNull();
    expect(await questionOf('save_flow', { flow_key: await newFlow(), definition })).toBeNull();
    await running.invoke('save_flow_draft', { flow_key, definition });
    expect(await questionOf('publish_draft', { flow_key })).toContain('1 flow is published.');
    expect(await statusOf(flow_key)).toBe('live');
    const { flow } = (await running.invoke('get_flow', { flow_key })) as {
      flow: { definition: unknown };
    };
    expect(JSON.stringify(flow.definition)).not.toContain('delay');
  });

  describe('what mail is made of', () => {
    let email_id: number;
    let flow_key: string;

    const made = async (...call: Parameters<typeof running.invoke>) =>
      (await running.invoke(...call)) as Json;
    const listed = async (name: Parameters<typeof made>[0], member: string, args: Json = {}) =>
      (await made(name, args))[member] as Json[];

    beforeAll(async () => {
      const key = fresh('words');
      const content = { key, subject: 'Hello', body_markdown: 'Hello.' };
      email_id = ((await made('create_email', content)).email as { id: number }).id;
      flow_key = fresh('flow');
      const nodes = [
        { type: 'delay', duration: { amount: 2, unit: 'days' } },
        { type: 'send_email', email_id },
      ];
      const definition = { trigger: { event: 'words_begin' }, nodes };
      await running.invoke('create_flow', { key: flow_key, name: 'Words', definition });
    });

    it('AGT-08 asks before other words in an email that is sent, with counts, once it is', async () => {
      const args = { email: email_id, subject: 'Hello again' };
      const later = { email: email_id, subject: 'Hello once more' };
      expect(await questionOf('save_email', { ...args, pre_header: 'Hi' })).toBeNull();
      await running.invoke('activate_flow', { flow_key });
      await running.invoke('record_event', { email: 'bob@example.com', name: 'words_begin' });
      await running.invoke('move_clock', { advance: { amount: 1, unit: 'minutes' } });
      const question = await questionOf('save_email', later);
      expect(question).toContain('1 live flow, sequence, broadcast or form sends it.');
      expect(question).toContain('1 person is inside.');
      expect(question).toContain('0 mails of it wait in the queue.');
      expect(await questionOf('save_email', { email: email_id, title: 'A name' })).toBeNull();
      expect(await questionOf('save_draft', later)).toBeNull();
      expect(await questionOf('delete_email', { email: email_id })).toContain('archived');
      expect(await made('get_email', { email_id })).toMatchObject({
        email: { subject: 'Hello again', archived: false },
      });
    });

    it('AGT-08 asks before mail that is sent looks otherwise, with the emails counted', async () => {
      const themes = await listed('list_themes', 'themes');
      const theme_key = themes.find(({ is_default }) => is_default)?.key;
      const variables = { hr_thickness: '3px' };
      const question = await questionOf('save_theme', { theme_key, variables });
      expect(question).toMatch(/\d+ emails? looks? otherwise\./);
      expect(question).toMatch(/\d+ live flows?, .* sends? it\./);
      expect(await questionOf('save_theme', { theme_key, name: 'Other' })).toBeNull();
      const templates = await listed('list_layouts', 'templates');
      const layout_id = templates.find(({ is_default }) => is_default)?.id;
      const html = '<p>{{ content }}</p>';
      expect(await questionOf('save_layout', { layout_id, html })).toContain('otherwise.');
      expect(await questionOf('save_layout', { name: 'Own', html })).toBeNull();
      const key = fresh('sign');
      await running.invoke('create_component', { key, html: '<p>Bye</p>' });
      const component = { component_key: key, html: '<p>Bye now</p>' };
      expect(await questionOf('save_component', component)).toBeNull();
    });

    it('AGT-08 asks before settings and a profile by which mail goes out change', async () => {
      const address = { 'sending.mailing_address': 'Acme, 1 Main Street' };
      expect(await questionOf('save_settings', { settings: address })).toContain(
        'in the queue, and may go out otherwise.',
      );
      expect(await questionOf('save_profile', { reply_to: 'answers@example.com' })).toContain(
        '1 record that mail goes out by is changed.',
      );
      const days = { 'retention.events_days': 400 };
      expect(await questionOf('save_settings', { settings: days })).toBeNull();
    });

    it('AGT-08 asks before files or a revert change them', async () => {
      const { files } = (await running.invoke('export_definitions', {})) as {
        files: Record<string, string>;
      };
      const [path = ''] = Object.keys(files).filter((name) => name.endsWith('-name.md'));
      const edited = { ...files, [path]: `${files[path]}\nOne line more.\n` };
      expect(await questionOf('apply_definitions', { files: edited })).toContain('1 change');
      const changes = await listed('list_changes', 'changes', { resource: 'emails' });
      const edit = changes.find(({ operation }) => operation === 'update_email');
      expect(await questionOf('revert_change', { change_id: edit?.id })).toContain('reverted');
    });
  });

  it('AGT-08 asks before a sequence is turned on, and edits of one that is on', async () => {
    const { sequence } = (await running.invoke('create_sequence', { name: fresh('Course') })) as {
      sequence: { id: number };
    };
    const sequence_id = sequence.id;
    const { step } = (await running.invoke('add_sequence_step', {
      sequence_id,
      email_source: 'scratch',
    })) as { step: { id: number } };
    expect(
      await questionOf('save_sequence_step', { step_id: step.id, delay_amount: 2 }),
    ).toBeNull();
    expect(await questionOf('toggle_sequence', { sequence_id, enabled: true })).toContain(
      '1 sequence is turned on.',
    );
    await running.invoke('toggle_sequence', { sequence_id, enabled: true });
    expect(await questionOf('save_sequence_step', { step_id: step.id, delay_amount: 3 })).toContain(
      '0 people are inside.',
    );
    expect(await questionOf('delete_sequence_step', { step_id: step.id })).toContain(
      '1 step is removed.',
    );
    expect(await questionOf('toggle_sequence', { sequence_id, enabled: false })).toBeNull();
  });

  it('AGT-08 asks before people are erased, resubscribed, tagged or imported in bulk', async () => {
    const person = 'ada@example.com';
    expect(await questionOf('delete_person', { person })).toContain('1 person is erased for good.');
    expect(await questionOf('save_person', { person, unsubscribed: false })).toBeNull();
    await running.invoke('update_person', { person, unsubscribed: true });
    expect(await questionOf('save_person', { person, unsubscribed: false })).toContain(
      '1 person who left gets mail again.',
    );
    expect(await questionOf('save_person', { email: person, unsubscribed: false })).toContain(
      '1 person',
    );
    expect(
      await questionOf('save_people', {
        people: [{ email: person, unsubscribed: false }, { email: 'bob@example.com' }],
      }),
    ).toContain('1 person');
    await running.invoke('update_person', { person, unsubscribed: false });
    expect(await questionOf('save_person', { person, first_name: 'Ada' })).toBeNull();
    expect(await questionOf('tag_people', { add_tags: ['vip'], everybody: true })).toMatch(
      /\d people get or lose tags/,
    );
    const content = 'email\nmay@example.com\njoe@example.com\n';
    expect(await questionOf('import_people', { content, trigger: true })).toContain(
      '2 rows are imported',
    );
    expect(await questionOf('import_people', { content, dry_run: true })).toBeNull();
  });

  it('AGT-08 asks before mail goes to somebody: a message, a test to others, what failed, what is held', async () => {
    const { email } = (await running.invoke('create_email', {
      subject: 'Try',
      body_markdown: 'Hello.',
    })) as { email: { id: number } };
    const email_id = email.id;
    const { profile } = (await running.invoke('get_profile', {})) as {
      profile: { default_from_address: string };
    };
    const own = /[^\s<>]+@[^\s<>]+/.exec(profile.default_from_address)?.[0] ?? '';
    expect(
      await questionOf('send_test_email', { email_id, to: ['bob@example.com', own] }),
    ).toContain('2 test mails are sent.');
    expect(await questionOf('send_test_email', { email_id, to: own })).toBeNull();
    expect(
      await questionOf('send_message', {
        to: 'bob@example.com',
        cc: ['eve@example.com'],
        subject: 'Hi',
        body_markdown: 'Hi',
      }),
    ).toContain('2 people get the mail.');
    expect(await questionOf('retry_failed_sends', {})).toContain('0 mails are tried again.');
    await running.invoke('hold_sending', { reason: 'test' });
    expect(await questionOf('hold_sending', { release: true })).toContain('mails go out at once');
    await running.invoke('release_sending', {});
  });

  it('AGT-08 asks before a prune, an apply to live flows, and changes of tokens', async () => {
    const flow_key = await newFlow(true);
    const { files } = (await running.invoke('export_definitions', {})) as {
      files: Record<string, string>;
    };
    const path = `flows/${flow_key}.json`;
    expect(await questionOf('apply_definitions', { files, prune: true })).toBeNull();
    const broken = { ...files, 'settings.yml': 'send_windows: 1\n' };
    expect(await questionOf('apply_definitions', { files: broken, prune: true })).toBeNull();
    const draft = await newFlow();
    const pruned = await questionOf('apply_definitions', { files, prune: true });
    expect(pruned).toContain('1 change of definitions is applied. 1 record is removed.');
    const text = (files[path] ?? '').replace(`Flow ${flow_key}`, 'Another name');
    const edited = await questionOf('apply_definitions', { files: { ...files, [path]: text } });
    expect(edited).toContain('1 live flow changes.');
    await running.invoke('delete_flow', { flow_key: draft });
    expect(await questionOf('create_token', { name: 'x', scope: 'read' })).toContain(
      '1 token is made.',
    );
    expect(await questionOf('revoke_token', { token_id: await newToken() })).toContain(
      '1 token ends at once.',
    );
  });
});

describe('with one client that cannot ask', () => {
  let client: Client;

  beforeAll(async () => {
    client = await rawClients['HTTP, 2026'](running);
  });

  afterAll(() => client.close());

  const tokenOf = async (name: string, args: Json) =>
    (await callFor(client, name, { ...args, dry_run: true })).confirm_token;

  it('AGT-10 refuses a token for other arguments, another tool or another caller', async () => {
    const flow_key = await newFlow();
    const confirm_token = await tokenOf('activate_flow', { flow_key });
    const other = { flow_key: await newFlow(), confirm_token };
    const differ = { code: 'confirmation_required', detail: expect.stringContaining('differ') };
    expect(await callFor(client, 'activate_flow', other)).toMatchObject(differ);
    const forged = { flow_key, confirm_token: `${String(confirm_token)}A` };
    expect(await callFor(client, 'activate_flow', forged)).toMatchObject(differ);
    expect(await callFor(client, 'activate_flow', { flow_key, confirm_token: 7 })).toMatchObject({
      code: 'validation_failed',
    });
    const { secret } = (await running.invoke('create_token', {
      name: fresh('token'),
      scope: 'write',
    })) as {
      secret: string;
    };
    const stranger = await rawClients['HTTP, 2026']({ ...running, token: secret });
    expect(await callFor(stranger, 'activate_flow', { flow_key, confirm_token })).toMatchObject(
      differ,
    );
    await stranger.close();
    const live = await callFor(client, 'activate_flow', { flow_key, confirm_token });
    expect(live.flow).toMatchObject({ status: 'live' });
  });

  it('AGT-10 refuses with both figures when the count has changed since', async () => {
    const args = { broadcast_id: await newBroadcast(), send_at: inDays(2) };
    const dry = await callFor(client, 'schedule_broadcast', { ...args, dry_run: true });
    const before = dry.recipients as number;
    await running.invoke('upsert_person', {
      email: `${fresh('more')}@example.com`,
      tags: ['reader'],
    });
    const { confirm_token } = dry;
    const refused = await callFor(client, 'schedule_broadcast', { ...args, confirm_token });
    expect(refused).toMatchObject({ code: 'confirmation_required' });
    expect(refused.detail).toContain(`${before} people get the mail.`);
    expect(refused.detail).toContain(`${before + 1} people get the mail.`);
    const again = await tokenOf('schedule_broadcast', args);
    const done = await callFor(client, 'schedule_broadcast', { ...args, confirm_token: again });
    expect(done.broadcast).toMatchObject({ status: 'scheduled' });
  });

  it('AGT-10 refuses with both figures when the record, or the draft to publish, has changed since', async () => {
    const flow_key = await newFlow();
    const confirm_token = await tokenOf('activate_flow', { flow_key });
    await running.invoke('update_flow', { flow_key, name: 'Other' });
    const refused = await callFor(client, 'activate_flow', { flow_key, confirm_token });
    expect(refused.detail).toMatch(/Revision 1\..*Revision 2\./);
    const drafted = await newFlow(true);
    const nodes = (days: number) => ({
      trigger: { event: 'signed_up' },
      nodes: [{ type: 'delay', duration: { amount: days, unit: 'days' } }],
    });
    await running.invoke('save_flow_draft', { flow_key: drafted, definition: nodes(1) });
    const token = await tokenOf('publish_draft', { flow_key: drafted });
    await running.invoke('save_flow_draft', { flow_key: drafted, definition: nodes(2) });
    const stale = await callFor(client, 'publish_draft', {
      flow_key: drafted,
      confirm_token: token,
    });
    expect(stale.detail).toMatch(/Draft revision \d+\..*Draft revision \d+\./);
  });

  it('AGT-10 is good for ten minutes', async () => {
    const flow_key = await newFlow();
    const confirm_token = await tokenOf('activate_flow', { flow_key });
    await running.invoke('move_clock', { advance: { amount: 10, unit: 'minutes' } });
    const late = await callFor(client, 'activate_flow', { flow_key, confirm_token });
    expect(late).toMatchObject({
      code: 'confirmation_required',
      detail: expect.stringContaining('10 minutes after its dry run'),
    });
    const again = await tokenOf('activate_flow', { flow_key });
    await running.invoke('move_clock', { advance: { amount: 9, unit: 'minutes' } });
    const live = await callFor(client, 'activate_flow', { flow_key, confirm_token: again });
    expect(live.flow).toMatchObject({ status: 'live' });
  });

  it('AGT-10 lets one of several calls with the same token through', async () => {
    const args = { to: 'bob@example.com', subject: fresh('Once'), body_markdown: 'Hi' };
    const confirm_token = await tokenOf('send_message', args);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => callFor(client, 'send_message', { ...args, confirm_token })),
    );
    expect(answers.filter((answer) => 'message' in answer).length).toBe(1);
    const refused = answers.filter(({ code }) => code === 'confirmation_required');
    expect(refused.length).toBe(7);
  });

  it('AGT-10 leaves the token good where the call is refused, and answers a repeat under its idempotency key', async () => {
    const flow_key = await newFlow();
    const confirm_token = await tokenOf('activate_flow', { flow_key });
    const wrong = { flow_key, confirm_token, if_revision: 7 };
    expect(await callFor(client, 'activate_flow', wrong)).toMatchObject({
      code: 'revision_mismatch',
    });
    const args = { flow_key, confirm_token, idempotency_key: fresh('key') };
    const first = await callFor(client, 'activate_flow', args);
    expect(first.flow).toMatchObject({ status: 'live' });
    expect(await callFor(client, 'activate_flow', args)).toEqual(first);
  });

  it('AGT-10 takes a client that shows people no forms for one that cannot ask', async () => {
    const shown = await rawClients['HTTP, 2026'](running, { elicitation: { url: {} } });
    const flow_key = await newFlow();
    const refused = await callFor(shown, 'activate_flow', { flow_key });
    expect(refused).toMatchObject({ code: 'confirmation_required' });
    const { confirm_token } = await callFor(shown, 'activate_flow', { flow_key, dry_run: true });
    const live = await callFor(shown, 'activate_flow', { flow_key, confirm_token });
    expect(live.flow).toMatchObject({ status: 'live' });
    await shown.close();
  });

  it('AGT-10 needs none for what reaches nobody', async () => {
    const flow_key = fresh('plain');
    expect(await callFor(client, 'save_flow', { flow_key })).toHaveProperty('flow');
    const dry = await callFor(client, 'save_flow', { flow_key, name: 'New', dry_run: true });
    expect(dry).not.toHaveProperty('confirm_token');
    expect(await callFor(client, 'delete_flow', { flow_key })).toMatchObject({ deleted: true });
  });
});
