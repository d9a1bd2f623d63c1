import fc from 'fast-check';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contextOf, template, values } from '../core/content/html/hostile-mail.ts';
import { type RunningBrowser, startBrowser } from '../support/browser.ts';
import { runs } from '../support/property-tests.ts';
import { openPage, parseMails } from './dom.ts';

// @slow: it starts Chromium.

let running: RunningBrowser;
let page: Page;
const asked: string[] = [];
const spoken: string[] = [];

beforeAll(async () => {
  running = await startBrowser();
  page = await openPage(running.browser);
  await page.route('**', (route) => {
    asked.push(route.request().url());
    return route.abort();
  });
  page.on('dialog', async (dialog) => {
    spoken.push(dialog.message());
    await dialog.dismiss();
  });
});
afterAll(() => running?.stop());

/** A filter turns line ends in a field into `<br>`, which is not an element that a value chose. */
const oneLine = (value: string | undefined) => (value ?? 'x').replace(/[\r\n]/g, '');

const mailWith = (given: Record<string, string>) =>
  template.fill(contextOf((name) => oneLine(given[name]))).html;

it('hostile values leave the DOM the same as the value "x", by the parser of a browser', async () => {
  const [plain] = await parseMails(page, [mailWith({})]);
  const batches = fc.array(values, { minLength: 40, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(batches, async (batch) => {
      for (const { skeleton, protocols } of await parseMails(page, batch.map(mailWith))) {
        expect(skeleton).toBe(plain?.skeleton);
        for (const protocol of protocols) {
          expect(['http:', 'https:', 'mailto:', 'cid:', 'data:']).toContain(protocol);
        }
      }
    }),
    { numRuns: runs(12), endOnFailure: true },
  );
});

it('runs nothing and asks for nothing on behalf of a value', async () => {
  const batch = fc.sample(values, 15);
  for (const given of batch) {
    // The author of the mail loads pictures from addresses in fields; they are removed here.
    const html = mailWith(given).replace(/<img\b/g, '<b');
    await page.setContent(html, { waitUntil: 'load' });
  }
  expect(spoken).toEqual([]);
  expect(asked).toEqual([]);
});
