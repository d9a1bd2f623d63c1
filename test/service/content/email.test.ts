import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling, pathsOf } from '../app/calling.ts';
import { type Delivering, delivering } from '../sending/delivering.ts';

let opened: TestService;
let call: Calling['call'];
let dryRun: Calling['dryRun'];
let refused: Calling['refused'];
let deliver: Delivering['deliver'];

beforeAll(async () => {
  opened = await openTestService();
  ({ call, dryRun, refused } = calling(opened));
  ({ deliver } = delivering(opened));
});

afterAll(() => opened.close());

const content = {
  title: 'Spring news',
  subject: 'What is new, {{ person.first_name }}',
  pre_header: 'A short one',
  from_address: 'News <news@example.com>',
  body_markdown: '# News\n\n[Read](https://example.com/news)',
  labels: ['news', ' spring ', 'news', ''],
  template_id: null,
};

const unused = {
  ...{ broadcasts: [], sequences: [], flows: [] },
  ...{ segments: [], guards: [], forms: [], settings: [] },
};

async function newPerson(email: string, first_name?: string): Promise<number> {
  const person = first_name === undefined ? {} : { person: { first_name } };
  const { person_id } = await call('record_event', { email, name: 'seen', ...person });
  return person_id ?? 0;
}

it('PREVIEW-05 is refused while there is nobody', async () => {
  const { email } = await call('create_email', content);
  const refusal = await refused('preview_email', { email_id: email.id });
  expect(refusal.code).toBe('validation_failed');
  expect(refusal.members.errors?.[0]?.code).toBe('nobody_to_preview_as');
});

it('EMAIL-01, EMAIL-02, EMAIL-06, EMAIL-17 creates an email and reads it back', async () => {
  const { email, warnings } = await call('create_email', content);
  expect(email).toEqual({
    ...content,
    tracking: true,
    kind: 'marketing',
    id: expect.any(Number),
    key: email.key,
    reply_to: null,
    revision: 1,
    labels: ['news', 'spring'],
    languages: [],
    translations: {},
    title_raw: 'Spring news',
    quarantined_at: null,
    archived: false,
    where_used: unused,
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    updated_at: expect.any(String),
  });
  expect(warnings).toEqual([]);
  expect(await call('get_email', { email_id: email.id })).toEqual({ email });
  expect((await refused('get_email', { email_id: 999_999 })).code).toBe('not_found');
});

it.each([
  ['', 'Email ID'],
  [' \t\r\n\v\f\u00a0\u2003\u2028\u3000\ufeff', 'Email ID'],
  ['\u00a0 Spring\tsale \n', 'Spring\tsale'],
])('EMAIL-03, EMAIL-08 subject %j is the same title wherever it is shown', async (subject, as) => {
  const { template } = await call('create_layout', { name: 'Titles', html: '{{ content }}' });
  const layout_id = template.id;
  const { email } = await call('create_email', { subject, template_id: layout_id });
  const title = as.replace('ID', String(email.id));
  expect(email.title).toBe(title);
  const { emails } = await call('list_emails', { q: title, limit: 200 });
  expect(emails.find(({ id }) => id === email.id)?.title).toBe(title);
  const { members } = await refused('delete_layout', { layout_id });
  expect(members).toMatchObject({ emails: [{ id: email.id, name: title, archived: false }] });
});

it('EMAIL-03, EMAIL-04, EMAIL-05 a title falls back to the subject and is never blank', async () => {
  const { email } = await call('create_email', { subject: 'Only a subject' });
  expect(email).toMatchObject({ title: 'Only a subject', title_raw: null });
  const email_id = email.id;
  const named = await call('update_email', { email_id, title: 'Named' });
  expect(named.email).toMatchObject({ title: 'Named', title_raw: 'Named' });
  const cleared = await call('update_email', { email_id, title: '' });
  expect(cleared.email).toMatchObject({ title: 'Only a subject', title_raw: null });
  const bare = await call('create_email', {});
  expect(bare.email.title).not.toBe('');
  expect(pathsOf(await refused('update_email', { email_id, title_raw: 'x' }))).toEqual([
    'title_raw',
  ]);
});

