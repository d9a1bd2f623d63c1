import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Service } from '@postroad/service/app/service';
import { newNonce, signUpToken } from '@postroad/service/forms/sign-up-token';
import { transaction } from '@postroad/store/platform/transaction';
import PostalMime, { type Email } from 'postal-mime';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startHttp, type TestServer } from '../../http/http-server.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling } from '../app/calling.ts';

let opened: TestService;
let calls: Calling;
let server: TestServer;
const seen = new Set<string>();
let visitors = 0;
let visitor = '203.0.113.1';

beforeAll(async () => {
  opened = await openTestService();
  calls = calling(opened);
  server = await startHttp(opened.service);
  await calls.call('update_profile', { base_url: server.url, name: 'Acme' });
  await calls.call('create_field', { key: 'seats', type: 'number' });
  await calls.call('create_form', {
    ...{ key: 'letter', name: 'Our letter', tags: ['letter'], consent_text: 'Yes, weekly news.' },
    fields: [
      { name: 'first_name', label: 'First name', type: 'text', required: true },
      { name: 'seats', label: 'Seats', type: 'number' },
    ],
  });
});

afterAll(async () => {
  await server?.stop();
  await opened?.close();
});

beforeEach(() => {
  visitors += 1;
  visitor = `203.0.113.${visitors}`;
});

/** What the outbox got since the last look. */
async function arrived(): Promise<Email[]> {
  const dir = opened.config.outboxDir;
  const fresh = (await readdir(dir).catch(() => [])).filter((name) => !seen.has(name));
  for (const name of fresh) seen.add(name);
  const files = await Promise.all(fresh.map((name) => readFile(join(dir, name))));
  return await Promise.all(files.map((file) => PostalMime.parse(file)));
}

const later = (amount: number, unit: 'minutes' | 'days' = 'minutes') =>
  calls.call('move_clock', { advance: { amount, unit } });

/** Sends what is due, and answers the mails to an address. */
async function mailsTo(address: string): Promise<Email[]> {
  await later(0);
  return (await arrived()).filter(({ to }) => to?.some((one) => one.address === address));
}

const linkIn = ({ text }: Email) => /https?:\/\/\S+\/confirm\/([\w-]+)/.exec(text ?? '')?.[1] ?? '';

/** A post of the page, from a network of its own. */
async function post(key: string, values: Record<string, string>, headers = {}) {
  const answer = await opened.service.forms.read(key);
  expect(answer).not.toBeNull();
  return await server.app.inject({
    ...{ method: 'POST', url: `/f/${key}`, remoteAddress: visitor },
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(values).toString(),
  });
}

/** Signs up, and answers the token of the mail. */
async function signUp(key: string, email: string, values = {}): Promise<string> {
  const { statusCode } = await post(key, { email, first_name: 'Ada', ...values });
  expect(statusCode).toBe(303);
  const [mail] = await mailsTo(email);
  return mail === undefined ? '' : linkIn(mail);
}

const confirm = (token: string) =>
  server.app.inject({ method: 'POST', url: `/confirm/${token}`, remoteAddress: visitor });

async function rows(table: string): Promise<number> {
  return await transaction(opened.database, {}, async ({ sql }) => {
    const [row] = await sql<[{ n: number }]>`select count(*)::int as n from ${sql(table)}`;
    return row.n;
  });
}

/** Solves a challenge as the script for other sites does. */
async function proof(key: string): Promise<string> {
  const asked = await server.ask('GET', `/f/${key}/challenge`, { token: null });
  const { algorithm, challenge, salt, signature } = asked.json;
  let number = 0;
  const digest = (text: string) => createHash('sha256').update(text).digest('hex');
  while (digest(`${salt}${number}`) !== challenge) number += 1;
  const payload = { algorithm, challenge, number, salt, signature };
  return Buffer.from(JSON.stringify(payload)).toString('base64');
}

const postJson = (key: string, body: object, headers: Record<string, string> = {}) =>
  server.ask('POST', `/f/${key}`, { body, headers, token: null });

