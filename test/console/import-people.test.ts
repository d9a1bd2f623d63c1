// It starts Chromium.
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { suite } from '../support/test-files.ts';
import { type ConsoleSite, go, startConsole, takeFaults } from './console-site.ts';

let site: ConsoleSite;
let page: Page;

beforeAll(async () => {
  site = await startConsole();
  page = await site.open('/');
});

afterEach(() => expect(takeFaults()).toEqual([]));

afterAll(() => site.stop());

/** Rows of the file, refused ones and repeated ones included; fewer where tests are to be quick. */
const rows = suite === 'all' ? 20_000 : 1_500;
const refused = suite === 'all' ? 160 : 12;
const repeated = suite === 'all' ? 200 : 30;

const surnames = ['Weiß', '山田', "O'Neill", 'de la "Cruz"', 'Łukasz\nJr.', ''];

/** A file as it comes out of somebody's shop: quotes, line breaks in cells, addresses twice, nonsense. */
function messyFile(): string {
  const cell = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const lines = Array.from({ length: rows }, (_, n) => {
    const surname = surnames[n % surnames.length] ?? '';
    const of = n < refused ? `nobody ${n} at home` : `p${n}@shop.example`;
    const address = n >= rows - repeated ? `P${n - rows / 2}@Shop.example` : of;
    return [address, `Ada ${n}`, surname, n % 2 ? 'gold' : '', `${n},5`].map(cell).join(',');
  });
  return `\uFEFFE-Mail Address,First Name,Surname,Plan of ours,Spent\r\n${lines.join('\r\n')}\r\n`;
}

const isFocused = (locator: Locator) =>
  locator.evaluate(
    (element) =>
      element ===
      (globalThis as unknown as { document: { activeElement: unknown } }).document.activeElement,
  );