it('EMAIL-18 leaves alone what is not sent', async () => {
  const { email } = await call('create_email', content);
  const { email: changed } = await call('update_email', { email_id: email.id, subject: 'Other' });
  expect(changed).toEqual({
    ...email,
    subject: 'Other',
    revision: 2,
    updated_at: changed.updated_at,
  });
  const { email: bare } = await call('update_email', {
    email_id: email.id,
    labels: [],
    from_address: null,
  });
  expect(bare).toMatchObject({ labels: [], from_address: null, subject: 'Other' });
  expect((await refused('update_email', { email_id: 999_999 })).code).toBe('not_found');
});

it.each([
  ['an address with no domain', { from_address: 'nobody' }, ['from_address']],
  ['two addresses', { from_address: 'a@example.com, b@example.com' }, ['from_address']],
  ['an unknown layout', { template_id: 999_999 }, ['template_id']],
  ['Liquid that does not parse in the body', { body_markdown: '{% if %}' }, ['body_markdown']],
  ['Liquid that does not parse in the subject', { subject: '{{ a | }' }, ['subject']],
  ['Liquid that does not parse in the pre-header', { pre_header: '{% x %}' }, ['pre_header']],
  ['an unknown theme tag', { body_markdown: '{{ theme.nothing }}' }, ['body_markdown']],
  ['an unknown key', { body: 'x' }, ['body']],
])('EMAIL-19 %s is refused and changes nothing', async (_title, wrong, paths) => {
  expect(pathsOf(await refused('create_email', { ...content, ...wrong }))).toEqual(paths);
  const { email } = await call('create_email', content);
  const refusal = await refused('update_email', { email_id: email.id, ...wrong });
  expect(refusal.code).toBe('validation_failed');
  expect(pathsOf(refusal)).toEqual(paths);
  expect(await call('get_email', { email_id: email.id })).toEqual({ email });
});

it('EMAIL-19 a doubtful variable is saved and warned of', async () => {
  const { warnings } = await call('create_email', { body_markdown: '{{ person.frist_name }}' });
  expect(warnings[0]).toMatchObject({ path: 'body_markdown', message: /frist_name/ });
});

it('EMAIL-08, EMAIL-09, LOOK-01 searches title, subject and pre-header, and narrows by label', async () => {
  const ids: number[] = [];
  for (const field of ['title', 'subject', 'pre_header', 'body_markdown'] as const) {
    const given = { [field]: `A 100%_Needle in ${field}`, labels: [`of ${field}`, 'found'] };
    ids.push((await call('create_email', given)).email.id);
  }
  const [title, subject, preHeader] = ids;
  const found = await call('list_emails', { q: '100%_nEEdle' });
  expect(found.emails.map(({ id }) => id)).toEqual([preHeader, subject, title]);
  expect(found.emails[0]).toMatchObject({
    ...{ labels: ['of pre_header', 'found'], archived: false },
    where_used: unused,
  });
  const narrowed = await call('list_emails', { q: 'needle', label: 'of subject' });
  expect(narrowed.emails.map(({ id }) => id)).toEqual([subject]);
  const labelled = await call('list_emails', { label: 'found' });
  expect(labelled.emails).toHaveLength(4);
  expect((await call('list_emails', { label: 'foun' })).emails).toEqual([]);
  expect((await call('list_emails', { q: '1000' })).emails).toEqual([]);
  await call('delete_email', { email_id: subject ?? 0 });
  expect((await call('list_emails', { q: 'needle', label: 'of subject' })).emails).toEqual([]);
});

it('EMAIL-06, EMAIL-10 pages through the list, where_used on every row', async () => {
  const made: number[] = [];
  for (let index = 0; index < 5; index += 1) {
    made.unshift(
      (await call('create_email', { subject: `Page ${index}`, labels: ['paged'] })).email.id,
    );
  }
  const seen: number[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const given = { label: 'paged', limit: 2, ...(cursor ? { cursor } : {}) };
    const page = await call('list_emails', given);
    expect(page.emails.length).toBeLessThanOrEqual(2);
    for (const row of page.emails) {
      expect(row.where_used).toEqual(unused);
      seen.push(row.id);
    }
    cursor = page.next_cursor;
  }
  expect(seen).toEqual(made);
  expect(pathsOf(await refused('list_emails', { limit: 201 }))).toEqual(['limit']);
  expect(pathsOf(await refused('list_emails', { cursor: 'no cursor' }))).toEqual(['cursor']);
});

