import type { Readable } from 'node:stream';
import { formCopies } from '@postroad/core/forms/form-copies';
import { proofName, type ReadSignUp } from '@postroad/core/forms/sign-up';
import { isObject } from '@postroad/core/platform/json';
import { limits } from '@postroad/core/platform/limits';
import { newKey } from '@postroad/core/platform/operations/shapes';
import { invalid, Refusal } from '@postroad/core/platform/refusal';
import { parseUrl } from '@postroad/core/platform/url';
import type { PageLanguage } from '@postroad/core/subscribers/pages/page-copy';
import type { Service } from '@postroad/service/app/service';
import { noProof, type PublicForm, type SignUpPage } from '@postroad/service/forms/public-forms';
import type { Log } from '@postroad/service/platform/log';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { jsonTypes, parseJsonBody, readBody } from '../api/json-body.ts';
import { sendDeadLink, sendFault, sendPage } from '../pages/page-answers.ts';
import { isForm, readForm } from '../pages/page-form.ts';
import type { BodyBudget } from '../public/body-budget.ts';
import { visitorOf } from '../public/visitor.ts';
import { embedScript } from './embed-script.ts';
import { confirmPage, formNotice, formPage, languageFor, trapName } from './form-page.ts';

type FormRequest = FastifyRequest<{
  Params: { key: string };
  Querystring: Record<string, string | string[] | undefined>;
}>;
type ConfirmRequest = FastifyRequest<{ Params: { token: string } }>;

function originOf(url: string): string | null {
  return parseUrl(url)?.origin ?? null;
}

/** Where a post comes from, as browsers say it; `none` where nothing says so. */
type From = 'own' | 'listed' | 'foreign' | 'none';

/**
 * Compares the origin of a request with where this service is reached (FORM-05). A page without a
 * referrer has the origin `null`, and is our own only where the browser says so.
 */
function fromOf({ headers, host }: FastifyRequest, form: PublicForm): From {
  const { origin } = headers;
  if (origin === undefined) return 'none';
  if (origin === 'null') return headers['sec-fetch-site'] === 'same-origin' ? 'own' : 'foreign';
  if (parseUrl(origin)?.host === host) return 'own';
  if (form.base_url !== null && originOf(form.base_url) === origin) return 'own';
  return form.allowed_origins.includes(origin) ? 'listed' : 'foreign';
}

/** Pages of listed sites may read the answer; others see nothing of it. */
function allowReading(request: FastifyRequest, reply: FastifyReply, form: PublicForm): void {
  reply.header('vary', 'origin');
  if (fromOf(request, form) !== 'listed') return;
  reply.headers({
    'access-control-allow-origin': request.headers.origin ?? '',
    'access-control-expose-headers': 'retry-after, x-request-id',
    'cross-origin-resource-policy': 'cross-origin',
  });
}

function noForm(): Refusal {
  return new Refusal('not_found', 'There is no form at this address, or it is turned off.');
}

/** Otherwise the fields would seem to be missing (FORM-05). */
function otherType(): Refusal {
  const detail = 'Send the fields as application/x-www-form-urlencoded or application/json.';
  return new Refusal('unsupported_media_type', detail);
}

function isJson(request: FastifyRequest): boolean {
  return jsonTypes.test(request.headers['content-type'] ?? '');
}

function jsonOf(request: FastifyRequest): Record<string, unknown> {
  const body = parseJsonBody(Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0));
  if (isObject(body)) return body;
  const message = 'The body must be an object with the fields of the form.';
  throw invalid([{ path: '', code: 'type_invalid', message }]);
}

/** Refuses what the form does not ask for, so that a misspelt name is seen (contract §1.14). */
function refuseUnknown(form: PublicForm, values: Record<string, unknown>): void {
  const known = new Set(['email', trapName, proofName, ...form.fields.map(({ name }) => name)]);
  const unknown = Object.keys(values).filter((name) => !known.has(name));
  if (unknown.length === 0) return;
  throw invalid(
    unknown.slice(0, limits.issuesListedMax).map((name) => {
      const path = name.slice(0, limits.keyChars).toWellFormed();
      return { path, code: 'key_unknown', message: `${path} is not asked for by this form.` };
    }),
  );
}

