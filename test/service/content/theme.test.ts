import { resolveTheme } from '@postroad/core/content/themes/values';
import { buttonStyles, themeVocabulary } from '@postroad/core/content/themes/vocabulary';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling, pathsOf } from '../app/calling.ts';

let opened: TestService;
let call: Calling['call'];
let dryRun: Calling['dryRun'];
let refused: Calling['refused'];

beforeAll(async () => {
  opened = await openTestService();
  ({ call, dryRun, refused } = calling(opened));
});

afterAll(() => opened.close());

const blue = { light: '#0000ff', dark: '#8888ff' };
const red = { light: '#ff0000', dark: '#ff8888' };

async function keys(): Promise<string[]> {
  return (await call('list_themes', {})).themes.map((theme) => theme.key);
}

async function defaults(): Promise<string[]> {
  const { themes } = await call('list_themes', {});
  return themes.filter((theme) => theme.is_default).map((theme) => theme.key);
}

it('LAYOUT-01, THEME-15 starts with one default theme and one default layout', async () => {
  expect(await defaults()).toHaveLength(1);
  const { templates } = await call('list_layouts', {});
  expect(templates.map((layout) => layout.is_default)).toEqual([true]);
  const body = '# Inside the layout';
  const { email } = await call('create_email', { subject: 'Wrapped', body_markdown: body });
  // The services of this process share render threads, which know an email by its id and version:
  // this one gets a version that no email of another database had.
  for (const subject of ['One', 'Two', 'Three', 'Four', 'Five', 'Wrapped']) {
    await call('update_email', { email_id: email.id, subject });
  }
  await call('record_event', { email: 'wrapped@example.com', name: 'seen' });
  const { html } = await call('preview_email', { email_id: email.id });
  expect(html).toMatch(/^<!doctype html>/i);
  expect(html).toContain('Inside the layout</h1>');
  expect(html).toContain('Unsubscribe');
});

it('THEME-04, THEME-05, THEME-06, THEME-07 lists themes with the vocabulary', async () => {
  const listed = await call('list_themes', {});
  expect(Object.keys(listed).sort()).toEqual([
    'button_styles',
    'font_stacks',
    'next_cursor',
    'themes',
    'variables',
  ]);
  expect(Object.keys(listed.themes[0] ?? {})).toEqual(['id', 'key', 'name', 'is_default']);
  expect(listed.variables).toEqual(themeVocabulary);
  expect(listed.button_styles).toEqual(buttonStyles);
  for (const { category } of listed.font_stacks) {
    expect(['Sans serif', 'Serif', 'Monospace']).toContain(category);
  }
});

it('THEME-01, THEME-02, THEME-03, THEME-09, THEME-10, THEME-11 creates and reads by key and id', async () => {
  const variables = { link_color: blue, hr_thickness: '2px' };
  const { theme } = await call('create_theme', { name: 'Crème & Co', variables });
  expect(theme).toEqual({
    id: expect.any(Number),
    key: 'creme-co',
    name: 'Crème & Co',
    revision: 1,
    is_default: false,
    variables: resolveTheme(variables),
  });
  expect(await call('get_theme', { theme_key: 'creme-co' })).toEqual({ theme });
  expect(await call('get_theme', { theme_key: String(theme.id) })).toEqual({ theme });
  expect((await refused('get_theme', { theme_key: 'nothing' })).code).toBe('not_found');
});

it('THEME-02 gives every theme a key of its own that is no number and no variable', async () => {
  const made = [];
  for (const name of ['Twin', 'Twin', 'twin!', '2024', 'Link color', 'Dark', 'x'.repeat(200)]) {
    made.push((await call('create_theme', { name })).theme.key);
  }
  made.push((await call('create_theme', { name: 'x'.repeat(200) })).theme.key);
  expect(made.slice(0, 6)).toEqual([
    'twin',
    'twin-2',
    'twin-3',
    '2024-theme',
    'link-color-theme',
    'dark-theme',
  ]);
  expect(new Set(made).size).toBe(made.length);
  expect(made.every((key) => key.length <= 80)).toBe(true);
});

