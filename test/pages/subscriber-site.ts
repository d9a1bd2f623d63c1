import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Service } from '@postroad/service/app/service';
import type { CDPSession, Page, ViewportSize } from 'playwright-core';
import { startHttp, type TestServer } from '../http/http-server.ts';
import { type Calling, calling } from '../service/app/calling.ts';
import { testKey, tokenOf } from '../service/subscribers/subscribing.ts';
import { startBrowser } from '../support/browser.ts';
import { openTestService } from '../support/service.ts';

/** A running service, with a browser and links to its pages. */
export interface SubscriberSite extends Pick<Calling, 'call'> {
  service: Service;
  server: TestServer;
  /** A new person, with the link from a mail. */
  newcomer(): Promise<Newcomer>;
  page(options?: VisitOptions): Promise<Visit>;
  stop(): Promise<void>;
}

export interface Newcomer {
  email: string;
  token: string;
  /** Address of the page of the link. */
  link: string;
}

export interface VisitOptions {
  viewport?: ViewportSize;
  /** The language that the reader asks for. */
  locale?: string;
  javaScriptEnabled?: boolean;
}

export interface Visit {
  page: Page;
  /** Messages of the browser about scripts, policies and failed requests. */
  complaints: string[];
  /** Requested addresses. */
  asked: string[];
  close(): Promise<void>;
}

export interface Visits {
  /** A page as a new reader has it, with its complaints and requests recorded. */
  page(options?: VisitOptions): Promise<Visit>;
  stop(): Promise<void>;
}

const usualSize = { width: 1280, height: 720 };

/**
 * Visits in Chromium that take turns with one page, since a new context starts programs that read all
 * scripts again, which takes longer than most tests. The pages that are visited keep no cookies.
 */
export async function openVisits(): Promise<Visits> {
  const { browser, stop } = await startBrowser();
  const idle: { page: Page; session: CDPSession }[] = [];
  const open = async () => {
    const context = await browser.newContext();
    context.setDefaultTimeout(60_000);
    const page = await context.newPage();
    return { page, session: await context.newCDPSession(page) };
  };
  return {
    async page({ viewport = usualSize, locale = 'en', javaScriptEnabled = true } = {}) {
      const mine = idle.pop() ?? (await open());
      const { page, session } = mine;
      await page.setViewportSize(viewport);
      const languages = { userAgent: '', acceptLanguage: locale };
      await session.send('Emulation.setUserAgentOverride', languages);
      await session.send('Emulation.setScriptExecutionDisabled', { value: !javaScriptEnabled });
      const [complaints, asked]: [string[], string[]] = [[], []];
      page.on('console', (message) => complaints.push(message.text()));
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('request', (request) => asked.push(request.url()));
      const close = async () => {
        page.removeAllListeners();
        await page.unrouteAll();
        await page.emulateMedia({ colorScheme: null, reducedMotion: null });
        idle.push(mine);
      };
      return { page, complaints, asked, close };
    },
    stop,
  };
}

export async function openSubscriberSite(): Promise<SubscriberSite> {
  const opened = await openTestService({ env: { SECRET_KEY: testKey } });
  const server = await startHttp(opened.service);
  const visits = await openVisits();
  const { call } = calling(opened);
  await call('update_profile', { name: 'Acme Coffee Roasters' });
  let people = 0;
  return {
    call,
    service: opened.service,
    server,
    async newcomer() {
      people += 1;
      const { person } = await call('upsert_person', { email: `ada.${people}@example.com` });
      const token = tokenOf({ personId: person.id, emailId: 1, sendId: 0 });
      return { email: person.email, token, link: `${server.url}/unsubscribe/${token}` };
    },
    page: visits.page,
    async stop() {
      await visits.stop();
      await server.stop();
      await opened.close();
    },
  };
}

/** Serves pages of another origin by path; other paths are redirected or missing. */
export async function serveElsewhere(
  pages: Record<string, string>,
  leadsOn?: (url: URL) => string,
): Promise<{ url: string; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://x');
    const page = pages[url.pathname];
    if (page !== undefined) {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
    } else if (leadsOn !== undefined) {
      response.writeHead(302, { location: leadsOn(url) }).end();
    } else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
