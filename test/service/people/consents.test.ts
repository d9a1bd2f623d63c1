import { createHmac } from 'node:crypto';
import { transaction } from '@postroad/store/platform/transaction';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runStatements } from '../../support/migration-part.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling, pathsOf } from '../app/calling.ts';
import { reader, type Subscriber, subscriber, testKey } from '../subscribers/subscribing.ts';

let opened: TestService;
let calls: Calling;
let count = 0;

beforeAll(async () => {
  opened = await openTestService({ env: { SECRET_KEY: testKey } });
  calls = calling(opened);
  const toggle = {
    ...{ id: 'news', label: 'News', description: 'Once a week' },
    condition: { type: 'has_tag', tag: 'news' },
    on: [{ type: 'add_tag', tag: 'news' }],
    off: [{ type: 'remove_tag', tag: 'news' }],
  };
  const tips = {
    ...{ id: 'tips', label: 'Tips', condition: { type: 'has_tag', tag: 'tips' } },
    on: [{ type: 'add_tag', tag: 'tips' }],
    off: [{ type: 'remove_tag', tag: 'tips' }],
  };
  const preferences = { enabled: true, toggles: [toggle, tips] };
  await calls.call('update_settings', {
    settings: { 'sending.subscription_preferences': preferences },
  });
});

afterAll(() => opened.close());

function somebody(): Promise<Subscriber> {
  count += 1;
  return reader(opened, `consent-${count}@example.com`);
}

/** The ledger of somebody, oldest first. */
async function ledgerOf(person: string) {
  return (await calls.call('list_consents', { person, sort: 'id' })).consents;
}

async function save({ token }: Subscriber, selections: Record<string, boolean>, visitor?: object) {
  const page = await opened.service.readSubscription(token);
  const revision = page?.preferences?.revision ?? '';
  const given = visitor as Parameters<typeof opened.service.savePreferences>[2];
  return await opened.service.savePreferences(token, { revision, selections }, given);
}

const visitor = { ip: '203.0.113.7', userAgent: 'Mozilla/5.0 (X11; Linux)' };

it('CONS-01 an entry that an operator records is answered as it was given', async () => {
  const { email } = await somebody();
  const { consent, warnings } = await calls.call('record_consent', {
    ...{ person: email, kind: 'given', purpose: 'marketing', text: ' Yes, send me news. ' },
    ...{ source: 'trade fair 2026', at: '2026-03-01T10:00:00+01:00' },
  });
  expect(consent).toEqual({
    ...{ id: expect.any(Number), kind: 'given', purpose: 'marketing', text: 'Yes, send me news.' },
    ...{ source: 'trade fair 2026', form_key: null, send_id: null, ip: null, user_agent: null },
    at: '2026-03-01T09:00:00.000Z',
  });
  expect(warnings).toBeUndefined();
  expect(await ledgerOf(email)).toEqual([consent]);
});

it('an entry by hand changes no subscription, and says where that may surprise', async () => {
  const { email } = await somebody();
  const said = { person: email, purpose: 'marketing', text: null, source: 'letter' };
  const out = await calls.call('record_consent', { ...said, kind: 'withdrawn' });
  expect(out.warnings?.map(({ code }) => code)).toEqual(['still_subscribed']);
  expect((await calls.call('get_person', { person: email })).person.unsubscribed).toBe(false);
  await calls.call('update_person', { person: email, unsubscribed: true });
  const back = await calls.call('record_consent', { ...said, kind: 'given' });
  expect(back.warnings?.map(({ code }) => code)).toEqual(['still_unsubscribed']);
  const other = { ...said, purpose: 'profiling', kind: 'withdrawn' } as const;
  expect((await calls.call('record_consent', other)).warnings).toBeUndefined();
});

it.each([
  [{ at: '2999-01-01T00:00:00Z' }, 'at'],
  [{ purpose: 'two\nlines' }, 'purpose'],
  [{ purpose: ' ' }, 'purpose'],
  [{ source: 'a\u202eb' }, 'source'],
  [{ text: '' }, 'text'],
  [{ kind: 'maybe' }, 'kind'],
])('refuses %o', async (wrong, path) => {
  const { email } = await somebody();
  const said = { person: email, kind: 'given', purpose: 'marketing', text: 'Yes', source: 'phone' };
  expect(pathsOf(await calls.refused('record_consent', { ...said, ...wrong }))).toEqual([path]);
  expect(await ledgerOf(email)).toEqual([]);
});

