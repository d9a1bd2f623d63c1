// It starts Chromium.
import { themeVocabulary } from '@postroad/core/content/themes/vocabulary';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ConsoleSite, go, screenFindings, startConsole, takeFaults } from '../console-site.ts';

let site: ConsoleSite;
let page: Page;

beforeAll(async () => {
  site = await startConsole();
  const { invoke } = site.running;
  await invoke('record_event', { email: 'ada@example.com', name: 'seen' });
  await invoke('create_component', { key: 'notice', html: '<p>Notice of {{ title }}</p>' });
  page = await site.open('/themes/default');
});

afterEach(() => expect(takeFaults()).toEqual([]));

afterAll(() => site.stop());

const preview = () => page.getByRole('region', { name: 'As it looks' });
const mail = () => preview().frameLocator('iframe');
const editor = (name: RegExp) => page.getByRole('textbox', { name });
const save = () => page.locator('.save-bar').getByRole('button', { name: 'Save' });
const colourOfLink = () =>
  mail()
    .locator('.footer-link, a')
    .first()
    .evaluate(
      (_, code) => new Function(`return ${code}`)() as string,
      [
        "getComputedStyle(document.querySelector('.button-primary') ?? document.body).backgroundColor",
      ].join(),
    );

async function widthAt(width: number): Promise<number> {
  await page.setViewportSize({ width, height: 900 });
  return await page.evaluate<number>('document.documentElement.scrollWidth');
}

describe('CON2-05 the editor of themes', () => {
  it('CON2-05 has a control with the label of the API for each variable', async () => {
    await mail().locator('body').waitFor();
    for (const { label } of themeVocabulary) {
      expect(await page.locator('.theme-value .label', { hasText: label }).count(), label).not.toBe(
        0,
      );
    }
    expect(await page.locator('.theme-value').count()).toBe(themeVocabulary.length);
    expect(await screenFindings(page)).toEqual([]);
    expect(await widthAt(320)).toBe(320);
    expect(await widthAt(1280)).toBe(1280);
  });

  it('CON2-05 changes the mail as a value does, says what is hard to read and what is recompiled', async () => {
    await page.getByLabel('Primary button, Light', { exact: true }).fill('#ff8800');
    await expect.poll(colourOfLink).toBe('rgb(255, 136, 0)');
    await page.getByText('Hard to read, 4.5 is enough: Light 2.', { exact: false }).waitFor();
    await page.getByText('Saving compiles 1 email again.').click();
    await page.locator('.save-bar').getByRole('link', { name: 'Welcome' }).waitFor();
    await page.getByLabel('Links, Light, as hex').fill('red');
    await page.getByText('The light value must be hex', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Drop the edits' }).click();
    await expect.poll(colourOfLink).toBe('rgb(37, 99, 235)');
  });

  it('LEFT-11 CON2-05 begins from one colour, saves with the revision and undoes', async () => {
    const link = async () =>
      JSON.stringify(await site.running.invoke('get_theme', { theme_key: 'default' }));
    const before = await link();
    await page.getByLabel('Accent colour').fill('#7a1f5c');
    await expect.poll(colourOfLink).toBe('rgb(122, 31, 92)');
    expect(await page.getByText('Hard to read').count()).toBe(0);
    await save().click();
    await expect.poll(link).toContain('#7a1f5c');
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await expect.poll(async () => (await link()).includes('#7a1f5c')).toBe(false);
    expect(before).toContain('#2563eb');
  });

  it('CON-11 shows both sides of a theme that two change', async () => {
    await page.getByLabel('Button corners', { exact: true }).fill('20');
    await site.running.invoke('update_theme', {
      ...{ theme_key: 'default', variables: { hr_thickness: '2px' } },
    });
    await save().click();
    const conflict = page.getByRole('alert').filter({ hasText: 'Somebody else changed this' });
    await conflict.getByRole('button', { name: 'Keep yours' }).click();
    await save().click();
    await expect
      .poll(() => site.running.invoke('get_theme', { theme_key: 'default' }))
      .toMatchObject({
        theme: { variables: { button_border_radius: '20px', hr_thickness: '2px' } },
      });
  });
});

describe('CON2-01 the editors of layouts and components', () => {
  it('CON2-01 writes a layout beside a mail in it, with its problems at the line', async () => {
    await go(page, '/layouts/1');
    await mail().locator('body').waitFor();
    await editor(/^HTML/).fill('<main>Only this</main>');
    await page.getByText('A layout holds {{ content }} where the email goes.').first().waitFor();
    await editor(/^HTML/).fill(
      '<main>Around\n{{ content }} {{ unsubscribe_url }} {{ nothing }}</main>',
    );
    await mail().getByText('Around', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Line 2, column 37', exact: false }).waitFor();
    await page.getByText('Saving compiles 1 email again.').waitFor();
    expect(await screenFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Drop the edits' }).click();
    expect(await widthAt(320)).toBe(320);
    expect(await widthAt(1280)).toBe(1280);
  });

  it('CON2-01 writes a component beside a mail that has it', async () => {
    await go(page, '/components/notice');
    await mail().getByText('Notice of', { exact: false }).waitFor();
    await editor(/^HTML/).fill('<p>Another notice</p>');
    await mail().getByText('Another notice').waitFor();
    await save().click();
    await expect
      .poll(() => site.running.invoke('get_component', { component_key: 'notice' }))
      .toMatchObject({ component: { html: '<p>Another notice</p>' } });
    await page.getByText('Nothing names it yet.', { exact: false }).waitFor();
    expect(await screenFindings(page)).toEqual([]);
  });
});
