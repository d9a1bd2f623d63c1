import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling } from '../app/calling.ts';

let opened: TestService;
let api: Calling;

beforeEach(async () => {
  await opened?.close();
  opened = await openTestService();
  api = calling(opened);
});

afterAll(() => opened.close());

type Plan = OperationOutput<'apply_definitions'>;

const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`;

/** A tree as somebody writes it for any instance: no id, and any names of files. */
const tree = {
  'templates/news.html': '---\nkey: news\nname: News\n---\n\n<p>{{ content }}</p>\n',
  'emails/first.md': '---\nkey: first-mail\nsubject: One\ntemplate: news\n---\n\nHello.\n',
  'emails/whatever.md': '---\ntitle: Second mail\nsubject: Two\n---\n\nAgain.\n',
  'sequences/week.json': json({
    key: 'first-week',
    name: 'First week',
    enabled: true,
    steps: [{ email: 'first-mail', status: 'active' }, { email: 'second-mail' }],
  }),
  'segments/readers.json': json({
    key: 'readers',
    definition: {
      any: [
        { type: 'opened_email', email: 'first-mail' },
        { type: 'started_sequence', sequence: 'first-week' },
      ],
    },
  }),
  'flows/hello.json': json({
    key: 'hello',
    definition: {
      trigger: { event: 'signed_up' },
      nodes: [
        { type: 'send_email', email: 'first-mail' },
        {
          type: 'if_else',
          condition: { type: 'received_email', email: 'second-mail' },
          then: [{ type: 'start_sequence', sequence: 'first-week' }],
          else: [],
        },
      ],
    },
  }),
};

function faults({ changes, parse_errors }: Plan): unknown[] {
  return [...parse_errors, ...changes.flatMap(({ errors }) => errors)];
}

const push = (files: Record<string, string>, more: object = {}) =>
  api.call('apply_definitions', { files, ...more });

it('FILE-03, FILE-04 a tree of new files that name each other by keys makes the records', async () => {
  const plan = await push(tree);
  expect([faults(plan), plan.applied]).toEqual([[], 6]);
  const { emails } = await api.call('list_emails', {});
  const ids = new Map(emails.map(({ key, id }) => [key, id]));
  expect([...ids.keys()].sort()).toEqual(expect.arrayContaining(['first-mail', 'second-mail']));
  const { flow } = await api.call('get_flow', { flow_key: 'hello' });
  expect(flow.definition.nodes).toMatchObject([
    { email_id: ids.get('first-mail') },
    { condition: { email_id: ids.get('second-mail') } },
  ]);
  expect(flow.validation.valid).toBe(true);
  const { sequences } = await api.call('list_sequences', {});
  expect(sequences[0]).toMatchObject({
    key: 'first-week',
    enabled: true,
    steps: [{ email: { id: ids.get('first-mail') } }, { email: { id: ids.get('second-mail') } }],
  });
  const first = emails.find(({ key }) => key === 'first-mail');
  const { templates } = await api.call('list_layouts', {});
  expect(first?.template_id).toBe(templates.find(({ key }) => key === 'news')?.id);
  const { segment } = await api.call('get_segment', { segment_key: 'readers' });
  expect(JSON.stringify(segment.definition)).toContain(`"email_id":${ids.get('first-mail')}`);
});

it('FILE-09 a segment and a guard name a sequence of the same push by the id that it gets', async () => {
  const started = { type: 'started_sequence', sequence: 'first-week' };
  const guard = { key: 'calm', name: 'Calm', labels: ['news'], condition: { not: started } };
  await push({
    ...tree,
    'segments/begun.json': json({ key: 'begun', definition: { all: [started] } }),
    'guards/calm.json': json(guard),
  });
  const { sequences } = await api.call('list_sequences', {});
  const sequence_id = sequences.find(({ key }) => key === 'first-week')?.id;
  const stored = { type: 'started_sequence', sequence_id };
  const { segment } = await api.call('get_segment', { segment_key: 'begun' });
  expect(segment.definition).toEqual({ all: [stored] });
  const readers = await api.call('get_segment', { segment_key: 'readers' });
  expect(readers.segment.definition).toMatchObject({ any: [{}, stored] });
  const { guards } = await api.call('list_guards', {});
  expect(guards).toMatchObject([{ condition: { not: stored } }]);
});

it('FILE-04 the next pull gives new files their canonical names, and pushing them changes nothing', async () => {
  await push(tree);
  const { files } = await api.call('export_definitions', {});
  const names = Object.keys(files).filter((path) => /mail|week|news/.test(path));
  expect(names.map((path) => path.replace(/\d{4}/, '0000'))).toEqual([
    'templates/0000-news.html',
    'emails/0000-one.md',
    'emails/0000-second-mail.md',
    'sequences/0000-first-week.json',
  ]);
  const again = await push(files);
  expect([faults(again), again.changed]).toEqual([[], 0]);
});

it('FILE-04 a file without key and id that was pushed before makes another record, of which it warns', async () => {
  const files = { 'emails/again.md': '---\nsubject: Once more\n---\n\nHello.\n' };
  const made = async (given: Record<string, string>) => {
    const plan = await push(given);
    const change = plan.changes.find(({ type, path }) => type === 'email' && given[path]);
    return { kind: change?.kind, codes: change?.warnings.map(({ code }) => code), plan };
  };
  expect(await made(files)).toMatchObject({ kind: 'create', codes: [] });
  const again = await api.call('diff_definitions', { files });
  const { warnings = [] } = again.changes.find(({ path }) => path === 'emails/again.md') ?? {};
  expect(warnings).toMatchObject([
    { code: 'made_before', fix: expect.stringContaining('once-more') },
  ]);
  const keyed = files['emails/again.md'].replace('subject', 'key: once-more\nsubject');
  expect(await made({ 'emails/again.md': keyed })).toMatchObject({ kind: 'unchanged', codes: [] });
  // Another email of the same name, beside the file of the first, is meant.
  const both = { 'emails/first.md': keyed, 'emails/second.md': files['emails/again.md'] };
  const { changes } = await api.call('diff_definitions', { files: both });
  const second = changes.find(({ path }) => path === 'emails/second.md');
  expect([second?.kind, second?.warnings]).toEqual(['create', []]);
});

it('FILE-03 a file without an id and with a known key is of that record', async () => {
  await push(tree);
  const plan = await push({
    'emails/first.md': '---\nkey: first-mail\nsubject: Changed\ntemplate: news\n---\n\nHello.\n',
  });
  const change = plan.changes.find(({ path }) => path === 'emails/first.md');
  expect(change).toMatchObject({ kind: 'update', summary: ['subject: "One" → "Changed"'] });
  const unchanged = await push({ ...tree, 'emails/whatever.md': tree['emails/first.md'] });
  expect(unchanged.parse_errors).toMatchObject([{ code: 'record_twice' }]);
});

it('FILE-03 an unknown key is an error with the one that was most likely meant', async () => {
  await push(tree);
  const plan = await push({
    'sequences/a.json': json({ name: 'A', steps: [{ email: 'frist-mail' }] }),
    'emails/b.md': '---\nsubject: B\ntemplate: mews\n---\n\nB.\n',
    'flows/c.json': json({
      key: 'c',
      definition: {
        trigger: { event: 'x' },
        nodes: [{ type: 'send_email', email: 'no-such-email' }],
      },
    }),
  });
  expect(plan.blocked).toBe(true);
  expect(faults(plan)).toMatchObject([
    { code: 'template_unknown', message: expect.stringContaining('Did you mean "news"?') },
    { code: 'email_unknown', message: expect.stringContaining('Did you mean "first-mail"?') },
    { code: 'email_unknown', message: expect.stringContaining('"no-such-email"') },
  ]);
});

it('FILE-03 no answer shows an id that nobody has seen', async () => {
  await api.call('record_event', { email: 'ada@example.com', name: 'signed_up' });
  const plan = await api.call('diff_definitions', { files: tree });
  expect(JSON.stringify(plan)).not.toMatch(/90071992547/);
  expect(JSON.stringify(plan.dry_runs)).toContain('first-mail');
});

it('FILE-03 a draft may name an email that comes later, and is valid once it is there', async () => {
  const definition = {
    trigger: { event: 'signed_up' },
    nodes: [{ type: 'send_email', email: 'later' }],
  };
  const { flow } = await api.call('create_flow', { key: 'early', definition });
  expect(flow.validation.errors).toMatchObject([{ code: 'email_unknown' }]);
  const { email } = await api.call('create_email', {
    title: 'Later',
    subject: 'x',
    body_markdown: 'x',
  });
  const saved = await api.call('update_flow', { flow_key: 'early', definition: flow.definition });
  expect(saved.flow.definition.nodes).toMatchObject([{ email_id: email.id }]);
  expect(saved.flow.validation.valid).toBe(true);
});

it('FILE-06 a file of an archived email is a conflict, unless it says restore', async () => {
  await push(tree);
  const { emails } = await api.call('list_emails', {});
  const first = emails.find(({ key }) => key === 'first-mail');
  await api.call('delete_email', { email_id: first?.id ?? 0 });
  const file = tree['emails/first.md'];
  const plan = await push({ 'emails/first.md': file });
  expect([plan.blocked, faults(plan)]).toMatchObject([true, [{ code: 'email_archived' }]]);
  const restoring = { 'emails/first.md': file.replace('subject', 'restore: true\nsubject') };
  expect((await push(restoring)).applied).toBe(1);
  expect((await api.call('get_email', { email_id: first?.id ?? 0 })).email.archived).toBe(false);
  const { files } = await api.call('export_definitions', { prefix: 'emails/' });
  expect(Object.values(files).join('')).not.toContain('restore');
});
