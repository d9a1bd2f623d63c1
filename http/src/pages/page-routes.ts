import type { Readable } from 'node:stream';
import { limits } from '@postroad/core/platform/limits';
import { parseUrl } from '@postroad/core/platform/url';
import { landingUrl } from '@postroad/core/subscribers/landing-url';
import { shownCopy } from '@postroad/core/subscribers/pages/page-copy';
import type { Service } from '@postroad/service/app/service';
import type { Log } from '@postroad/service/platform/log';
import type {
  PreferenceSave,
  SubscriptionPage,
} from '@postroad/service/subscribers/subscription-page';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readBody } from '../api/json-body.ts';
import type { BodyBudget } from '../public/body-budget.ts';
import { addPreflight, crossOrigin } from '../public/cross-origin.ts';
import { visitorOf } from '../public/visitor.ts';
import { hostedPage } from './hosted-page.ts';
import { type HostedView, type PageOutcome, type PageTab, pageLinks } from './hosted-view.ts';
import { isTokenLike, sendDeadLink, sendFault, sendPage } from './page-answers.ts';
import { isForm, readForm, readReason, readSubmission } from './page-form.ts';

type PageRequest = FastifyRequest<{
  Params: { token: string };
  Querystring: Record<string, string | string[] | undefined>;
}>;

const address = '/unsubscribe/:token';

/** Search engines must not index a subscriber's page or a link to one (SUB-17). */
const robots = `User-agent: *
Disallow: /unsubscribe/
Disallow: /u/
Disallow: /c/
Disallow: /o/
Disallow: /api/
`;

/**
 * The pages that subscribers see (spec, "Public subscription endpoints"). They promise that GET and
 * HEAD only read, and that every form is answered with a redirect to a page that can be reloaded,
 * or with the reason why it was not saved. They rely on the link token alone: no cookies, no
 * session.
 */
export function addPageRoutes(
  app: FastifyInstance,
  service: Service,
  log: Log,
  budget: BodyBudget,
): void {
  app.get('/robots.txt', async (_request, reply) => {
    reply.type('text/plain; charset=utf-8');
    return robots;
  });
  app.register(async (pages) => {
    const spending = budget.hook(pages);
    pages.removeAllContentTypeParsers();
    pages.addContentTypeParser('*', (request: FastifyRequest, payload: Readable) =>
      readBody(payload, limits.pageFormBytes, spending(request)),
    );
    // Other bodies are ignored, and Fastify would refuse a malformed media type.
    pages.addHook('onRequest', async ({ raw }, reply) => {
      if (!isForm(raw.headers['content-type'])) delete raw.headers['content-type'];
      reply.headers(crossOrigin);
    });
    pages.setErrorHandler((error, request, reply) => sendFault(log, error, request, reply));
    pages.get('/unsubscribe', async (request, reply) => sendDeadLink(service, request, reply));
    pages.get(address, (request: PageRequest, reply) => show(service, request, reply));
    addPreflight(pages, address, 'GET, HEAD, POST');
    for (const act of ['resubscribe', 'preferences']) {
      addPreflight(pages, `${address}/${act}`, 'GET, HEAD, POST');
    }
    pages.post(address, (request: PageRequest, reply) => unsubscribe(service, request, reply));
    pages.post(`${address}/resubscribe`, (request: PageRequest, reply) =>
      resubscribe(service, request, reply),
    );
    pages.post(`${address}/preferences`, (request: PageRequest, reply) =>
      save(service, request, reply),
    );
    // Reloading the URL of a form leads to the page with that form.
    const redirectTo = (tab: PageTab) => async (request: PageRequest, reply: FastifyReply) => {
      const { token } = request.params;
      if (!isTokenLike(token)) return sendDeadLink(service, request, reply);
      return seeOther(reply, pageLinks(token, true).tab(tab));
    };
    pages.get(`${address}/resubscribe`, redirectTo('unsubscribe'));
    pages.get(`${address}/preferences`, redirectTo('preferences'));
    // Some mail clients append a slash to every link.
    pages.get(`${address}/`, async (request: PageRequest, reply) => {
      const { token } = request.params;
      if (!isTokenLike(token)) return sendDeadLink(service, request, reply);
      return seeOther(reply, pageLinks(token, true).page);
    });
    pages.get(`${address}/*`, async (request, reply) => sendDeadLink(service, request, reply));
  });
}

