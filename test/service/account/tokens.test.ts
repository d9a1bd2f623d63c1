import type { OperationName } from '@postroad/core/catalog/catalog';
import type { Scope } from '@postroad/core/platform/operations/scope';
import { Refusal } from '@postroad/core/platform/refusal';
import type { Actor } from '@postroad/service/platform/actor';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling, pathsOf } from '../app/calling.ts';

let opened: TestService;
let calls: Calling;

beforeAll(async () => {
  opened = await openTestService({ env: { STARTER: '1' } });
  calls = calling(opened);
});

afterAll(() => opened.close());

type Wanted = Parameters<Calling['call']>[1] & object;

async function make(wanted: object, by: Actor = opened.actor) {
  const input = { name: 'one', ...wanted } as Wanted;
  const { output } = await opened.service.invoke('create_token', input, { actor: by });
  return output;
}

/** The actor of a new token. */
async function actorWith(...scopes: Scope[]): Promise<Actor> {
  const { secret } = await make({ scopes });
  const actor = await opened.service.authenticate(secret);
  if (actor === null) throw new Error('The token is not valid.');
  return actor;
}

async function refusalOf(work: Promise<unknown>): Promise<Refusal> {
  const thrown = await work.catch((error: unknown) => error);
  if (thrown instanceof Refusal) return thrown;
  throw thrown instanceof Error ? thrown : new Error('The call was not refused.');
}

const as = (actor: Actor, name: OperationName, input: object, dryRun = false) =>
  opened.service.invoke(name, input, { actor, dryRun });

async function later(hours: number): Promise<string> {
  const { now } = await calls.call('get_clock', {});
  return new Date(Date.parse(now) + hours * 3_600_000).toISOString();
}

