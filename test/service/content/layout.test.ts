import { createOutbox } from '@postroad/mail/providers/outbox';
import type { Provider } from '@postroad/mail/providers/provider';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling, pathsOf } from '../app/calling.ts';
import { type Delivering, delivering } from '../sending/delivering.ts';

let opened: TestService;
let call: Calling['call'];
let refused: Calling['refused'];
let deliver: Delivering['deliver'];
let firstTheme: string;

beforeAll(async () => {
  opened = await openTestService();
  ({ call, refused } = calling(opened));
  ({ deliver } = delivering(opened));
  firstTheme = (await call('list_themes', {})).themes[0]?.key ?? '';
});

afterAll(() => opened.close());

beforeEach(async () => {
  await call('update_theme', { theme_key: firstTheme, is_default: true });
});

const html =
  '<html><body><a class="l" href="{{ unsubscribe_url }}">x</a>{{ content }}</body></html>';
const css = '.l { color: {{ theme.link_color }}; }';

function color(light: string) {
  return { link_color: { light, dark: light } };
}

async function newTheme(name: string, light: string): Promise<string> {
  return (await call('create_theme', { name, variables: color(light) })).theme.key;
}

async function newLayout(input: { css?: string; theme?: string | null } = {}): Promise<number> {
  return (await call('create_layout', { name: 'Plain', html, css, ...input })).template.id;
}

async function newEmail(template_id: number | null, body_markdown = 'Body'): Promise<number> {
  return (await call('create_email', { subject: 'Hello', body_markdown, template_id })).email.id;
}

/** The HTML that goes out for each email. */
async function sent(...emailIds: number[]): Promise<string[]> {
  return (await deliver(emailIds)).map((mail) => mail.html ?? '');
}

/** Without the links and the pixel that are each mail's own. */
function linkless(page: string | undefined): string | undefined {
  return page?.replace(/(?:href|src)="[^"]*"/g, '');
}

it('LAYOUT-02, LAYOUT-03, LAYOUT-04 points at a theme by key or follows the default', async () => {
  const green = await newTheme('Green', '#00ff00');
  const { template } = await call('create_layout', { name: 'Linked', html, css, theme: green });
  expect(template).toMatchObject({ name: 'Linked', theme: green, resolved_theme: green });
  const layout_id = template.id;
  const follows = await call('update_layout', { layout_id, theme: null });
  expect(follows.template).toMatchObject({ theme: null, resolved_theme: firstTheme });
  await call('update_theme', { theme_key: green, is_default: true });
  const read = await call('get_layout', { layout_id });
  expect(read.template).toMatchObject({ theme: null, resolved_theme: green, html, css });
  const { templates } = await call('list_layouts', {});
  const { html: _html, css: _css, ...row } = read.template;
  expect(templates.find((layout) => layout.id === layout_id)).toEqual(row);
  expect(pathsOf(await refused('update_layout', { layout_id, resolved_theme: green }))).toEqual([
    'resolved_theme',
  ]);
});

it('warns of variables and addresses in a layout that no mail can use, also in a push', async () => {
  const faulty = '{{ content }} {{ person.frist_name }} <a href="www.example.com">Site</a>';
  const made = await call('create_layout', { name: 'Faulty', html: faulty });
  const expected = [
    { path: 'html', code: 'unknown_variable', did_you_mean: 'person.first_name' },
    { path: 'html', code: 'address_not_whole', did_you_mean: 'https://www.example.com' },
  ];
  expect(made.warnings).toMatchObject(expected);
  expect(made.warnings).toHaveLength(2);
  const layout_id = made.template.id;
  const { files } = await call('export_definitions', {});
  const path = Object.keys(files).find((one) => one.endsWith('-faulty.html')) ?? '';
  const pushed = { [path]: `${files[path]}<p>More</p>` };
  const { changes } = await call('diff_definitions', { files: pushed });
  const [change] = changes.filter((one) => one.path === path);
  expect(change).toMatchObject({ kind: 'update', warnings: expected });
  const mended = await call('update_layout', { layout_id, html: '{{ content }}' });
  expect(mended.warnings).toEqual([]);
});

it('LAYOUT-04 refuses a theme that does not exist and names the nearest', async () => {
  const layout_id = await newLayout();
  const refusal = await refused('update_layout', { layout_id, theme: `${firstTheme}s` });
  expect(refusal.code).toBe('validation_failed');
  expect(pathsOf(refusal)).toEqual(['theme']);
  expect(refusal.detail).toContain(`"${firstTheme}"`);
});

