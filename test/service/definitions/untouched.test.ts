import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling } from '../app/calling.ts';

let opened: TestService;
let api: Calling;

beforeEach(async () => {
  opened = await openTestService();
  api = calling(opened);
});

afterEach(() => opened.close());

const html =
  '<html><head></head><body>{{ content }}<a href="{{ unsubscribe_url }}">x</a></body></html>';

it('LEFT-06 a diff names what was edited and nothing else, whatever blank space is stored', async () => {
  const { template: layout } = await api.call('create_layout', {
    name: 'Roomy',
    html: `\n${html}\n\n`,
    css: '\n\n p { color: red }\n.a { margin: 0 }\n\n',
  });
  const { email } = await api.call('create_email', {
    title: 'Roomy',
    subject: 'x',
    body_markdown: 'Hello\r\n\r\n',
  });
  await api.call('create_segment', {
    key: 'roomy',
    definition: { any: [{ tag: 'x', type: 'has_tag' }] },
  });
  await api.call('create_theme', {
    name: 'Roomy',
    variables: { content_border_color: { dark: '#111111', light: '#222222' } },
  });
  await api.call('create_flow', {
    key: 'roomy',
    definition: { trigger: { event: 'x' }, nodes: [{ type: 'send_email', email_id: email.id }] },
  });
  const { files } = await api.call('export_definitions', {});
  const untouched = await api.call('diff_definitions', { files });
  expect(untouched.changes.filter(({ kind }) => kind !== 'unchanged')).toEqual([]);
  const renamed = Object.fromEntries(
    Object.entries(files).map(([path, text]) => [
      path,
      /roomy/.test(path)
        ? text.replace(/^( *"?)(name|title)("?: "?)Roomy|"name": "roomy"/m, (all) =>
            all.replace(/roomy/i, 'Edited'),
          )
        : text,
    ]),
  );
  const plan = await api.call('apply_definitions', { files: renamed });
  const edited = plan.changes.filter(({ kind }) => kind !== 'unchanged');
  expect(edited.map(({ path, summary }) => [path.replace(/\/.*/, ''), summary])).toEqual([
    ['themes', ['name: "Roomy" → "Edited"']],
    ['templates', ['name: "Roomy" → "Edited"']],
    ['emails', ['title: "Roomy" → "Edited"']],
    ['segments', ['name: "roomy" → "Edited"']],
    ['flows', ['name: "roomy" → "Edited"']],
  ]);
  const held = await api.call('get_layout', { layout_id: layout.id });
  expect(held.template).toMatchObject({ name: 'Edited', css: layout.css, html: layout.html });
  const again = await api.call('get_email', { email_id: email.id });
  expect(again.email).toMatchObject({ title: 'Edited', body_markdown: email.body_markdown });
});
