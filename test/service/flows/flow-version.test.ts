import type { Refusal } from '@postroad/core/platform/refusal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling, pathsOf } from '../app/calling.ts';

let opened: TestService;
let calls: Calling;
let made = 0;

beforeAll(async () => {
  opened = await openTestService();
  calls = calling(opened);
});

afterAll(async () => {
  await opened.close();
});

const tag = (name: string) => ({ type: 'add_tag', tag: name });
const defined = (...nodes: object[]) => ({ trigger: { event: 'begun' }, nodes });

async function draft(...nodes: object[]): Promise<string> {
  made += 1;
  const key = `versions-${made}`;
  await calls.call('create_flow', { key, definition: defined(...nodes) });
  return key;
}

const save = (flow_key: string, ...nodes: object[]) =>
  calls.call('update_flow', { flow_key, definition: defined(...nodes) });
const checkpoint = async (flow_key: string, name: string) =>
  (await calls.call('save_flow_version', { flow_key, name })).version;
const versionsOf = async (flow_key: string) =>
  (await calls.call('list_flow_versions', { flow_key })).versions;
const tagsOf = (flow: { definition: Record<string, unknown> }) =>
  (flow.definition.nodes as { tag: string }[]).map((node) => node.tag);

describe('versions', () => {
  it('RUN-19, RUN-20, VER-02 are checkpoints by hand and activations, listed newest first', async () => {
    const key = await draft(tag('a'));
    const { version } = await calls.call('save_flow_version', {
      flow_key: key,
      name: 'First',
      description: 'Before the change',
    });
    await save(key, tag('a'), tag('b'));
    await calls.call('activate_flow', { flow_key: key });
    const versions = await versionsOf(key);
    expect(versions).toMatchObject([
      { number: 2, kind: 'activation', name: '', description: '', step_count: 2 },
      {
        ...{ id: version.id, number: 1, kind: 'checkpoint', name: 'First', step_count: 1 },
        description: 'Before the change',
      },
    ]);
    const read = await calls.call('get_flow_version', { flow_key: key, version_id: version.id });
    expect(read.version).toMatchObject({ ...version, definition: { nodes: [{ tag: 'a' }] } });
    const page = await calls.call('list_flow_versions', { flow_key: key, limit: 1 });
    expect(page.versions).toEqual([versions[0]]);
    const cursor = page.next_cursor ?? '';
    const rest = await calls.call('list_flow_versions', { flow_key: key, cursor });
    expect(rest).toEqual({ versions: [versions[1]], next_cursor: null });
  });

  it('from before steps were counted are counted when they are shown', async () => {
    const key = await draft(tag('a'), { type: 'exit_flow' });
    const { id } = await checkpoint(key, 'Old');
    await opened.database.pool`update flow_versions set step_count = null where id = ${id}`;
    expect((await versionsOf(key))[0]?.step_count).toBe(2);
    const read = await calls.call('get_flow_version', { flow_key: key, version_id: id });
    expect(read.version.step_count).toBe(2);
  });

  it('are those of their flow alone', async () => {
    const [one, other] = [await draft(tag('a')), await draft(tag('b'))];
    const { id } = await checkpoint(one, 'x');
    for (const name of ['get_flow_version', 'rollback_flow'] as const) {
      const refusal = await calls.refused(name, { flow_key: other, version_id: id });
      expect(refusal.code).toBe('not_found');
    }
    expect(pathsOf(await calls.refused('save_flow_version', { flow_key: one }))).toEqual(['name']);
    expect(pathsOf(await calls.refused('save_flow_version', { flow_key: one, name: ' ' }))).toEqual(
      ['name'],
    );
    expect((await calls.refused('list_flow_versions', { flow_key: 'none' })).code).toBe(
      'not_found',
    );
  });
});