it('FORM-07, FORM-10, CONS-02 writes nothing of anybody before the confirmation, and then all once', async () => {
  const tables = ['people', 'events', 'tags', 'sends', 'send_log', 'consents'];
  const before = await Promise.all(tables.map(rows));
  const token = await signUp('letter', 'ada@example.com', { seats: '3' });
  expect(await Promise.all(tables.map(rows))).toEqual(before);
  expect(await rows('sign_ups')).toBe(1);

  const shown = await server.ask('GET', `/confirm/${token}`, { token: null });
  expect(shown.text).toContain('ada@example.com');
  expect(await Promise.all(tables.map(rows))).toEqual(before);

  for (const _ of [1, 2]) {
    const { statusCode, headers } = await confirm(token);
    expect([statusCode, headers.location]).toEqual([303, token]);
  }
  const { person } = await calls.call('get_person', { person: 'ada@example.com' });
  expect(person).toMatchObject({ first_name: 'Ada', tags: ['letter'], fields: { seats: 3 } });
  const { consents } = await calls.call('list_consents', { person: 'ada@example.com' });
  expect(consents).toMatchObject([
    { kind: 'confirmed', purpose: 'marketing', text: 'Yes, weekly news.', form_key: 'letter' },
  ]);
  expect(consents[0]?.ip).toMatch(/^[0-9a-f]{64}$/);
  const { events } = await calls.call('list_events', { person: 'ada@example.com' });
  expect(events.filter(({ name }) => name === 'signed_up_by_form')).toHaveLength(1);
  const done = await server.ask('GET', `/confirm/${token}`, { token: null });
  expect(done.text).toContain('signed up');
});

it('AGM-01 who asks why somebody got no mail hears that they have not confirmed', async () => {
  const person = 'unconfirmed@example.com';
  const detail = async () => (await calls.refused('explain_delivery', { person })).message;
  expect(await detail()).toBe(
    `There is no person "${person}". List the people to find the right one.`,
  );
  await post('letter', { email: person, first_name: 'Ada' });
  expect(await detail()).toBe(
    `There is no person "${person}" yet. The mail that asks to confirm the sign-up by the form "letter" has not gone out yet.`,
  );
  const [mail] = await mailsTo(person);
  expect(await detail()).toMatch(
    /yet\. The sign-up by the form "letter" waits for its confirmation, which was asked for at 2\S+Z\.$/,
  );
  expect((await calls.refused('get_person', { person })).code).toBe('not_found');
  await confirm(mail === undefined ? '' : linkIn(mail));
  expect(await calls.call('explain_delivery', { person })).toMatchObject({ would_send: true });
});

it('FORM-08 sends the built-in mail in the language of the visitor, or the email of the form', async () => {
  const email = 'sprache@example.com';
  await post('letter', { email, first_name: 'Uwe' }, { 'accept-language': 'de-CH' });
  const [mail] = await mailsTo(email);
  expect(mail?.subject).toBe('Bitte bestätigen Sie Ihre Anmeldung · Acme');
  expect(mail?.headers.find(({ key }) => key === 'list-unsubscribe')).toBeUndefined();

  const { email: own } = await calls.call('create_email', {
    ...{ subject: 'One click, {{ person.first_name }}', kind: 'transactional' },
    body_markdown: '[Yes]({{ confirm_url }})',
  });
  await calls.call('create_form', {
    ...{ key: 'own', confirm_email_id: own.id },
    fields: [{ name: 'first_name', label: 'Name', type: 'text' }],
  });
  await post('own', { email: 'own@example.com', first_name: 'Grace' });
  const [first] = await mailsTo('own@example.com');
  expect(first?.subject).toBe('One click, Grace');
  expect((await confirm(linkIn(first as Email))).statusCode).toBe(303);

  // The link was taken out meanwhile: a mail without one would be of no use.
  await calls.call('update_email', { email_id: own.id, body_markdown: 'Hello' });
  await post('own', { email: 'own2@example.com' });
  expect((await mailsTo('own2@example.com'))[0]?.subject).toContain('Please confirm');
});

