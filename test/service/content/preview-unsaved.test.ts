import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeProvider, fakeProvider } from '../../support/fake-provider.ts';
import { everyConstruct, sampleComponents } from '../../support/sample-mail.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling, pathsOf } from '../app/calling.ts';

let provider: FakeProvider;
let opened: TestService;
let calls: Calling;
let personId: number;

const items = [
  { name: 'Ä rose & <thorn>', price: 12.5 },
  { name: '=3D\u2028 ….', price: 0 },
];

beforeAll(async () => {
  provider = fakeProvider();
  opened = await openTestService({ provider: () => provider, env: { LOG_LEVEL: 'silent' } });
  calls = calling(opened);
  for (const [key, html] of sampleComponents) await calls.call('create_component', { key, html });
  await calls.call('create_field', { key: 'language', name: 'Language' });
  const ada = {
    email: 'ada@example.com',
    first_name: 'Ada "Ö" O’Hara',
    fields: { language: 'de' },
  };
  personId = (await calls.call('upsert_person', ada)).person.id;
});

afterAll(() => opened.close());

const made = async (email: object) => (await calls.call('create_email', email)).email.id;

/** The mail of an event, as the provider got it. */
async function delivered(emailId: number, name: string) {
  provider.messages.splice(0);
  const definition = {
    trigger: { event: name },
    nodes: [{ type: 'send_email', email_id: emailId }],
  };
  await calls.call('create_flow', { key: name, name, definition });
  await calls.call('activate_flow', { flow_key: name });
  await calls.call('record_event', { email: 'ada@example.com', name, details: { items } });
  await calls.call('move_clock', { advance: { amount: 1, unit: 'minutes' } });
  const [message] = provider.messages;
  return await PostalMime.parse(message?.data ?? '');
}

/** Line breaks of a message are CRLF, and its last line ends with one. */
const canonical = (text: string | undefined) => (text ?? '').replaceAll('\r\n', '\n').trimEnd();

/** Every address of the pages of one person; that of a preview is of nobody. */
const withoutOwnPages = (text: string) => text.replaceAll(/\/(?:u|unsubscribe)\/[\w.-]+/g, '/own');

const preview = (emailId: number, name: string, more: object = {}) =>
  calls.call('preview_email', {
    ...{ email_id: emailId, person_id: personId, event: { name, details: { items } } },
    ...more,
  });

describe('CON2-03 a preview and the mail', () => {
  it('CON2-03 are equal byte for byte, but for the links of the person', async () => {
    const translations = { de: { subject: 'Für {{ person.first_name }}: {{ event.name }}' } };
    const emailId = await made({ ...everyConstruct, translations, tracking: false });
    const mail = await delivered(emailId, 'ordered');
    const shown = await preview(emailId, 'ordered');
    expect(shown.language).toBe('de');
    expect(mail.subject).toBe(shown.subject);
    expect(withoutOwnPages(canonical(mail.html))).toBe(withoutOwnPages(canonical(shown.html)));
    expect(withoutOwnPages(canonical(mail.text))).toBe(withoutOwnPages(canonical(shown.text)));
    expect(shown.html).toContain('/unsubscribe/preview');
  });

  it('CON2-03 differ with tracking by the addresses of links and the pixel alone', async () => {
    const emailId = await made(everyConstruct);
    const mail = await delivered(emailId, 'shipped');
    const shown = await preview(emailId, 'shipped');
    const html = canonical(mail.html);
    const pixel = /<img src="[^"]*" width="1" height="1"[^>]*>/;
    expect(html).toMatch(pixel);
    const addresses = /(href=")[^"]*/g;
    expect(html.replace(pixel, '').replaceAll(addresses, '$1')).toBe(
      canonical(shown.html).replaceAll(addresses, '$1'),
    );
    expect(withoutOwnPages(canonical(mail.text))).toBe(withoutOwnPages(canonical(shown.text)));
  });

  it('CON2-03 are equal where the words were tried before they were saved', async () => {
    const emailId = await made({ subject: 'Old', body_markdown: 'Old', tracking: false });
    const { subject, pre_header, body_markdown } = everyConstruct;
    const tried = await preview(emailId, 'tried', { subject, pre_header, body_markdown });
    await calls.call('update_email', { email_id: emailId, subject, pre_header, body_markdown });
    const mail = await delivered(emailId, 'tried');
    expect(mail.subject).toBe(tried.subject);
    expect(withoutOwnPages(canonical(mail.html))).toBe(withoutOwnPages(canonical(tried.html)));
  });
});

describe('CON2-01 previews of what is not saved', () => {
  it('CON2-01 shows a layout, a theme and a component as they are being edited', async () => {
    const body =
      '{% component "notice" title:"Tried" url:"https://example.com" %} [link](https://example.com)';
    const emailId = await made({ subject: 'Stored', body_markdown: body });
    const { themes } = await calls.call('list_themes', {});
    const key = themes.find(({ is_default }) => is_default)?.key ?? '';
    const unsaved = {
      layout: { html: '<main>Tried layout {{ content }} {{ unsubscribe_url }}</main>' },
      theme: { key, variables: { link_color: { light: '#123456', dark: '#abcdef' } } },
      component: { key: 'notice', html: '<p>Tried component: {{ title }}</p>' },
    };
    const before = await preview(emailId, 'seen');
    const { html } = await preview(emailId, 'seen', { unsaved });
    expect(html).toContain('Tried layout');
    expect(html).toContain('Tried component: Tried');
    const colours = await preview(emailId, 'seen', { unsaved: { theme: unsaved.theme } });
    expect(colours.html).toContain('#123456');
    expect(before.html).not.toContain('#123456');
    // Nothing of it was stored.
    expect((await preview(emailId, 'seen')).html).toBe(before.html);
  });

  it('CON2-01 names where what is tried is wrong', async () => {
    const emailId = await made({ subject: 'Stored', body_markdown: 'Stored' });
    const wrong = async (more: object) =>
      pathsOf(await calls.refused('preview_email', { email_id: emailId, ...more }));
    expect(await wrong({ subject: '{% if %}' })).toEqual(['subject']);
    expect(await wrong({ unsaved: { layout: { html: 'No content' } } })).toEqual(['html']);
    expect(await wrong({ unsaved: { layout: { theme: 'nothing' } } })).toEqual([
      'unsaved.layout.theme',
    ]);
    expect(await wrong({ unsaved: { theme: { key: 'nothing', variables: {} } } })).toEqual([
      'unsaved.theme.key',
    ]);
    const { themes } = await calls.call('list_themes', {});
    const variables = { link_color: 'red' };
    expect(await wrong({ unsaved: { theme: { key: themes[0]?.key, variables } } })).toEqual([
      'unsaved.theme.variables.link_color',
    ]);
    expect(await wrong({ draft: true, subject: 'Tried' })).toEqual(['draft']);
  });
});