it.each([
  [
    'TAG-07 an unknown variable',
    'css',
    '.l {}\n.m { color: {{ theme.link_colour }}; }',
    /\{\{ theme\.link_colour \}\} on line 2: .*"link_color"/,
  ],
  [
    'TAG-07 an unknown theme',
    'css',
    '.m { color: {{ theme.nobody.link_color }}; }',
    /\{\{ theme\.nobody\.link_color \}\} on line 1/,
  ],
  [
    'TAG-07 an unknown variable in the markup',
    'html',
    '<p style="color:{{ theme.lnk_color }}">{{ content }}</p>',
    /\{\{ theme\.lnk_color \}\} on line 1/,
  ],
  ['LAYOUT-01 no content', 'html', '<p>Nothing</p>', /\{\{ content \}\}/],
  ['LAYOUT-01 content twice', 'html', '<p>{{ content }}{{ content }}</p>', /once/],
  ['LAYOUT-01 broken Liquid', 'html', '<p>{{ content }}{% if %}</p>', /Line 1, column 22/],
  [
    'LAYOUT-01 Liquid cut by markup',
    'html',
    '<table>{% if a %}<tr>{{ content }}</table>',
    /Liquid|endif|if/,
  ],
])('%s is refused on save', async (_title, field, source, message) => {
  const input = { name: 'Broken', html, css, [field]: source };
  const refusal = await refused('create_layout', input);
  expect(refusal.code).toBe('validation_failed');
  expect(pathsOf(refusal)).toContain(field);
  expect(refusal.members.errors?.[0]?.message).toMatch(message);
  const layout_id = await newLayout();
  await refused('update_layout', { layout_id, [field]: source });
  expect((await call('get_layout', { layout_id })).template).toMatchObject({ html, css });
});

it('TAG-01, TAG-02, TAG-03, TAG-05, TAG-06 puts literal values into what is stored', async () => {
  const green = await newTheme('Tagged', '#00ff01');
  const layout = await newLayout({
    css: `.l { color: {{ theme.${green}.link_color }}; background: {{ theme.button_background_color }} }
      @media (prefers-color-scheme: dark) { .l { color: {{ theme.dark.link_color }} } }`,
  });
  const [page] = await sent(await newEmail(layout));
  expect(page).toContain('#00ff01');
  expect(page).toContain('#2563eb');
  expect(page).toContain('#94c6ff');
  expect(page).not.toContain('theme.');
});

it('TAG-10, TAG-11 only a button whose light and dark colors differ gets a dark rule', async () => {
  const same = { light: '#123456', dark: '#123456' };
  const variables = {
    button_secondary_background_color: same,
    button_secondary_text_color: same,
  };
  const { theme } = await call('create_theme', { name: 'Buttons', variables });
  const layout = await newLayout({ theme: theme.key });
  const [differing, matching] = await sent(
    await newEmail(layout, '{% button label:"Go" url:"https://example.com" %}'),
    await newEmail(layout, '{% button label:"Go" url:"https://example.com" style:secondary %}'),
  );
  expect(differing).toContain('prefers-color-scheme: dark');
  expect(matching).toContain('#123456');
  expect(matching).not.toContain('prefers-color-scheme');
});

it('THEME-28, TAG-04 recompiles every email built on a theme that is saved', async () => {
  const own = await newTheme('Own', '#111111');
  const linked = await newEmail(await newLayout({ theme: own }));
  const naming = await newEmail(
    await newLayout({ css: `.l { color: {{ theme.${own}.link_color }}; }` }),
  );
  const inBody = await newEmail(
    await newLayout(),
    `<b style="color: {{ theme.${own}.link_color }}">x</b>`,
  );
  const other = await newEmail(await newLayout({ theme: firstTheme }));
  const all = [linked, naming, inBody, other];
  const [first, second, third, last] = await sent(...all);
  for (const page of [first, second, third]) expect(page).toContain('#111111');
  await call('update_theme', { theme_key: own, variables: color('#222222') });
  const after = await sent(...all);
  for (const page of after.slice(0, 3)) {
    expect(page).toContain('#222222');
    expect(page).not.toContain('#111111');
  }
  expect(linkless(after[3])).toBe(linkless(last));
});