it.each([
  ['THEME-12 a missing name', {}, ['name']],
  ['THEME-12 a blank name', { name: '  ' }, ['name']],
  ['THEME-17 a string for a color', { link_color: '#fff' }, ['variables.link_color']],
  [
    'THEME-18 a half that is no hex',
    { link_color: { light: 'red', dark: '#fff' } },
    ['variables.link_color'],
  ],
  ['THEME-19 an unknown unit', { hr_thickness: '3vw' }, ['variables.hr_thickness']],
  ['THEME-21 a font that is no string', { body_font_stack: 5 }, ['variables.body_font_stack']],
  ['THEME-22 an unknown variable', { link_colour: blue }, ['variables.link_colour']],
  [
    'THEME-23 one bad variable among good ones',
    { link_color: blue, hr_thickness: 'thick' },
    ['variables.hr_thickness'],
  ],
])('%s is refused and stores nothing', async (title, given, paths) => {
  const before = await keys();
  const input = title.startsWith('THEME-12') ? given : { name: 'Refused', variables: given };
  const refusal = await refused('create_theme', input);
  expect(refusal.code).toBe('validation_failed');
  expect(pathsOf(refusal)).toEqual(paths);
  expect(await keys()).toEqual(before);
});

it('THEME-31, THEME-32, THEME-33, THEME-34, THEME-35, THEME-36, THEME-37, THEME-38, THEME-39, THEME-40 reads the defaults where nothing is set', async () => {
  const { theme } = await call('create_theme', { name: 'Bare' });
  const pair = (light: string, dark: string) => ({ light, dark });
  expect(theme.variables).toEqual({
    body_font_stack:
      'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
    headline_font_stack: '',
    email_background_color: pair('#f3f4f6', '#101623'),
    content_background_color: pair('#ffffff', '#1f2637'),
    heading_color: pair('#111827', '#f9fafb'),
    body_text_color: pair('#1f2937', '#e5e7eb'),
    muted_text_color: pair('#6b7280', '#9ca3af'),
    link_color: pair('#2563eb', '#94c6ff'),
    hr_color: pair('#e5e7eb', '#374151'),
    content_border_color: pair('#e5e7eb', '#47556b'),
    button_primary_background_color: pair('#2563eb', '#a3ceff'),
    button_primary_text_color: pair('#ffffff', '#111827'),
    button_secondary_background_color: pair('#111827', '#f9fafb'),
    button_secondary_text_color: pair('#ffffff', '#111827'),
    button_tertiary_background_color: pair('#e5e7eb', '#374151'),
    button_tertiary_text_color: pair('#111827', '#f9fafb'),
    button_border_radius: '6px',
    content_max_width: '560px',
    content_border_thickness: '1px',
    content_border_radius: '8px',
    hr_thickness: '4px',
    content_padding_top: '30px',
    content_padding_sides: '30px',
    content_padding_bottom: '30px',
    content_margin_top: '20px',
    content_margin_sides: '20px',
    content_margin_bottom: '20px',
  });
});

it('THEME-08, THEME-20 reads back any font stack, and numbers as pixels', async () => {
  const body_font_stack = '"Comic Sans MS", cursive';
  const variables = { body_font_stack, hr_thickness: 12, content_max_width: '12' };
  const { theme } = await call('create_theme', { name: 'Comic', variables });
  const read = (await call('get_theme', { theme_key: theme.key })).theme.variables;
  expect(read.body_font_stack).toBe(body_font_stack);
  expect([read.hr_thickness, read.content_max_width]).toEqual(['12px', '12px']);
});

