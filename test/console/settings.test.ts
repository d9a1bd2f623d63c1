// It starts Chromium.
import { tunablesIn } from '@postroad/console/account/settings/tunables-in';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ConsoleSite, go, screenFindings, startConsole, takeFaults } from './console-site.ts';

let site: ConsoleSite;
let page: Page;

interface Settings {
  settings: Record<string, unknown>;
}

async function settingsNow(): Promise<Settings['settings']> {
  return ((await site.running.invoke('get_settings', {})) as Settings).settings;
}

beforeAll(async () => {
  site = await startConsole();
  const { invoke } = site.running;
  await invoke('update_profile', { name: 'Larkspur' });
  await invoke('update_settings', {
    settings: { tunables: { nudge_after: { amount: 5, unit: 'days' } } },
  });
  const wait = { name: 'Give them time', type: 'gate', expires_after: { setting: 'nudge_after' } };
  const definition = {
    trigger: { event: 'asked' },
    nodes: [
      {
        ...wait,
        wait_for: { event: { name: 'paid', occurrence: 'next_occurrence' } },
        met: [{ name: 'Mark', type: 'add_tag', tag: 'paid' }],
        expired: [{ name: 'Mark', type: 'add_tag', tag: 'late' }],
      },
    ],
  };
  await invoke('create_flow', { key: 'trial', name: 'Trial', definition });
  await invoke('activate_flow', { flow_key: 'trial' });
  await invoke('record_event', { name: 'asked', email: 'maya@example.com' });
  while (await site.running.service.tick());
  page = await site.open('/settings');
});

afterEach(() => expect(takeFaults()).toEqual([]));

afterAll(() => site.stop());

/** Waits until the settings are so: what is saved says nothing that an older save has not said. */
const become = (wanted: object) => expect.poll(settingsNow).toMatchObject(wanted);