/** The values of a form of HTML; the last field with a name counts. */
function valuesOf(request: FastifyRequest): Record<string, unknown> {
  return Object.fromEntries(readForm(request));
}

function filled(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}

/** A filled trap is answered as a sign-up is, and nothing is stored (FORM-06). */
const trapped: ReadSignUp = { address: '', answers: { fields: {} } };

async function take(
  service: Service,
  request: FormRequest,
  form: PublicForm,
  values: Record<string, unknown>,
): Promise<ReadSignUp | null> {
  if (filled(values[trapName])) return trapped;
  const from = fromOf(request, form);
  const given = values[proofName];
  const needsProof = isJson(request) || from === 'listed';
  if (needsProof && !filled(given)) throw noProof();
  const proof = typeof given === 'string' && given !== '' ? given : null;
  const language = languageFor(request.headers['accept-language']);
  return await service.forms.signUp(form.key, {
    ...{ values, visitor: visitorOf(request), language, proof },
  });
}

async function postJson(
  service: Service,
  request: FormRequest,
  reply: FastifyReply,
  form: PublicForm,
) {
  if (fromOf(request, form) === 'foreign') throw foreign();
  const values = jsonOf(request);
  refuseUnknown(form, values);
  const taken = await take(service, request, form, values);
  if (taken === null) throw noForm();
  const copy = formCopies[languageFor(request.headers['accept-language'])];
  if ('faults' in taken) {
    const labels = new Map(form.fields.map(({ name, label }) => [name, label]));
    throw invalid(
      [...taken.faults].map(([path, code]) => {
        // The script of other sites shows it to visitors, who know the label alone.
        const label = path === 'email' ? copy.address : (labels.get(path) ?? path);
        return { path, code, message: `${label}: ${copy[code]}` };
      }),
    );
  }
  reply.code(202).type('application/json; charset=utf-8');
  return JSON.stringify({ status: 'taken', message: copy.sent });
}

function foreign(): Refusal {
  const detail =
    'The form takes no posts from this site. Add its origin to allowed_origins of the form.';
  return new Refusal('cross_site', detail);
}

async function postPage(
  service: Service,
  request: FormRequest,
  reply: FastifyReply,
  form: PublicForm,
) {
  const language = languageFor(request.headers['accept-language']);
  const from = fromOf(request, form);
  if (from === 'foreign') return sendPage(reply, 403, formNotice(language, 'foreign', form));
  const values = valuesOf(request);
  const taken = await take(service, request, form, values).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'rate_limited') return error;
    throw error;
  });
  if (taken instanceof Refusal) {
    reply.header('retry-after', String(taken.members.retry_after ?? 60));
    return sendPage(reply, 429, formNotice(language, 'limited', form));
  }
  if (taken === null) return sendPage(reply, 404, formNotice(language, 'gone', null));
  if ('faults' in taken) {
    return sendPage(reply, 422, formPage(form, language, { values, faults: taken.faults }));
  }
  return reply.code(303).header('location', `${form.key}?done=1`).send('');
}

/** A form that visitors can see; its page says so where there is none. */
async function formOf(service: Service, { params }: FormRequest): Promise<PublicForm | null> {
  if (!newKey.safeParse(params.key).success) return null;
  const form = await service.forms.read(params.key);
  return form?.enabled ? form : null;
}

function sendGone(reply: FastifyReply, language: PageLanguage): FastifyReply {
  return sendPage(reply, 404, formNotice(language, 'gone', null));
}

/**
 * The pages of sign-up forms, and the links of their mails (FORM-04 to FORM-12). GET and HEAD only
 * read. They rely on nothing but the request: no cookies, no session.
 */
