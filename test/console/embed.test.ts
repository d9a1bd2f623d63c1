// It starts Chromium.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { embedMarkup } from '@postroad/core/flows/embedded-flow';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findings } from '../pages/look-over.ts';
import { type RunningBrowser, startBrowser } from '../support/browser.ts';
import { type RunningService, startService } from '../surfaces/running-service.ts';

let running: RunningService;
let chromium: RunningBrowser;
/** A site of somebody else, which shows what is put into its page. */
let site: Server;
let origin: string;
let markup = '';

beforeAll(async () => {
  [running, chromium] = await Promise.all([startService(), startBrowser()]);
  await running.service.announce(running.url);
  await running.invoke('create_flow', {
    key: 'trial',
    name: 'Trial',
    definition: {
      trigger: { event: 'trial_began' },
      nodes: [
        { name: 'Three days', type: 'delay', duration: { amount: 3, unit: 'days' } },
        { name: 'Say hello', type: 'send_email', email_id: 1 },
      ],
    },
  });
  await running.invoke('activate_flow', { flow_key: 'trial' });
  site = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(
      `<!doctype html><html lang="en"><title>Wiki</title><main><h1>Our flow</h1>${markup}</main>`,
    );
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  origin = `http://localhost:${(site.address() as AddressInfo).port}`;
});

afterAll(async () => {
  await chromium.stop();
  await running.stop();
  site.close();
});

type Embed = OperationOutput<'embed_flow'>;

async function embed(input: object = {}): Promise<Embed> {
  const made = await running.invoke('embed_flow', { flow_key: 'trial', ...input });
  return made as Embed;
}

/** The other site with some markup in its page, and the frame in it. */
async function visit(html: string): Promise<{ page: Page; frame: FrameLocator }> {
  markup = html;
  const context = await chromium.browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  await page.goto(origin);
  return { page, frame: page.frameLocator('postroad-flow iframe') };
}

const heightOf = async (one: Locator) => (await one.boundingBox())?.height;

const askData = (url: string, secret = new URL(url).hash.slice(1)) =>
  fetch(`${running.url}${new URL(url).pathname}/data`, {
    headers: { authorization: `Bearer ${secret}` },
  });

describe('CON-25 a flow on a page of another site', () => {
  it('CON-25 draws it with its live counts, without a cookie, as high as the drawing', async () => {
    const { html, token } = await embed({ sites: [origin] });
    expect(token).toMatchObject({ flow_key: 'trial', scopes: [], sites: [origin] });
    const { page, frame } = await visit(html);
    const tree = frame.getByRole('tree', { name: 'Steps of Trial' });
    await tree.getByRole('treeitem').first().waitFor();
    await frame.getByText('0 people inside').waitFor();
    expect(await page.context().cookies()).toEqual([]);
    expect(await findings(page)).toEqual([]);
    const iframe = page.locator('postroad-flow iframe');
    const drawn = (await heightOf(frame.locator('main'))) ?? 0;
    expect(drawn).toBeGreaterThan(200);
    await expect.poll(() => heightOf(iframe)).toBe(drawn);
    const isApart = await iframe.evaluate(
      (one) => (one as unknown as { contentDocument: unknown }).contentDocument === null,
    );
    expect(isApart).toBe(true);
    await running.invoke('record_event', { email: 'ada@example.com', name: 'trial_began' });
    while (await running.service.tick());
    await frame.getByText('1 person inside').waitFor();
    await frame.getByRole('treeitem', { name: /Three days.*1 person/ }).waitFor();
    await page.context().close();
  });

  it('CON-25 reads this flow and nothing else', async () => {
    const one = await embed();
    const secret = new URL(one.url).hash.slice(1);
    const shown = (await (await askData(one.url)).json()) as { flow: object };
    expect(Object.keys(shown)).toEqual(['flow']);
    expect(Object.keys(shown.flow).toSorted()).toEqual(
      ['definition', 'name', 'people_inside', 'status', 'steps'].toSorted(),
    );
    expect(JSON.stringify(shown)).not.toContain('ada@example.com');
    const headers = { authorization: `Bearer ${secret}` };
    for (const path of ['/api/v1/flows/trial', '/api/v1/people', '/api/v1/live', '/mcp']) {
      expect((await fetch(running.url + path, { headers })).status, path).toBe(401);
    }
    const signIn = await fetch(`${running.url}/console/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: secret }),
    });
    expect(signIn.status).toBe(401);
    const other = await embed();
    expect((await askData(other.url, secret)).status).toBe(401);
    await expect(
      running.invoke('create_sign_in_link', { token_id: one.token.id }),
    ).rejects.toMatchObject({ code: 'not_found' });
  });

  it('CON-25 says in a sentence that its time is over, or that it is not shared any more', async () => {
    const { token, url } = await embed();
    await running.invoke('revoke_token', { token_id: token.id });
    const revoked = await visit(embedMarkup(running.url, url));
    await revoked.frame.getByText('This flow is not shared any more').waitFor();
    expect(await findings(revoked.page)).toEqual([]);
    await revoked.page.context().close();
    const inAnHour = new Date(Date.parse(token.created_at) + 3_600_000).toISOString();
    const { url: short, html } = await embed({ expires_at: inAnHour });
    expect((await askData(short)).status).toBe(200);
    await running.invoke('move_clock', { advance: { amount: 2, unit: 'hours' } });
    expect((await askData(short)).status).toBe(401);
    const expired = await visit(html);
    await expired.frame.getByText('The time for which this flow was shared is over').waitFor();
    await expired.page.context().close();
  });

  it('CON-25 lets the pages that were named show it, and no others', async () => {
    const { url } = await embed({ sites: ['https://wiki.example.com'] });
    const page = await fetch(running.url + new URL(url).pathname);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("frame-ancestors 'self' https://wiki.example.com");
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain('unsafe');
    expect(page.headers.get('x-frame-options')).toBeNull();
    expect(page.headers.get('set-cookie')).toBeNull();
    const { page: elsewhere, frame } = await visit(embedMarkup(running.url, url));
    await elsewhere.locator('postroad-flow iframe').waitFor();
    await expect.poll(() => elsewhere.frames().at(-1)?.url()).toMatch(/^chrome-error:/);
    expect(await frame.getByRole('tree').count()).toBe(0);
    await elsewhere.context().close();
    for (const sites of [['https://a.example/path'], ["'none'"], ['https://a.example; x']]) {
      await expect(embed({ sites })).rejects.toMatchObject({ code: 'validation_failed' });
    }
  });
});
