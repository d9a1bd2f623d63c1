import { Refusal } from '@postroad/core/platform/refusal';
import { pageCopies } from '@postroad/core/subscribers/pages/page-copy';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calling } from '../service/app/calling.ts';
import { type Subscriber, subscriber, testKey } from '../service/subscribers/subscribing.ts';
import { dumpWritten } from '../support/dump.ts';
import { anyCharacter, runs } from '../support/property-tests.ts';
import { openTestService, type TestService } from '../support/service.ts';
import { createFakeService } from './fake-service.ts';
import { startHttp, type TestServer } from './http-server.ts';

let opened: TestService;
let server: TestServer;
let call: ReturnType<typeof calling>['call'];
let ada: Subscriber;

const tagToggle = (id: string) => ({
  id,
  label: `All about ${id}`,
  condition: { type: 'has_tag', tag: id },
  on: [{ type: 'add_tag', tag: id }],
  off: [{ type: 'remove_tag', tag: id }],
});

const save = (settings: object) => call('update_settings', { settings: settings as never });

const preferences = (value: object) =>
  save({ 'sending.subscription_preferences': { enabled: true, ...value } });

beforeAll(async () => {
  opened = await openTestService({ env: { SECRET_KEY: testKey } });
  server = await startHttp(opened.service);
  ({ call } = calling(opened));
  await call('update_profile', { name: 'Acme' });
  ada = await subscriber(opened, 'ada@example.com');
});
afterAll(async () => {
  await server?.stop();
  await opened?.close();
});

const get = (path: string, headers: Record<string, string> = {}) =>
  server.ask('GET', `/unsubscribe/${path}`, { token: null, headers });

const post = (path: string, fields: Record<string, string> = {}) =>
  server.ask('POST', `/unsubscribe/${path}`, {
    token: null,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  });

const person = async () => (await call('get_person', { person: ada.email })).person;

/** The target of a redirect, resolved against the URL of the form. */
function leadsTo(answer: { headers: Headers }, from: string): string {
  const url = new URL(answer.headers.get('location') ?? '', `http://x/unsubscribe/${from}`);
  return url.host === 'x' ? `${url.pathname}${url.search}` : url.href;
}

function revisionOf(html: string): string {
  return /name="revision" value="([^"]+)"/.exec(html)?.[1] ?? '';
}

const bold = '<strong dir="auto">ada@example.com</strong>';