describe('scopes', () => {
  it('TOK-01 takes scope or scopes, and answers scopes', async () => {
    expect((await make({ scope: 'send' })).token.scopes).toEqual(['send']);
    const { token } = await make({ scopes: ['read', 'events', 'read'] });
    expect(token.scopes).toEqual(['events', 'read']);
    expect(Object.keys(token)).not.toContain('scope');
  });

  it.each([
    ['both', { scope: 'read', scopes: ['read'] }, 'scopes'],
    ['neither', {}, 'scope'],
    ['none', { scopes: [] }, 'scopes'],
    ['an unknown one', { scopes: ['read', 'all'] }, 'scopes[1]'],
  ])('TOK-01 refuses %s', async (_, wanted, path) => {
    const refusal = await refusalOf(make(wanted));
    expect([refusal.code, pathsOf(refusal)]).toEqual(['validation_failed', [path]]);
  });

  it('TOK-03, SEC-10 a token of scope events records events and upserts people, and no more', async () => {
    const web = await actorWith('events');
    await as(web, 'record_event', { email: 'ada@example.com', name: 'signed_up' });
    await as(web, 'upsert_person', { email: 'ada@example.com', first_name: 'Ada' });
    for (const [name, input] of [
      ['export_people', {}],
      ['delete_person', { person: 'ada@example.com' }],
      ['create_broadcast', { name: 'x', email_source: 'scratch' }],
      ['send_broadcast_now', { broadcast_id: 1 }],
      ['update_settings', { settings: {} }],
      ['create_token', { name: 'more', scope: 'events' }],
      ['get_person', { person: 'ada@example.com' }],
      ['list_people', {}],
      ['tag_person', { person: 'ada@example.com', tag: 'x' }],
    ] as const) {
      const refusal = await refusalOf(as(web, name, input));
      expect(refusal.code, name).toBe('forbidden');
      expect((await refusalOf(as(web, name, input, true))).code, name).toMatch(
        /^(?:forbidden|validation_failed)$/,
      );
    }
  });

  it('TOK-04 a token of scope draft makes what nothing sends, and dry-runs settings', async () => {
    const drafter = await actorWith('draft');
    await as(drafter, 'create_email', { subject: 'Hello', body_markdown: 'Hello' });
    await as(drafter, 'create_flow', { key: 'from-an-agent' });
    await as(
      drafter,
      'create_segment',
      { key: 'all', definition: { type: 'has_tag', tag: 'x' } },
      true,
    );
    await as(drafter, 'update_settings', { settings: {} }, true);
    const theme = { name: 'Night', is_default: true };
    const refusal = await refusalOf(as(drafter, 'create_theme', theme));
    expect(refusal).toMatchObject({ code: 'forbidden', members: { scope: 'write' } });
    await as(drafter, 'create_theme', { name: 'Night' });
  });

  it('TOK-05 a token of scope write changes no settings, by no file either', async () => {
    const writer = await actorWith('write');
    for (const [name, input] of [
      ['update_settings', { settings: {} }],
      ['update_profile', { name: 'Mine' }],
      ['export_people', {}],
      ['delete_person', { person: 'nobody@example.com' }],
      ['list_tokens', {}],
    ] as const) {
      const { code, detail } = await refusalOf(as(writer, name, input));
      expect(code, name).toBe('forbidden');
      expect(detail).toContain('may only read, change and send. Use a token of scope admin for ');
    }
    const { files } = await calls.call('export_definitions', {});
    const { output } = await opened.service.invoke(
      'apply_definitions',
      { files },
      { actor: writer },
    );
    expect(output.ok).toBe(true);
    const changed = {
      'settings.yml': 'sending:\n  mailing_address: Elsewhere 1\n',
      'profile.yml': 'name: Elsewhere\n',
    };
    for (const [path, text] of Object.entries(changed)) {
      const tree = { files: { [path]: text } };
      const refusal = await refusalOf(as(writer, 'apply_definitions', tree));
      expect(refusal.code).toBe('forbidden');
      expect(refusal.detail).toContain(path);
      await as(writer, 'apply_definitions', tree, true);
    }
  });

  it('TOK-05 a revert needs what the change itself needed', async () => {
    const drafter = await actorWith('draft');
    const writer = await actorWith('write');
    await calls.call('update_profile', { name: 'Changed' });
    const { changes } = await calls.call('list_changes', { resource: 'profile' });
    const revert = { change_id: changes[0]?.id ?? 0 };
    const refusal = await refusalOf(as(writer, 'revert_change', revert));
    expect(refusal).toMatchObject({ code: 'forbidden', members: { scope: 'admin' } });
    const { emails: kept } = await calls.call('list_emails', { limit: 1 });
    await calls.call('update_email', { email_id: kept[0]?.id ?? 0, title: 'Renamed' });
    const { changes: emails } = await calls.call('list_changes', { resource: 'emails' });
    const back = { change_id: emails[0]?.id ?? 0 };
    expect((await refusalOf(as(drafter, 'revert_change', back))).code).toBe('forbidden');
    await as(writer, 'revert_change', back);
  });

  it('TOK-04, TOK-05 a token of scope draft undoes no revert, and nothing that was changed since', async () => {
    const drafter = await actorWith('draft');
    const newest = async (resource: string) => {
      const { changes } = await calls.call('list_changes', { resource, limit: 1 });
      return { change_id: changes[0]?.id ?? 0 };
    };
    const { emails } = await calls.call('list_emails', { limit: 1 });
    await calls.call('update_email', { email_id: emails[0]?.id ?? 0, title: 'Renamed twice' });
    await calls.call('revert_change', await newest('emails'));
    const refusal = await refusalOf(as(drafter, 'revert_change', await newest('emails')));
    expect(refusal).toMatchObject({ code: 'forbidden', members: { scope: 'write' } });
    await calls.call('create_flow', {
      key: 'made-live',
      definition: { trigger: { event: 'joined' }, nodes: [{ type: 'add_tag', tag: 'new' }] },
    });
    const creation = { ...(await newest('flows')), force: true };
    await calls.call('activate_flow', { flow_key: 'made-live' });
    expect((await refusalOf(as(drafter, 'revert_change', creation))).code).toBe('forbidden');
    const { flow } = await calls.call('get_flow', { flow_key: 'made-live' });
    expect(flow.status).toBe('live');
  });

  it.each([
    ['theme', 'themes', () => calls.call('create_theme', { name: 'Loud', is_default: true })],
    [
      'layout',
      'templates',
      () => {
        const html = '<html><body>{{ content }}</body></html>';
        return calls.call('create_layout', { name: 'Loud', html, is_default: true });
      },
    ],
  ])(
    'TOK-05 a token of scope draft gives no other %s its place as the default back',
    async (_, resource, replaceDefault) => {
      const drafter = await actorWith('draft');
      await replaceDefault();
      const { changes } = await calls.call('list_changes', { resource, limit: 2 });
      const former = changes.find(({ record_name }) => record_name !== 'Loud');
      const back = { change_id: former?.id ?? 0 };
      const refusal = await refusalOf(as(drafter, 'revert_change', back));
      expect(refusal).toMatchObject({ code: 'forbidden', members: { scope: 'write' } });
      const writer = await actorWith('write');
      const { output } = await as(writer, 'revert_change', back);
      expect(output).toMatchObject({ change: { after: { is_default: true } } });
    },
  );

  it('TOK-04 a token of scope draft dry-runs a revert, whatever the change needed', async () => {
    const drafter = await actorWith('draft');
    const url = 'https://hooks.example.com/';
    await calls.call('create_webhook_endpoint', { key: 'undone', url, events: ['*'] });
    await calls.call('delete_webhook_endpoint', { webhook_endpoint: 'undone' });
    await calls.call('update_profile', { name: 'Changed again' });
    for (const resource of ['webhook_endpoints', 'profile']) {
      const { changes } = await calls.call('list_changes', { resource, limit: 1 });
      const back = { change_id: changes[0]?.id ?? 0 };
      const { output } = await as(drafter, 'revert_change', back, true);
      expect(output).toMatchObject({ change: { operation: 'revert_change' } });
      expect((await refusalOf(as(drafter, 'revert_change', back))).code).toBe('forbidden');
    }
  });
});