it('unsubscribing and resubscribing by every door makes one entry each', async () => {
  const person = await subscriber(opened, 'doors@example.com');
  const { service } = opened;
  for (const how of ['page', 'api', 'one_click'] as const) {
    for (const _ of [1, 2]) await service.unsubscribe(person.token, { reason: null, how, visitor });
    const back = how === 'one_click' ? 'page' : how;
    for (const _ of [1, 2]) await service.resubscribe(person.token, { how: back, visitor });
  }
  for (const unsubscribed of [true, true, false]) {
    await calls.call('update_person', { person: person.email, unsubscribed });
  }
  const found = await ledgerOf(person.email);
  const byLink = { send_id: person.sendId, user_agent: visitor.userAgent, purpose: 'marketing' };
  const byHand = { send_id: null, user_agent: null, ip: null, source: 'operator' };
  expect(found).toMatchObject([
    { ...byLink, kind: 'withdrawn', source: 'page' },
    { ...byLink, kind: 'given', source: 'page' },
    { ...byLink, kind: 'withdrawn', source: 'api' },
    { ...byLink, kind: 'given', source: 'api' },
    { ...byLink, kind: 'withdrawn', source: 'one_click' },
    { ...byLink, kind: 'given', source: 'page' },
    { ...byHand, kind: 'withdrawn' },
    { ...byHand, kind: 'given' },
  ]);
});

it('a save of preferences makes an entry for each toggle that it turns', async () => {
  const person = await somebody();
  await save(person, { news: true, tips: false });
  await save(person, { news: true, tips: false });
  await save(person, { news: false, tips: true });
  const entries = await ledgerOf(person.email);
  expect(entries).toMatchObject([
    { kind: 'given', purpose: 'news', text: 'News\nOnce a week', source: 'preferences' },
    { kind: 'withdrawn', purpose: 'news' },
    { kind: 'given', purpose: 'tips', text: 'Tips' },
  ]);
  const stale = { revision: 'stale', selections: { news: true, tips: true } };
  expect(await opened.service.savePreferences(person.token, stale)).toMatchObject({
    result: 'stale',
  });
  expect(await ledgerOf(person.email)).toEqual(entries);
});