describe('the page', () => {
  it('SUB-15, SUB-16, SUB-08, SET-23 asks first, and its own POST unsubscribes with the reason', async () => {
    const asked = await get(ada.token);
    expect(asked.status).toBe(200);
    expect(asked.text).toContain(`${bold} will stop getting all email from us.`);
    for (const reason of ['too_frequent', 'not_relevant', 'never_signed_up', 'other']) {
      expect(asked.text).toContain(`name="reason" value="${reason}"`);
    }
    const posted = await post(ada.token, { reason: 'not_relevant' });
    expect(posted.status).toBe(303);
    expect(leadsTo(posted, ada.token)).toBe(`/unsubscribe/${ada.token}`);
    expect(await person()).toMatchObject({ unsubscribed: true, reason: 'not_relevant' });
    const done = await get(ada.token);
    expect(done.text).toContain('You&#39;re unsubscribed.');
    expect(done.text).toContain(`${bold} won&#39;t get any more email from us.`);
    expect((await post(ada.token)).status).toBe(303);
    expect((await person()).reason).toBe('not_relevant');
  });

  it('SUB-10 takes them back, says so once, and offers the way out again', async () => {
    const posted = await post(`${ada.token}/resubscribe`);
    const location = leadsTo(posted, `${ada.token}/resubscribe`);
    expect(location).toBe(`/unsubscribe/${ada.token}?tab=unsubscribe&done=resubscribed`);
    expect((await person()).unsubscribed).toBe(false);
    const back = await server.ask('GET', location, { token: null });
    expect(back.text).toContain('You&#39;re subscribed again.');
    expect(back.text).toContain(`<form method="post" action="${ada.token}">`);
    await post(ada.token, { reason: 'other', reason_text: ' Too\u0000 loud ' });
    expect((await person()).reason).toBe('Too loud');
    expect((await server.ask('GET', location, { token: null })).text).not.toContain('Welcome back');
    await post(`${ada.token}/resubscribe`);
  });

  it('is found with a trailing slash too, and answers any path below it with a page', async () => {
    const slashed = await get(`${ada.token}/`);
    expect(slashed.status).toBe(303);
    expect(leadsTo(slashed, `${ada.token}/`)).toBe(`/unsubscribe/${ada.token}`);
    for (const path of [`${ada.token}/other`, `${ada.token}/a/b`, 'no%20token/']) {
      const answered = await get(path);
      expect(answered.status).toBe(404);
      expect(answered.text).toContain('<!doctype html>');
    }
  });

  it('SUB-15 GET and HEAD of any of its addresses change nothing', async () => {
    const before = await dumpWritten(opened.database);
    const tails = ['', '?tab=preferences', '?done=saved', '?done=resubscribed&tab=unsubscribe'];
    const below = ['/resubscribe', '/preferences', '/resubscribe?x=1', '/nothing'];
    for (const tail of [...tails, ...below, '?reason=other&reason_text=x&revision=1']) {
      for (const method of ['GET', 'HEAD']) {
        const asked = await server.ask(method, `/unsubscribe/${ada.token}${tail}`, { token: null });
        expect(asked.status).toBeLessThan(tail === '/nothing' ? 405 : 400);
        if (method === 'HEAD') expect(asked.text).toBe('');
      }
    }
    expect(await dumpWritten(opened.database)).toEqual(before);
  });

  it('SUB-17 is kept from search engines, caches, frames and other addresses', async () => {
    const { headers, text } = await get(ada.token);
    expect(headers.get('x-robots-tag')).toContain('noindex');
    expect(text).toContain('<meta name="robots" content="noindex');
    const robots = await server.ask('GET', '/robots.txt', { token: null });
    expect(robots.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(robots.text).toMatch(/^User-agent: \*\nDisallow: \/unsubscribe\//);
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
    });
    expect(headers.get('set-cookie')).toBeNull();
    const policy = headers.get('content-security-policy');
    expect(policy).toMatch(/default-src 'none';.* form-action 'self'; frame-ancestors 'none'$/);
    expect(policy).not.toMatch(/unsafe|https?:/);
  });

  it('SUB-18 is not there without a token', async () => {
    for (const path of ['/unsubscribe', '/unsubscribe/', '/unsubscribe?token=x']) {
      const { status, headers } = await server.ask('GET', path, { token: null });
      expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    }
  });

  it('is in the language of the browser, but for what an operator wrote', async () => {
    await save({ 'sending.unsubscribe_page.introduction': 'Bye & thanks, {email}\n<b>{email}' });
    const { text, headers } = await get(ada.token, { 'accept-language': 'pt-BR, en;q=0.8' });
    expect(headers.get('content-language')).toBe('pt');
    expect(text).toContain('<html lang="pt">');
    expect(text).toContain(`<h1>${pageCopies.pt.fixed.confirm_headline}</h1>`);
    const written = `Bye &amp; thanks, ${bold}\n&lt;b&gt;${bold}`;
    expect(text).toContain(`<p lang="" dir="auto">${written}</p>`);
    await save({ 'sending.unsubscribe_page.introduction': '' });
  });
});

describe('an address of the operator', () => {
  it.each([
    ['SET-13', 'https://example.com/bye', 'https://example.com/bye?token='],
    ['SET-13', 'https://example.com/bye?a=1#end', 'https://example.com/bye?a=1&token='],
    ['SET-14', 'https://example.com/{token}/bye', 'https://example.com/'],
    ['SET-13', 'https://exämple.com/tschüß', 'https://xn--exmple-cua.com/tsch%C3%BC%C3%9F?token='],
  ])('SUB-21, %s comes after confirming on the hosted page: %s', async (_clause, url, start) => {
    await save({ 'sending.unsubscribe_page_url': url });
    const asked = await get(ada.token);
    expect(asked.status).toBe(200);
    expect(asked.headers.get('content-security-policy')).toContain(
      "form-action 'self' https: http:",
    );
    const landed = leadsTo(await post(ada.token), ada.token);
    expect(landed.startsWith(start + ada.token)).toBe(true);
    expect((await person()).unsubscribed).toBe(true);
    expect((await get(ada.token)).text).toContain('You&#39;re unsubscribed.');
    await post(`${ada.token}/resubscribe`);
  });

  it('does not prevent an unsubscribe if no browser could open it', async () => {
    await save({ 'sending.unsubscribe_page_url': 'https://example.com:99999/' });
    expect(leadsTo(await post(ada.token), ada.token)).toBe(`/unsubscribe/${ada.token}`);
    await post(`${ada.token}/resubscribe`);
  });

  it('SET-25 replaces preferences', async () => {
    await preferences({ toggles: [tagToggle('news')] });
    expect((await get(ada.token)).text).not.toContain('role="tab');
    const { status, text } = await post(`${ada.token}/preferences`, {
      revision: 'x',
      'toggle.news': 'on',
    });
    expect([status, text.includes('Nothing was saved')]).toEqual([409, true]);
    await save({ 'sending.unsubscribe_page_url': '' });
    expect((await get(ada.token)).text).toContain('role="tab');
  });
});