async function show(service: Service, request: PageRequest, reply: FastifyReply) {
  const subscription = await service.readSubscription(request.params.token);
  if (subscription === null) return sendDeadLink(service, request, reply);
  const { done } = request.query;
  const outcome = done === 'saved' || done === 'resubscribed' ? done : null;
  return sendPage(reply, 200, hostedPage(viewOf(request, subscription, { outcome })));
}

interface ViewState {
  outcome?: PageOutcome;
  tab?: PageTab;
  selected?: HostedView['selected'];
  below?: boolean;
}

function viewOf(
  request: PageRequest,
  subscription: SubscriptionPage,
  shown: ViewState,
): HostedView {
  const { settings } = subscription;
  const requestedTab = shown.tab ?? request.query.tab;
  const defaultTab = settings['sending.subscription_preferences'].default_tab;
  return {
    subscription,
    copy: shownCopy(request.headers['accept-language'], settings),
    links: pageLinks(request.params.token, shown.below ?? false),
    tab:
      requestedTab === 'unsubscribe' || requestedTab === 'preferences' ? requestedTab : defaultTab,
    outcome: shown.outcome ?? null,
    selected: shown.selected ?? new Map(),
  };
}

/** Unsubscribes (SUB-16), then redirects to the operator's own URL if there is one (SUB-21). */
async function unsubscribe(service: Service, request: PageRequest, reply: FastifyReply) {
  const { token } = request.params;
  const reason = readReason(readForm(request));
  const visitor = visitorOf(request);
  const status = await service.unsubscribe(token, { reason, how: 'page', visitor });
  const subscription = status && (await service.readSubscription(token));
  if (subscription === null) return sendDeadLink(service, request, reply);
  const links = pageLinks(token, false);
  const landing = landingOf(subscription.settings['sending.unsubscribe_page_url'], token);
  const here = subscription.preferences === null ? links.page : links.tab('unsubscribe');
  return seeOther(reply, landing ?? here);
}

/**
 * The operator's URL in a form that a header can hold; null if there is none or it is not a URL.
 */
function landingOf(setting: string, token: string): string | null {
  if (setting === '') return null;
  return parseUrl(landingUrl(setting, token))?.href ?? null;
}

async function resubscribe(service: Service, request: PageRequest, reply: FastifyReply) {
  const { token } = request.params;
  const visitor = visitorOf(request);
  const status = await service.resubscribe(token, { how: 'page', visitor });
  if (status === null) return sendDeadLink(service, request, reply);
  return seeOther(reply, pageLinks(token, true).done('unsubscribe', 'resubscribed'));
}

/**
 * Saves preferences (SUB-19, SUB-20). On failure the page shows the selections again, and why they
 * were not saved.
 */
async function save(service: Service, request: PageRequest, reply: FastifyReply) {
  const { token } = request.params;
  const form = readForm(request);
  const submission = readSubmission(form);
  const saved = await service.savePreferences(token, submission, visitorOf(request));
  if (saved === null) return sendDeadLink(service, request, reply);
  if (saved.result === 'saved') {
    return seeOther(reply, pageLinks(token, true).done('preferences', 'saved'));
  }
  const { outcome, status } = failureOf(saved);
  const selected = new Map(
    Object.entries(submission.selections).flatMap(([id, on]) =>
      typeof on === 'boolean' ? [[id, on] as const] : [],
    ),
  );
  const shown = { outcome, tab: 'preferences', selected, below: true } as const;
  return sendPage(reply, status, hostedPage(viewOf(request, saved.page, shown)));
}

function failureOf({ result, page }: PreferenceSave): { outcome: PageOutcome; status: number } {
  // Preferences were disabled meanwhile: there is nothing left to review.
  if (page.preferences === null) return { outcome: 'refused', status: 409 };
  if (result === 'stale') return { outcome: 'stale', status: 409 };
  if (result === 'unsubscribed') return { outcome: null, status: 409 };
  return { outcome: result === 'invalid' ? 'incomplete' : 'refused', status: 422 };
}

function seeOther(reply: FastifyReply, location: string): FastifyReply {
  return reply.code(303).header('location', location).send('');
}
