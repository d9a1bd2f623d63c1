import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pageCopies } from '@postroad/core/subscribers/pages/page-copy';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createFakeService } from '../http/fake-service.ts';
import { startHttp } from '../http/http-server.ts';
import { root } from '../support/repository.ts';
import { suite } from '../support/test-files.ts';
import { findings, fits, lookOver, skeletonOf } from './look-over.ts';
import {
  type Newcomer,
  openSubscriberSite,
  type SubscriberSite,
  serveElsewhere,
} from './subscriber-site.ts';

let site: SubscriberSite;
let ada: Newcomer;

const save = (settings: object) => site.call('update_settings', { settings: settings as never });

const toggle = (id: string, label: string, description = '') => ({
  id,
  label,
  description,
  condition: { type: 'has_tag', tag: id },
  on: [{ type: 'add_tag', tag: id }],
  off: [{ type: 'remove_tag', tag: id }],
});

const toggles = [
  toggle('newsletter', 'The weekly newsletter', 'New beans and recipes, each Thursday morning.'),
  toggle('offers', 'Offers'),
];

const preferences = (value: object = {}) =>
  save({ 'sending.subscription_preferences': { enabled: true, toggles, ...value } });

const person = async () => (await site.call('get_person', { person: ada.email })).person;

/** What fits on a telephone is measured 1280 wide too, so `npm test` takes the one way only. */
const sizes = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
].slice(0, suite === 'all' ? 2 : 1);

beforeAll(async () => {
  site = await openSubscriberSite();
});
afterAll(() => site?.stop());
beforeEach(async () => {
  ada = await site.newcomer();
  await preferences();
});

const shownHeading = (page: Page) => page.locator('h1:visible').textContent();
const button = (page: Page) => page.locator('button:visible');
const tab = (page: Page, name: string) => page.locator(`#tab-${name}`);
const saveButton = (page: Page) => page.locator('form[data-save] button');