it('EMAIL-06 says which steps of which flows send it', async () => {
  const { email } = await call('create_email', content);
  const { email: other } = await call('create_email', content);
  const send = { type: 'send_email', email_id: email.id };
  const definition = {
    trigger: { event: 'signed_up' },
    nodes: [
      { id: 1, name: 'Hello', ...send },
      {
        id: 2,
        name: 'Fork',
        type: 'if_else',
        condition: { type: 'has_tag', tag: 'vip' },
        then: [{ id: 3, name: 'Again', ...send }],
        else: [{ id: 4, name: 'Not this', type: 'send_email', email_id: other.id }],
      },
    ],
  };
  const { flow } = await call('create_flow', { key: 'greeting', name: 'Greeting', definition });
  const holder = { id: flow.id, key: 'greeting', name: 'Greeting' };
  const { email: read } = await call('get_email', { email_id: email.id });
  expect(read.where_used).toEqual({
    ...unused,
    flows: [
      { ...holder, step_id: 'greeting.1-hello' },
      { ...holder, step_id: 'greeting.3-again' },
    ],
  });
  const { emails } = await call('list_emails', { q: 'spring news' });
  expect(emails.find(({ id }) => id === other.id)?.where_used.flows).toEqual([
    { ...holder, step_id: 'greeting.4-not-this' },
  ]);
});

it('PREVIEW-01 shows the moment of each preview', async () => {
  const { email } = await call('create_email', { ...content, body_markdown: '{{ now }}' });
  const person_id = await newPerson('moments@example.com');
  const ask = { email_id: email.id, person_id };
  const seen = new Set<string>();
  for (let round = 0; round < 4; round += 1) {
    seen.add((await call('preview_email', ask)).text);
    await call('move_clock', { advance: { amount: 1, unit: 'minutes' } });
  }
  expect(seen.size).toBe(4);
});

it('PREVIEW-01 shows the same again, and at once whatever was changed meanwhile', async () => {
  const body_markdown =
    '{{ person.first_name }} {{ person.tags | join: "," }} {{ account.name }} {{ mailing_address }}';
  const { email } = await call('create_email', { ...content, body_markdown });
  const person_id = await newPerson('again@example.com', 'Ada');
  const ask = { email_id: email.id, person_id };
  const text = async () => (await call('preview_email', ask)).text;
  const first = await call('preview_email', ask);
  expect(await call('preview_email', ask)).toEqual(first);
  await call('update_person', { person: 'again@example.com', first_name: 'Eve' });
  await call('tag_person', { person: 'again@example.com', tag: 'vip' });
  await call('update_profile', { name: 'Acme' });
  await call('update_settings', { settings: { 'sending.mailing_address': '1 Main Street' } });
  expect(await text()).toContain('Eve vip Acme 1 Main Street');
  expect(await text()).toContain('Eve vip Acme 1 Main Street');
  await call('update_email', { email_id: email.id, body_markdown: 'Another' });
  expect(await text()).toContain('Another');
  expect(await text()).toContain('Another');
  await call('delete_person', { person: 'again@example.com' });
  expect(pathsOf(await refused('preview_email', ask))).toEqual(['person_id']);
});

it('PREVIEW-01, PREVIEW-02, PREVIEW-06 renders as the person asked for', async () => {
  const ada = await newPerson('ada@example.com', 'Ada <b>');
  const { email } = await call('create_email', {
    ...content,
    body_markdown: 'Dear {{ person.first_name }} at {{ person.email }}',
  });
  const seen = await call('preview_email', { email_id: email.id, person_id: ada });
  expect(seen.person).toEqual({ id: ada, email: 'ada@example.com', name: 'Ada <b>' });
  expect(seen.subject).toBe('What is new, Ada <b>');
  expect(seen.pre_header).toBe('A short one');
  expect(seen.html).toContain('Dear Ada &lt;b&gt; at');
  expect(seen.text).toContain('Dear Ada <b> at ada@example.com');
  const random = await call('preview_email', { email_id: email.id, mode: 'random' });
  expect(random.html).toContain(random.person.email);
  const anyone = await call('preview_email', { email_id: email.id });
  expect(anyone.html).toContain(anyone.person.email);
  const nobody = await refused('preview_email', { email_id: email.id, person_id: 999_999 });
  expect(pathsOf(nobody)).toEqual(['person_id']);
});