it('LANG-01 sends the email of the form in the language of the visitor, where that has the link', async () => {
  const { email: own } = await calls.call('create_email', {
    ...{ subject: 'One click', kind: 'transactional', body_markdown: '[Yes]({{ confirm_url }})' },
    translations: {
      de: { subject: 'Ein Klick', body_markdown: '[Ja]({{ confirm_url }})' },
      fr: { subject: 'Un clic', body_markdown: 'Bonjour' },
    },
  });
  await calls.call('create_form', { key: 'spoken', confirm_email_id: own.id });
  const subjectFor = async (language: string) => {
    const email = `${language.toLowerCase()}@visitors.example.com`;
    await post('spoken', { email }, { 'accept-language': language });
    const [mail] = await mailsTo(email);
    expect(linkIn(mail as Email)).not.toBe('');
    return mail?.subject;
  };
  expect(await subjectFor('de-AT')).toBe('Ein Klick');
  expect(await subjectFor('nl')).toBe('One click');
  expect(await subjectFor('fr')).toBe('One click');
});

it('FORM-09 sends one mail in 10 minutes and 3 a day to an address, over all forms', async () => {
  await calls.call('create_form', { key: 'other' });
  const email = 'often@example.com';
  const count = async (key: string) => {
    visitors += 1;
    visitor = `203.0.113.${visitors}`;
    await post(key, { email, first_name: 'O' });
    return (await mailsTo(email)).length;
  };
  expect(await count('letter')).toBe(1);
  expect(await count('letter')).toBe(0);
  // Of another form: its mail waits until there is room.
  expect(await count('other')).toBe(0);
  await later(9);
  expect(await mailsTo(email)).toHaveLength(0);
  await later(1);
  expect(await mailsTo(email)).toHaveLength(1);
  await later(11);
  expect(await count('letter')).toBe(1);
  await later(11);
  expect(await count('other')).toBe(0);
  await later(1, 'days');
  expect(await count('letter')).toBe(1);
});

it('FORM-09, FORM-10 a second post before the confirmation sends no mail, and what it says counts', async () => {
  const email = 'again@example.com';
  const token = await signUp('letter', email, { first_name: 'Ad', seats: '3' });
  await post('letter', { email, first_name: 'Ada' });
  expect(await mailsTo(email)).toHaveLength(0);
  await confirm(token);
  const { person } = await calls.call('get_person', { person: email });
  expect(person).toMatchObject({ first_name: 'Ada', fields: { seats: 3 } });
  // Once it is confirmed, what is said needs a confirmation of its own.
  await post('letter', { email, first_name: 'Eve' });
  await confirm(token);
  const { person: after } = await calls.call('get_person', { person: email });
  expect(after.first_name).toBe('Ada');
});

it('FORM-10 an expired link offers another, and the sign-up is gone', async () => {
  const token = await signUp('letter', 'late@example.com');
  await later(30, 'days');
  for (const method of ['GET', 'POST']) {
    const answer = await server.ask(method, `/confirm/${token}`, { token: null });
    expect(answer.status).toBe(410);
    expect(answer.text).toContain('href="../f/letter"');
  }
  const found = await calls.refused('get_person', { person: 'late@example.com' });
  expect(found.code).toBe('not_found');
});

it('CONS-02 asks on the page of a link for the text that the ledger gets, whatever the form says by then', async () => {
  await calls.call('create_form', { key: 'worded', consent_text: 'News once a week.' });
  const token = await signUp('worded', 'worded@example.com');
  await calls.call('update_form', { form_key: 'worded', consent_text: 'News each hour.' });
  const { text } = await server.ask('GET', `/confirm/${token}`, { token: null });
  expect(text).toContain('News once a week.');
  expect(text).not.toContain('News each hour.');
  await confirm(token);
  const { consents } = await calls.call('list_consents', { person: 'worded@example.com' });
  expect(consents[0]?.text).toBe('News once a week.');
});

