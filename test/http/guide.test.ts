import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeGuide } from '@postroad/http/guides/guide-files';
import { guideDocument, guidePage } from '@postroad/http/guides/guide-page';
import { guideSite } from '@postroad/http/guides/guide-site';
import { createHttpServer } from '@postroad/http/server';
import { createLog } from '@postroad/service/platform/log';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findings } from '../pages/look-over.ts';
import { type RunningBrowser, startBrowser } from '../support/browser.ts';
import { root } from '../support/repository.ts';
import { suite } from '../support/test-files.ts';
import { createFakeService } from './fake-service.ts';

// @slow: it starts Chromium.

const site = guideSite();
const pages = [...site.keys()].filter((path) => path.endsWith('.html'));
/** What is around the text is the same on every page. */
const textOnly = suite === 'all' ? 'html' : 'main';

/** The settings have every element that the guide to flows has, but for lists, which the start has. */
const schemesOf = (path: string) =>
  suite === 'all' || path !== 'flows.html' ? (['light', 'dark'] as const) : (['light'] as const);

const textOf = (path: string) => site.get(path)?.bytes.toString() ?? '';

describe('TOUR-02 the site', () => {
  it('TOUR-02 has a page for each guide, in groups, each listed on every page', () => {
    const start = readFileSync(join(root, 'docs/guides/index.md'), 'utf8');
    const listed = [...start.matchAll(/\]\(([\w-]+)\.md\)/g)].map(([, name]) => `${name}.html`);
    expect(listed.length).toBeGreaterThan(30);
    for (const path of pages) for (const name of listed) expect(textOf(path)).toContain(name);
  });

  it('TOUR-02 lists every guide that there is', () => {
    const files = readdirSync(join(root, 'docs/guides')).filter((name) => name.endsWith('.md'));
    expect(
      files.map((name) => name.replace('.md', '.html')).filter((one) => !site.has(one)),
    ).toEqual([]);
  });

  it('TOUR-02 has whatever its pages link to, with the heading that a link names', () => {
    const faults: string[] = [];
    for (const path of pages) {
      for (const [, href = ''] of textOf(path).matchAll(/ (?:href|src)="([^"]*)"/g)) {
        if (/^[a-z]+:/.test(href)) continue;
        const [to = '', id] = href.split('#', 2);
        const target = to === '' ? path : to;
        if (!site.has(target)) faults.push(`${path}: ${href}`);
        else if (id && !textOf(target).includes(` id="${id}"`)) faults.push(`${path}: ${href}`);
      }
    }
    expect(faults).toEqual([]);
  });

  it('TOUR-02 finds each part by its words', () => {
    const entries = JSON.parse(textOf('search.json')) as { href: string; text: string }[];
    expect(entries.find(({ href }) => href === 'backup.html')?.text).toMatch(/backup/i);
    expect(entries.length).toBeGreaterThan(150);
  });

  it('TOUR-02 keeps the words of a link to what it does not have, and takes no HTML', () => {
    const source =
      '# A & B\n\nSee [the <b>code</b>](x.ts) and [this](#here).\n\n<script>1</script>\n';
    const page = guidePage(source, (href) => (href.startsWith('#') ? href : null));
    expect(page.html).toContain('See the &lt;b&gt;code&lt;/b&gt; and <a href="#here">this</a>.');
    expect(page.html).not.toContain('<script');
    const around = { path: 'a.html', groups: [], before: undefined, after: undefined };
    expect(guideDocument(page, around)).toContain('<h1>A &amp; B</h1>');
  });

  it('TOUR-02 is written into a folder for any web server', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'postroad-guide-'));
    try {
      expect(await writeGuide(folder)).toBe(site.size);
      for (const path of site.keys()) expect(existsSync(join(folder, path)), path).toBe(true);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('TOUR-02 the guide of a server', () => {
  let browser: RunningBrowser;
  let app: ReturnType<typeof createHttpServer>;
  let url: string;

  beforeAll(async () => {
    app = createHttpServer(createFakeService(), { log: createLog('silent') });
    await app.listen({ port: 0, host: '127.0.0.1' });
    url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
    browser = await startBrowser();
  });

  afterAll(async () => {
    await browser.stop();
    await app.close();
  });

  it('TOUR-02 is at /docs/guide, and knows what it does not have', async () => {
    const moved = await app.inject({ url: '/docs/guide' });
    expect([moved.statusCode, moved.headers.location]).toEqual([308, 'guide/']);
    const start = await app.inject({ url: '/docs/guide/' });
    expect(start.headers['content-security-policy']).toContain("script-src 'self'");
    expect(start.body).toContain('<h1>Guides</h1>');
    for (const path of ['nothing.html', '../package.json', '%2e%2e/package.json']) {
      expect((await app.inject({ url: `/docs/guide/${path}` })).statusCode, path).toBe(404);
    }
  });

  it('TOUR-02 is read without scripts, at 320 and 1280, in light and dark', async () => {
    const unscripted = await browser.browser.newContext({ javaScriptEnabled: false });
    const plain = await unscripted.newPage();
    for (const width of [1280, 320]) {
      await plain.setViewportSize({ width, height: 800 });
      await plain.goto(`${url}/docs/guide`);
      if (width < 600) await plain.getByText('All guides').click();
      await plain.getByRole('link', { name: 'Backups', exact: true }).first().click();
      await plain.getByRole('heading', { level: 1, name: 'Backups' }).waitFor();
      await plain.getByRole('main').getByText('postroad backup').first().waitFor();
    }
    await unscripted.close();
    const context = await browser.browser.newContext();
    const page = await context.newPage();
    for (const path of ['', 'flows.html', 'settings.html']) {
      await page.goto(`${url}/docs/guide/${path}`);
      await page.getByRole('searchbox').waitFor();
      for (const width of [320, 390, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        const over = 'document.documentElement.scrollWidth - innerWidth';
        expect(await page.evaluate(over), `${path} at ${width}`).toBeLessThanOrEqual(0);
      }
      for (const colorScheme of schemesOf(path)) {
        await page.emulateMedia({ colorScheme });
        const look = { colours: colorScheme === 'dark', within: path === '' ? 'html' : textOnly };
        expect(await findings(page, look), path).toEqual([]);
      }
    }
    await context.close();
  });

  it('TOUR-02 is searched by words, from any page and by keyboard', async () => {
    const page = await browser.browser.newPage();
    await page.goto(`${url}/docs/guide/flows.html`);
    await page.getByRole('searchbox').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('restore backup');
    const found = page.getByRole('region', { name: 'Results' });
    await found
      .getByRole('link', { name: /^Backups/ })
      .first()
      .waitFor();
    expect(await findings(page, { within: suite === 'all' ? 'html' : '#found' })).toEqual([]);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(/(?:backup|deploy)\.html/);
    await page.getByRole('searchbox').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('xyzzy');
    await page.getByText('Nothing has all of these words.').waitFor();
    await page.close();
  });

  it('TOUR-02 shows what the last key asks for, though the words come late', async () => {
    const page = await browser.browser.newPage();
    let asked = 0;
    let answer: () => void = () => undefined;
    const typed = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/search.json', async (route) => {
      asked += 1;
      await typed;
      await route.continue();
    });
    await page.goto(`${url}/docs/guide/flows.html`);
    await page.getByRole('searchbox').pressSequentially('xyzzy');
    answer();
    await page.getByText('Nothing has all of these words.').waitFor();
    // An answer for each key could come in another order.
    expect(asked).toBe(1);
    await page.close();
  });
});
