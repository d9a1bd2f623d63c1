import type { OpenOptions as ServiceOptions } from '@postroad/service/app/open-service';
import type { BrowserContext, Page, Route } from 'playwright-core';
import { expect } from 'vitest';
import { findings, type Look } from '../pages/look-over.ts';
import { type RunningBrowser, startBrowser } from '../support/browser.ts';
import { suite } from '../support/test-files.ts';
import { type RunningService, startService } from '../surfaces/running-service.ts';

export interface ConsoleSite {
  running: RunningService;
  /** A page of a browser of its own that is signed in, at an address of the console. */
  open(address: string, options?: OpenOptions): Promise<Page>;
  stop(): Promise<void>;
}

export interface OpenOptions {
  locale?: string;
  width?: number;
  /** Signs in with another token than the operator's. */
  token?: string;
  /** A page whose language, token and files from the server it shares. */
  beside?: Page;
}

/** Milliseconds that a step may take; a busy machine is slow, and a fault shows all the same. */
const waitMs = 20_000;

const faults: string[] = [];

/** Faults of scripts, and requests to other hosts, since the last look. */
export function takeFaults(): string[] {
  return faults.splice(0);
}

function watch(page: Page, origin: string): void {
  page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.message}`));
  page.on('request', (request) => {
    if (!request.url().startsWith(origin)) faults.push(`asked ${request.url()}`);
  });
}

/** Signs in as a person does: one field, one button (CON-14). */
export async function signIn(page: Page, token: string): Promise<void> {
  await page.getByLabel(/^Token/).fill(token);
  await page.getByRole('button', { name: /^(?:Sign in|Anmelden)$/ }).click();
}

/** `states.test.ts` looks at the frame around a screen, which is the same at each: in `npm test` only there. */
export const screenOnly = suite === 'all' ? 'html' : ':is(main, dialog[open])';

/** What axe-core finds in the screen and in what opened over it. */
export function screenFindings(page: Page, look: Look = {}): Promise<string[]> {
  return findings(page, { within: screenOnly, ...look });
}

/** The heading of the screen, once there is one. */
export async function headingOf(page: Page): Promise<string> {
  const heading = page.locator('main h1');
  await heading.waitFor();
  return (await heading.textContent()) ?? '';
}

/** An answer without the rows of its lists, as of an account that has none. */
export function emptied(answer: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const without = (name: string, value: unknown) =>
    Array.isArray(value) ? [] : name === 'next_cursor' ? null : value;
  return Object.fromEntries(
    Object.entries(answer).map(([name, value]) => [name, without(name, value)]),
  );
}

/**
 * Answers a page as the service does, with a body that is changed. What the page no longer waits
 * for, since it was left meanwhile, is let go: its answer can neither be read nor given.
 */
export async function answerChanged<Body>(
  route: Route,
  change: (body: Body) => unknown,
  { inPlaceOfFault }: { inPlaceOfFault?: object } = {},
): Promise<void> {
  try {
    const response = await route.fetch();
    if (!response.ok()) {
      const answer = inPlaceOfFault === undefined ? { response } : { json: inPlaceOfFault };
      return await route.fulfill(answer);
    }
    await route.fulfill({ response, json: change((await response.json()) as Body) });
  } catch (error) {
    if (!/disposed|closed|already handled/.test(String(error))) throw error;
  }
}

interface Dom {
  document: {
    createElement(name: string): { href: string; click(): void; remove(): void };
    querySelector(selector: string): { click(): void } | null;
    body: { append(element: unknown): void };
  };
  requestAnimationFrame(then: (at: number) => void): void;
}

/**
 * Goes to another address of the console without loading the page again; what is edited and not
 * saved is left.
 */
export async function go(page: Page, address: string): Promise<void> {
  await page.evaluate(async (to) => {
    const { document, requestAnimationFrame } = globalThis as unknown as Dom;
    const link = document.createElement('a');
    link.href = to;
    document.body.append(link);
    link.click();
    await new Promise(requestAnimationFrame);
    document.querySelector('dialog.leave .danger')?.click();
    link.remove();
  }, address);
}

/** A screen is there when its heading is; that of the screen before may stay until then. */
const newHeading = 'main h1:not([data-left])';

/** Goes to a screen without loading the page again, unless it is the one that is shown, and waits for it. */
export async function arrive(page: Page, address: string): Promise<void> {
  const { origin, pathname } = new URL(page.url());
  const to = new URL(address, origin);
  if (to.pathname === pathname) await page.goto(to.href);
  else {
    await page.evaluate("document.querySelector('main h1')?.setAttribute('data-left', '')");
    await go(page, address);
  }
  await page.locator(newHeading).waitFor();
}

/** The console of a service of its own, with the starter content, in Chromium. */
export async function startConsole(
  env: Record<string, string> = {},
  options: ServiceOptions = {},
): Promise<ConsoleSite> {
  const running = await startService(env, options);
  const chromium: RunningBrowser = await startBrowser();
  const contexts: BrowserContext[] = [];
  return {
    running,
    async open(address, { locale = 'en-GB', width = 1280, token = running.token, beside } = {}) {
      const viewport = { width, height: 900 };
      const context =
        beside?.context() ??
        (await chromium.browser.newContext({ locale, viewport, reducedMotion: 'reduce' }));
      if (beside === undefined) contexts.push(context);
      const page = await context.newPage();
      page.setDefaultTimeout(waitMs);
      watch(page, running.url);
      const answer = await page.goto(running.url + address);
      expect(answer?.headers()['content-security-policy']).toContain("script-src 'self'");
      if (beside === undefined) await signIn(page, token);
      await page.locator('#content h1').waitFor();
      return page;
    },
    async stop() {
      for (const context of contexts) await context.close();
      await chromium.stop();
      await running.stop();
    },
  };
}
