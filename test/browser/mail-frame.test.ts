import { join } from 'node:path';
import { createHttpServer } from '@postroad/http/server';
import { createLog } from '@postroad/service/platform/log';
import type { Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFakeService } from '../http/fake-service.ts';
import { type RunningBrowser, startBrowser } from '../support/browser.ts';
import { root } from '../support/repository.ts';

// @slow: it starts Chromium.

let running: RunningBrowser;
let app: ReturnType<typeof createHttpServer>;
let url: string;

beforeAll(async () => {
  running = await startBrowser();
  app = createHttpServer(createFakeService(), { log: createLog('silent') });
  url = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await app?.close();
  await running?.stop();
});

/** What a frame tells the page around it. */
interface Told {
  type: string;
  height?: number;
}

/** Written in `frame-in-page.mjs`, since the types of a page and of Node contradict each other. */
interface InPage {
  frameTests: {
    showMail(mail: { html: string; address: string }): Promise<Told[]>;
    mailShown(): Record<string, unknown>;
    heard(): Told[];
    clickLink(): void;
  };
}

/** A page of this server that shows a mail in the frame, and what came of it. */
async function show(html: string, { images = false } = {}) {
  const context = await running.browser.newContext();
  await context.addInitScript({ path: join(root, 'test', 'browser', 'frame-in-page.mjs') });
  const page = await context.newPage();
  const asked: string[] = [];
  await page.route('**', (route) => {
    const address = route.request().url();
    if (!address.startsWith(url)) asked.push(address);
    if (!address.startsWith(url))
      return route.fulfill({ contentType: 'image/svg+xml', body: '<svg/>' });
    // A page of the console, without its scripts.
    if (address === `${url}/flows`) {
      const headers = {
        'content-security-policy': "frame-src 'self'",
        'content-type': 'text/html',
      };
      return route.fulfill({ headers, body: '<!doctype html><title>Console</title>' });
    }
    return route.continue();
  });
  await page.goto(`${url}/flows`);
  const address = `/console/mail${images ? '?images=1' : ''}`;
  const told = await page.evaluate(
    (mail) => (globalThis as unknown as InPage).frameTests.showMail(mail),
    { html, address },
  );
  const frame = page.frames().find((one) => one.url().includes('/console/mail'));
  if (frame === undefined) throw new Error('There is no frame.');
  return { page, frame, told, asked, close: () => context.close() };
}

const shownIn = (frame: Frame) =>
  frame.evaluate(() => (globalThis as unknown as InPage).frameTests.mailShown());

const settled = (page: Page) => page.waitForLoadState('networkidle');

it('CON-05 a mail is shown as it looks, and the frame says how high it is', async () => {
  const style = '<style>p { color: rgb(1, 2, 3) }</style>';
  const body = '<body style="margin:0"><p style="height: 700px; margin: 0">Hello</p></body>';
  const { frame, told, close } = await show(
    `<!doctype html><html lang="de"><head>${style}</head>${body}</html>`,
  );
  expect(told.map(({ type }) => type)).toEqual(['ready', 'shown', 'height']);
  expect(told.at(-1)?.height).toBe(700);
  expect(await shownIn(frame)).toMatchObject({ lang: 'de', color: 'rgb(1, 2, 3)' });
  await close();
});

const attacks = `<html><head>
<meta http-equiv="refresh" content="0; url=https://evil.example/refreshed">
<base href="https://evil.example/"><link rel="stylesheet" href="https://evil.example/a.css">
<script>parent.postMessage({ type: 'ran script' }, '*')</script></head>
<body onload="parent.postMessage({ type: 'ran onload' }, '*')">
<img src="x" onerror="parent.postMessage({ type: 'ran onerror' }, '*')">
<svg onload="parent.postMessage({ type: 'ran svg' }, '*')"><script>parent.postMessage({ type: 'ran svg' }, '*')</script></svg>
<iframe srcdoc="<script>top.postMessage({ type: 'ran inner' }, '*')</script>"></iframe>
<form action="https://evil.example/form"><button id="send">Send</button></form>
<a id="js" href="javascript:parent.postMessage({ type: 'ran link' }, '*')">x</a>
<img src="https://pixel.example/open.gif"><div style="background: url(https://pixel.example/b.gif)">y</div>
</body></html>`;

it('CON-05 a mail runs nothing, leads nowhere, and loads nothing from elsewhere', async () => {
  const { page, frame, told, asked, close } = await show(attacks);
  await frame.click('#send');
  await frame.evaluate(() => (globalThis as unknown as InPage).frameTests.clickLink());
  await settled(page);
  const heard = await page.evaluate(() => (globalThis as unknown as InPage).frameTests.heard());
  const types = [...told, ...heard].map(({ type }) => type);
  expect(types.filter((type) => !['ready', 'shown', 'height'].includes(type))).toEqual([]);
  expect(asked).toEqual([]);
  const address = `${url}/console/mail`;
  expect(frame.url()).toBe(address);
  expect(await shownIn(frame)).toMatchObject({ origin: 'null', scripts: 0, base: address });
  await close();
});

it('CON-05 pictures of other hosts are loaded where the person asked for them', async () => {
  const { page, asked, close } = await show(attacks, { images: true });
  await settled(page);
  expect(asked.toSorted()).toEqual([
    'https://pixel.example/b.gif',
    'https://pixel.example/open.gif',
  ]);
  await close();
});