describe('imports', () => {
  const importing = (rows: string[], trigger = false) =>
    calls.call('import_people', { content: `${rows.join('\n')}\n`, trigger });

  it.each([false, true])(
    'a file says when and where people said yes (trigger %s)',
    async (trigger) => {
      const name = trigger ? 'loud' : 'quiet';
      await calls.call('upsert_person', { email: `${name}-known@example.com` });
      const rows = [
        'email,opted_in_at,consent_source,unsubscribed_at',
        `${name}-new@example.com,2024-05-01T08:00:00Z,old newsletter,`,
        `${name}-known@example.com,,old newsletter,2025-01-01T00:00:00Z`,
        `${name}-left@example.com,2024-06-01T00:00:00Z,,2025-02-01T00:00:00Z`,
        `${name}-none@example.com,,,`,
      ];
      // Once more says nothing that is not known.
      for (const _ of [1, 2]) {
        expect((await importing(rows, trigger)).import).toMatchObject({ invalid: 0 });
      }
      const found = await Promise.all(
        ['new', 'known', 'left', 'none'].map((who) => ledgerOf(`${name}-${who}@example.com`)),
      );
      expect(
        found.map((all) =>
          all.map(({ kind, source, at, purpose, text }) => [kind, source, at, purpose, text]),
        ),
      ).toEqual([
        [['imported', 'old newsletter', '2024-05-01T08:00:00.000Z', 'marketing', null]],
        [
          ['imported', 'old newsletter', expect.any(String), 'marketing', null],
          ['withdrawn', 'import', '2025-01-01T00:00:00.000Z', 'marketing', null],
        ],
        [
          ['imported', 'import', '2024-06-01T00:00:00.000Z', 'marketing', null],
          ['withdrawn', 'import', '2025-02-01T00:00:00.000Z', 'marketing', null],
        ],
        [],
      ]);
    },
  );

  it('CONS-02 a file with a consent of a time to come loses the row, which no withdrawal could end', async () => {
    const { import: done } = await importing([
      'email,opted_in_at',
      'later@example.com,2099-01-01',
      'now@example.com,2024-01-01',
    ]);
    expect(done).toMatchObject({ invalid: 1, created: 1 });
    expect(done.errors).toMatchObject([
      { column: 'opted_in_at', message: 'opted_in_at must be a time that has passed.' },
    ]);
  });

  it('CONS-02 an opt-out of a time to come holds at once, and a later consent ends it', async () => {
    const email = 'hasty@example.com';
    await importing(['email,unsubscribed_at', `${email},2099-01-01`]);
    const { person } = await calls.call('get_person', { person: email });
    expect(Date.parse(person.unsubscribed_at ?? '')).toBeLessThan(Date.parse('2099-01-01'));
    await calls.call('upsert_person', { email, unsubscribed: false });
    const given = { kind: 'given', purpose: 'marketing', text: 'Yes', source: 'phone' } as const;
    await calls.call('record_consent', { person: email, ...given });
    const definition = {
      all: [
        { type: 'consented', purpose: 'marketing' },
        { type: 'email', op: 'equals', value: email },
      ],
    };
    expect((await calls.call('preview_segment', { definition })).count).toBe(1);
  });

  it('a file whose time or source of consent cannot be read loses the row', async () => {
    const { import: done } = await importing([
      'email,opted_in_at,consent_source',
      'when@example.com,soon,',
      `where@example.com,,${'x'.repeat(201)}`,
    ]);
    expect(done).toMatchObject({ invalid: 2, created: 0 });
    expect(done.errors.map(({ column }) => column)).toEqual(['opted_in_at', 'consent_source']);
  });
});

describe('the database', () => {
  const changed = (statement: string) =>
    transaction(opened.database, {}, (tx) => runStatements(tx, statement));

  it.each([
    'delete from consents',
    'truncate consents',
    `update consents set kind = 'given'`,
    `update consents set happened_at = now()`,
    `update consents set purpose = 'other', person_id = null, address_hash = 'x', wording = null,
       source = null, send_id = null, ip = null, user_agent = null`,
    `update consents set person_id = null, address_hash = 'x'`,
    `update consents set wording = 'Yes to everything'`,
  ])('refuses: %s', async (statement) => {
    const person = await somebody();
    const from = { ...visitor, how: 'page' } as const;
    await opened.service.unsubscribe(person.token, { reason: null, how: from.how, visitor });
    const before = await ledgerOf(person.email);
    await expect(changed(statement)).rejects.toThrow(/only added|check constraint/);
    expect(await ledgerOf(person.email)).toEqual(before);
  });

  it('what is rolled back is not in the ledger', async () => {
    const { email } = await somebody();
    await calls.dryRun('update_person', { person: email, unsubscribed: true });
    expect(await ledgerOf(email)).toEqual([]);
  });
});