/** Presses Tab until something has the focus. */
async function tabTo(locator: Locator): Promise<void> {
  await locator.waitFor();
  for (let presses = 0; presses < 120; presses += 1) {
    if (await isFocused(locator)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`No number of tabs leads to ${locator}.`);
}

/** The service works as long as something is waited for. */
async function working<T>(waited: Promise<T>): Promise<T> {
  let isOver = false;
  const work = (async () => {
    while (!isOver) {
      await site.running.service.tick();
      await new Promise((resolve) => setImmediate(resolve));
    }
  })();
  try {
    return await waited;
  } finally {
    isOver = true;
    await work;
  }
}

const figure = (label: string) =>
  page
    .locator('.figure-box')
    .filter({ hasText: new RegExp(`${label}$|^${label}`) })
    .locator('dd');

const count = (number: number) => new Intl.NumberFormat('en').format(number);

it('SCREEN-05 imports 20,000 messy rows by keyboard alone, with samples, and corrects refused rows in place', async () => {
  await go(page, '/people');
  await tabTo(page.getByRole('link', { name: 'Import people' }).first());
  await page.keyboard.press('Enter');
  const chooser = page.waitForEvent('filechooser');
  await tabTo(page.locator('input[type=file]'));
  await page.keyboard.press('Enter');
  const file = { name: 'shop.csv', mimeType: 'text/csv', buffer: Buffer.from(messyFile()) };
  await (await chooser).setFiles(file);

  // Columns with samples; what no name tells is left out until somebody says what it sets.
  await page.getByRole('heading', { name: 'Columns of shop.csv' }).waitFor();
  await page.getByText('2 columns are left out').waitFor();
  const plan = page.getByRole('row', { name: /^Plan of ours/ });
  await plan.getByText('gold').waitFor();
  await tabTo(plan.getByRole('combobox'));
  await page.keyboard.type('New field');
  await page.getByText('1 column is left out').waitFor();
  const submit = page.getByRole('button', { name: 'Check the file' });
  await tabTo(submit);
  await page.keyboard.press('Enter');
  await figure('would be added')
    .getByText(count(rows - refused - repeated))
    .waitFor();
  await figure('would be left out').getByText(count(refused)).waitFor();
  await figure('repeated in the file').getByText(count(repeated)).waitFor();
  // The button that checked is the one that imports, and still has the focus (CON-19).
  expect(await page.evaluate('document.activeElement.textContent')).toMatch(/^Import /);

  await tabTo(page.getByRole('button', { name: `Import ${count(rows - refused)} rows` }));
  await page.keyboard.press('Enter');
  // The embedded database takes half a minute for them on a busy machine.
  const imported = page.getByRole('heading', { name: 'Imported', exact: true });
  await working(imported.waitFor({ timeout: 100_000 }));
  await figure('added')
    .getByText(count(rows - refused - repeated))
    .waitFor();

  // Two of the refused rows are corrected where they are, one of them wrongly.
  const row = (number: number) =>
    page.locator('.refused').filter({ hasText: new RegExp(`^Row ${number}:`) });
  const correct = async (number: number, address: string) => {
    await tabTo(row(number).getByLabel('E-Mail Address'));
    await page.keyboard.press('Control+a');
    await page.keyboard.type(address);
  };
  await correct(2, 'ada@corrected.example');
  await correct(3, 'still nonsense');
  await tabTo(page.getByRole('button', { name: 'Send 2 corrected rows' }));
  await page.keyboard.press('Enter');
  await working(page.getByText('1 corrected row is in.').waitFor());
  await row(2).waitFor({ state: 'detached' });
  await row(3).waitFor();
  expect(
    await site.running.invoke('get_person', { person: 'ada@corrected.example' }),
  ).toMatchObject({
    person: { first_name: 'Ada 0', last_name: surnames[0] },
  });
  expect(await site.running.invoke('get_person', { person: 'p501@shop.example' })).toMatchObject({
    person: { first_name: 'Ada 501', last_name: surnames[3], fields: { plan_of_ours: 'gold' } },
  });
  expect(await site.running.invoke('get_person', { person: 'p502@shop.example' })).toMatchObject({
    person: { first_name: 'Ada 502', last_name: 'Łukasz Jr.', fields: {} },
  });
});

it('SCREEN-05 lets somebody say how dates are meant that can be read in two ways', async () => {
  await go(page, '/people');
  await page.getByRole('link', { name: 'Import people' }).first().click();
  const text = 'email,opted_in_at\nbo@dates.example,03/04/2025\ncy@dates.example,07/12/2025\n';
  const file = { name: 'dates.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('button', { name: 'Check the file' }).click();
  await page.getByText('Row 2: opted_in_at can be read in two ways.').waitFor();
  await figure('would be left out').getByText('2').waitFor();
  await page.getByText('No row can be imported as it is.').waitFor();
  await page.getByRole('button', { name: 'Correct the rows' }).waitFor();

  await page.setViewportSize({ width: 320, height: 800 });
  const boxes = await page.getByRole('checkbox').all();
  const widths = await Promise.all(boxes.map(async (box) => (await box.boundingBox())?.width));
  expect(new Set(widths).size, 'ticks beside long labels are as large as others').toBe(1);
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.getByLabel('Dates such as 03/04/2025').selectOption('Day first: 3 April');
  await page.getByRole('button', { name: 'Check the file' }).click();
  await figure('would be left out').getByText('0').waitFor();
  await page.getByRole('button', { name: 'Import 2 rows' }).click();
  await working(page.getByRole('heading', { name: 'Imported', exact: true }).waitFor());
  expect(await site.running.invoke('list_consents', { person: 'bo@dates.example' })).toMatchObject({
    consents: [{ kind: 'imported', at: expect.stringMatching(/^2025-04-0[23]/) }],
  });
});

it('EVENT-10 takes who bounced from a file that says no time, and warns where a field would keep it', async () => {
  await go(page, '/people');
  await page.getByRole('link', { name: 'Import people' }).first().click();
  const text =
    'Email,Bounced,subscribed\nbo@bounced.example,true,true\ncy@bounced.example,,false\n';
  const file = { name: 'bounced.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
  await page.locator('input[type=file]').setInputFiles(file);
  const bounced = page.getByLabel('What the column Bounced sets');
  expect(await bounced.inputValue()).toBe('hard_bounced_at');
  await bounced.selectOption('New field bounced');
  await page.getByRole('button', { name: 'Check the file' }).click();
  await page.getByText("The person's own hard_bounced_at stays as it is.").waitFor();

  await bounced.selectOption('Bounced at');
  await page.getByRole('button', { name: 'Check the file' }).click();
  await page.getByRole('button', { name: 'Import 2 rows' }).click();
  await working(page.getByRole('heading', { name: 'Imported', exact: true }).waitFor());
  const own = (person: string) => site.running.invoke('get_person', { person });
  expect(await own('bo@bounced.example')).toMatchObject({
    person: { hard_bounced_at: expect.any(String), unsubscribed_at: null, fields: {} },
  });
  expect(await own('cy@bounced.example')).toMatchObject({
    person: { hard_bounced_at: null, unsubscribed_at: expect.any(String) },
  });
});

it('SCREEN-05 leaves out faulty cells in place of their rows where that is ticked, and lets them be corrected', async () => {
  await site.running.invoke('create_field', { key: 'age', name: 'Age', type: 'number' });
  await go(page, '/people');
  await page.getByRole('link', { name: 'Import people' }).first().click();
  const text = 'email,first_name,age\nda@cells.example,Da,old\ned@cells.example,Ed,41\n';
  const file = { name: 'cells.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
  await page.locator('input[type=file]').setInputFiles(file);
  const sets = page.getByLabel('What the column age sets');
  await expect.poll(() => sets.inputValue()).toBe('fields.age');
  await page.getByRole('button', { name: 'Check the file' }).click();
  await figure('would be left out').getByText('1').waitFor();

  await page.getByLabel('Leave out faulty cells').check();
  await page.getByRole('button', { name: 'Check the file' }).click();
  await figure('would be in without faulty cells').getByText('1').waitFor();
  await figure('would be left out').getByText('0').waitFor();
  await page.getByRole('button', { name: 'Import 2 rows' }).click();
  await working(page.getByRole('heading', { name: 'Imported', exact: true }).waitFor());
  const own = (person: string) => site.running.invoke('get_person', { person });
  expect(await own('da@cells.example')).toMatchObject({ person: { first_name: 'Da', fields: {} } });
  await page.getByRole('heading', { name: '1 row is in without its faulty cells' }).waitFor();
  await page.locator('.refused').getByLabel('age').fill('39');
  await page.getByRole('button', { name: 'Send 1 corrected row' }).click();
  await working(page.getByText('1 corrected row is in.').waitFor());
  expect(await own('da@cells.example')).toMatchObject({ person: { fields: { age: 39 } } });
});
