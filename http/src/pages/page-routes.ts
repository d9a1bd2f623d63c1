import type { Readable } from 'node:stream';
import { limits } from '@postroad/core/platform/limits';
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
import { hostedPage } from './hosted-page.ts';
import { type HostedView, type PageNews, type PageTab, pageLinks } from './hosted-view.ts';
import { isTokenLike, sendDeadLink, sendFault, sendPage } from './page-answers.ts';
import { isForm, readForm, reasonIn, submissionIn } from './page-form.ts';

type PageRequest = FastifyRequest<{
  Params: { token: string };
  Querystring: Record<string, string | string[] | undefined>;
}>;

const address = '/unsubscribe/:token';

/** No page of a subscriber, nor what leads to one, is for search engines (SUB-17). */
const robots = `User-agent: *
Disallow: /unsubscribe/
Disallow: /u/
Disallow: /c/
Disallow: /o/
Disallow: /api/
`;

/**
 * The pages that subscribers see (spec, "Public subscription endpoints"). GET and HEAD only read;
 * every form is answered with a redirect to a page that can be reloaded, or with what kept it from
 * being saved.
 */
export function addPageRoutes(app: FastifyInstance, service: Service, log: Log): void {
  app.get('/robots.txt', async (_request, reply) => {
    reply.type('text/plain; charset=utf-8');
    return robots;
  });
  app.register(async (pages) => {
    pages.removeAllContentTypeParsers();
    pages.addContentTypeParser('*', (_request: FastifyRequest, payload: Readable) =>
      readBody(payload, limits.pageFormBytes),
    );
    // What is no form has nothing to say, and a type that is malformed would be refused.
    pages.addHook('onRequest', async ({ raw }) => {
      if (!isForm(raw.headers['content-type'])) delete raw.headers['content-type'];
    });
    pages.setErrorHandler((error, request, reply) => sendFault(log, error, request, reply));
    pages.get('/unsubscribe', async (request, reply) => sendDeadLink(request, reply));
    pages.get(address, (request: PageRequest, reply) => show(service, request, reply));
    pages.post(address, (request: PageRequest, reply) => leave(service, request, reply));
    pages.post(`${address}/resubscribe`, (request: PageRequest, reply) =>
      comeBack(service, request, reply),
    );
    pages.post(`${address}/preferences`, (request: PageRequest, reply) =>
      save(service, request, reply),
    );
    // Whoever opens the address of a form anew gets to the page with it.
    const opened = (tab: PageTab) => async (request: PageRequest, reply: FastifyReply) => {
      const { token } = request.params;
      if (!isTokenLike(token)) return sendDeadLink(request, reply);
      return seeOther(reply, pageLinks(token, true).tab(tab));
    };
    pages.get(`${address}/resubscribe`, opened('unsubscribe'));
    pages.get(`${address}/preferences`, opened('preferences'));
    // Some mail clients end every link with a slash.
    pages.get(`${address}/`, async (request: PageRequest, reply) => {
      const { token } = request.params;
      if (!isTokenLike(token)) return sendDeadLink(request, reply);
      return seeOther(reply, pageLinks(token, true).page);
    });
    pages.get(`${address}/*`, async (request, reply) => sendDeadLink(request, reply));
  });
}

async function show(service: Service, request: PageRequest, reply: FastifyReply) {
  const subscription = await service.readSubscription(request.params.token);
  if (subscription === null) return sendDeadLink(request, reply);
  const { done } = request.query;
  const news = done === 'saved' || done === 'resubscribed' ? done : null;
  return sendPage(reply, 200, hostedPage(viewOf(request, subscription, { news })));
}

interface Shown {
  news?: PageNews;
  tab?: PageTab;
  selected?: HostedView['selected'];
  below?: boolean;
}

function viewOf(request: PageRequest, subscription: SubscriptionPage, shown: Shown): HostedView {
  const { settings } = subscription;
  const asked = shown.tab ?? request.query.tab;
  const first = settings['sending.subscription_preferences'].default_tab;
  return {
    subscription,
    copy: shownCopy(request.headers['accept-language'], settings),
    links: pageLinks(request.params.token, shown.below ?? false),
    tab: asked === 'unsubscribe' || asked === 'preferences' ? asked : first,
    news: shown.news ?? null,
    selected: shown.selected ?? new Map(),
  };
}

/** The page's own POST unsubscribes (SUB-16); only then does an operator's own address come (SUB-21). */
async function leave(service: Service, request: PageRequest, reply: FastifyReply) {
  const { token } = request.params;
  const reason = reasonIn(readForm(request));
  const status = await service.unsubscribe(token, { reason, how: 'page' });
  const subscription = status && (await service.readSubscription(token));
  if (subscription === null) return sendDeadLink(request, reply);
  const links = pageLinks(token, false);
  const landing = landingOf(subscription.settings['sending.unsubscribe_page_url'], token);
  const here = subscription.preferences === null ? links.page : links.tab('unsubscribe');
  return seeOther(reply, landing ?? here);
}

/** In the form that a header can hold; null for none, and for an address that no browser takes. */
function landingOf(setting: string, token: string): string | null {
  if (setting === '') return null;
  const url = landingUrl(setting, token);
  return URL.canParse(url) ? new URL(url).href : null;
}

async function comeBack(service: Service, request: PageRequest, reply: FastifyReply) {
  const { token } = request.params;
  const status = await service.resubscribe(token, { how: 'page' });
  if (status === null) return sendDeadLink(request, reply);
  return seeOther(reply, pageLinks(token, true).done('unsubscribe', 'resubscribed'));
}

/** SUB-19, SUB-20: what could not be saved comes back with what was selected, and why. */
async function save(service: Service, request: PageRequest, reply: FastifyReply) {
  const { token } = request.params;
  const form = readForm(request);
  const submission = submissionIn(form);
  const saved = await service.savePreferences(token, submission);
  if (saved === null) return sendDeadLink(request, reply);
  if (saved.result === 'saved') {
    return seeOther(reply, pageLinks(token, true).done('preferences', 'saved'));
  }
  const { news, status } = troubleOf(saved);
  const selected = new Map(
    Object.entries(submission.selections).flatMap(([id, on]) =>
      typeof on === 'boolean' ? [[id, on] as const] : [],
    ),
  );
  const shown = { news, tab: 'preferences', selected, below: true } as const;
  return sendPage(reply, status, hostedPage(viewOf(request, saved.page, shown)));
}

function troubleOf({ result, page }: PreferenceSave): { news: PageNews; status: number } {
  // Switched off meanwhile: there is nothing left to be looked over.
  if (page.preferences === null) return { news: 'refused', status: 409 };
  if (result === 'stale') return { news: 'stale', status: 409 };
  if (result === 'unsubscribed') return { news: null, status: 409 };
  return { news: result === 'invalid' ? 'incomplete' : 'refused', status: 422 };
}

function seeOther(reply: FastifyReply, location: string): FastifyReply {
  return reply.code(303).header('location', location).send('');
}
