import { compileEmail } from '@postroad/core/content/compile/compile';
import { defaultLayout } from '@postroad/core/content/compile/default-layout';
import { starterEmail } from '@postroad/core/content/compile/starter';
import { prepareTemplate } from '@postroad/core/content/render/template';
import { contrastOf } from '@postroad/core/content/themes/contrast';
import { type ResolvedTheme, resolveTheme } from '@postroad/core/content/themes/values';
import { themeVocabulary } from '@postroad/core/content/themes/vocabulary';
import { inlineCss } from '@postroad/service/content/compile/inline-css';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningBrowser, startBrowser } from '../support/browser.ts';
import {
  everyConstruct,
  sampleComponents,
  sampleHtml,
  samplePerson,
} from '../support/sample-mail.ts';
import { colorsShown, factsOf, openPage, shownAs } from './dom.ts';

// @slow: it starts Chromium.

let running: RunningBrowser;
beforeAll(async () => {
  running = await startBrowser();
});
afterAll(() => running?.stop());

const widePicture =
  '<svg xmlns="http://www.w3.org/2000/svg" width="2400" height="200"><rect width="2400" height="200"/></svg>';

/** A page that shows one mail. It records requested addresses, and images are very wide. */
async function show(html: string, width: number, colorScheme: 'light' | 'dark') {
  const page = await openPage(running.browser, {
    viewport: { width, height: 640 },
    colorScheme,
  });
  const asked: string[] = [];
  await page.route('**', (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: 'image/svg+xml', body: widePicture });
  });
  await page.setContent(html);
  return { page, asked };
}

const texts = {
  // Filters take hidden text in the colour of its background for spam.
  'pre-header': '.pre-header',
  header: 'td.header',
  heading: '.content h1',
  text: '.content',
  paragraph: '.content p',
  link: '.content p a',
  quote: '.content blockquote p',
  'link in a quote': '.content blockquote a',
  code: '.content p code',
  'table heading': '.content th',
  cell: '.content table:not([role]) td',
  'mailing address': '.footer-line',
  unsubscribe: '.footer-link',
  'primary button': 'td.button-primary span',
  'secondary button': 'td.button-secondary span',
  'tertiary button': 'td.button-tertiary span',
  'button among words': 'a.button-tertiary span',
};
const others = {
  page: 'body',
  'table of the page': 'table.page',
  card: 'table.card',
  rule: '.content hr',
  'bar of a quote': '.content blockquote',
  'rule of the footer': 'td.footer-text',
  'code block': '.content pre',
};

/** Gives every colour of the vocabulary its own value, for light and for dark. */
function distinctTheme(): ResolvedTheme {
  const colors = themeVocabulary.filter(({ type }) => type === 'color');
  const value = (start: number, index: number) =>
    `#${(start + index * 0x020301).toString(16).padStart(6, '0')}`;
  return resolveTheme(
    Object.fromEntries(
      colors.map(({ name }, index) => [
        name,
        { light: value(0xa00010, index), dark: value(0x10a000, index) },
      ]),
    ),
  );
}

describe('the default layout in a browser', () => {
  const mails = { 'the starter': starterEmail, 'every construct': everyConstruct };

  it.each([
    ['the starter', 360],
    ['the starter', 800],
    ['every construct', 360],
    ['every construct', 800],
  ] as const)('%s is not wider than a window of %s pixels', async (name, width) => {
    const email = mails[name];
    const { page } = await show(sampleHtml(email), width, 'light');
    const { scrollWidth, widest } = await factsOf(page);
    expect(scrollWidth).toBe(width);
    expect(widest).toBeLessThanOrEqual(width);
    await page.close();
  });

  it('loads nothing but the pictures that the author put in', async () => {
    const { page, asked } = await show(sampleHtml(everyConstruct), 360, 'light');
    expect(asked).toEqual(['https://example.com/wide.png']);
    await page.close();
    const starter = await show(sampleHtml(), 360, 'dark');
    expect(starter.asked).toEqual([]);
    await starter.page.close();
  });

  it.each(['light', 'dark'] as const)('shows the colours of the theme, %s', async (scheme) => {
    const { page } = await show(sampleHtml(everyConstruct), 800, scheme);
    const shown = await shownAs(page, { ...texts, ...others });
    const golden = `${JSON.stringify(shown, null, 2)}\n`;
    await expect(golden).toMatchFileSnapshot(`golden/colors-${scheme}.json`);
    await page.close();
  });

  it.each(['light', 'dark'] as const)('all text can be read, %s', async (scheme) => {
    const { page } = await show(sampleHtml(everyConstruct), 800, scheme);
    const shown = await shownAs(page, texts);
    const ratios = Object.entries(shown).map(
      ([name, { color, background }]) => [name, contrastOf(color, background)] as const,
    );
    // WCAG 2.2, success criterion 1.4.3, level AA.
    expect(ratios.filter(([, ratio]) => ratio < 4.5)).toEqual([]);
    await page.close();
  });

  it('TAG-02, TAG-10 in the dark no light value of any colour is left', async () => {
    const theme = distinctTheme();
    const scope = { theme, themesByKey: new Map(), components: sampleComponents };
    const { compiled } = compileEmail(everyConstruct, defaultLayout, scope, inlineCss);
    if (!compiled) throw new Error('The mail does not compile.');
    const { html } = prepareTemplate(compiled).fill(samplePerson);
    const colors = Object.values(theme).flatMap((value) =>
      typeof value === 'string' ? [] : [value],
    );
    for (const scheme of ['light', 'dark'] as const) {
      const { page } = await show(html, 800, scheme);
      const shown = await colorsShown(page);
      const other = scheme === 'light' ? 'dark' : 'light';
      expect(colors.filter((color) => !shown.includes(color[scheme]))).toEqual([]);
      expect(colors.filter((color) => shown.includes(color[other]))).toEqual([]);
      await page.close();
    }
  });

  it.each([320, 800])(
    'LEFT-11 keeps the links of the footer 24 px apart, %s wide',
    async (width) => {
      const { page } = await show(sampleHtml(), width, 'light');
      const links = await page.locator('.footer-link').all();
      const boxes = await Promise.all(links.map((link) => link.boundingBox()));
      expect(boxes).toHaveLength(2);
      const [one, other] = boxes;
      if (!one || !other) throw new Error('The links of the footer are not shown.');
      expect(Math.min(one.height, other.height)).toBeGreaterThanOrEqual(24);
      const apart = one.y === other.y ? other.x - (one.x + one.width) : other.y - one.y;
      expect(apart).toBeGreaterThanOrEqual(24);
      await page.close();
    },
  );

  it('names its language, its subject and its layout tables for those who listen', async () => {
    const { page } = await show(sampleHtml(everyConstruct), 800, 'light');
    expect(await factsOf(page)).toMatchObject({
      lang: 'en',
      title: 'Every construct for Ada',
      label: 'Every construct for Ada',
      preHeaderBoxes: 0,
      picturesWithoutAlt: 0,
      tablesWithoutRoleOrHeading: 0,
    });
    await page.close();
  });

  it('leaves no empty line where name, address and pre-header are blank', async () => {
    const bare = { ...starterEmail, pre_header: '' };
    const context = {
      ...samplePerson,
      mailing_address: ' \n ',
      account: { name: '', timezone: 'UTC' },
    };
    const { page } = await show(sampleHtml(bare, context), 360, 'light');
    expect(await factsOf(page)).toMatchObject({
      footerLines: 1,
      headers: 0,
      preHeaderBoxes: null,
      emptyParagraphs: 0,
      cardTop: 20,
    });
    await page.close();
  });
});