it('FORM-12 an altered link says so, and a link of a removed form that the form is gone', async () => {
  await calls.call('create_form', { key: 'brief' });
  const token = await signUp('brief', 'brief@example.com');
  const altered = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
  const said = async (method: string, text: string) => {
    const answer = await server.ask(method, `/confirm/${text}`, { token: null });
    return [answer.status, /<h1>([^<]*)/.exec(answer.text)?.[1]];
  };
  await calls.call('delete_form', { form_key: 'brief' });
  for (const method of ['GET', 'POST']) {
    expect(await said(method, altered)).toEqual([404, 'This link does not work']);
    expect(await said(method, token)).toEqual([404, 'This form is not available']);
  }
});

it('FORM-10 leads to redirect_url', async () => {
  const redirect_url = 'https://example.com/thanks?a=1';
  await calls.call('create_form', { key: 'leads', redirect_url });
  const token = await signUp('leads', 'leads@example.com');
  expect((await confirm(token)).headers.location).toBe(redirect_url);
});

it('FORM-11 resubscribes who had left; who bounced or complained gets the same answer and no mail', async () => {
  await calls.call('upsert_person', { email: 'left@example.com', unsubscribed: true });
  await confirm(await signUp('letter', 'left@example.com'));
  const { person } = await calls.call('get_person', { person: 'left@example.com' });
  expect(person.unsubscribed_at).toBeNull();
  const { consents } = await calls.call('list_consents', { person: 'left@example.com' });
  expect(consents.map(({ kind }) => kind)).toEqual(['confirmed', 'withdrawn']);

  await calls.call('upsert_person', { email: 'bounced@example.com' });
  await transaction(opened.database, {}, async ({ sql, now }) => {
    await sql`update people set hard_bounced_at = ${now} where email = 'bounced@example.com'`;
  });
  const known = await post('letter', { email: 'bounced@example.com', first_name: 'B' });
  const stranger = await post('letter', { email: 'stranger@example.com', first_name: 'B' });
  expect(await mailsTo('bounced@example.com')).toHaveLength(0);
  expect([known.statusCode, known.body, known.headers.location]).toEqual([
    ...[stranger.statusCode, stranger.body, stranger.headers.location],
  ]);
});

it('FORM-12 refuses 10,000 forged tokens without a look at the database', async () => {
  const token = await signUp('letter', 'forged@example.com');
  const other = Buffer.alloc(32, 7);
  const statements = await rows('sign_ups');
  const began = performance.now();
  for (let index = 0; index < 10_000; index += 1) {
    const at = index % token.length;
    const letter = token[at] === 'A' ? 'B' : 'A';
    const forged =
      index % 2 === 0
        ? signUpToken(other, { nonce: newNonce(), formId: 1 })
        : token.slice(0, at) + letter + token.slice(at + 1);
    expect(await opened.service.forms.confirm(forged, { ip: visitor, userAgent: '' })).toBeNull();
  }
  expect(performance.now() - began).toBeLessThan(10_000);
  expect(await rows('sign_ups')).toBe(statements);
  expect((await confirm(token)).statusCode).toBe(303);
});

it('FORM-04 there is no form at an address that no form can have', async () => {
  for (const key of ['%00', 'a%00b', '%F0%9F%98%80', 'Letter', '1']) {
    for (const [method, path] of [
      ['GET', `/f/${key}`],
      ['POST', `/f/${key}`],
      ['GET', `/f/${key}/challenge`],
    ] as const) {
      const body = method === 'POST' ? { email: 'a@example.com' } : undefined;
      const answer = await server.ask(method, path, { token: null, body });
      expect(answer, path).toMatchObject({ status: 404 });
    }
  }
});