describe('preferences', () => {
  const below = () => `${ada.token}/preferences`;
  const open = async () => (await get(`${ada.token}?tab=preferences`)).text;
  const box = (html: string, id: string) =>
    new RegExp(`<input type="checkbox"[^>]* name="toggle\\.${id}"[^>]*>`).exec(html)?.[0] ?? '';
  const isOn = (html: string, id: string) => / checked/.test(box(html, id));
  const toggles = ['news', 'offers'].map(tagToggle);

  beforeAll(() => preferences({ toggles }));

  it('SUB-22 are a second tab with a form of its own, and open first where that is set', async () => {
    const { text } = await get(ada.token);
    expect(text.match(/role="tab"/g)).toHaveLength(2);
    expect(text.match(/<form /g)).toHaveLength(2);
    expect(text).toMatch(/id="tab-unsubscribe"[^>]* aria-selected="true"/);
    expect(text).toMatch(/id="preferences"[^>]* hidden>/);
    await preferences({ toggles, default_tab: 'preferences' });
    expect((await get(ada.token)).text).toMatch(/id="tab-preferences"[^>]* aria-selected="true"/);
    const link = `${ada.token}?tab=unsubscribe`;
    expect((await get(link)).text).toMatch(/id="tab-unsubscribe"[^>]* aria-selected="true"/);
    await preferences({ toggles });
  });

  it('SUB-19, SUB-23, SUB-26 are saved with a selection of each, and nobody is unsubscribed', async () => {
    const revision = revisionOf(await open());
    const fields = { revision, 'toggle.news': 'on', 'toggle.offers': 'off' };
    const saved = await post(below(), fields);
    const location = `/unsubscribe/${ada.token}?tab=preferences&done=saved`;
    expect([saved.status, leadsTo(saved, below())]).toEqual([303, location]);
    expect(await person()).toMatchObject({ tags: ['news'], unsubscribed: false });
    const shown = await server.ask('GET', location, { token: null });
    expect(shown.text).toContain('Your subscription preferences have been saved.');
    expect([isOn(shown.text, 'news'), isOn(shown.text, 'offers')]).toEqual([true, false]);
    const { 'toggle.offers': _, ...missing } = fields;
    for (const wrong of [
      missing,
      { ...fields, 'toggle.more': 'on' },
      { ...fields, 'toggle.offers': '?' },
      {},
    ]) {
      const refused = await post(below(), { ...wrong, revision });
      expect(refused.status).toBe(422);
      expect(refused.text).toContain('Part of the form did not arrive.');
    }
    expect(await person()).toMatchObject({ tags: ['news'] });
  });

  it('SUB-20 of an older page are not applied, and come back with what was chosen', async () => {
    const revision = revisionOf(await open());
    await preferences({ toggles: [...toggles, tagToggle('events')] });
    const before = await person();
    const stale = await post(below(), { revision, 'toggle.news': 'off', 'toggle.offers': 'on' });
    expect(stale.status).toBe(409);
    expect(stale.text).toContain('These choices have changed');
    expect((await person()).tags).toEqual(before.tags);
    expect(['news', 'offers', 'events'].map((id) => isOn(stale.text, id))).toEqual([
      false,
      true,
      false,
    ]);
    expect(box(stale.text, 'offers')).toContain('data-saved="off"');
    expect(stale.text).toContain(`action="../${ada.token}/preferences"`);
    const again = { 'toggle.news': 'off', 'toggle.offers': 'on', 'toggle.events': 'off' };
    const saved = await post(below(), { revision: revisionOf(stale.text), ...again });
    expect(saved.status).toBe(303);
    expect((await person()).tags).toEqual(['offers']);
  });

  it('SUB-25 cannot be changed while somebody is unsubscribed, and resubscribing does nothing to them', async () => {
    const revision = revisionOf(await open());
    await post(ada.token);
    expect(await open()).toMatch(/<fieldset [^>]* disabled>/);
    const fields = { revision, 'toggle.news': 'on', 'toggle.offers': 'on', 'toggle.events': 'on' };
    expect((await post(below(), fields)).status).toBe(409);
    await post(`${ada.token}/resubscribe`);
    expect(await person()).toMatchObject({ tags: ['offers'], unsubscribed: false });
    expect(await open()).not.toContain(' disabled');
  });
});

