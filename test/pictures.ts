import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startBrowser } from './support/browser.ts';
import { root } from './support/repository.ts';
import { everyConstruct, sampleHtml } from './support/sample-mail.ts';
import { samplePage } from './support/sample-page.ts';

const usage = `Renders the welcome email in the default layout, and the pages that subscribers see, as a phone and a desktop show them, light and dark.
  --out <directory>  where the pictures go; docs/images when left out
  --every            a mail with every construct instead, to look a change of the layout over
  --console <url>    the console of a running server with the account of "npm run seed" instead, which gets
                     a sender and some mail; its token is in POSTROAD_TOKEN. The pictures show its DATA_DIR
`;

function optionAfter(args: string[], name: string): string | undefined {
  const at = args.indexOf(name);
  return at < 0 ? undefined : args[at + 1];
}

const args = process.argv.slice(2);
if (args.includes('--help')) {
  process.stdout.write(usage);
  process.exit(0);
}
const directory = optionAfter(args, '--out') ?? join(root, 'docs', 'images');
mkdirSync(directory, { recursive: true });
const mail = sampleHtml(args.includes('--every') ? everyConstruct : undefined);
const schemes = ['light', 'dark'] as const;

interface Picture {
  name: string;
  html: string;
  width: number;
  height: number;
  colorScheme: (typeof schemes)[number];
}

const mails: Picture[] = [360, 800].flatMap((width) =>
  schemes.map((colorScheme) => ({
    name: `default-layout-${width}-${colorScheme}`,
    html: mail,
    width,
    height: 200,
    colorScheme,
  })),
);

const phone = { width: 360, height: 660 };
const desktop = { width: 800, height: 720 };
const chosen = samplePage({ tab: 'preferences', selected: new Map([['offers', true]]) });
const question = samplePage({});
const left = samplePage({ unsubscribed: true });
const pages: Picture[] = [
  { name: 'page-question-360-light', html: question, ...phone, colorScheme: 'light' },
  { name: 'page-preferences-360-light', html: chosen, ...phone, colorScheme: 'light' },
  { name: 'page-unsubscribed-360-dark', html: left, ...phone, colorScheme: 'dark' },
  { name: 'page-preferences-800-dark', html: chosen, ...desktop, colorScheme: 'dark' },
];

/** Screens of the console that the README and guides show. */
const screens = [
  { name: 'console-now-1280-light', address: '/', width: 1280, colorScheme: 'light' },
  { name: 'console-flow-1280-light', address: '/flows/growers', width: 1280, colorScheme: 'light' },
  {
    name: 'console-walk-1280-light',
    address: '/flows/new-gardeners?layer=walk&person=sara.vale%40example.com&event=account_created',
    width: 1280,
    colorScheme: 'light',
  },
  { name: 'console-person-1280-dark', address: '/people/3', width: 1280, colorScheme: 'dark' },
  { name: 'console-email-1280-light', address: '/emails/2', width: 1280, colorScheme: 'light' },
  {
    name: 'console-broadcast-1280-light',
    address: '/broadcasts/3',
    width: 1280,
    colorScheme: 'light',
  },
  { name: 'console-report-1280-dark', address: '/reports', width: 1280, colorScheme: 'dark' },
] as const;

const consoleUrl = optionAfter(args, '--console');

/** What the example leaves to its operator, so that the pictures show an account at work. */
async function setUp(url: string): Promise<void> {
  const headers = {
    authorization: `Bearer ${process.env.POSTROAD_TOKEN}`,
    'content-type': 'application/json',
  };
  const call = async (method: string, path: string, body: object) => {
    const answer = await fetch(`${url}/api/v1/${path}`, {
      ...{ method, headers, body: JSON.stringify(body) },
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
  };
  const own = 'hello@larkspur.example';
  const address = 'Larkspur, 12 Orchard Lane, Hudson, NY 12534';
  await call('PATCH', 'profile', {
    ...{ name: 'Larkspur', default_from_address: `Larkspur <${own}>` },
  });
  await call('PATCH', 'settings', { settings: { 'sending.mailing_address': address } });
  const plants = 'ivy oak fern moss reed sage rue elm ash birch hazel maple'.split(' ');
  const events = plants.map((plant) => ({ email: `${plant}@garden.example`, name: 'signed_up' }));
  await call('POST', 'events', { events });
  await call('POST', 'emails/1/test_send', { to: own });
}

async function pictureConsole(url: string): Promise<void> {
  for (const { name, address, width, colorScheme } of screens) {
    const page = await browser.newPage({
      viewport: { width, height: 900 },
      colorScheme,
      reducedMotion: 'reduce',
      locale: 'en-GB',
    });
    await page.goto(url + address);
    await page.getByLabel('Token').fill(process.env.POSTROAD_TOKEN ?? '');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.locator('#content h1').waitFor();
    await page.getByText('Loading…').first().waitFor({ state: 'detached' });
    await page.waitForFunction(`document.querySelector('[aria-busy="true"]') === null`);
    await page.getByText('Live', { exact: true }).first().waitFor({ state: 'attached' });
    const path = join(directory, `${name}.png`);
    await page.screenshot({ path });
    await page.close();
    process.stdout.write(`${path}\n`);
  }
}

/** The page on which a person consents to an application, which registers for that. */
async function pictureConsent(url: string): Promise<void> {
  const redirectUri = 'https://agent.example/callback';
  const answer = await fetch(`${url}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'Desk Agent', redirect_uris: [redirectUri] }),
  });
  const { client_id } = (await answer.json()) as { client_id: string };
  const query = new URLSearchParams({
    ...{ response_type: 'code', client_id, redirect_uri: redirectUri, scope: 'read draft' },
    ...{ code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' },
  });
  const page = await browser.newPage({
    viewport: { width: 800, height: 840 },
    colorScheme: 'light',
    reducedMotion: 'reduce',
    locale: 'en-GB',
  });
  await page.goto(`${url}/oauth/authorize?${query}`);
  await page.getByLabel('Token').fill(process.env.POSTROAD_TOKEN ?? '');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Connect Desk Agent?' }).waitFor();
  const path = join(directory, 'console-connect-800-light.png');
  await page.screenshot({ path });
  await page.close();
  process.stdout.write(`${path}\n`);
}

const { browser, stop } = await startBrowser();
try {
  if (consoleUrl !== undefined) {
    await setUp(consoleUrl);
    await pictureConsole(consoleUrl);
    await pictureConsent(consoleUrl);
  }
  const pictured = consoleUrl === undefined ? [...mails, ...pages] : [];
  for (const { name, html, width, height, colorScheme } of pictured) {
    const page = await browser.newPage({
      viewport: { width, height },
      colorScheme,
      reducedMotion: 'reduce',
    });
    await page.route('**', (route) => route.abort());
    await page.setContent(html);
    const path = join(directory, `${name}.png`);
    await page.screenshot({ path, fullPage: true });
    await page.close();
    process.stdout.write(`${path}\n`);
  }
} finally {
  await stop();
}