export function addFormRoutes(
  app: FastifyInstance,
  service: Service,
  log: Log,
  budget: BodyBudget,
): void {
  app.get('/f/embed.js', async (request, reply) => {
    reply.headers({ 'cache-control': 'no-cache', 'cross-origin-resource-policy': 'cross-origin' });
    reply.header('vary', 'accept-language');
    reply.type('text/javascript; charset=utf-8');
    return embedScript(formCopies[languageFor(request.headers['accept-language'])].unsent);
  });
  app.register(async (pages) => {
    const spending = budget.hook(pages);
    pages.removeAllContentTypeParsers();
    pages.addContentTypeParser('*', (request: FastifyRequest, payload: Readable) =>
      readBody(payload, limits.pageFormBytes, spending(request)),
    );
    pages.addHook('onRequest', async (request) => {
      const { headers } = request.raw;
      const type = headers['content-type'];
      if (type === undefined || isForm(type) || jsonTypes.test(type)) return;
      if (request.method === 'POST' && request.routeOptions.url === '/f/:key') throw otherType();
      delete headers['content-type'];
    });
    addFormPages(pages, service, log);
    addConfirmPages(pages, service, log);
  });
}

function addFormPages(pages: FastifyInstance, service: Service, log: Log): void {
  pages.get('/f/:key', { errorHandler: pageFault(log) }, async (request: FormRequest, reply) => {
    const language = languageFor(request.headers['accept-language']);
    const form = await formOf(service, request);
    if (form === null) return sendGone(reply, language);
    const { done } = request.query;
    const page = done === '1' ? formNotice(language, 'sent', form) : formPage(form, language);
    return sendPage(reply, 200, page);
  });
  pages.get('/f/:key/challenge', async (request: FormRequest, reply) => {
    const form = await formOf(service, request);
    if (form === null) throw noForm();
    allowReading(request, reply, form);
    reply.type('application/json; charset=utf-8');
    return JSON.stringify(await service.forms.challenge(form.key));
  });
  for (const path of ['/f/:key', '/f/:key/challenge']) {
    pages.options(path, async (request: FormRequest, reply) => {
      const form = await formOf(service, request);
      if (form === null) throw noForm();
      allowReading(request, reply, form);
      return reply
        .code(204)
        .headers({
          'access-control-allow-methods': path === '/f/:key' ? 'POST' : 'GET',
          'access-control-allow-headers': 'content-type',
          'access-control-max-age': '600',
        })
        .send();
    });
  }
  pages.post('/f/:key', async (request: FormRequest, reply) => {
    const form = await formOf(service, request);
    if (isJson(request)) {
      if (form === null) throw noForm();
      allowReading(request, reply, form);
      return await postJson(service, request, reply, form);
    }
    if (form === null) return sendGone(reply, languageFor(request.headers['accept-language']));
    return await postPage(service, request, reply, form);
  });
}

const pageFault =
  (log: Log) =>
  (error: Error, request: FastifyRequest, reply: FastifyReply): void => {
    sendFault(log, error, request, reply);
  };

function addConfirmPages(pages: FastifyInstance, service: Service, log: Log): void {
  const errorHandler = pageFault(log);
  pages.get('/confirm/:token', { errorHandler }, async (request: ConfirmRequest, reply) => {
    const { token } = request.params;
    const language = languageFor(request.headers['accept-language']);
    const page = await service.forms.readSignUp(token);
    if (page === null) return sendDeadLink(service, request, reply);
    if (page === 'gone') return sendGone(reply, language);
    const status = page.state === 'expired' ? 410 : 200;
    return sendPage(reply, status, confirmPage(page, token, language));
  });
  pages.post('/confirm/:token', { errorHandler }, async (request: ConfirmRequest, reply) => {
    const { token } = request.params;
    const language = languageFor(request.headers['accept-language']);
    const page = await service.forms.confirm(token, visitorOf(request));
    if (page === null) return sendDeadLink(service, request, reply);
    if (page === 'gone') return sendGone(reply, language);
    if (page.state === 'expired') return sendPage(reply, 410, confirmPage(page, token, language));
    return reply
      .code(303)
      .header('location', landingOf(page) ?? token)
      .send('');
  });
}

/** The author's address in a form that a header can hold. */
function landingOf({ form }: SignUpPage): string | null {
  const { redirect_url: url } = form;
  return url === null ? null : (parseUrl(url)?.href ?? null);
}