describe('erasure', () => {
  it('CONS-03 keeps kind, purpose and time under the hash of the address, and nothing else', async () => {
    const person = await somebody();
    const yes = { kind: 'given', purpose: 'marketing', text: 'Secret words', source: 'a secret' };
    await calls.call('record_consent', { person: person.email, ...yes, kind: 'given' });
    await opened.service.unsubscribe(person.token, { reason: null, how: 'page', visitor });
    const before = await ledgerOf(person.email);
    await calls.call('delete_person', { person: person.email });
    const kept = before.map(({ id, kind, purpose, at }) => ({
      ...{ id, kind, purpose, at, text: null, source: null, form_key: null, send_id: null },
      ...{ ip: null, user_agent: null },
    }));
    expect(await ledgerOf(person.email)).toEqual(kept);
    const rows = await opened.database.pool<{ person_id: null; same: boolean; text: string }[]>`
      select person_id, address_hash in (select hash from suppressions) as same, c::text as text
      from consents c where id = any(${before.map(({ id }) => id)}::bigint[])`;
    expect(rows.map(({ person_id, same }) => [person_id, same])).toEqual([
      [null, true],
      [null, true],
    ]);
    expect(rows.map(({ text }) => text).join()).not.toMatch(/secret|Mozilla|203\.0/i);
    expect((await calls.refused('list_consents', { person: String(person.personId) })).code).toBe(
      'not_found',
    );
    expect((await calls.refused('get_person', { person: person.email })).code).toBe('not_found');
  });

  it('CONS-03 somebody who comes back has what was kept, and what they say then', async () => {
    const { email } = await somebody();
    await calls.call('update_person', { person: email, unsubscribed: true });
    await calls.call('delete_person', { person: email });
    await calls.call('upsert_person', { email, unsubscribed: false });
    expect(await ledgerOf(email)).toMatchObject([
      { kind: 'withdrawn', source: null },
      { kind: 'given', source: 'operator' },
    ]);
    await calls.call('delete_person', { person: email });
    expect(await ledgerOf(email)).toMatchObject([
      { kind: 'withdrawn', source: null },
      { kind: 'given', source: null },
    ]);
  });
});

describe('visitors', () => {
  const keep = (mode: string) =>
    calls.call('update_settings', { settings: { 'privacy.store_ip': mode } });

  /** What the ledger has of a visitor who leaves. */
  async function keptOf(who: { ip: string; userAgent: string | undefined }) {
    const person = await somebody();
    await opened.service.unsubscribe(person.token, { reason: null, how: 'page', visitor: who });
    await save(person, {});
    const [entry] = await ledgerOf(person.email);
    return { ip: entry?.ip, agent: entry?.user_agent };
  }

  const hashOf = (ip: string) =>
    createHmac('sha256', testKey).update('postroad/visitor/1\n').update(ip).digest('hex');

  it('CONS-05 keeps an HMAC of the address and the browser at first', async () => {
    const { settings } = await calls.call('get_settings', {});
    expect(settings['privacy.store_ip']).toBe('hashed');
    const kept = { ip: hashOf(visitor.ip), agent: visitor.userAgent };
    expect(await keptOf(visitor)).toEqual(kept);
    expect(await keptOf({ ...visitor, ip: `::ffff:${visitor.ip}` })).toEqual(kept);
    const person = await somebody();
    await save(person, { news: true, tips: false }, visitor);
    expect(await ledgerOf(person.email)).toMatchObject([{ ip: kept.ip, user_agent: kept.agent }]);
  });

  it('CONS-05 kept keeps the address, off neither address nor browser', async () => {
    await keep('kept');
    expect(await keptOf(visitor)).toEqual({ ip: visitor.ip, agent: visitor.userAgent });
    await keep('off');
    expect(await keptOf(visitor)).toEqual({ ip: null, agent: null });
    await keep('hashed');
    expect(await keptOf(visitor)).toEqual({ ip: hashOf(visitor.ip), agent: visitor.userAgent });
  });

  it('CONS-05 takes nothing else for a setting', async () => {
    const wrong = { settings: { 'privacy.store_ip': 'sometimes' } };
    const refusal = await calls.refused('update_settings', wrong);
    expect(pathsOf(refusal)).toEqual(['settings.privacy.store_ip']);
  });

  it('CONS-05 keeps no address that is none, and of a browser one bounded line', async () => {
    await keep('kept');
    const hostile = `\u0000a\r\nSet-Cookie: x\u001b[2J\u202e${'y'.repeat(5_000)}\ud800`;
    const { ip, agent } = await keptOf({ ip: '1.2.3.4, <script>', userAgent: hostile });
    expect(ip).toBeNull();
    expect(agent).toMatch(/^a Set-Cookie: x \[2J y+$/);
    expect(agent?.length).toBeLessThanOrEqual(300);
    expect(await keptOf({ ip: 'fe80::1%eth0', userAgent: undefined })).toEqual({
      ...{ ip: 'fe80::1', agent: null },
    });
    await keep('hashed');
  });
});
