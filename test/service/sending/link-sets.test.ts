import { createHash } from 'node:crypto';
import { LinkSets } from '@postroad/service/sending/tracking/link-sets';
import { keepLinkSets, linkSetKey } from '@postroad/store/content/email-link';
import { transaction } from '@postroad/store/platform/transaction';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type OpenTestDatabase, openTestDatabase } from '../../support/database.ts';

let opened: OpenTestDatabase;
/** How often the database was asked. */
let asked = 0;
/** Ids of sets of one link each, all of one length. */
let sets: number[];

const urlOf = (campaign: number) => `https://example.com/${campaign}`;

beforeEach(async () => {
  opened = await openTestDatabase();
  asked = 0;
  const emails = await opened.database.pool<{ id: number }[]>`
    insert into emails (key, subject, pre_header, body_markdown, created_at, updated_at)
    select gen_random_uuid()::text, '', '', '', now(), now() from generate_series(1, 4) returning id`;
  const kept = emails.map(({ id }, index) => {
    const urls = [urlOf(index)];
    const digest = createHash('sha256').update(JSON.stringify(urls)).digest();
    return { email_id: id, digest, urls, templates: [] };
  });
  const ids = await transaction(opened.database, {}, (tx) => keepLinkSets(tx, kept));
  sets = kept.map((set) => ids.get(linkSetKey(set)) ?? 0);
});

afterEach(() => opened.drop());

/** With room for so many of the sets. */
function linkSets(room: number): LinkSets {
  const { database } = opened;
  const counting = {
    ...database,
    reserve() {
      asked += 1;
      return database.reserve();
    },
  };
  return new LinkSets(counting, room * (urlOf(0).length + 1));
}

it('UNIT-15 keeps the links of the campaign that is clicked most, and forgets others', async () => {
  const links = linkSets(2);
  const [busy = 0, ...others] = sets;
  for (const [index, other] of others.entries()) {
    expect(await links.urlOf(busy, 0)).toBe(urlOf(0));
    expect(await links.urlOf(other, 0)).toBe(urlOf(index + 1));
  }
  // Each once: no click made room by forgetting the busy campaign.
  expect(asked).toBe(sets.length);
  expect(await links.urlOf(others[0] ?? 0, 0)).toBe(urlOf(1));
  expect(asked).toBe(sets.length + 1);
});

it('answers a set that fits nowhere, and no link for a set or a number that is none', async () => {
  const links = linkSets(0.5);
  expect(await links.urlOf(sets[0] ?? 0, 0)).toBe(urlOf(0));
  expect(await links.urlOf(sets[0] ?? 0, 1)).toBeNull();
  expect(await links.urlOf(0, 0)).toBeNull();
});
