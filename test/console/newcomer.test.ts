import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import PostalMime, { type Email } from 'postal-mime';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type RunningBrowser, startBrowser } from '../support/browser.ts';
import { type Clone, cloneProject } from '../support/clone.ts';
import { root } from '../support/repository.ts';
import { type ServiceProcess, watchProcess } from '../support/service-process.ts';

// @slow: it clones and builds the project, starts it, and starts Chromium.

let clone: Clone;
let started: ServiceProcess;
let chromium: RunningBrowser;

const terminal = pathToFileURL(join(root, 'test', 'support', 'newcomer-terminal.mjs'));

// Each try is on a clone of its own.
beforeEach(async () => {
  clone = cloneProject();
  // A group of its own, which is stopped as a whole: npm starts a shell, and that starts Node.
  const child = spawn('npm', ['start'], {
    cwd: clone.path,
    detached: true,
    env: {
      ...{ PATH: process.env.PATH ?? '', CI: 'true', PORT: '0', LOG_LEVEL: 'error' },
      ...clone.env,
      NODE_OPTIONS: `--import=${terminal}`,
    },
  });
  started = watchProcess(child);
  chromium = await startBrowser();
});

afterEach(async () => {
  await chromium.stop();
  const { pid, exitCode, signalCode } = started.child;
  if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, 'SIGTERM');
  await started.ended;
  clone.remove();
});

const main = (page: Page) => page.getByRole('main');
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Goes to a screen by the main navigation, as somebody does who knows no address. */
async function visit(page: Page, name: string): Promise<void> {
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await navigation.getByRole('link', { name, exact: true }).click();
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
}

/** The mail of an address in the outbox, the oldest first. */
async function mailTo(address: string): Promise<Email[]> {
  const outbox = join(clone.path, 'data', 'outbox');
  const files = readdirSync(outbox)
    .filter((name) => name.endsWith('.eml'))
    .toSorted((one, other) => Number.parseInt(one, 10) - Number.parseInt(other, 10));
  const mails = await Promise.all(
    files.map((name) => PostalMime.parse(readFileSync(join(outbox, name)))),
  );
  return mails.filter(({ to }) => to?.some((recipient) => recipient.address === address));
}

const confirm = (page: Page) => page.getByRole('dialog').locator('.confirm').click();

async function signIn(page: Page): Promise<void> {
  const said = await started.until('Stop with Ctrl+C');
  const [link = ''] = /http:\S+\/sign-in#\S+/.exec(said) ?? [];
  expect(link, said).not.toBe('');
  await page.goto(link);
  await page.getByRole('heading', { level: 1, name: 'Now' }).waitFor();
}

/** The colours from one colour, with the mail beside them, then who writes. */
async function brand(page: Page): Promise<void> {
  await visit(page, 'Themes');
  await main(page).getByRole('link', { name: 'Default' }).click();
  const looks = region(page, 'As it looks');
  // Nobody is there yet whose mail could be shown.
  await looks.getByText('there is nobody yet', { exact: false }).waitFor();
  await looks.getByLabel('Person').fill('me@seedling.example');
  await looks.getByRole('button', { name: 'Add me@seedling.example' }).click();
  await looks.frameLocator('iframe').getByText('Hello there').waitFor();
  await page.getByLabel('Accent colour').fill('#7a1f5c');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Everything is saved').waitFor();
  await visit(page, 'Settings');
  await page.getByLabel('Name', { exact: true }).fill('Seedling');
  await page.getByLabel('Default from address').fill('Seedling <hello@seedling.example>');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  // Words would not do: that the theme was saved may still be said.
  await page.getByRole('button', { name: 'Discard' }).waitFor({ state: 'detached' });
}