describe.each(sizes)('in $width by $height', (viewport) => {
  // Accessibility rules do not depend on the size; reachability is measured at each size.
  const look = viewport.width < 640 ? lookOver : fits;

  it('SUB-15, SUB-16 asks, tells that it is done, and takes it back and again', async () => {
    await save({ 'sending.subscription_preferences': { enabled: false } });
    const { page, complaints, asked, close } = await site.page({ viewport });
    await page.goto(ada.link);
    expect(await page.title()).toBe('Unsubscribe from all email? · Acme Coffee Roasters');
    await fits(page, 'question');
    expect(await page.locator('textarea').isVisible()).toBe(false);
    await page.getByLabel('Another reason').check();
    await page.getByLabel('What is it?').fill('I <b>moved</b> on');
    await look(page, 'question with a reason');
    await button(page).click();
    await page.waitForURL(ada.link);
    expect(await shownHeading(page)).toBe("You're unsubscribed.");
    expect(await person()).toMatchObject({ unsubscribed: true, reason: 'I <b>moved</b> on' });
    await look(page, 'unsubscribed');
    await page.reload();
    expect(await shownHeading(page)).toBe("You're unsubscribed.");
    await button(page).click();
    expect(await shownHeading(page)).toBe("You're subscribed again.");
    await look(page, 'resubscribed');
    expect(await button(page).textContent()).toBe('Unsubscribe');
    await button(page).click();
    expect(await shownHeading(page)).toBe("You're unsubscribed.");
    await button(page).click();
    expect((await person()).unsubscribed).toBe(false);
    await page.waitForURL((url) => !url.searchParams.has('done'));
    await page.reload();
    expect(await shownHeading(page)).toBe('Unsubscribe from all email?');
    expect(complaints).toEqual([]);
    expect(asked.filter((url) => !url.startsWith(ada.link) && !url.startsWith('data:'))).toEqual(
      [],
    );
    expect(await page.context().cookies()).toEqual([]);
    await close();
  });

  it('SUB-22, SUB-23, SUB-24, SUB-25 saves preferences, and locks them while unsubscribed', async () => {
    const { page, complaints, close } = await site.page({ viewport });
    await page.goto(ada.link);
    await tab(page, 'preferences').click();
    expect(await shownHeading(page)).toBe('Your emails');
    expect(await page.title()).toBe('Your emails · Acme Coffee Roasters');
    expect(await saveButton(page).isDisabled()).toBe(true);
    await fits(page, 'preferences');
    const offers = page.getByRole('switch', { name: 'Offers' });
    await offers.check();
    expect(await saveButton(page).isEnabled()).toBe(true);
    await offers.uncheck();
    expect(await saveButton(page).isDisabled()).toBe(true);
    await page.locator('label[for=toggle-offers]').click();
    await look(page, 'preferences that differ');
    await saveButton(page).click();
    const told = page.getByRole('status');
    expect(await told.textContent()).toBe('Your subscription preferences have been saved.');
    expect(await saveButton(page).isDisabled()).toBe(true);
    await look(page, 'saved');
    expect(await person()).toMatchObject({ tags: ['offers'], unsubscribed: false });
    await page.waitForURL((url) => !url.searchParams.has('done'));
    await page.reload();
    expect(await told.count()).toBe(0);
    await tab(page, 'unsubscribe').click();
    await button(page).click();
    await tab(page, 'preferences').click();
    expect(await offers.isDisabled()).toBe(true);
    await look(page, 'locked');
    await page.getByText('Go to Resubscribe').click();
    await button(page).click();
    await tab(page, 'preferences').click();
    expect(await offers.isChecked()).toBe(true);
    await offers.uncheck();
    await saveButton(page).click();
    expect((await person()).tags).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  it('SUB-20 shows what changed meanwhile with what was chosen, to be saved again', async () => {
    await preferences({ default_tab: 'preferences' });
    const { page, close } = await site.page({ viewport });
    await page.goto(ada.link);
    await page.getByRole('switch', { name: 'Offers' }).check();
    const more = [...toggles, toggle('events', 'Tastings')];
    await preferences({ toggles: more });
    await saveButton(page).click();
    expect(await page.getByRole('alert').textContent()).toContain('These choices have changed');
    expect(await page.getByRole('switch', { name: 'Offers' }).isChecked()).toBe(true);
    expect((await person()).tags).toEqual([]);
    await look(page, 'stale');
    await saveButton(page).click();
    await page.waitForURL(`${ada.link}?tab=preferences`);
    expect((await person()).tags).toEqual(['offers']);
    await close();
  });
});

describe('what cannot be shown or saved', () => {
  it('PREF-18 says that nothing was saved where the toggles do not lead to what was chosen', async () => {
    const vip = { type: 'has_tag', tag: 'vip' };
    const club = toggle('club', 'The club');
    await preferences({ toggles: [{ ...club, condition: { all: [club.condition, vip] } }] });
    const { page, close } = await site.page();
    await page.goto(`${ada.link}?tab=preferences`);
    await page.getByRole('switch', { name: 'The club' }).check();
    await saveButton(page).click();
    expect(await page.getByRole('alert').textContent()).toContain('Nothing was saved');
    await lookOver(page, 'refused');
    expect((await person()).tags).toEqual([]);
    await close();
  });

  it('TOKEN-05 tells of a dead link plainly', async () => {
    const { page, close } = await site.page();
    const answer = await page.goto(`${ada.link.slice(0, -1)}%20`);
    expect(answer?.status()).toBe(404);
    expect(await shownHeading(page)).toBe('This link does not work');
    await fits(page, 'dead link');
    await close();
  });

  it('LEFT-12 opens the unsubscribe tab by the link of a mail, with labels on one line at 390 px', async () => {
    await preferences({ default_tab: 'preferences' });
    const { email } = await site.call('create_email', {
      ...{ subject: 'Hi', body_markdown: '[leave]({{ unsubscribe_url }})' },
    });
    const person_id = (await person()).id;
    const { text } = await site.call('preview_email', { email_id: email.id, person_id });
    const query = /\/unsubscribe\/preview(\?[\w=]+)/.exec(text)?.[1];
    for (const width of [390, 1280]) {
      const { page, close } = await site.page({ viewport: { width, height: 844 } });
      await page.goto(ada.link);
      expect(await shownHeading(page)).toBe('Your emails');
      await page.goto(`${ada.link}${query}`);
      expect(await shownHeading(page)).toBe('Unsubscribe from all email?');
      for (const name of ['unsubscribe', 'preferences']) {
        const label = tab(page, name).locator('span');
        expect((await label.boundingBox())?.height, `${name} at ${width}`).toBeLessThan(30);
      }
      await fits(page, `tabs at ${width}`);
      await close();
    }
  });

  it('LEFT-13 names the sender on the page of a broken link', async () => {
    const { page, close } = await site.page();
    for (const wrong of [
      `${site.server.url}/unsubscribe/x`,
      `${site.server.url}/unsubscribe/%E0`,
    ]) {
      await page.goto(wrong);
      expect(await page.locator('.sender').textContent()).toContain('Acme Coffee Roasters');
      expect(await page.title()).toBe('This link does not work · Acme Coffee Roasters');
    }
    await lookOver(page, 'dead link with its sender');
    await close();
  });

  it('has a page for a fault of the service, and leads back to where it was', async () => {
    const fake = createFakeService();
    const faulty = await startHttp(fake);
    fake.readSubscription = async () => {
      throw new Error('a fault');
    };
    const { page, close } = await site.page();
    await page.goto(`${faulty.url}/unsubscribe/abc`);
    expect(await shownHeading(page)).toBe('Something went wrong');
    await lookOver(page, 'fault');
    fake.readSubscription = (token) =>
      site.service.readSubscription(token === 'abc' ? ada.token : '');
    await page.getByRole('link', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Unsubscribe from all email?' }).waitFor();
    await Promise.all([close(), faulty.stop()]);
  });
});

describe('with any reader', () => {
  it('works without a script: tabs are links, and Save is always there', async () => {
    const { page, close } = await site.page({ javaScriptEnabled: false });
    await page.goto(ada.link);
    await tab(page, 'preferences').click();
    await page.waitForURL(`${ada.link}?tab=preferences`);
    await page.getByRole('switch', { name: 'The weekly newsletter' }).check();
    await saveButton(page).click();
    expect((await person()).tags).toEqual(['newsletter']);
    await page.getByRole('switch', { name: 'The weekly newsletter' }).uncheck();
    await saveButton(page).click();
    expect((await person()).tags).toEqual([]);
    await tab(page, 'unsubscribe').click();
    await page.getByLabel('I never signed up').check();
    await button(page).click();
    expect(await person()).toMatchObject({ unsubscribed: true, reason: 'never_signed_up' });
    await button(page).click();
    expect((await person()).unsubscribed).toBe(false);
    await close();
  });

  it('works by the keyboard alone', async () => {
    const { page, close } = await site.page();
    await page.goto(ada.link);
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowRight');
    expect(await shownHeading(page)).toBe('Your emails');
    expect(await page.locator(':focus').getAttribute('id')).toBe('tab-preferences');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('status').waitFor();
    expect((await person()).tags).toEqual(['newsletter']);
    await close();
  });

  /** In `npm test` those with the longest words. */
  const locales =
    suite === 'all' ? (['de', 'es', 'fr', 'nl', 'pt'] as const) : (['de', 'fr'] as const);

  it('SUB-22, CON-20 tells in forced colours which tab is open and what is switched on', async () => {
    const { page, close } = await site.page();
    await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
    await page.goto(`${ada.link}?tab=preferences`);
    const looks = await page.evaluate(`(() => {
      const line = (name) => getComputedStyle(document.querySelector('#tab-' + name)).borderBottomColor;
      const knob = document.querySelector('[role=switch]');
      const behind = getComputedStyle(document.documentElement).backgroundColor;
      return {
        lines: new Set([line('preferences'), line('unsubscribe')]).size,
        isClosedMarked: line('unsubscribe') !== behind && line('unsubscribe') !== 'rgb(0, 0, 0)',
        knob: getComputedStyle(knob, '::before').content,
      };
    })()`);
    expect(looks).toEqual({ lines: 2, isClosedMarked: false, knob: 'none' });
    await close();
  });

  it.each(locales)('is spoken to in %s', async (locale) => {
    const { page, close } = await site.page({ locale, viewport: { width: 360, height: 740 } });
    const { fixed, page: words } = pageCopies[locale];
    await page.goto(ada.link);
    expect(await shownHeading(page)).toBe(fixed.confirm_headline);
    await fits(page, `question in ${locale}`);
    await button(page).click();
    expect(await shownHeading(page)).toBe(words.headline);
    await fits(page, `unsubscribed in ${locale}`);
    await tab(page, 'preferences').click();
    await fits(page, `locked in ${locale}`);
    await close();
  });
});

it('the guide to the pages works as it is written', async () => {
  const guide = readFileSync(join(root, 'docs', 'guides', 'pages.md'), 'utf8');
  const [copy, choosing, own] = [...guide.matchAll(/```json\n([\s\S]*?)```/g)].map(
    ([, block = '']) => (JSON.parse(block) as { settings: Record<string, unknown> }).settings,
  );
  const { page, close } = await site.page({ viewport: { width: 360, height: 740 } });
  await save({ ...copy, ...choosing });
  await page.goto(ada.link);
  expect(await shownHeading(page)).toBe('Your emails');
  await page.getByText(`What shall we send to ${ada.email}?`).waitFor();
  await tab(page, 'unsubscribe').click();
  await page.getByText(`${ada.email} will not hear from the roastery again.`).waitFor();
  await lookOver(page, 'guide');
  await button(page).click();
  await page.getByRole('heading', { name: 'Sorry to see you go.' }).waitFor();
  await save({ ...own });
  const answer = await site.server.ask('POST', `/unsubscribe/${ada.token}`);
  expect(answer.headers.get('location')).toBe(`https://www.example.com/bye?token=${ada.token}`);
  await save(Object.fromEntries(Object.keys({ ...copy, ...own }).map((key) => [key, ''])));
  await close();
});

describe('whatever an operator sets', () => {
  const set: Record<string, string> = {};
  afterEach(async () => {
    await save(Object.fromEntries(Object.keys(set).map((key) => [key, ''])));
    for (const key of Object.keys(set)) delete set[key];
    await site.call('update_profile', { name: 'Acme Coffee Roasters' });
  });
  const saveCopy = async (values: Record<string, string>) => {
    Object.assign(set, values);
    await save(values);
  };

  it.each(['#fff', '#ffe600', '#111318', '#c48'])(
    'SET-17 can be read on a button of %s',
    async (color) => {
      await saveCopy({ 'sending.unsubscribe_page.button_color': color });
      const { page, close } = await site.page();
      await page.goto(`${ada.link}?tab=preferences`);
      await page.getByRole('switch', { name: 'Offers' }).check();
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await findings(page, { colours: true }), colorScheme).toEqual([]);
      }
      await close();
    },
  );

  it('SET-23 is text: no markup in copy, names or labels becomes an element', async () => {
    const copy = ['introduction', 'status', 'headline', 'confirmation', 'button_text', 'hint'];
    const settings = (text: string) =>
      Object.fromEntries(copy.map((key) => [`sending.unsubscribe_page.${key}`, text]));
    const labels = (text: string) =>
      preferences({
        introduction: text,
        save_button_text: text,
        unsubscribe_label: text,
        preferences_label: text,
        toggles: [toggle('newsletter', text, text)],
      });
    const skeletons = new Set<string>();
    const hostile = `"'><img src=x onerror=alert(1)></title></style><script>alert(1)</script>{email}&lt;\u202e${'w'.repeat(80)}`;
    const { page, complaints, asked, close } = await site.page({
      viewport: { width: 360, height: 740 },
    });
    for (const text of ['Words, {email}', hostile]) {
      await saveCopy(settings(text));
      await labels(text);
      await site.call('update_profile', { name: text });
      await page.goto(ada.link);
      const question = await skeletonOf(page);
      await button(page).click();
      expect(await shownHeading(page)).toBe(text.replaceAll('{email}', ada.email));
      await lookOver(page, 'copy');
      skeletons.add(`${question}\n\n${await skeletonOf(page)}`);
      await button(page).click();
    }
    expect(skeletons.size).toBe(1);
    expect(complaints).toEqual([]);
    expect(asked.filter((url) => !url.startsWith(ada.link) && url !== 'data:,')).toEqual([]);
    await close();
  });

  it('SUB-21, SET-13 leads to an address of their own after the click, wherever that leads on', async () => {
    const last = await serveElsewhere({ '/gone': '<h1>Gone</h1>' });
    const first = await serveElsewhere({}, (url) => `${last.url}/gone${url.search}`);
    await saveCopy({ 'sending.unsubscribe_page_url': `${first.url}/bye?from=mail` });
    const { page, complaints, close } = await site.page();
    await page.goto(ada.link);
    expect(await shownHeading(page)).toBe('Unsubscribe from all email?');
    await button(page).click();
    await page.waitForURL(`${last.url}/gone?from=mail&token=${ada.token}`);
    expect(await shownHeading(page)).toBe('Gone');
    expect((await person()).unsubscribed).toBe(true);
    expect(complaints.filter((text) => !text.includes('favicon'))).toEqual([]);
    await Promise.all([close(), first.stop(), last.stop()]);
  });
});