describe('what went wrong', () => {
  it('TOKEN-05, TOKEN-02 tells of a dead link plainly, the same whatever is wrong with it', async () => {
    const wrong = [`${ada.token}x`, 'x', 'a'.repeat(5_000), '%E0%A4%A', '%00', '..%2f..', '🙂'];
    const answers = await Promise.all(wrong.map((token) => get(token)));
    for (const { status, text } of answers) {
      expect([status, text]).toEqual([404, answers[0]?.text]);
      expect(text).toContain('This link does not work');
    }
    for (const path of ['x', 'x/resubscribe', 'x/preferences']) {
      expect((await post(path)).text).toBe(answers[0]?.text);
    }
    expect((await get('a%0d%0ab/preferences')).status).toBe(404);
    expect((await get('x', { 'accept-language': 'de' })).text).toContain('Dieser Link');
  });

  it('says that the link of a preview is one', async () => {
    const { email } = await call('create_email', {
      ...{ subject: 'Hi', body_markdown: '[leave]({{ unsubscribe_url }})' },
    });
    const { html } = await call('preview_email', { email_id: email.id, person_id: ada.personId });
    const link = /\/unsubscribe\/(\w+)/.exec(html)?.[1] ?? '';
    const { status, text } = await get(link);
    expect([status, text.includes('This is a preview')]).toEqual([404, true]);
  });

  it('takes any body for a form without fields, but none that is larger than a form', async () => {
    const url = `/unsubscribe/${ada.token}`;
    for (const type of ['application/json', 'multipart/form-data; boundary=x', 'x', '']) {
      const headers = { 'content-type': type };
      const answer = await server.ask('POST', url, { token: null, headers, body: 'reason=%' });
      expect(answer.status).toBe(303);
    }
    expect((await post(ada.token, { reason: 'x'.repeat(70_000) })).status).toBe(413);
    await post(`${ada.token}/resubscribe`);
  });

  it('answers any form whatever with a page, and keeps what it can', async () => {
    const name = fc.oneof(
      fc.constantFrom('reason', 'reason_text', 'revision', 'toggle.news', 'toggle.__proto__'),
      fc.string({ unit: anyCharacter, maxLength: 12 }),
    );
    const value = fc.oneof(fc.constantFrom('on', 'off', 'other', '\0', '\ud800'), fc.string());
    const fields = fc.array(fc.tuple(name, value), { maxLength: 6 });
    const path = fc.constantFrom('', '/preferences');
    await fc.assert(
      fc.asyncProperty(path, fields, fc.boolean(), async (below, given, raw) => {
        const body = raw ? given.flat().join('&') : new URLSearchParams(given).toString();
        const headers = { 'content-type': 'application/x-www-form-urlencoded' };
        const url = `/unsubscribe/${ada.token}${below}`;
        const { status } = await server.ask('POST', url, { token: null, headers, body });
        expect(below === '' ? [303] : [409, 422, 429]).toContain(status);
      }),
      { numRuns: runs(25) },
    );
    await post(`${ada.token}/resubscribe`);
  });

  it('is a page as well, with a link to try again and without internals', async () => {
    const fake = createFakeService();
    const faulty = await startHttp(fake);
    try {
      fake.readSubscription = async () => {
        throw new Refusal('unavailable', 'The database does not answer.', { retry_after: 2 });
      };
      const busy = await faulty.ask('GET', '/unsubscribe/abc', { token: null });
      expect([busy.status, busy.headers.get('retry-after')]).toEqual([503, '2']);
      expect(busy.text).toContain('Please try again in a moment');
      expect(busy.text).toContain('<a class="button" href="abc">');
      fake.savePreferences = async () => {
        throw new Refusal('rate_limited', 'Too many changes.', { retry_after: 9 });
      };
      const often = await faulty.ask('POST', '/unsubscribe/abc/preferences', { token: null });
      expect([often.status, often.headers.get('retry-after')]).toEqual([429, '9']);
      expect(often.text).toContain('Please try again in a moment');
      fake.resubscribe = async () => {
        throw new Error('a secret of the house');
      };
      const fault = await faulty.ask('POST', '/unsubscribe/abc/resubscribe', { token: null });
      expect(fault.status).toBe(500);
      expect(fault.text).toContain(String(fault.headers.get('x-request-id')));
      expect(fault.text).toContain('<a class="button" href="../abc">');
      expect(fault.text).not.toContain('secret');
      expect(faulty.logged.join()).toContain('a secret of the house');
      // An id of a request has any three hex digits.
      const lines = JSON.stringify([faulty.logged, faulty.requests]);
      expect(lines.replaceAll(/[\da-f-]{36}/g, '')).not.toContain('abc');
    } finally {
      await faulty.stop();
    }
  });
});