async function writeEmail(page: Page): Promise<void> {
  await visit(page, 'Emails');
  await main(page).getByRole('link', { name: 'Create' }).click();
  await page.getByLabel('Title').fill('Spring seeds');
  await page.getByLabel('Subject').fill('Spring seeds are here');
  await page.getByRole('button', { name: 'Create and write it' }).click();
  await page
    .getByRole('textbox', { name: /^Body/ })
    .fill(
      '# Hello {{ person.first_name | default: "there" }}\n\nSee [our seeds](https://www.example.com/seeds).',
    );
  const mail = region(page, 'As it looks').frameLocator('iframe');
  await mail.getByText('Hello there').waitFor();
  // In the header that the profile names.
  await mail.getByText('Seedling', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Everything is saved').waitFor();
}

/** A flow that sends the email, and a first event that it answers. */
async function makeFlow(page: Page): Promise<void> {
  await visit(page, 'Flows');
  await main(page).getByRole('link', { name: 'Create' }).click();
  await page.getByLabel('Name').fill('Seed buyers');
  await page.getByLabel('Starts when this event comes').fill('seeds_bought');
  await page.getByRole('button', { name: 'Create and add steps' }).click();
  await page.getByRole('button', { name: 'Add the first step' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send an email' }).click();
  const step = page.getByRole('complementary', { name: 'Send an email' });
  await step.getByLabel(/^Email/).selectOption({ label: 'Spring seeds' });
  const steps = page.getByRole('tree', { name: 'Steps of Seed buyers' });
  await steps.getByText('Spring seeds').waitFor();
  await page.getByRole('button', { name: 'Activate' }).click();
  await confirm(page);
  await main(page).getByText('Live', { exact: true }).waitFor();

  await visit(page, 'Now');
  await main(page).getByRole('link', { name: 'Record the first event' }).click();
  await page.getByLabel(/^Email/).fill('me@seedling.example');
  await page.getByLabel(/^Name/).fill('seeds_bought');
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await expect.poll(() => mailTo('me@seedling.example')).toHaveLength(1);
  const [mail] = await mailTo('me@seedling.example');
  expect(mail).toMatchObject({
    subject: 'Spring seeds are here',
    from: { name: 'Seedling', address: 'hello@seedling.example' },
  });
  expect(mail?.html).toContain('#7a1f5c');
}

const customers = [
  'Email,First name',
  ...['ada@example.com,Ada', 'bob@example.com,Bob', 'cyd@example.com,Cyd', 'dan at home,Dan'],
];

/** Imports a file, and corrects the row that it refuses where it is shown. */
async function importPeople(page: Page): Promise<void> {
  await visit(page, 'People');
  await main(page).getByRole('link', { name: 'Import people' }).first().click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByLabel('Drop a CSV file here, or choose one').click();
  await (await chooser).setFiles({
    ...{ name: 'customers.csv', mimeType: 'text/csv' },
    buffer: Buffer.from(customers.join('\n')),
  });
  await page.getByLabel('Give everybody these tags').fill('customer');
  await page.getByRole('button', { name: 'Check the file' }).click();
  await page.getByText('Email must be one email address').waitFor();
  await page.getByRole('button', { name: 'Import 3 rows' }).click();
  await page.getByRole('heading', { name: 'Imported', exact: true }).waitFor();
  await region(page, '1 row was left out').getByLabel('Email').fill('dan@example.com');
  await page.getByRole('button', { name: 'Send 1 corrected row' }).click();
  await page.getByText('1 corrected row is in.').waitFor();
}

async function sendBroadcast(page: Page): Promise<void> {
  await main(page).getByRole('link', { name: 'Make a segment of “customer”' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Customers');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor();
  await main(page).getByRole('link', { name: 'Send them a broadcast' }).click();
  await page.getByLabel('Name').fill('Spring letter');
  await page.getByLabel('What they get').selectOption({ label: 'A copy of “Spring seeds”' });
  await page.getByRole('button', { name: 'Create the draft' }).click();
  await page.getByRole('button', { name: 'Send now' }).click();
  await page.getByRole('dialog').getByText('4 people get the mail.').waitFor();
  await confirm(page);
  await region(page, 'Progress').getByText('100%').waitFor();
}

/** Opens the mail and clicks in it, as the program of its reader does. */
async function readMail(mail: Email | undefined): Promise<void> {
  const addressed = (pattern: RegExp) => pattern.exec(mail?.html ?? '')?.[1] ?? '';
  const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko Firefox/140.0' };
  const picture = await fetch(addressed(/<img[^>]+src="([^"]+\/o\/[^"]+)"/), { headers });
  expect(picture.headers.get('content-type')).toContain('image/');
  const link = addressed(/href="([^"]+\/c\/[^"]+)"/);
  const clicked = await fetch(link, { headers, redirect: 'manual' });
  expect(clicked.headers.get('location')).toBe('https://www.example.com/seeds');
}

/** The screen of the broadcast is open since it was sent, and follows what its readers do. */
async function seeFigures(page: Page): Promise<void> {
  const [mail] = await mailTo('ada@example.com');
  expect(mail?.html).toContain('Hello Ada');
  const figures = region(page, 'Results');
  const opened = figures.getByText('Opened 25%');
  // Who reads a mail as soon as it is sent counts as a scanner, so she reads it until she counts.
  const read = async () => {
    await readMail(mail);
    return await opened.isVisible();
  };
  await expect.poll(read, { interval: 500 }).toBe(true);
  await figures.getByText('Clicked 25%').waitFor();
  await region(page, 'Clicks by link').getByText('https://www.example.com/seeds').waitFor();
  await visit(page, 'Reports');
  await page.getByRole('img', { name: /^Sent by day: 5 in all/ }).waitFor();
}

/** Empties the email, and takes that back in the history. */
async function undoMistake(page: Page): Promise<void> {
  const open = async () => {
    await visit(page, 'Emails');
    // The broadcast has a copy of the same title.
    const key = page.getByRole('cell', { name: 'spring-seeds', exact: true });
    await page.getByRole('row').filter({ has: key }).getByRole('link').click();
    return page.getByRole('textbox', { name: /^Body/ });
  };
  const body = await open();
  await body.fill('');
  await page.getByText('The body is empty', { exact: false }).waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Everything is saved').waitFor();
  await visit(page, 'History');
  const undo = page.getByRole('button', {
    name: /^Undo: Changed body of the email "Spring seeds"/,
  });
  await undo.first().click();
  await page.getByRole('status').getByText('Undone.').waitFor();
  await open();
  await body.getByText('our seeds').waitFor();
  const mail = region(page, 'As it looks').frameLocator('iframe');
  await mail.getByText('See our seeds.').waitFor();
}

it('TOUR-04 a newcomer goes from a clone to figures, and corrects a mistake by undo', {
  timeout: 300_000,
}, async () => {
  const context = await chromium.browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  await signIn(page);
  await brand(page);
  await writeEmail(page);
  await makeFlow(page);
  await importPeople(page);
  await sendBroadcast(page);
  await seeFigures(page);
  await undoMistake(page);
  expect(faults).toEqual([]);
  await context.close();
});
