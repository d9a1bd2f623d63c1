import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OperationInput } from '@postroad/core/catalog/catalog';
import { limits } from '@postroad/core/platform/limits';
import { Refusal } from '@postroad/core/platform/refusal';
import { operatorActor } from '@postroad/service/account/authenticate';
import type { Actor } from '@postroad/service/platform/actor';
import { transaction } from '@postroad/store/platform/transaction';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';

let folder: string;
let file: string;
let opened: TestService;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'postroad-operator-'));
  file = join(folder, 'api-token');
  writeFileSync(file, 'a'.repeat(limits.apiTokenChars));
  opened = await openTestService({ env: { API_TOKEN_FILE: file, API_TOKEN: '' } });
});

afterAll(async () => {
  await opened.close();
  rmSync(folder, { recursive: true });
});

const codeOf = ({ url }: { url: string }) => new URL(url).hash.slice(1);

async function call<Name extends 'invite_operator' | 'create_sign_in_link' | 'create_token'>(
  name: Name,
  input: OperationInput<Name>,
  { actor = opened.actor, dryRun = false }: { actor?: Actor; dryRun?: boolean } = {},
) {
  return (await opened.service.invoke(name, input, { actor, dryRun })).output;
}

async function codeRefused(work: Promise<unknown>): Promise<string> {
  const thrown = await work.catch((error: unknown) => error);
  if (thrown instanceof Refusal) return thrown.code;
  throw thrown instanceof Error ? thrown : new Error('The call was not refused.');
}

const count = (table: string) =>
  transaction(opened.database, { readOnly: true }, async ({ sql }) => {
    const [row] = await sql<[{ n: number }]>`select count(*)::int as n from ${sql(table)}`;
    return row.n;
  });

describe('CON-14 sessions', () => {
  it('of the operator end when another token is in the file', async () => {
    const { sessions } = opened.service;
    const { secret } = await sessions.start(operatorActor);
    const link = await call('create_sign_in_link', {});
    expect(await sessions.find(secret, null)).toEqual(operatorActor);
    writeFileSync(file, 'b'.repeat(limits.apiTokenChars));
    expect(await sessions.find(secret, null)).toBeNull();
    expect(await sessions.useLink(codeOf(link), null)).toBeNull();
    writeFileSync(file, '');
    expect(await sessions.find(secret, null)).toBeNull();
    expect(await codeRefused(call('create_sign_in_link', {}))).toBe('unauthorized');
    writeFileSync(file, 'c'.repeat(limits.apiTokenChars));
  });

  it('run on the time of the machine, also under the test clock', async () => {
    const { sessions } = opened.service;
    const { secret } = await sessions.start(operatorActor);
    const advance = { amount: 400, unit: 'days' } as const;
    await opened.service.invoke('move_clock', { advance }, { actor: opened.actor });
    const view = await sessions.view(secret, null);
    expect(view).toMatchObject({ name: 'API_TOKEN', test_clock: true });
  });

  it('are a hundred for one token, and the newest stay', async () => {
    const { sessions } = opened.service;
    const { token } = await call('create_token', { name: 'Busy', scope: 'read' });
    const actor: Actor = { id: `token ${token.id}`, name: token.name, scopes: token.scopes };
    const { secret: other } = await sessions.start(operatorActor);
    const secrets: string[] = [];
    for (let made = 0; made < 102; made += 1) secrets.push((await sessions.start(actor)).secret);
    expect(await sessions.find(secrets[1] ?? '', null)).toBeNull();
    expect(await sessions.find(secrets[2] ?? '', null)).not.toBeNull();
    expect(await sessions.find(other, null)).not.toBeNull();
  });

  it('leave with what else is over', async () => {
    const { token } = await call('invite_operator', { name: 'Gone', scope: 'read' });
    const { sessions } = opened.service;
    const owner: Actor = { id: `token ${token.id}`, name: token.name, scopes: token.scopes };
    await sessions.start(owner);
    await opened.service.invoke('revoke_token', { token_id: token.id }, { actor: opened.actor });
    await transaction(opened.database, {}, async ({ sql }) => {
      await sql`update console_sessions set expires_at = now()`;
      await sql`update sign_in_links set expires_at = now()`;
    });
    // This process has swept as the clock moved, and does so once in a while.
    const next = await opened.another();
    for (let round = 0; round < 3; round += 1) await next.tick();
    await next.close();
    expect([await count('console_sessions'), await count('sign_in_links')]).toEqual([0, 0]);
  });
});

describe('CON-17 links', () => {
  it('lead to BASE_URL, and the secret of the token is answered to nobody', async () => {
    const made = await call('invite_operator', { name: 'Grace', scopes: ['read', 'send'] });
    expect(Object.keys(made)).toEqual(['token', 'url', 'link_expires_at']);
    expect(made.url).toMatch(/^http:\/\/[^/]+\/sign-in#[\w-]{43}$/);
    expect(made.token).toMatchObject({ name: 'Grace', scopes: ['read', 'send'] });
    const days = (Date.parse(made.link_expires_at) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(7);
  });

  it('are to a token of scope write where no scope is chosen', async () => {
    const { token } = await call('invite_operator', { name: 'Mary' });
    expect(token.scopes).toEqual(['write']);
  });

  it('are none in a dry run', async () => {
    const dry = await call('invite_operator', { name: 'Dry', scope: 'admin' }, { dryRun: true });
    expect(dry.url).toBe('');
  });

  it('are for the own token, and for those that were made with it', async () => {
    const { token: outer } = await call('create_token', { name: 'Lead', scope: 'admin' });
    const { token: peer } = await call('create_token', { name: 'Peer', scope: 'admin' });
    const lead: Actor = { id: `token ${outer.id}`, name: 'Lead', scopes: ['admin'] };
    const { token: child } = await call(
      'invite_operator',
      { name: 'Child', scope: 'read' },
      { actor: lead },
    );
    expect(child.parent_id).toBe(outer.id);
    const linked = (token_id?: number, actor = lead) =>
      call('create_sign_in_link', token_id === undefined ? {} : { token_id }, { actor });
    expect((await linked()).token?.id).toBe(outer.id);
    expect((await linked(child.id)).token?.id).toBe(child.id);
    expect(await codeRefused(linked(peer.id))).toBe('not_found');
    const reader: Actor = { id: `token ${child.id}`, name: 'Child', scopes: ['read'] };
    expect(await codeRefused(linked(undefined, reader))).toBe('forbidden');
    expect((await linked(peer.id, opened.actor)).token?.id).toBe(peer.id);
    expect((await linked(undefined, opened.actor)).token).toBeNull();
  });

  it('CON-17 are made to no token that has expired or was revoked, since they would sign nobody in', async () => {
    const { token: brief } = await call('invite_operator', { name: 'Brief', scope: 'read' });
    const { token: former } = await call('invite_operator', { name: 'Former', scope: 'read' });
    await opened.service.invoke('revoke_token', { token_id: former.id }, { actor: opened.actor });
    expect(await codeRefused(call('create_sign_in_link', { token_id: former.id }))).toBe(
      'not_found',
    );
    expect((await call('create_sign_in_link', { token_id: brief.id })).token?.id).toBe(brief.id);
    await transaction(opened.database, {}, async ({ sql }) => {
      await sql`update api_tokens set expires_at = created_at where id = ${brief.id}`;
    });
    const refused = await call('create_sign_in_link', { token_id: brief.id }).catch(String);
    expect(refused).toMatch(
      /The token "Brief" expired at \S+Z, so a link would sign nobody in\. Invite the person again\./,
    );
  });
});