describe('FORM-05, FORM-06 who may post', () => {
  beforeAll(() =>
    calls.call('create_form', { key: 'listed', allowed_origins: ['https://shop.example'] }),
  );

  it('FORM-05 refuses foreign origins, and lets listed ones read the answer', async () => {
    const foreign = { origin: 'https://evil.example' };
    const page = await post('listed', { email: 'a@example.com' }, foreign);
    expect(page.statusCode).toBe(403);
    const json = await postJson('listed', { email: 'a@example.com' }, foreign);
    expect(json).toMatchObject({ status: 403, json: { code: 'cross_site' } });
    expect(json.headers.get('access-control-allow-origin')).toBeNull();
    const listed = { origin: 'https://shop.example' };
    const asked = await server.ask('OPTIONS', '/f/listed', { headers: listed, token: null });
    expect(asked.headers.get('access-control-allow-origin')).toBe('https://shop.example');
    const own = await post('listed', { email: 'a@example.com' }, { origin: server.url });
    expect(own.statusCode).toBe(303);
  });

  it('FORM-05 refuses a form that is sent in parts, whose fields would seem to be missing', async () => {
    const body = new FormData();
    body.set('email', 'a@example.com');
    const answer = await fetch(`${server.url}/f/listed`, { method: 'POST', body });
    expect(answer.status).toBe(415);
    expect(await answer.json()).toMatchObject({ code: 'unsupported_media_type' });
  });

  it('FORM-06 JSON and listed sites need a proof of work, which is good once, in every process', async () => {
    const listed = { origin: 'https://shop.example' };
    const without = await postJson('listed', { email: 'b@example.com' });
    expect(without).toMatchObject({ status: 422, json: { errors: [{ path: 'altcha' }] } });
    const plain = await post('listed', { email: 'b@example.com' }, listed);
    expect(plain.statusCode).toBe(422);
    const altcha = await proof('listed');
    const taken = await postJson('listed', { email: 'b@example.com', altcha }, listed);
    expect(taken).toMatchObject({ status: 202, json: { status: 'taken' } });
    expect(taken.headers.get('access-control-allow-origin')).toBe('https://shop.example');
    const again = await postJson('listed', { email: 'c@example.com', altcha }, listed);
    expect(again.status).toBe(422);
    // A proof for one form is none for another.
    const elsewhere = await postJson('letter', {
      ...{ email: 'd@example.com', first_name: 'D', altcha: await proof('listed') },
    });
    expect(elsewhere.status).toBe(422);
    const unknown = await postJson('listed', { email: 'd@example.com', nme: 'D' });
    expect(unknown).toMatchObject({ status: 422, json: { errors: [{ path: 'nme' }] } });
  });

  it('FORM-06 posts without proof are 5 an hour and network, and a filled trap stores nothing', async () => {
    const before = await rows('sign_ups');
    const { body: page } = await server.app.inject({ method: 'GET', url: '/f/listed' });
    const trap = /<div class="trap".*? name="([^"]+)"/.exec(page)?.[1] ?? '';
    await post('listed', { email: 'trap@example.com', [trap]: 'https://spam.example' });
    expect(await rows('sign_ups')).toBe(before);
    const statuses = [];
    for (let index = 0; index < 7; index += 1) {
      statuses.push((await post('listed', { email: `n${index}@example.com` })).statusCode);
    }
    expect(statuses).toEqual([303, 303, 303, 303, 303, 429, 429]);
    await later(61);
    expect((await post('listed', { email: 'n9@example.com' })).statusCode).toBe(303);
  });

  it('FORM-02, FORM-06 a form that asks for a website takes who names theirs', async () => {
    await calls.call('create_field', { key: 'website' });
    const fields = [{ name: 'website', label: 'Website', type: 'text' as const }];
    await calls.call('create_form', { key: 'shops', fields });
    const website = 'https://shop.example';
    const token = await signUp('shops', 'shop@example.com', { website });
    await confirm(token);
    const { person } = await calls.call('get_person', { person: 'shop@example.com' });
    expect(person.fields).toMatchObject({ website });
  });

  it('FORM-06 posts with faults use nothing up, and those that send no mail count as all others', async () => {
    for (let index = 0; index < 6; index += 1) {
      expect((await post('letter', { email: 'no address' })).statusCode).toBe(422);
    }
    const same = { email: 'again@example.com', first_name: 'Ada' };
    for (let index = 0; index < 5; index += 1) {
      expect((await post('letter', same)).statusCode).toBe(303);
    }
    expect((await post('letter', same)).statusCode).toBe(429);
    expect((await post('letter', { email: 'no address' })).statusCode).toBe(422);
  });
});

