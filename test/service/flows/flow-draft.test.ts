import type { Actor } from '@postroad/service/platform/actor';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dumpTables } from '../../support/dump.ts';
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

const tag = (name: string, id?: number) => ({ type: 'add_tag', tag: name, ...(id ? { id } : {}) });
const wait = (id: number) => ({ type: 'delay', id, duration: { amount: 1, unit: 'days' } });
const defined = (...nodes: object[]) => ({ trigger: { event: 'begun' }, nodes });

async function live(...nodes: object[]): Promise<string> {
  made += 1;
  const key = `staged-${made}`;
  const definition = { trigger: { event: `begun-${made}` }, nodes };
  await calls.call('create_flow', { key, definition });
  await calls.call('activate_flow', { flow_key: key });
  return key;
}

const flowOf = async (flow_key: string) => (await calls.call('get_flow', { flow_key })).flow;
const edited = async (flow_key: string, ...nodes: object[]) => ({
  ...(await flowOf(flow_key)).definition,
  nodes,
});
const keep = async (flow_key: string, ...nodes: object[]) =>
  await calls.call('save_flow_draft', { flow_key, definition: await edited(flow_key, ...nodes) });

async function somebodyInside(flow_key: string, email: string): Promise<void> {
  const { definition } = await flowOf(flow_key);
  const { event } = definition.trigger as { event: string };
  await calls.call('record_event', { email, name: event });
  await calls.call('move_clock', { advance: { amount: 1, unit: 'seconds' } });
}

