// It starts Chromium.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { findings } from '../pages/look-over.ts';
import { OAuthAgent } from '../surfaces/oauth-agent.ts';
import { type ConsoleSite, headingOf, signIn, startConsole, takeFaults } from './console-site.ts';

let site: ConsoleSite;
let agent: OAuthAgent;
/** The application, to which the browser is sent back. */
let application: Server;
let callback: string;
let clientId: string;

beforeAll(async () => {
  site = await startConsole();
  agent = new OAuthAgent(site.running);
  application = createServer((_, answer) => {
    answer.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Connected</h1>');
  });
  await new Promise<void>((resolve) => application.listen(0, '127.0.0.1', resolve));
  callback = `http://127.0.0.1:${(application.address() as AddressInfo).port}/callback`;
  const { body } = await agent.register({
    client_name: 'Desk Agent',
    redirect_uris: [callback, 'https://agent.example/callback'],
  });
  clientId = String(body.client_id);
});

afterAll(async () => {
  await site.stop();
  await new Promise((resolve) => application.close(resolve));
});

afterEach(() => {
  // The browser leaves for the application, which is what is wanted.
  expect(takeFaults().filter((fault) => !fault.includes(callback))).toEqual([]);
});

const addressOf = (changes: Record<string, string> = {}) => {
  const asking = agent.ask(clientId, { redirect_uri: callback, ...changes });
  return { asking, address: `/oauth/authorize?${asking.query}` };
};

/** Pages that are signed in, by their language. */
const pages = new Map<string, Page>();

/** A page of somebody who is signed in, at the address that an application sends them to. */
async function openAt(address: string, locale = 'en-GB'): Promise<Page> {
  const page = pages.get(locale) ?? (await site.open('/', { locale }));
  pages.set(locale, page);
  await page.goto(`${site.running.url}${address}`);
  return page;
}

async function callbackOf(page: Page): Promise<URL> {
  await page.getByRole('heading', { name: 'Connected' }).waitFor();
  return new URL(page.url());
}

it('OAUTH-02 a person signs in, narrows what is asked for, and is sent back', async () => {
  const { asking, address } = addressOf({ scope: 'read draft write' });
  const page = await openAt('/');
  // An answer that still comes would set the cookie again.
  await page.goto('about:blank');
  await page.context().clearCookies();
  await page.goto(`${site.running.url}${address}`);
  await page.getByText('An application asks for access.').waitFor();
  await signIn(page, site.running.token);
  await page.getByRole('heading', { name: 'Connect Desk Agent?' }).waitFor();
  const shown = (await page.locator('main').textContent()) ?? '';
  expect(shown).toContain(`You are sent back to${new URL(callback).host}`);
  expect(shown).toContain('Nobody has checked its name.');
  const box = (name: RegExp) => page.getByRole('checkbox', { name });
  expect(await box(/^read everything/).isChecked()).toBe(true);
  expect(await box(/^keep drafts/).isChecked()).toBe(true);
  expect(await box(/^change everything/).isChecked()).toBe(false);
  expect(await box(/^read everything/).isDisabled()).toBe(true);
  await box(/^keep drafts/).uncheck();
  await page.getByLabel('Name in the list of tokens').fill('Narrow agent');
  await page.getByRole('button', { name: 'Connect' }).click();
  const to = await callbackOf(page);
  const { body } = await agent.exchange(asking, to.searchParams.get('code') ?? '');
  expect(body.scope).toBe('read');
  expect(JSON.stringify(await site.running.invoke('list_tokens', {}))).toContain('Narrow agent');
});

it('OAUTH-02 a person refuses', async () => {
  const page = await openAt(addressOf().address);
  await page.getByRole('button', { name: 'Refuse' }).click();
  expect((await callbackOf(page)).searchParams.get('error')).toBe('access_denied');
});

it('OAUTH-02 nothing ticked is said, and a request with a fault leads nowhere by itself', async () => {
  const page = await openAt(addressOf({ scope: 'admin' }).address);
  await page.getByRole('button', { name: 'Connect' }).click();
  await page.getByText('Allow at least one thing, or refuse.').waitFor();
  await page.getByRole('checkbox', { name: /^do everything/ }).check();
  await page.getByText('With this it reaches real people').waitFor();
  const other = await openAt(addressOf({ redirect_uri: 'https://evil.example/' }).address);
  expect(await headingOf(other)).toBe('This cannot be connected');
  expect(await other.getByRole('button', { name: /^Back/ }).count()).toBe(0);
  const faulty = await openAt(addressOf({ code_challenge_method: 'plain' }).address);
  await faulty.getByText('code_challenge_method must be S256.').waitFor();
  await faulty.getByRole('button', { name: /^Back to 127/ }).click();
  expect((await callbackOf(faulty)).searchParams.get('error')).toBe('invalid_request');
});

it('OAUTH-02 somebody who may not connect applications is not led back to one that has no fault', async () => {
  const { secret } = (await site.running.invoke('create_token', {
    name: 'Reader',
    scope: 'read',
  })) as { secret: string };
  const hint = 'Begin again in the application.';
  const reader = await site.open('/', { token: secret });
  await reader.goto(`${site.running.url}${addressOf().address}`);
  await reader.getByText('Only somebody with the scope admin connects applications.').waitFor();
  expect(await reader.getByText(hint).count()).toBe(0);
  await reader.context().close();
  const page = await openAt(addressOf({ client_id: 'nobody' }).address);
  await page.getByText(hint).waitFor();
});

it('OAUTH-02 reads in English and German, light and dark, and at 320 px', async () => {
  const { address } = addressOf({ scope: 'read write' });
  for (const [locale, title] of [
    ['en-GB', 'Connect Desk Agent?'],
    ['de-DE', 'Desk Agent verbinden?'],
  ] as const) {
    const page = await openAt(address, locale);
    await page.getByRole('heading', { name: title }).waitFor();
    await page.locator('summary').click();
    expect(await findings(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 800 });
    expect(await page.evaluate('document.documentElement.scrollWidth'), title).toBe(320);
    expect(await findings(page), `${title}, 320 wide`).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await findings(page, { colours: true }), `${title}, dark`).toEqual([]);
  }
});