describe('a rollback', () => {
  it('RUN-21, VER-02 restores either kind of version, and can be undone', async () => {
    const key = await draft(tag('a'));
    const first = await checkpoint(key, 'First');
    await save(key, tag('b'));
    const { flow } = await calls.call('rollback_flow', { flow_key: key, version_id: first.id });
    expect(tagsOf(flow)).toEqual(['a']);
    expect((await calls.call('get_flow', { flow_key: key })).flow).toEqual(flow);
    const [kept] = await versionsOf(key);
    expect(kept).toMatchObject({ number: 2, kind: 'checkpoint', name: 'Before rollback to 1' });
    const undone = await calls.call('rollback_flow', { flow_key: key, version_id: kept?.id ?? 0 });
    expect(tagsOf(undone.flow)).toEqual(['b']);
  });

  it('changes nothing the second time, and keeps what is a version already once', async () => {
    const key = await draft(tag('a'));
    const first = await checkpoint(key, 'First');
    await save(key, tag('b'));
    await checkpoint(key, 'Second');
    for (let again = 0; again < 2; again += 1) {
      await calls.call('rollback_flow', { flow_key: key, version_id: first.id });
      expect((await versionsOf(key)).map(({ name }) => name)).toEqual(['Second', 'First']);
    }
  });

  it('DEF-03 hands no step id out again', async () => {
    const key = await draft(tag('a'));
    const first = await checkpoint(key, 'First');
    await save(key, { ...tag('a'), id: 1 }, tag('b'), tag('c'));
    const { flow } = await calls.call('rollback_flow', { flow_key: key, version_id: first.id });
    expect(flow.definition).toMatchObject({ node_counter: 3, nodes: [{ id: 1 }] });
    const later = await save(key, { ...tag('a'), id: 1 }, tag('new'));
    expect(later.flow.steps.map(({ id }) => id)).toEqual([1, 4]);
  });

  it('RUN-22 of a live flow is refused with the validation where the version has errors', async () => {
    const key = await draft({ type: 'add_tagg' });
    const faulty = await checkpoint(key, 'Faulty');
    await save(key, tag('valid'));
    await calls.call('activate_flow', { flow_key: key });
    const refusal = await calls.refused('rollback_flow', { flow_key: key, version_id: faulty.id });
    expect(refusal.code).toBe('conflict');
    expect(refusal.members.validation).toMatchObject({
      valid: false,
      errors: [{ code: 'step_type_unknown' }],
    });
    expect(tagsOf((await calls.call('get_flow', { flow_key: key })).flow)).toEqual(['valid']);
    await calls.call('pause_flow', { flow_key: key });
    const { flow } = await calls.call('rollback_flow', { flow_key: key, version_id: faulty.id });
    expect(flow).toMatchObject({ status: 'paused', validation: { valid: false } });
  });

  it('RUN-21 of a live flow routes those who enter next', async () => {
    const key = await draft(tag('old'));
    const first = await checkpoint(key, 'First');
    await save(key, tag('new'));
    await calls.call('activate_flow', { flow_key: key });
    await calls.call('rollback_flow', { flow_key: key, version_id: first.id });
    await calls.call('record_event', { email: 'ada@example.com', name: 'begun' });
    await calls.call('move_clock', { advance: { amount: 0, unit: 'seconds' } });
    const { person } = await calls.call('get_person', { person: 'ada@example.com' });
    expect(person.tags).toContain('old');
    expect(person.tags).not.toContain('new');
  });
});

describe('deleting a flow', () => {
  it('FLOW-15 works while nobody ever ran through it', async () => {
    const key = await draft(tag('gone'));
    await checkpoint(key, 'x');
    await calls.call('activate_flow', { flow_key: key });
    expect(await calls.call('delete_flow', { flow_key: key })).toEqual({ deleted: true });
    expect((await calls.refused('get_flow', { flow_key: key })).code).toBe('not_found');
    await calls.call('record_event', { email: 'late@example.com', name: 'begun' });
    await calls.call('move_clock', { advance: { amount: 0, unit: 'seconds' } });
    const { person } = await calls.call('get_person', { person: 'late@example.com' });
    expect(person.tags).not.toContain('gone');
  });

  it('FLOW-15 is refused once anybody did, long after too', async () => {
    made += 1;
    const key = `ran-${made}`;
    const definition = { trigger: { event: key }, nodes: [tag('x')] };
    await calls.call('create_flow', { key, definition });
    await calls.call('activate_flow', { flow_key: key });
    await calls.call('record_event', { email: 'through@example.com', name: key });
    await calls.call('move_clock', { advance: { amount: 9, unit: 'days' } });
    const refusal = await calls.refused('delete_flow', { flow_key: key });
    expect([refusal.code, refusal.detail]).toEqual(['conflict', expect.stringMatching(/[Pp]ause/)]);
    expect((await calls.call('get_flow', { flow_key: key })).flow.status).toBe('live');
  });
});