it('THEME-13, THEME-14 changes only what is sent, and with replace takes the whole set', async () => {
  const variables = { link_color: blue, hr_thickness: '2px' };
  const { theme } = await call('create_theme', { name: 'Changing', variables });
  const theme_key = theme.key;
  const merged = await call('update_theme', { theme_key, variables: { link_color: red } });
  expect(merged.theme.variables).toEqual(resolveTheme({ ...variables, link_color: red }));
  const renamed = await call('update_theme', { theme_key, name: 'Renamed' });
  expect(renamed.theme).toEqual({ ...merged.theme, name: 'Renamed', revision: 3 });
  const whole = { content_padding_top: '1em' };
  const replaced = await call('update_theme', { theme_key, variables: whole, replace: true });
  expect(replaced.theme.variables).toEqual(resolveTheme(whole));
  expect(await call('get_theme', { theme_key })).toEqual(replaced);
  expect(pathsOf(await refused('update_theme', { theme_key, replace: true }))).toEqual([
    'variables',
  ]);
  const bad = { content_padding_top: '2em', link_color: 'red' };
  await refused('update_theme', { theme_key, variables: bad });
  expect(await call('get_theme', { theme_key })).toEqual(replaced);
});

it('THEME-15, THEME-16 the default steps down for another, and never by itself', async () => {
  const { theme } = await call('create_theme', { name: 'Next default', is_default: true });
  expect(theme.is_default).toBe(true);
  expect(await defaults()).toEqual([theme.key]);
  const stepDown = { theme_key: theme.key, is_default: false };
  expect(pathsOf(await refused('update_theme', stepDown))).toEqual(['is_default']);
  expect(await defaults()).toEqual([theme.key]);
  const { theme: other } = await call('create_theme', { name: 'Other', is_default: false });
  expect(await defaults()).toEqual([theme.key]);
  await dryRun('update_theme', { theme_key: other.key, is_default: true });
  expect(await defaults()).toEqual([theme.key]);
  await call('update_theme', { theme_key: other.key, is_default: true });
  expect(await defaults()).toEqual([other.key]);
});

it('THEME-15 stays at one default under twenty writes at once', async () => {
  const made = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      call('create_theme', { name: `Racer ${index}`, is_default: true }),
    ),
  );
  await Promise.all([
    ...made.map(({ theme }) => call('update_theme', { theme_key: theme.key, is_default: true })),
    ...Array.from({ length: 10 }, (_, index) =>
      call('create_theme', { name: `Racer ${index}`, is_default: true }),
    ),
  ]);
  expect(await defaults()).toHaveLength(1);
  expect(new Set(await keys()).size).toBe((await keys()).length);
});

it('THEME-24 the default theme is not deleted', async () => {
  const [theme_key = ''] = await defaults();
  const refusal = await refused('delete_theme', { theme_key });
  expect(refusal.code).toBe('conflict');
  expect(refusal.detail).toContain(`"${theme_key}" is the default theme`);
  expect(await defaults()).toEqual([theme_key]);
});

it('THEME-25 a theme that a layout points at is not deleted, and the layouts are named', async () => {
  const { theme } = await call('create_theme', { name: 'Pointed at' });
  const html = '{{ content }}';
  const layouts = [];
  for (const name of ['One', 'Two']) {
    const { template } = await call('create_layout', { name, html, theme: theme.key });
    layouts.push({ id: template.id, name });
  }
  const refusal = await refused('delete_theme', { theme_key: theme.key });
  expect(refusal.code).toBe('in_use');
  expect(refusal.members).toMatchObject({ layouts });
  expect(refusal.detail).toContain('"One", "Two"');
  for (const { id } of layouts) await call('update_layout', { layout_id: id, theme: null });
  expect(await call('delete_theme', { theme_key: theme.key })).toEqual({ deleted: true });
});

it.each([
  ['html', '<p style="color:{{ theme.KEY.link_color }}">{{ content }}</p>', ''],
  ['css', '{{ content }}', 'p { color: {{ theme.KEY.dark.link_color }} }'],
])('THEME-26 a theme that the %s of a layout names is not deleted', async (where, html, css) => {
  const { theme } = await call('create_theme', { name: `Named in ${where}` });
  const put = (text: string) => text.replace('KEY', theme.key);
  const input = { name: `Names in ${where}`, html: put(html), css: put(css) };
  const { template } = await call('create_layout', input);
  const refusal = await refused('delete_theme', { theme_key: String(theme.id) });
  expect(refusal.code).toBe('in_use');
  expect(refusal.members).toMatchObject({ layouts: [{ id: template.id, name: input.name }] });
  expect(refusal.detail).toContain(`"${input.name}"`);
  expect(await keys()).toContain(theme.key);
});