describe('CON2-11 settings', () => {
  it('CON2-11 finds the steps that name a tunable, however deep', () => {
    const time = (setting: string) => ({ setting });
    const inner = { id: 2, type: 'gate', expires_after: time('b'), met: [] };
    const outer = { id: 1, type: 'if_else', then: [inner], else: [] };
    const nodes = [outer, { id: 3, type: 'delay', duration: time('a') }];
    expect(tunablesIn({ nodes })).toEqual([
      { name: 'b', step: 2 },
      { name: 'a', step: 3 },
    ]);
  });

  it('CON2-11 shows who waits by a tunable, and says whom a change moves before it is saved', async () => {
    await go(page, '/settings?part=tunables');
    await page.getByText('Give them time · 1 person waits').waitFor();
    await page.getByRole('group', { name: 'nudge_after' }).getByLabel('Amount').fill('7');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText(/1 person at a gate continues at another time/).waitFor();
    expect(await settingsNow()).toMatchObject({ tunables: { nudge_after: { amount: 5 } } });
    await page.getByRole('button', { name: 'Save anyway' }).click();
    await become({ tunables: { nudge_after: { amount: 7 } } });
  });

  it('CON2-11 sets when mail may leave, and says at a rule what is wrong with it', async () => {
    await go(page, '/settings?part=windows');
    const form = page.locator('form').filter({ hasText: 'When mail may leave' });
    await form.getByRole('button', { name: 'Add a window' }).click();
    await form.getByLabel('To').fill('07:00');
    await form.getByRole('button', { name: 'Save' }).click();
    await form
      .getByText(/before end/)
      .first()
      .waitFor();
    await form.getByLabel('To').fill('19:00');
    await form.getByLabel('Saturday').check();
    await form.getByRole('button', { name: 'Save' }).click();
    await become({
      send_windows: {
        rules: [{ label: null, days: [1, 2, 3, 4, 5, 6], start: '08:00', end: '19:00' }],
      },
    });
  });

  it('CON-07 chooses a person by address in place of a number, says who it is, and is cleared', async () => {
    const previewed = async () => {
      const { profile } = (await site.running.invoke('get_profile', {})) as {
        profile: { preview_person_id: number | null };
      };
      return profile.preview_person_id;
    };
    const { people } = (await site.running.invoke('list_people', {})) as {
      people: { id: number; email: string }[];
    };
    const maya = people.find(({ email }) => email === 'maya@example.com');
    await page.goto(`${site.running.url}/settings`);
    const form = page.getByRole('region', { name: 'Profile' });
    await form.getByLabel('Previews for').fill('maya@example.com');
    await form.getByRole('link', { name: 'maya@example.com' }).waitFor();
    await form.getByRole('button', { name: 'Save' }).click();
    await expect.poll(previewed).toBe(maya?.id);
    await form.getByRole('button', { name: 'Clear' }).click();
    await form.getByRole('button', { name: 'Save' }).click();
    await expect.poll(previewed).toBe(null);
  });

  it('CON-13 undoes what was saved of the profile and of the settings', async () => {
    const { invoke } = site.running;
    const nameNow = async () =>
      ((await invoke('get_profile', {})) as { profile: { name: string } }).profile.name;
    await invoke('update_profile', { name: 'Larkspur' });
    // Without what earlier saves say.
    await page.goto(`${site.running.url}/settings`);
    const form = page.getByRole('region', { name: 'Profile' });
    await form.getByLabel('Name', { exact: true }).fill('Larkspur & Co');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect.poll(nameNow).toBe('Larkspur & Co');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(nameNow).toBe('Larkspur');
    await go(page, '/settings?part=other');
    await page.getByLabel('Postal address').fill('Nowhere 1');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await become({ 'sending.mailing_address': 'Nowhere 1' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await become({ 'sending.mailing_address': '' });
  });

  it('CON2-11 keeps what a colleague saved meanwhile, and asks where both changed the same', async () => {
    const { invoke } = site.running;
    await go(page, '/settings?part=other');
    // The test before this one saved the same setting, which is not to count as meanwhile.
    await page.reload();
    const address = page.getByLabel('Postal address');
    await address.fill('Larkspur Ltd, 1 Example Street');
    await invoke('update_settings', { settings: { 'retention.hits_days': 90 } });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await become({
      'sending.mailing_address': 'Larkspur Ltd, 1 Example Street',
      'retention.hits_days': 90,
    });
    await address.fill('Mine');
    await invoke('update_settings', { settings: { 'sending.mailing_address': 'Theirs' } });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText(/Somebody else has changed this meanwhile: Postal address/).waitFor();
    expect(await settingsNow()).toMatchObject({ 'sending.mailing_address': 'Theirs' });
    const sides = page.getByRole('row', { name: 'Postal address' }).getByRole('cell');
    expect((await sides.allTextContents()).slice(0, 2)).toEqual(['Theirs', 'Mine']);
    await page.getByRole('button', { name: 'Save anyway' }).click();
    await expect.poll(async () => (await settingsNow())['sending.mailing_address']).toBe('Mine');
  });

  it('CON-11 takes what a colleague made of a setting, in place of what was typed', async () => {
    await go(page, '/settings?part=other');
    // What the test before this one saved is on display first.
    await page.reload();
    const address = page.getByLabel('Postal address');
    await expect.poll(() => address.inputValue()).toBe('Mine');
    await address.fill('Mine again');
    await site.running.invoke('update_settings', {
      settings: { 'sending.mailing_address': 'Theirs' },
    });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Take theirs' }).click();
    await expect.poll(() => address.inputValue()).toBe('Theirs');
    await expect
      .poll(() => page.getByRole('button', { name: 'Save', exact: true }).isDisabled())
      .toBe(true);
    await become({ 'sending.mailing_address': 'Theirs' });
  });

  it('CON2-11 shows what was saved, also until it is read again', async () => {
    await go(page, '/settings?part=other');
    const address = page.getByLabel('Postal address');
    await address.fill('Larkspur Ltd, 2 Example Street');
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const reads = /\/api\/v1\/settings(?:\?|$)/;
    await page.route(reads, async (route) => {
      if (route.request().method() === 'GET') await answered;
      await route.continue();
    });
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await save.click();
    await become({ 'sending.mailing_address': 'Larkspur Ltd, 2 Example Street' });
    await expect.poll(() => save.isDisabled()).toBe(true);
    expect(await address.inputValue()).toBe('Larkspur Ltd, 2 Example Street');
    answer();
    await page.unrouteAll({ behavior: 'wait' });
  });

  it('CON2-11 shows the pages for readers on a phone while they are edited', async () => {
    await go(page, '/settings?part=pages');
    const phone = page.frameLocator('.phone iframe');
    await phone.getByRole('heading', { name: 'Unsubscribe from all email?' }).waitFor();
    await page.getByRole('button', { name: 'Add a choice' }).click();
    await page
      .getByRole('group', { name: 'Newsletter' })
      .getByLabel('Label')
      .fill('Garden letters');
    await page.getByLabel('Readers choose what they get').check();
    await page.getByRole('button', { name: 'Preferences', exact: true }).click();
    await phone.getByText('Garden letters').waitFor();
    await page.getByLabel('Language of the reader').selectOption('de');
    await phone.getByRole('button', { name: 'Auswahl speichern' }).waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await become({
      'sending.subscription_preferences': {
        enabled: true,
        toggles: [{ label: 'Garden letters', condition: { type: 'has_tag', tag: 'newsletter' } }],
      },
    });
  });

  it('CON2-11 invites a person by a link that signs in, and lists who may', async () => {
    await go(page, '/settings?part=access');
    await page.getByRole('button', { name: 'Invite a person' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/^Name/).fill('Maya');
    await dialog.getByLabel('Change and send', { exact: true }).check();
    await dialog.getByRole('button', { name: 'Invite' }).click();
    const link = page.getByRole('textbox', { name: 'Link to sign in' });
    await link.waitFor();
    expect(await link.inputValue()).toContain('/sign-in#');
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('rowheader', { name: 'Maya' }).waitFor();
  });

  it('CON-08 tells a colleague who was invited what seeing the tokens takes, rather than being refused', async () => {
    const { secret } = (await site.running.invoke('create_token', {
      name: 'Bea',
      scope: 'write',
    })) as { secret: string };
    const bea = await site.open('/', { token: secret });
    const refused: string[] = [];
    bea.on('response', (one) => {
      if (one.status() === 403) refused.push(one.url());
    });
    await go(bea, '/settings?part=access');
    await bea.getByText('your token needs the scope admin').waitFor();
    expect(await bea.getByRole('link', { name: 'All tokens' }).count()).toBe(0);
    expect(refused).toEqual([]);
    await bea.context().close();
  });

  it('CON-08 shows the profile to a colleague who may not change it', async () => {
    const { secret } = (await site.running.invoke('create_token', {
      name: 'Cleo',
      scope: 'read',
    })) as { secret: string };
    const cleo = await site.open('/settings?part=profile', { token: secret });
    await cleo.getByText('You may look, but not change this').waitFor();
    const shown = cleo.getByRole('region', { name: 'Profile' });
    await shown.getByText('Larkspur').waitFor();
    await shown.getByText('America/New_York').waitFor();
    expect(await screenFindings(cleo)).toEqual([]);
    await cleo.context().close();
  });

  it('CON-22 shows times in another zone as soon as the account has it', async () => {
    const moved = (timezone: string) => site.running.invoke('update_profile', { timezone });
    await go(page, '/history');
    await page.getByText('Times are in America/New_York').waitFor();
    const time = page.getByRole('main').locator('time').last();
    const [before, at] = [await time.textContent(), await time.getAttribute('datetime')];
    await moved('Asia/Tokyo');
    await page.getByText('Times are in Asia/Tokyo').waitFor();
    const same = page.getByRole('main').locator(`time[datetime="${at}"]`).last();
    expect(await same.textContent()).not.toBe(before);
    await moved('America/New_York');
    await page.getByText('Times are in America/New_York').waitFor();
  });

  it('CON-08 offers beside a list what the token may do, and no more', async () => {
    const { secret } = (await site.running.invoke('create_token', {
      name: 'Dora',
      scope: 'read',
    })) as { secret: string };
    const dora = await site.open('/tokens', { token: secret });
    await dora.getByText('may only read').waitFor();
    expect(await dora.getByRole('link', { name: 'Invite' }).count()).toBe(0);
    await go(page, '/tokens');
    await page.getByRole('link', { name: 'Invite' }).waitFor();
    await dora.context().close();
  });

  it('TOK-08 shows in the list of tokens which were revoked, and until when the others are good', async () => {
    const { token } = (await site.running.invoke('create_token', {
      ...{ name: 'Former', scope: 'read', expires_at: '2099-01-01T00:00:00Z' },
    })) as { token: { id: number } };
    await site.running.invoke('revoke_token', { token_id: token.id });
    await go(page, '/tokens');
    const row = page.getByRole('row', { name: 'Former' });
    await page.getByRole('columnheader', { name: 'Revoked at' }).waitFor();
    await page.getByRole('columnheader', { name: 'Expires at' }).waitFor();
    await expect.poll(() => row.getByRole('cell').locator('time').count()).toBe(2);
  });

  it('CON2-11 lists who was let in last, however many tokens were revoked before or since', async () => {
    const { invoke, url } = site.running;
    const made = async (name: string) =>
      (await invoke('create_token', { name, scope: 'admin' })) as {
        token: { id: number };
        secret: string;
      };
    await made('From before');
    const nightly = await made('Nightly jobs');
    for (let night = 0; night < 200; night += 1) {
      await fetch(`${url}/api/v1/tokens`, {
        method: 'POST',
        headers: { authorization: `Bearer ${nightly.secret}`, 'content-type': 'application/json' },
        body: JSON.stringify({ name: `Night ${night}`, scope: 'read' }),
      });
    }
    // Its children go with it (TOK-06).
    await invoke('revoke_token', { token_id: nightly.token.id });
    await go(page, '/settings?part=access');
    const row = (name: string) => page.getByRole('rowheader', { name, exact: true });
    await row('From before').waitFor();
    await made('Newest');
    await row('Newest').waitFor();
    expect(await row('Night 199').count()).toBe(0);
    await page.reload();
    await row('Newest').waitFor();
    await row('From before').waitFor();
    expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
  });

  it.each(['profile', 'windows', 'tunables', 'pages', 'forms', 'access', 'other'])(
    'CON2-14 axe finds nothing in %s, which fits 320 pixels',
    async (part) => {
      await go(page, `/settings?part=${part}`);
      await page.locator('main h2').first().waitFor();
      expect(await screenFindings(page)).toEqual([]);
      await page.setViewportSize({ width: 320, height: 900 });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
      await page.setViewportSize({ width: 1280, height: 900 });
    },
  );
});