it('FLOW-15 a deletion that meets events either comes first or is refused', async () => {
  for (let round = 0; round < 8; round += 1) {
    const key = `met-${round}`;
    const definition = { trigger: { event: key }, nodes: [tag(key)] };
    await calls.call('create_flow', { key, definition });
    await calls.call('activate_flow', { flow_key: key });
    const events = [1, 2, 3].map((n) => ({ email: `met${n}@example.com`, name: key }));
    const posted = events.map((event) => calls.call('record_event', event));
    const deletion = calls.call('delete_flow', { flow_key: key }).then(
      () => 'deleted',
      (error: Refusal) => error.code,
    );
    for (const { status } of await Promise.all(posted)) expect(status).toBe('created');
    const outcome = await deletion;
    expect(['deleted', 'conflict']).toContain(outcome);
    await calls.call('move_clock', { advance: { amount: 0, unit: 'seconds' } });
    const { person } = await calls.call('get_person', { person: 'met1@example.com' });
    expect(person.tags.includes(key)).toBe(outcome === 'conflict');
  }
});

describe('what changed', () => {
  it('is reported from a version to the current definition, or to another version', async () => {
    const key = await draft(tag('a'));
    const first = await checkpoint(key, 'First');
    await save(key, { ...tag('b'), id: 1 }, tag('c'));
    const second = await checkpoint(key, 'Second');
    const diff = (version_id: number, against?: string) =>
      calls.call('diff_flow_versions', {
        ...{ flow_key: key, version_id },
        ...(against === undefined ? {} : { against }),
      });
    const { from, to, changes } = await diff(first.id);
    expect(from).toEqual({ id: first.id, number: 1, name: 'First' });
    expect(to).toEqual({ id: null, number: null, name: 'current' });
    expect(changes.map(({ kind, handle }) => [kind, handle])).toEqual([
      ['changed', '1-add-tag'],
      ['added', '2-add-tag'],
    ]);
    expect(await diff(first.id, 'current')).toEqual({ from, to, changes });
    expect(await diff(first.id, String(second.id))).toEqual({
      ...{ from, changes },
      to: { id: second.id, number: 2, name: 'Second' },
    });
    expect((await diff(second.id, String(first.id))).changes.map(({ kind }) => kind)).toEqual([
      'changed',
      'removed',
    ]);
    expect((await diff(second.id)).changes).toEqual([]);
    const asked = { flow_key: key, version_id: first.id };
    const refusals = ['999999', 'newest'].map((against) =>
      calls.refused('diff_flow_versions', { ...asked, against }),
    );
    expect((await Promise.all(refusals)).map(({ code }) => code)).toEqual([
      'not_found',
      'validation_failed',
    ]);
  });
});

describe('a flow as text', () => {
  it('is an outline or a diagram, with the people on each step', async () => {
    made += 1;
    const key = `drawn-${made}`;
    const nodes = [
      { type: 'delay', name: 'Rest', duration: { amount: 1, unit: 'days' } },
      tag('x'),
    ];
    await calls.call('create_flow', { key, definition: { trigger: { event: key }, nodes } });
    await calls.call('activate_flow', { flow_key: key });
    await calls.call('record_event', { email: 'drawn@example.com', name: key });
    await calls.call('move_clock', { advance: { amount: 0, unit: 'seconds' } });
    const { flow } = await calls.call('get_flow', { flow_key: key });
    const { outline, ...rest } = await calls.call('get_flow', { flow_key: key, format: 'outline' });
    expect(rest).toEqual({ flow, tests: {} });
    expect(outline).toMatch(/1-rest.*1 person/);
    const drawn = await calls.call('get_flow', { flow_key: key, format: 'mermaid' });
    expect(drawn.mermaid).toMatch(/^flowchart/);
    expect(drawn.mermaid).toContain('1 person');
    const same = await calls.call('get_flow', { flow_key: key, format: 'json' });
    expect(same).toEqual({ flow, tests: {} });
    const refusal = await calls.refused('get_flow', { flow_key: key, format: 'svg' });
    expect(pathsOf(refusal)).toEqual(['format']);
  });
});
