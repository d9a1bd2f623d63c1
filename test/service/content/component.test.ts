import { limits } from '@postroad/core/platform/limits';
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

async function create(key: string, html: string): Promise<void> {
  await call('create_component', { key, html });
}

async function newEmail(body_markdown: string, template_id: number | null = null) {
  const { email } = await call('create_email', { subject: 'Hello', body_markdown, template_id });
  return email.id;
}

async function newLayout(html: string, theme: string | null = null): Promise<number> {
  return (await call('create_layout', { name: `Holds ${html.length}`, html, theme })).template.id;
}

async function sent(...ids: number[]): Promise<{ html: string; text: string }[]> {
  return (await deliver(ids)).map(({ html, text }) => ({ html: html ?? '', text: text ?? '' }));
}

it('is created, read by key and id, changed and deleted', async () => {
  const html = '<p>\r\n\t{{ title }} é\n\n</p> ';
  const { component } = await call('create_component', { name: 'Crème & Co', html });
  expect(component).toEqual({
    id: expect.any(Number),
    key: 'creme-co',
    name: 'Crème & Co',
    html,
    where_used: {
      ...{ layouts: [], emails: [], components: [] },
      counts: { layouts: 0, emails: 0, components: 0 },
    },
    revision: 1,
    created_at: expect.any(String),
    updated_at: expect.any(String),
  });
  const component_key = 'creme-co';
  expect(await call('get_component', { component_key })).toEqual({ component });
  expect(await call('get_component', { component_key: String(component.id) })).toEqual({
    component,
  });
  const renamed = await call('update_component', { component_key, name: 'Other' });
  expect(renamed.component).toMatchObject({ key: 'creme-co', name: 'Other', html });
  const { html: _, ...row } = renamed.component;
  expect((await call('list_components', {})).components).toContainEqual(row);
  expect(await dryRun('delete_component', { component_key })).toEqual({ deleted: true });
  expect(await call('delete_component', { component_key })).toEqual({ deleted: true });
  expect((await refused('get_component', { component_key })).code).toBe('not_found');
  expect((await refused('delete_component', { component_key })).code).toBe('not_found');
});

it('has a key of its own, which is given or made of the name', async () => {
  const made = [];
  for (const name of ['Twin', 'twin!', '2024', '✨', 'x'.repeat(200)]) {
    made.push((await call('create_component', { name, html: '' })).component.key);
  }
  expect(made).toEqual(['twin', 'twin-2', 'component-2024', 'component', 'x'.repeat(80)]);
  const given = await call('create_component', { key: 'given_key', html: '' });
  expect(given.component).toMatchObject({ key: 'given_key', name: 'given_key' });
  expect((await refused('create_component', { key: 'given_key', html: '' })).code).toBe('conflict');
  expect(pathsOf(await refused('create_component', { html: '' }))).toEqual(['name']);
  expect(pathsOf(await refused('create_component', { key: '12', html: '' }))).toEqual(['key']);
  const { components } = await call('list_components', { limit: 2 });
  expect(components).toHaveLength(2);
});

it.each([
  ['broken Liquid', '<p>{% if %}</p>', /column/],
  ['an open block', '<p>{% if a %}</p>', /not closed/],
  ['an unknown filter', '<p>{{ x | upcas }}</p>', /"upcase"/],
  ['an unknown theme tag', '<p>\n{{ theme.lnk_color }}</p>', /line 2.*"link_color"/],
  ['an unknown component', '<p>\n{% component "nowhere" %}', /Line 2.*"nowhere"/],
  ['itself', '{% component "refused" %}', /refused → refused/],
  ['{{ content }}', '<p>{{ content }}</p>', /layouts only/],
  ['a script', '<script>alert(1)</script>', /script/],
  ['an unsafe address', '<a href="javascript:alert(1)">x</a>', /address/],
  ['a tag that never closes', '<p', /never closed/],
])('%s is refused on save and stores nothing', async (_what, html, message) => {
  const refusal = await refused('create_component', { key: 'refused', html });
  expect(refusal.code).toBe('validation_failed');
  expect(new Set(pathsOf(refusal))).toEqual(new Set(['html']));
  expect(refusal.detail).toMatch(message);
  expect((await refused('get_component', { component_key: 'refused' })).code).toBe('not_found');
});

