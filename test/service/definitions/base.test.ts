import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling } from '../app/calling.ts';

let opened: TestService;
let api: Calling;
let ids: number[];
let pulled: OperationOutput<'export_definitions'>;

beforeEach(async () => {
  opened = await openTestService();
  api = calling(opened);
  ids = [];
  for (const subject of ['One', 'Two']) {
    const { email } = await api.call('create_email', {
      title: subject,
      subject,
      body_markdown: 'x',
    });
    ids.push(email.id);
  }
  pulled = await api.call('export_definitions', {});
});

afterEach(() => opened.close());

const pathOf = (title: string) =>
  Object.keys(pulled.files).find((path) => path.endsWith(`-${title}.md`)) ?? '';

function edited(title: string, subject: string): Record<string, string> {
  const path = pathOf(title);
  const text = pulled.files[path] ?? '';
  return { ...pulled.files, [path]: text.replace(/^subject: .*$/m, `subject: ${subject}`) };
}

const push = (files: Record<string, string>, more: object = {}) =>
  api.call('apply_definitions', { files, base: pulled.base, ...more });

const subjectOf = async (id = 0) => (await api.call('get_email', { email_id: id })).email.subject;

it('FILE-12 the base has the revision and the hash of each record', async () => {
  const { base } = pulled;
  expect(Object.keys(base).sort()).toEqual(Object.keys(pulled.files).sort());
  for (const entry of Object.values(base)) {
    expect(entry).toEqual({
      revision: expect.any(Number),
      hash: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
  }
  await api.call('update_email', { email_id: ids[0] ?? 0, subject: 'By a colleague' });
  const { email } = await api.call('get_email', { email_id: ids[0] ?? 0 });
  const later = await api.call('export_definitions', {});
  expect(later.base[pathOf('one')]?.revision).toBe(email.revision);
  expect(later.base[pathOf('two')]).toEqual(base[pathOf('two')]);
  const { conflicts } = await push(edited('one', 'Mine'));
  expect(conflicts[0]?.server?.revision).toBe(email.revision);
});

it('FILE-05 a file that gave its record another key is no removal on the server', async () => {
  const path = pathOf('one');
  const text = pulled.files[path] ?? '';
  const files = { ...pulled.files, [path]: text.replace(/^key: .*$/m, 'key: renamed') };
  const { changes, conflicts, blocked_by } = await push(files);
  const change = changes.find((one) => one.path === path);
  expect(change?.errors.map(({ code }) => code)).toEqual(['id_of_another']);
  expect(change?.warnings).toEqual([]);
  expect({ conflicts, blocked_by }).toEqual({ conflicts: [], blocked_by: [path] });
});

it('FILE-16 what only the server changed is behind, and is left as it is', async () => {
  await api.call('update_email', { email_id: ids[1] ?? 0, subject: 'By a colleague' });
  const plan = await push(edited('one', 'Mine'));
  expect(plan).toMatchObject({ blocked: false, applied: 1, conflicts: [] });
  const kinds = plan.changes.filter(({ kind }) => kind !== 'unchanged');
  expect(kinds.map(({ path, kind }) => [path, kind])).toEqual([
    [pathOf('one'), 'update'],
    [pathOf('two'), 'behind'],
  ]);
  expect([await subjectOf(ids[0]), await subjectOf(ids[1])]).toEqual(['Mine', 'By a colleague']);
});

it('FILE-13, FILE-14, FILE-15 what both sides changed is a conflict, and only force applies it', async () => {
  await api.call('update_email', { email_id: ids[0] ?? 0, subject: 'By a colleague' });
  const files = edited('one', 'Mine');
  const path = pathOf('one');
  for (const plan of [
    await api.call('diff_definitions', { files, base: pulled.base }),
    await push(files),
  ]) {
    expect(plan).toMatchObject({ blocked: true, ok: false, applied: 0 });
    expect(plan.conflicts).toMatchObject([
      {
        path,
        base: pulled.base[path],
        server: { text: expect.stringContaining('By a colleague') },
        yours: { hash: expect.any(String) },
      },
    ]);
  }
  expect(await subjectOf(ids[0])).toBe('By a colleague');
  expect(await push(files, { force: true })).toMatchObject({ blocked: false, applied: 1 });
  expect(await subjectOf(ids[0])).toBe('Mine');
});

it('FILE-16 a record that was made since the pull is behind, also for prune', async () => {
  await api.call('create_email', { title: 'New', subject: 'New' });
  const plan = await push(pulled.files, { prune: true });
  expect(plan).toMatchObject({ changed: 0, blocked: false });
  expect(plan.changes.filter(({ kind }) => kind === 'behind')).toHaveLength(1);
});

it('FILE-14 a file that is removed while the server changes its record conflicts with prune', async () => {
  await api.call('update_email', { email_id: ids[0] ?? 0, subject: 'By a colleague' });
  const { [pathOf('one')]: _, ...rest } = pulled.files;
  const plan = await push(rest, { prune: true });
  expect(plan).toMatchObject({ blocked: true, conflicts: [{ path: pathOf('one'), yours: null }] });
});

it('FILE-16 an email that was archived since the pull stays so, unless its file was changed', async () => {
  await api.call('delete_email', { email_id: ids[0] ?? 0 });
  expect(await push(pulled.files)).toMatchObject({ blocked: false, changed: 0 });
  expect(await push(edited('one', 'Mine'))).toMatchObject({ blocked: true });
});

describe('FILE-06 an email that was archived since the pull', () => {
  const wanted = (files: Record<string, string>) => {
    const path = pathOf('one');
    return { ...files, [path]: (files[path] ?? '').replace('subject', 'restore: true\nsubject') };
  };
  const isArchived = async () =>
    (await api.call('get_email', { email_id: ids[0] ?? 0 })).email.archived;

  beforeEach(async () => {
    await api.call('delete_email', { email_id: ids[0] ?? 0 });
  });

  it.each([
    ['as it was pulled', () => pulled.files, 'One'],
    ['with a change', () => edited('one', 'Mine'), 'Mine'],
  ])('comes back where its file asks for it, %s', async (_what, files, subject) => {
    const plan = await push(wanted(files()));
    expect({ blocked: plan.blocked, applied: plan.applied }).toEqual({
      blocked: false,
      applied: 1,
    });
    expect([await isArchived(), await subjectOf(ids[0])]).toEqual([false, subject]);
  });

  it('is a conflict where its file is changed, which says what brings it back', async () => {
    const { blocked, changes, conflicts } = await push(edited('one', 'Mine'), { force: true });
    expect([blocked, conflicts.map(({ server }) => server)]).toEqual([true, [null]]);
    const { errors, warnings } = changes.find(({ path }) => path === pathOf('one')) ?? {};
    for (const { fix } of [...(errors ?? []), ...(warnings ?? [])])
      expect(fix).toContain('restore: true');
    expect(await isArchived()).toBe(true);
  });

  it('is behind where its file is as it was pulled', async () => {
    const { changes } = await push(pulled.files);
    expect(changes.find(({ path }) => path === pathOf('one'))?.kind).toBe('behind');
    expect(await isArchived()).toBe(true);
  });

  it('keeps what the server changed before, unless it is forced', async () => {
    await api.call('restore_email', { email_id: ids[0] ?? 0 });
    await api.call('update_email', { email_id: ids[0] ?? 0, subject: 'By a colleague' });
    await api.call('delete_email', { email_id: ids[0] ?? 0 });
    const { blocked, conflicts } = await push(wanted(edited('one', 'Mine')));
    expect([blocked, conflicts[0]?.server?.text]).toEqual([
      true,
      expect.stringContaining('By a colleague'),
    ]);
    await push(wanted(edited('one', 'Mine')), { force: true });
    expect([await isArchived(), await subjectOf(ids[0])]).toEqual([false, 'Mine']);
  });
});

it('FILE-10 without a base files are applied as before', async () => {
  await api.call('update_email', { email_id: ids[0] ?? 0, subject: 'By a colleague' });
  const plan = await api.call('apply_definitions', { files: edited('one', 'Mine') });
  expect(plan).toMatchObject({ blocked: false, applied: 1, conflicts: [] });
});

it('FILE-08, FILE-09 one tree by key makes the same records on another instance', async () => {
  const { emails } = await api.call('list_emails', {});
  const id = emails[0]?.id ?? 0;
  const nodes = [{ type: 'send_email', email: 'one' }];
  await api.call('create_flow', { key: 'a', definition: { trigger: { event: 'x' }, nodes } });
  const { sequence } = await api.call('create_sequence', { name: 'Week' });
  const step = { sequence_id: sequence.id, email_source: 'shared' as const, email_id: id };
  await api.call('add_sequence_step', step);
  const tree = await api.call('export_definitions', { by_key: true });
  expect(Object.keys(tree.files)).toEqual(
    expect.arrayContaining(['emails/one.md', 'sequences/week.json', 'flows/a.json']),
  );
  expect(Object.values(tree.files).join('')).not.toMatch(
    /(email|sequence|template)_id"?: "?\d|^id:/m,
  );
  const other = await openTestService();
  try {
    const there = calling(other);
    await there.call('create_email', { title: 'In between', subject: 'x', body_markdown: 'x' });
    const plan = await there.call('apply_definitions', { files: tree.files });
    expect(plan).toMatchObject({ blocked: false });
    const again = await there.call('export_definitions', { by_key: true });
    expect(again.files).toMatchObject(tree.files);
  } finally {
    await other.close();
  }
});