describe('a draft beside a flow', () => {
  it('STAGE-01, STAGE-02 changes nothing that is live, and is shown with its validation and difference', async () => {
    const key = await live(tag('a'));
    const before = await flowOf(key);
    const saved = await keep(key, tag('b', 1), tag('c'));
    expect(await flowOf(key)).toEqual({ ...before, has_draft: true });
    const found = await calls.call('get_flow_draft', { flow_key: key });
    expect(found).toEqual(saved);
    expect(found).toMatchObject({
      draft: {
        definition: {
          nodes: [
            { id: 1, tag: 'b' },
            { id: 2, tag: 'c' },
          ],
        },
      },
      validation: { valid: true },
      changes: [
        { kind: 'changed', path: 'nodes[0]' },
        { kind: 'added', path: 'nodes[1]' },
      ],
    });
    expect(found.draft.base_revision).toBe(found.draft.live_revision);
    await somebodyInside(key, 'live@example.com');
    const { person } = await calls.call('get_person', { person: 'live@example.com' });
    expect(person.tags).toEqual(['a']);
  });

  it('STAGE-02 is kept with errors, which its validation lists', async () => {
    const key = await live(tag('a'));
    const { validation } = await keep(key, { type: 'send_email', email_id: 999 });
    expect(validation).toMatchObject({ valid: false, errors: [{ path: 'nodes[0].email_id' }] });
    const found = await calls.call('get_flow_draft', { flow_key: key });
    expect(found.validation.valid).toBe(false);
  });

  it('STAGE-01 is replaced by the next one and kept once', async () => {
    const key = await live(tag('a'));
    await keep(key, tag('b', 1));
    await keep(key, tag('c', 1));
    const { draft, changes } = await calls.call('get_flow_draft', { flow_key: key });
    expect(draft.definition).toMatchObject({ nodes: [{ tag: 'c' }] });
    expect(changes).toHaveLength(1);
  });

  it('STAGE-05 REV-06 is not begun over one that somebody else began meanwhile', async () => {
    const key = await live(tag('a'));
    const save = async (...nodes: object[]) =>
      await opened.service.invoke(
        'save_flow_draft',
        { flow_key: key, definition: await edited(key, ...nodes) },
        { actor: opened.actor, ifRevision: [0] },
      );
    await save(tag('mine'));
    await expect(save(tag('theirs'))).rejects.toMatchObject({
      code: 'revision_mismatch',
      members: { expected: 0, current: { definition: { nodes: [{ tag: 'mine' }] } } },
    });
    await calls.call('delete_flow_draft', { flow_key: key });
    const drafts = await Promise.allSettled([save(tag('mine')), save(tag('theirs'))]);
    expect(drafts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('STAGE-03 is what validate, dry run and the preview of renewals look at', async () => {
    const key = await live(tag('a'));
    await calls.call('upsert_person', { email: 'dry@example.com' });
    await keep(key, tag('b', 1), { type: 'send_email', email_id: 999 });
    const draft = { flow_key: key, draft: true };
    expect((await calls.call('validate_flow', draft)).valid).toBe(false);
    expect((await calls.call('validate_flow', { flow_key: key })).valid).toBe(true);
    const rehearsal = await calls.call('dry_run_flow', { ...draft, person: 'dry@example.com' });
    expect(rehearsal.steps[0]?.would).toContain('"b"');
    expect(rehearsal.problems).not.toEqual([]);
    const renewals = await calls.call('preview_renewal_approaching', draft);
    expect(renewals.skipped).toEqual([{ reason: 'not_renewal_trigger' }]);
    const both = { ...draft, definition: defined() };
    expect(pathsOf(await calls.refused('validate_flow', both))).toEqual(['draft']);
  });

  it('STAGE-06 is dropped, and then there is none', async () => {
    const key = await live(tag('a'));
    for (const name of ['get_flow_draft', 'delete_flow_draft', 'publish_flow'] as const) {
      const refusal = await calls.refused(name, { flow_key: key });
      expect(refusal.code).toBe('not_found');
      expect(refusal.detail).toContain('has no draft');
    }
    await keep(key, tag('b', 1));
    expect(await calls.call('delete_flow_draft', { flow_key: key })).toEqual({ deleted: true });
    expect((await calls.refused('get_flow_draft', { flow_key: key })).code).toBe('not_found');
    const dry = { flow_key: key, draft: true };
    expect((await calls.refused('validate_flow', dry)).code).toBe('not_found');
  });

  it('STAGE-06 goes with its flow', async () => {
    const key = 'staged-gone';
    await calls.call('create_flow', { key, definition: defined() });
    await keep(key, tag('b'));
    await calls.call('delete_flow', { flow_key: key });
    await calls.call('create_flow', { key, definition: defined() });
    expect((await calls.refused('get_flow_draft', { flow_key: key })).code).toBe('not_found');
  });
});

describe('publishing it', () => {
  it('STAGE-04 puts it in place and says what it does to people inside', async () => {
    const wait_for = { event: { name: 'paid', occurrence: 'next_occurrence' } };
    const arms = { met: [tag('met', 8)], expired: [tag('expired', 9)] };
    const gate = { type: 'gate', id: 2, wait_for, ...arms };
    const key = await live(tag('a', 1), { ...gate, expires_after: { amount: 1, unit: 'days' } });
    await somebodyInside(key, 'inside@example.com');
    await keep(key, tag('a', 1), { ...gate, expires_after: { amount: 2, unit: 'days' } }, tag('z'));
    const dry = await calls.dryRun('publish_flow', { flow_key: key });
    const { flow, effects } = await calls.call('publish_flow', { flow_key: key });
    expect(effects).toEqual({
      people_inside: 1,
      steps: [{ step_id: `${key}.2-gate`, people: 1, effect: 'waits_again' }],
      queued_mail: 0,
    });
    expect(dry.effects).toEqual(effects);
    expect(flow).toMatchObject({ status: 'live', people_inside: 1 });
    expect((await calls.refused('get_flow_draft', { flow_key: key })).code).toBe('not_found');
  });

  it('STAGE-04 takes no step from under people unless it is forced', async () => {
    const key = await live(tag('a', 1), wait(2));
    await somebodyInside(key, 'present@example.com');
    await keep(key, tag('a', 1));
    const refusal = await calls.refused('publish_flow', { flow_key: key });
    const steps = [{ step_id: `${key}.2-delay`, people: 1 }];
    expect(refusal).toMatchObject({ code: 'people_on_steps', members: { steps } });
    expect((await flowOf(key)).steps).toHaveLength(2);
    const { effects } = await calls.call('publish_flow', { flow_key: key, force: true });
    expect(effects.steps).toEqual([{ ...steps[0], effect: 'parked' }]);
    await calls.call('move_clock', { advance: { amount: 1, unit: 'seconds' } });
    await keep(key, tag('a', 1), wait(2));
    const back = await calls.call('publish_flow', { flow_key: key });
    expect(back.effects.steps).toEqual([{ ...steps[0], effect: 'resumed' }]);
    const { versions } = await calls.call('list_flow_versions', { flow_key: key });
    expect(versions.map(({ kind }) => kind)).toEqual(['edit', 'edit', 'activation']);
  });

  it('STAGE-05 is refused where the flow changed since the draft was begun, however late it was saved', async () => {
    const key = await live(tag('a'));
    await keep(key, tag('b', 1));
    await calls.call('update_flow', { flow_key: key, name: 'Renamed by another' });
    await keep(key, tag('c', 1));
    const refusal = await calls.refused('publish_flow', { flow_key: key });
    expect(refusal.code).toBe('conflict');
    const { draft } = await calls.call('get_flow_draft', { flow_key: key });
    const { base_revision, live_revision } = draft;
    expect(live_revision).toBe(base_revision + 1);
    expect(refusal.members).toMatchObject({ base_revision, live_revision });
    expect((await flowOf(key)).definition).toMatchObject({ nodes: [{ tag: 'a' }] });
    const definition = await edited(key, tag('c', 1));
    await calls.call('save_flow_draft', {
      ...{ flow_key: key, definition, base_revision: live_revision },
    });
    await calls.call('publish_flow', { flow_key: key });
    expect((await flowOf(key)).definition).toMatchObject({ nodes: [{ tag: 'c' }] });
  });

  it('STAGE-05 is refused where the draft is not the one that was looked at, if that is named', async () => {
    const key = await live(tag('a'));
    const seen = (await keep(key, tag('b', 1))).draft.revision;
    const { revision } = (await keep(key, tag('c', 1))).draft;
    const call = { flow_key: key, draft_revision: seen };
    const refusal = await calls.refused('publish_flow', call);
    expect(refusal).toMatchObject({ code: 'conflict', members: { draft_revision: revision } });
    expect(refusal.detail).toContain(`is at revision ${revision}, not ${seen}`);
    expect((await flowOf(key)).definition).toMatchObject({ nodes: [{ tag: 'a' }] });
    await calls.call('publish_flow', { ...call, draft_revision: revision });
    expect((await flowOf(key)).definition).toMatchObject({ nodes: [{ tag: 'c' }] });
  });

  it('STAGE-05 counts from the revision that the author read', async () => {
    const key = await live(tag('a'));
    await keep(key, tag('b', 1));
    const { draft } = await calls.call('get_flow_draft', { flow_key: key });
    await calls.call('delete_flow_draft', { flow_key: key });
    await calls.call('update_flow', { flow_key: key, name: 'Meanwhile' });
    const definition = await edited(key, tag('b', 1));
    const based = { flow_key: key, definition, base_revision: draft.base_revision };
    await calls.call('save_flow_draft', based);
    expect((await calls.refused('publish_flow', { flow_key: key })).code).toBe('conflict');
    const ahead = { ...based, base_revision: draft.base_revision + 9 };
    expect(pathsOf(await calls.refused('save_flow_draft', ahead))).toEqual(['base_revision']);
  });

  it('STAGE-04 of a draft with errors leaves a live flow as it is', async () => {
    const key = await live(tag('a'));
    await keep(key, { type: 'send_email', email_id: 999 });
    const refusal = await calls.refused('publish_flow', { flow_key: key });
    expect(refusal).toMatchObject({ code: 'conflict', members: { validation: { valid: false } } });
    expect((await flowOf(key)).definition).toMatchObject({ nodes: [{ tag: 'a' }] });
  });
});

describe('a token of scope draft', () => {
  const drafter: Actor = { id: 'token 9', name: 'drafter', scopes: ['draft'] };
  const as = (name: Parameters<Calling['call']>[0], input: object, dryRun = false) =>
    opened.service.invoke(name, input, { actor: drafter, dryRun });

  it('STAGE-07 keeps, looks at and drops drafts, reads and dry-runs, and publishes nothing', async () => {
    const key = await live(tag('a', 1), wait(2));
    await somebodyInside(key, 'calm@example.com');
    const definition = await edited(key, tag('b', 1), wait(2));
    await as('save_flow_draft', { flow_key: key, definition });
    await as('get_flow_draft', { flow_key: key });
    await as('dry_run_flow', { flow_key: key, person: 'calm@example.com', draft: true });
    await as('publish_flow', { flow_key: key }, true);
    await as('update_flow', { flow_key: key, name: 'Tried' }, true);
    const before = await dumpTables(opened.database);
    for (const [name, input] of [
      ['publish_flow', { flow_key: key }],
      ['update_flow', { flow_key: key, definition }],
      ['pause_flow', { flow_key: key }],
      ['record_event', { email: 'calm@example.com', name: 'x' }],
      ['create_token', { name: 'more', scope: 'write' }],
    ] as const) {
      await expect(as(name, input), name).rejects.toMatchObject({ code: 'forbidden' });
    }
    expect(await dumpTables(opened.database)).toEqual(before);
    await as('delete_flow_draft', { flow_key: key });
  });
});