it('an email or a layout that names one that is not there is refused with line and nearest key', async () => {
  await create('notice', '<p>x</p>');
  const email = await refused('create_email', { body_markdown: 'a\n\n{% component "notise" %}' });
  expect(pathsOf(email)).toEqual(['body_markdown']);
  expect(email.detail).toMatch(/Line 3: there is no component "notise".*"notice"/);
  const html = '{{ content }}\n{% component "notise" %}';
  const layout = await refused('create_layout', { name: 'x', html });
  expect(pathsOf(layout)).toEqual(['html']);
  expect(layout.detail).toMatch(/Line 2: .*"notice"/);
});

it('a circle is refused on the save that would close it, with the chain', async () => {
  await create('ring-c', 'end');
  await create('ring-b', '{% component "ring-c" %}');
  await create('ring-a', '{% component "ring-b" %}');
  const html = '{% component "ring-a" %}';
  const refusal = await refused('update_component', { component_key: 'ring-c', html });
  expect(refusal.detail).toContain('ring-c → ring-a → ring-b → ring-c');
  expect((await call('get_component', { component_key: 'ring-c' })).component.html).toBe('end');
});

it('a change reaches every email that uses it, directly, by a component or by its layout', async () => {
  await create('deep', '<i>first {{ x }}</i>');
  await create('around', '<b>{% component "deep" x:y %}</b>');
  const byLayout = await newLayout('<p>{% component "around" y:"L" %}</p>{{ content }}');
  const ids = [
    await newEmail('{% component "deep" x:person.email %}'),
    await newEmail('So {% component "around" y:"A" %}'),
    await newEmail('Plain', byLayout),
    await newEmail('Neither'),
  ];
  const before = await sent(...ids);
  expect(before[0]?.html).toContain('<i>first reader@example.com</i>');
  expect(before[1]?.html).toContain('<b><i>first A</i></b>');
  expect(before[1]?.text).toContain('So first A');
  expect(before[2]?.html).toContain('<b><i>first L</i></b>');
  await call('update_component', { component_key: 'deep', html: '<u>second {{ x }}</u>' });
  const after = await sent(...ids);
  expect(after[0]?.html).toContain('<u>second reader@example.com</u>');
  expect(after[0]?.text).toContain('second reader@example.com');
  expect(after[1]?.html).toContain('<b><u>second A</u></b>');
  expect(after[2]?.html).toContain('<b><u>second L</u></b>');
  expect(after[3]?.html).not.toContain('second');
});

