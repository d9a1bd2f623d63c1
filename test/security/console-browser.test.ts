import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Actor } from '@postroad/service/platform/actor';
import type { BrowserContext } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RealServer, startReal } from '../http/real-server.ts';
import { type RunningBrowser, startBrowser } from '../support/browser.ts';

const operator: Actor = { id: 'environment', name: 'test', scopes: ['admin'] };

let running: RunningBrowser;
let server: RealServer;
/** Another program on the same machine, which shows what an attacker wants. */
let neighbour: Server;
let port: number;
let context: BrowserContext;

beforeAll(async () => {
  [running, server] = await Promise.all([startBrowser(), startReal()]);
  neighbour = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>Prize</title><p>You have won</p>');
  });
  await new Promise<void>((resolve) => neighbour.listen(0, '127.0.0.1', resolve));
  ({ port } = neighbour.address() as AddressInfo);
});
afterAll(async () => {
  await running?.stop();
  await server?.stop();
  neighbour?.close();
});
beforeEach(async () => {
  context = await running.browser.newContext();
});
afterEach(() => context.close());

/** A page of the console after somebody has followed their invitation. */
async function signedIn() {
  const invited = { name: 'Grace Hopper', scope: 'admin' } as const;
  const { output } = await server.service.invoke('invite_operator', invited, { actor: operator });
  const page = await context.newPage();
  await page.goto(`${server.url}/sign-in${new URL(output.url).hash}`);
  await expect
    .poll(() => page.evaluate(`fetch('/console/session').then(({ status }) => status)`))
    .toBe(200);
  return page;
}

const profileName = async () => {
  const { output } = await server.service.invoke('get_profile', {}, { actor: operator });
  return output.profile.name;
};

/** What a page can send without asking first (Fetch, CORS-safelisted), and what it asks for first. */
const writes = (url: string) => `
  Promise.allSettled([
    fetch('${url}/api/v1/profile', { method: 'POST', mode: 'no-cors', credentials: 'include', body: '{"name":"Stolen"}' }),
    fetch('${url}/console/session', { method: 'DELETE', credentials: 'include' }),
    fetch('${url}/api/v1/profile', { method: 'PATCH', credentials: 'include', headers: { 'content-type': 'application/json', 'postroad-surface': 'console' }, body: '{"name":"Stolen"}' }),
    fetch('${url}/api/v1/tokens/link', { method: 'POST', mode: 'no-cors', credentials: 'include', body: '{}' }),
    fetch('${url}/api/v1/profile', { credentials: 'include' }).then((answer) => answer.text()),
  ]).then((all) => all.map(({ status, value }) => status === 'fulfilled' ? String(value?.type ?? value) : status))`;

describe('in a browser', () => {
  it('CON-14, CON-17 an invitation signs in, and no script reads the cookie', async () => {
    const page = await signedIn();
    expect(page.url()).not.toContain('#');
    expect(await page.evaluate('document.cookie')).toBe('');
    const [cookie, ...others] = await context.cookies();
    expect(others).toEqual([]);
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/', secure: false });
  });

  it('CON-15 a write of the console passes', async () => {
    const page = await signedIn();
    const body = `{ method: 'PATCH', headers: { 'content-type': 'application/json', 'postroad-surface': 'console' }, body: '{"name":"Ours"}' }`;
    const status = await page.evaluate(
      `fetch('/api/v1/profile', ${body}).then((answer) => answer.status)`,
    );
    expect([status, await profileName()]).toEqual([200, 'Ours']);
  });

  // A neighbour is the same site, so the browser sends the cookie with what it asks for.
  it.each([
    ['a neighbour on the same host', '127.0.0.1', 403],
    ['another site', 'localhost', 401],
  ])('CON-15 %s writes and reads nothing', async (_, host, status) => {
    const page = await signedIn();
    const before = await profileName();
    const evil = await context.newPage();
    await evil.goto(`http://${host}:${port}/`);
    server.requests.length = 0;
    const said = await evil.evaluate(writes(server.url));
    expect(said).toEqual(['opaque', 'rejected', 'rejected', 'opaque', 'rejected']);
    const asked = server.requests.filter(({ method }) => method === 'POST');
    expect(asked.map((one) => one.status)).toContain(status);
    const passed = server.requests.filter((one) => Number(one.status) < 400);
    expect(passed.filter(({ method }) => method !== 'GET')).toEqual([]);
    expect(await profileName()).toBe(before);
    expect(await page.evaluate(`fetch('/console/session').then((answer) => answer.status)`)).toBe(
      200,
    );
  });
});