it('THEME-29 what is queued goes out with the theme as it is saved meanwhile', async () => {
  let busy = true;
  const holding = await openTestService({
    provider: (config) => {
      const outbox = createOutbox({ dir: config.outboxDir });
      const send: Provider['send'] = async (message) =>
        busy ? { kind: 'unreachable', reason: 'Busy.' } : await outbox.send(message);
      return { ...outbox, send };
    },
  });
  try {
    const { call: callHere } = calling(holding);
    const { queue, arrived } = delivering(holding);
    const { theme } = await callHere('create_theme', { name: 'T', variables: color('#111111') });
    const { template } = await callHere('create_layout', {
      name: 'L',
      html,
      css,
      theme: theme.key,
    });
    const { email } = await callHere('create_email', {
      subject: 'S',
      body_markdown: 'B',
      template_id: template.id,
    });
    await queue([email.id]);
    expect((await callHere('list_queue', {})).queue).toHaveLength(1);
    await callHere('update_theme', { theme_key: theme.key, variables: color('#222222') });
    busy = false;
    await callHere('move_clock', { advance: { amount: 1, unit: 'days' } });
    const [mail] = await arrived();
    expect(mail?.html).toContain('#222222');
    expect(mail?.html).not.toContain('#111111');
  } finally {
    await holding.close();
  }
});

it('LAYOUT-02 recompiles emails when the default theme, their theme or their layout changes', async () => {
  const purple = await newTheme('Purple', '#800080');
  const layout_id = await newLayout();
  const email = await newEmail(layout_id);
  expect((await sent(email))[0]).not.toContain('#800080');
  await call('update_theme', { theme_key: purple, is_default: true });
  expect((await sent(email))[0]).toContain('#800080');
  await call('update_layout', { layout_id, theme: firstTheme });
  expect((await sent(email))[0]).not.toContain('#800080');
  await call('update_layout', { layout_id, html: `${html}<!-- --><p>New footer</p>` });
  expect((await sent(email))[0]).toContain('New footer');
});

it('LAYOUT-01 an email without a layout of its own moves with the default layout', async () => {
  const email = await newEmail(null);
  const marked = html.replace('<body>', '<body><i>Second default</i>');
  const { template } = await call('create_layout', {
    name: 'Second',
    html: marked,
    is_default: true,
  });
  expect((await sent(email))[0]).toContain('Second default');
  const { templates } = await call('list_layouts', {});
  const standing = () => templates.filter((layout) => layout.is_default).map(({ id }) => id);
  expect(standing()).toEqual([template.id]);
  const kept = await call('update_layout', { layout_id: template.id, is_default: false });
  expect(kept.template.is_default).toBe(true);
});

it('LAYOUT-01 stays at one default layout under twenty writes at once', async () => {
  const made = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      call('create_layout', { name: `Racer ${index}`, html, is_default: index % 2 === 0 }),
    ),
  );
  await Promise.all(
    made.map(({ template }) => call('update_layout', { layout_id: template.id, is_default: true })),
  );
  const { templates } = await call('list_layouts', {});
  expect(templates.filter((layout) => layout.is_default)).toHaveLength(1);
});

it('LAYOUT-01 loses no change when emails and their layout are saved at the same time', async () => {
  const layout_id = await newLayout();
  const saving = Array.from({ length: 10 }, (_, index) => newEmail(layout_id, `Number ${index}`));
  const changing = Array.from({ length: 5 }, (_, index) =>
    call('update_layout', { layout_id, css: `.l { color: #00000${index}; }` }),
  );
  const emails = await Promise.all(saving);
  await Promise.all(changing);
  const last = /#00000\d/.exec((await call('get_layout', { layout_id })).template.css)?.[0];
  const pages = await sent(...emails);
  expect(pages).toHaveLength(10);
  for (const page of pages) expect(page).toContain(`color: ${last}`);
});

it('recompiles more emails than one batch holds', async () => {
  const layout_id = await newLayout();
  const emails: number[] = [];
  for (let index = 0; index < 120; index += 1)
    emails.push(await newEmail(layout_id, `No ${index}`));
  await call('update_layout', { layout_id, css: '.l { color: #abcdef; }' });
  const pages = await sent(...emails);
  expect(pages).toHaveLength(emails.length);
  for (const [index, page] of pages.entries()) {
    expect(page).toContain('#abcdef');
    expect(page).toContain(`No ${index}`);
  }
});

it('LAYOUT-01 is deleted once no email uses it, and never while it is the default', async () => {
  const layout_id = await newLayout();
  const email = await newEmail(layout_id);
  const refusal = await refused('delete_layout', { layout_id });
  expect(refusal.code).toBe('in_use');
  expect(refusal.members).toMatchObject({ emails: [{ id: email, name: 'Hello' }] });
  expect(refusal.detail).toContain('"Hello"');
  await call('update_email', { email_id: email, template_id: null });
  expect(await call('delete_layout', { layout_id })).toEqual({ deleted: true });
  expect((await refused('get_layout', { layout_id })).code).toBe('not_found');
  expect((await refused('delete_layout', { layout_id })).code).toBe('not_found');
  const { templates } = await call('list_layouts', {});
  const standing = templates.find((layout) => layout.is_default)?.id ?? 0;
  expect((await refused('delete_layout', { layout_id: standing })).detail).toContain('default');
});