describe('children', () => {
  it('TOK-06 end no later, allow no more addresses, and go with their parent', async () => {
    const end = await later(2);
    const parent = await make({
      scope: 'admin',
      expires_at: end,
      allowed_ips: ['192.0.2.0/24', '2001:db8::/48'],
    });
    const id = parent.token.id;
    const by = await opened.service.authenticate(parent.secret, '192.0.2.1');
    if (by === null) throw new Error('The parent is not valid.');
    const inherited = await make({ scope: 'admin' }, by);
    expect(inherited.token).toMatchObject({
      parent_id: id,
      expires_at: end,
      allowed_ips: ['192.0.2.0/24', '2001:db8::/48'],
      created_by: { kind: 'token', name: 'one' },
    });
    const narrow = { scope: 'read', expires_at: await later(1), allowed_ips: ['192.0.2.7'] };
    const child = await make(narrow, by);
    const ofChild = await opened.service.authenticate(inherited.secret, '192.0.2.1');
    const grandchild = await make({ scope: 'read' }, ofChild ?? by);
    for (const [wanted, path] of [
      [{ expires_at: await later(3) }, 'expires_at'],
      [{ allowed_ips: ['192.0.2.7', '192.0.3.1'] }, 'allowed_ips[1]'],
      [{ allowed_ips: ['0.0.0.0/0'] }, 'allowed_ips[0]'],
    ] as const) {
      const refusal = await refusalOf(make({ scope: 'read', ...wanted }, by));
      expect(pathsOf(refusal)).toEqual([path]);
    }
    await calls.call('revoke_token', { token_id: id });
    for (const { secret } of [parent, inherited, child, grandchild]) {
      expect(await opened.service.authenticate(secret, '192.0.2.7')).toBeNull();
    }
    expect((await refusalOf(make({ scope: 'read' }, by))).code).toBe('unauthorized');
  });

  it('TOK-06 only admin makes tokens', async () => {
    for (const scope of ['events', 'read', 'draft', 'send', 'write'] as const) {
      const refusal = await refusalOf(make({ scope: 'read' }, await actorWith(scope)));
      expect(refusal, scope).toMatchObject({ code: 'forbidden', members: { scope: 'admin' } });
    }
  });
});

describe('ends and addresses', () => {
  it('TOK-08 shows when a token ends, was last used, and who made it', async () => {
    const { token, secret } = await make({ scope: 'read', expires_at: await later(1) });
    expect(token).toMatchObject({
      legacy: false,
      last_used_at: null,
      allowed_ips: [],
      created_by: { kind: 'environment', name: 'test' },
      parent_id: null,
    });
    await opened.service.authenticate(secret);
    const { tokens } = await calls.call('list_tokens', { sort: '-id' });
    expect(tokens[0]).toMatchObject({ id: token.id, last_used_at: (await later(0)).slice(0) });
  });

  it('TOK-08 lists those that were revoked, or only those that were not', async () => {
    const { token: former } = await make({ scope: 'read' });
    const { token: good } = await make({ scope: 'read' });
    await calls.call('revoke_token', { token_id: former.id });
    const idsOf = async (input: { revoked?: boolean }) => {
      const { tokens } = await calls.call('list_tokens', { ...input, sort: '-id', limit: 2 });
      return tokens.map(({ id }) => id);
    };
    expect(await idsOf({})).toEqual([good.id, former.id]);
    expect((await idsOf({ revoked: true }))[0]).toBe(former.id);
    const kept = await idsOf({ revoked: false });
    expect([kept[0], kept.includes(former.id)]).toEqual([good.id, false]);
  });

  it('TOK-08 refuses an end that is over, and what is no address', async () => {
    for (const [wanted, path] of [
      [{ expires_at: await later(-1) }, 'expires_at'],
      [{ expires_at: 'tomorrow' }, 'expires_at'],
      [{ allowed_ips: ['example.com'] }, 'allowed_ips[0]'],
      [{ allowed_ips: ['10.0.0.0/40'] }, 'allowed_ips[0]'],
    ] as const) {
      expect(pathsOf(await refusalOf(make({ scope: 'read', ...wanted })))).toEqual([path]);
    }
  });

  it('TOK-09 tells an expired token and a foreign address from a wrong token', async () => {
    const { secret } = await make({
      scope: 'read',
      expires_at: await later(1),
      allowed_ips: ['192.0.2.0/24'],
    });
    const { service } = opened;
    expect(await service.authenticate(secret, '192.0.2.9')).toMatchObject({ scopes: ['read'] });
    expect(await service.authenticate(secret, '::ffff:192.0.2.9')).not.toBeNull();
    for (const address of ['192.0.3.1', '::1', null]) {
      const refusal = await refusalOf(service.authenticate(secret, address));
      expect(refusal.code).toBe('address_not_allowed');
    }
    await calls.call('move_clock', { advance: { amount: 61, unit: 'minutes' } });
    const refusal = await refusalOf(service.authenticate(secret, '192.0.2.9'));
    expect(refusal.code).toBe('token_expired');
    expect(await service.authenticate('postroad_wrong', '192.0.2.9')).toBeNull();
  });
});