it('THEME-26 a theme that the body of an email names is not deleted', async () => {
  const { theme } = await call('create_theme', { name: 'In a body' });
  const body_markdown = `<b style="color:{{ theme.${theme.key}.link_color }}">x</b>`;
  const { email } = await call('create_email', { subject: 'Naming', body_markdown });
  const refusal = await refused('delete_theme', { theme_key: theme.key });
  expect(refusal.members).toMatchObject({
    layouts: [],
    emails: [{ id: email.id, name: 'Naming', archived: false }],
    counts: { layouts: 0, components: 0, emails: 1 },
  });
});

it('THEME-26 a theme that a deleted or rewritten text named is deleted', async () => {
  const { theme } = await call('create_theme', { name: 'Named once' });
  const tag = `<b style="color:{{ theme.${theme.key}.link_color }}">x</b>`;
  const { email } = await call('create_email', { body_markdown: tag });
  const { template } = await call('create_layout', { name: 'Once', html: `${tag}{{ content }}` });
  const { component } = await call('create_component', { key: 'names-once', html: tag });
  const { members } = await refused('delete_theme', { theme_key: theme.key });
  expect(members).toMatchObject({ counts: { layouts: 1, components: 1, emails: 1 } });
  await call('delete_email', { email_id: email.id, permanent: true });
  await call('update_layout', { layout_id: template.id, html: '{{ content }}' });
  await call('delete_component', { component_key: component.key });
  expect(await call('delete_theme', { theme_key: theme.key })).toEqual({ deleted: true });
});

it('THEME-27 a theme neither default nor in use is deleted', async () => {
  const { theme } = await call('create_theme', { name: 'Unused' });
  expect(await dryRun('delete_theme', { theme_key: theme.key })).toEqual({ deleted: true });
  expect(await keys()).toContain(theme.key);
  expect(await call('delete_theme', { theme_key: theme.key })).toEqual({ deleted: true });
  expect((await refused('get_theme', { theme_key: theme.key })).code).toBe('not_found');
  expect((await refused('delete_theme', { theme_key: theme.key })).code).toBe('not_found');
});

it('AGT-13 says which emails a change of a theme or layout reaches, before it is made', async () => {
  const { theme } = await call('create_theme', { name: 'Reached' });
  const html = '<main>{{ content }}</main>';
  const made = await call('create_layout', { name: 'Reached', html, theme: theme.key });
  const template_id = made.template.id;
  const written = async (title: string, input: object = { template_id }) =>
    (await call('create_email', { title, subject: title, body_markdown: 'Hello.', ...input })).email
      .id;
  const [first, second] = [await written('First'), await written('Second')];
  const elsewhere = await written('Elsewhere', {});
  const named = await written('Named', { body_markdown: `{{ theme.${theme.key}.link_color }}` });
  const emails = [
    { id: named, title: 'Named' },
    { id: second, title: 'Second' },
    { id: first, title: 'First' },
  ];
  const looks = { theme_key: theme.key, variables: { link_color: blue } };
  expect((await dryRun('update_theme', looks)).reaches).toEqual({ count: 3, emails });
  expect((await call('update_theme', looks)).reaches).toEqual({ count: 3, emails });
  expect((await call('update_theme', { ...looks, variables: undefined, name: 'So' })).reaches).toBe(
    undefined,
  );
  const change = { layout_id: template_id, html: `${html}<hr>` };
  expect((await dryRun('update_layout', change)).reaches).toEqual({
    count: 2,
    emails: emails.slice(1),
  });

  const { where_used } = await call('get_layout', { layout_id: template_id });
  expect(where_used.count).toBe(2);
  expect(where_used.emails.map(({ id }) => id)).toEqual([first, second]);
  const listed = async (id: number) =>
    (await call('list_emails', { template_id: id })).emails.map((email) => email.id);
  expect(await listed(template_id)).toEqual([second, first]);
  const { templates } = await call('list_layouts', {});
  const standing = templates.find((layout) => layout.is_default)?.id ?? 0;
  expect(await listed(standing)).toContain(elsewhere);
  expect(await listed(standing)).not.toContain(first);
});