it('PREVIEW-01 fills in the event that it is given, also when it is asked for again', async () => {
  const body_markdown = 'Plan: {{ event.details.plan | default: "none" }}.';
  const { email } = await call('create_email', { subject: 'You chose', body_markdown });
  const { person } = await call('upsert_person', { email: 'chooser@example.com' });
  const asked = { email_id: email.id, person_id: person.id };
  const shown = async (plan?: string) => {
    const event = { name: 'chosen', ...(plan && { details: { plan } }) };
    const more = plan === undefined ? {} : { event };
    return (await call('preview_email', { ...asked, ...more })).text;
  };
  expect(await shown()).toContain('Plan: none.');
  expect(await shown('pro')).toContain('Plan: pro.');
  expect(await shown('free')).toContain('Plan: free.');
  expect(await shown()).toContain('Plan: none.');
});

it('PREVIEW-06 renders as the pinned person where nobody else is asked for', async () => {
  const first = await newPerson('first@example.com');
  const pinned = await newPerson('pinned@example.com');
  const { email } = await call('create_email', content);
  const personOf = async (input: object) =>
    (await call('preview_email', { email_id: email.id, ...input })).person.id;
  expect(await personOf({})).not.toBe(pinned);
  const { profile } = await call('update_profile', { preview_person_id: pinned });
  expect(profile.preview_person_id).toBe(pinned);
  expect(await personOf({})).toBe(pinned);
  expect(await personOf({ person_id: first })).toBe(first);
  expect(await personOf({ mode: 'random' })).toEqual(expect.any(Number));
  const unknown = await refused('update_profile', { preview_person_id: 999_999 });
  expect(pathsOf(unknown)).toEqual(['preview_person_id']);
  // A deleted person is no longer pinned.
  await opened.database.pool`delete from people where id = ${pinned}`;
  expect((await call('get_profile', {})).profile.preview_person_id).toBeNull();
  expect(await personOf({})).toEqual(expect.any(Number));
});

it('PREVIEW-03, PREVIEW-04 leaves no trace and tracks nothing', async () => {
  const person_id = await newPerson('untracked@example.com');
  const { email } = await call('create_email', content);
  const state = async () => ({
    email: await call('get_email', { email_id: email.id }),
    people: await call('list_people', {}),
    events: await call('list_events', {}),
    queue: await call('list_queue', {}),
  });
  const before = await state();
  const { html } = await call('preview_email', { email_id: email.id, person_id });
  expect(html).toContain('href="https://example.com/news"');
  expect(html).not.toMatch(/\/[oc]\/[\w.-]{20}/);
  expect(html).not.toContain('<img');
  expect(await state()).toEqual(before);
});

it('PREVIEW-11 tries a draft body and layout without touching the record', async () => {
  const person_id = await newPerson('draft@example.com', 'Dora');
  const { email } = await call('create_email', content);
  const email_id = email.id;
  const { template } = await call('create_layout', {
    name: 'Draft layout',
    html: '<html><body><i>Draft layout</i>{{ content }}</body></html>',
  });
  const body_markdown = 'A draft for {{ person.first_name }} {{ person.nothing }}';
  const draft = { email_id, person_id, body_markdown, template_id: template.id };
  const { html, warnings } = await call('preview_email', draft);
  expect(html).toContain('Draft layout');
  expect(html).toContain('A draft for Dora');
  expect(warnings.map(({ path }) => path)).toContain('body_markdown');
  expect(await call('get_email', { email_id })).toEqual({ email });
  const [mail] = await deliver([email_id]);
  expect(mail?.html).toContain('News</h1>');
  expect(mail?.html).not.toContain('draft');
});

it.each([
  ['a draft that does not parse', { body_markdown: '{% if %}' }, ['body_markdown']],
  [
    'a draft that fails as it runs',
    { body_markdown: '{% for i in (1..999999999) %}x{% endfor %}' },
    ['body_markdown'],
  ],
  ['an unknown layout', { template_id: 999_999 }, ['template_id']],
])('PREVIEW-11 %s is refused', async (_title, wrong, paths) => {
  await newPerson('refused@example.com').catch(() => undefined);
  const { email } = await call('create_email', content);
  const refusal = await refused('preview_email', { email_id: email.id, ...wrong });
  expect(refusal.code).toBe('validation_failed');
  expect(pathsOf(refusal)).toEqual(paths);
});

it('a dry run of a save answers as the save does, and saves nothing', async () => {
  const { email } = await call('create_email', content);
  const given = { email_id: email.id, body_markdown: 'Dry' };
  expect((await dryRun('update_email', given)).email.body_markdown).toBe('Dry');
  expect(await call('get_email', { email_id: email.id })).toEqual({ email });
  const [mail] = await deliver([email.id]);
  expect(mail?.html).not.toContain('Dry');
});