it('FORM-03 without double opt-in: strangers at once, nobody known, and never without a proof', async () => {
  await calls.call('update_settings', { settings: { 'forms.single_opt_in': true } });
  await calls.call('create_form', { key: 'single', double_opt_in: false, tags: ['single'] });
  await calls.call('upsert_person', { email: 'known@example.com', unsubscribed: true });
  for (const email of ['known@example.com', 'new@example.com']) {
    const { status } = await postJson('single', { email, altcha: await proof('single') });
    expect(status).toBe(202);
    expect(await mailsTo(email)).toHaveLength(0);
  }
  const { person: known } = await calls.call('get_person', { person: 'known@example.com' });
  expect(known).toMatchObject({ tags: [] });
  expect(known.unsubscribed_at).not.toBeNull();
  const { person: made } = await calls.call('get_person', { person: 'new@example.com' });
  expect(made).toMatchObject({ tags: ['single'], unsubscribed_at: null });
  const { consents } = await calls.call('list_consents', { person: 'new@example.com' });
  expect(consents.map(({ kind }) => kind)).toEqual(['given']);
  expect(await signUp('single', 'page@example.com')).not.toBe('');
  // Turned off again, such a form asks for a confirmation.
  await calls.call('update_settings', { settings: { 'forms.single_opt_in': false } });
  await postJson('single', { email: 'off@example.com', altcha: await proof('single') });
  expect(await mailsTo('off@example.com')).toHaveLength(1);
});

it('FORM-03, SENDCTL-03 while sending is held, strangers join where no mail is needed, and mails wait', async () => {
  await calls.call('update_settings', { settings: { 'forms.single_opt_in': true } });
  await calls.call('hold_sending', { reason: 'Audit' });
  await postJson('single', { email: 'joins@example.com', altcha: await proof('single') });
  await post('letter', { email: 'waits@example.com', first_name: 'Ada' });
  expect(await mailsTo('waits@example.com')).toHaveLength(0);
  const { person } = await calls.call('get_person', { person: 'joins@example.com' });
  expect(person).toMatchObject({ tags: ['single'], unsubscribed_at: null });
  await calls.call('release_sending', {});
  expect(await mailsTo('waits@example.com')).toHaveLength(1);
  await calls.call('update_settings', { settings: { 'forms.single_opt_in': false } });
});

it('FORM-09, FORM-10 two confirmations at once leave one entry', async () => {
  const token = await signUp('letter', 'race@example.com');
  const from = { ip: visitor, userAgent: 'x' };
  const both = (service: Service) => service.forms.confirm(token, from);
  await Promise.all([both(opened.service), both(opened.service), both(opened.service)]);
  const { consents } = await calls.call('list_consents', { person: 'race@example.com' });
  expect(consents).toHaveLength(1);
});

it('FORM-07 what waits goes with the form, with an erasure, and after 30 days', async () => {
  await calls.call('create_form', { key: 'brief' });
  await post('brief', { email: 'brief@example.com' });
  const before = await rows('sign_ups');
  await calls.call('delete_form', { form_key: 'brief' });
  expect(await rows('sign_ups')).toBe(before - 1);
  const token = await signUp('letter', 'erased@example.com');
  await confirm(token);
  const left = await rows('sign_ups');
  await calls.call('delete_person', { person: 'erased@example.com' });
  expect(await rows('sign_ups')).toBe(left - 1);
});

it('HOOK-07, FORM-10 tells webhook endpoints of a person whom a confirmation makes, and then of what was given', async () => {
  const made = await calls.call('create_webhook_endpoint', {
    ...{ url: 'https://hooks.example.com/people', events: ['person.*'] },
  });
  const of = { webhook_endpoint: made.webhook_endpoint.key };
  const token = await signUp('letter', 'hook@example.com');
  await confirm(token);
  const { webhook_deliveries } = await calls.call('list_webhook_deliveries', of);
  expect(webhook_deliveries.map(({ type }) => type).reverse()).toEqual([
    'person.created',
    'person.updated',
  ]);
  await calls.call('delete_webhook_endpoint', of);
});