it('TAG-08 takes the theme of the layout, and follows every change of it', async () => {
  const color = (light: string) => ({ link_color: { light, dark: light } });
  const own = (await call('create_theme', { name: 'Own', variables: color('#111111') })).theme.key;
  const other = (await call('create_theme', { name: 'Named', variables: color('#333333') })).theme
    .key;
  await create('colored', '<i style="color:{{ theme.link_color }}">x</i>');
  await create('naming', `<b style="color:{{ theme.${other}.link_color }}">x</b>`);
  const layout = await newLayout('<main>{{ content }}</main>', own);
  const email = await newEmail('{% component "colored" %} {% component "naming" %}', layout);
  const [first] = await sent(email);
  expect(first?.html).toMatch(/<i style="color: ?#111111/);
  expect(first?.html).toMatch(/<b style="color: ?#333333/);
  await call('update_theme', { theme_key: own, variables: color('#222222') });
  await call('update_theme', { theme_key: other, variables: color('#444444') });
  const [second] = await sent(email);
  expect(second?.html).toMatch(/<i style="color: ?#222222/);
  expect(second?.html).toMatch(/<b style="color: ?#444444/);
  const refusal = await refused('delete_theme', { theme_key: other });
  expect(refusal.members).toMatchObject({
    layouts: [],
    components: [{ id: expect.any(Number), key: 'naming', name: 'naming' }],
  });
});

it('a change that would break what uses it is refused, and changes nothing', async () => {
  await create('inner', '<p>fine</p>');
  await create('outer', '{% component "inner" %}');
  const email = await newEmail('{% component "outer" %}');
  const refusal = await refused('update_component', {
    component_key: 'inner',
    html: '<p>{{ theme.nothing }}</p>',
  });
  expect(pathsOf(refusal)).toEqual(['html']);
  expect((await sent(email))[0]?.html).toContain('fine');
});

it('is shown with what uses it, and refused deletion until nothing does', async () => {
  await create('held', '<p>x</p>');
  await create('holder', '{% component "held" %}');
  const layout = await newLayout('{% component "held" %}{{ content }}');
  const email = await newEmail("{% component 'held' %}");
  await newEmail('The word held and a {% component "holder" %}');
  const { component } = await call('get_component', { component_key: 'held' });
  expect(component.where_used).toEqual({
    layouts: [{ id: layout, name: expect.any(String) }],
    emails: [{ id: email, name: 'Hello', archived: false }],
    components: [{ id: expect.any(Number), key: 'holder', name: 'holder' }],
    counts: { layouts: 1, emails: 1, components: 1 },
  });
  const refusal = await refused('delete_component', { component_key: 'held' });
  expect(refusal.code).toBe('in_use');
  expect(refusal.members).toMatchObject(component.where_used);
  expect(refusal.detail).toContain('emails "Hello"');
  await call('update_component', { component_key: 'holder', html: '' });
  await call('update_layout', { layout_id: layout, html: '{{ content }}' });
  await call('update_email', { email_id: email, body_markdown: 'x' });
  expect(await call('delete_component', { component_key: 'held' })).toEqual({ deleted: true });
});

it('is shown in a list with the first of many that use it, and how many', async () => {
  await create('popular', '<p>x</p>');
  const shown = limits.usersListedInRow;
  const emails = [];
  for (let index = 0; index < shown + 2; index += 1) {
    emails.push(await newEmail('{% component "popular" %}'));
  }
  await call('delete_email', { email_id: emails[0] ?? 0 });
  const { components } = await call('list_components', { limit: 200 });
  const row = components.find(({ key }) => key === 'popular');
  expect(row?.where_used.counts).toEqual({ layouts: 0, emails: shown + 2, components: 0 });
  expect(row?.where_used.emails.map(({ id }) => id)).toEqual(emails.slice(0, shown));
  expect(row?.where_used.emails.map(({ archived }) => archived).filter(Boolean)).toHaveLength(1);
  const refusal = await refused('delete_component', { component_key: 'popular' });
  expect(refusal.detail).toContain(`"Hello" (archived), "Hello"`);
  expect(refusal.detail).toContain(`${shown + 2 - 5} more`);
  expect(refusal.members).toMatchObject({ counts: { emails: shown + 2 } });
});

it('loses no change when emails and their component are saved at the same time', async () => {
  await create('busy', '<p>number 0</p>');
  const saving = Array.from({ length: 8 }, () => newEmail('{% component "busy" %}'));
  const changing = Array.from({ length: 4 }, (_, index) =>
    call('update_component', { component_key: 'busy', html: `<p>number ${index}</p>` }),
  );
  const emails = await Promise.all(saving);
  await Promise.all(changing);
  const { html } = (await call('get_component', { component_key: 'busy' })).component;
  const last = /number \d/.exec(html)?.[0] ?? '';
  expect(last).not.toBe('');
  for (const mail of await sent(...emails)) expect(mail.html).toContain(last);
});
