import { startBrowser } from './support/browser.ts';

const usage = `Types into the editor of an email in Chromium, and says how long it takes from a key to the preview (CON2-02).
  --console <url>    the console of a running server with the account of "npm run seed"; its token is
                     in POSTROAD_TOKEN
  --email <id>       the email; 1 when left out. Nothing of it is saved
  --keys <number>    how many keys; 100 when left out
`;

/** Milliseconds between two keys, so that each has a preview of its own. */
const apartMs = 250;

const args = process.argv.slice(2);
function optionAfter(name: string): string | undefined {
  const at = args.indexOf(name);
  return at < 0 ? undefined : args[at + 1];
}

const url = optionAfter('--console');
if (url === undefined) {
  process.stderr.write(usage);
  process.exit(args.includes('--help') ? 0 : 2);
}

/** Notes in the page when keys are pressed, and when the frame has drawn a preview. */
const note = `
globalThis.typed = { keys: [], shown: [] };
addEventListener('keydown', ({ key }) => key.length === 1 && typed.keys.push(performance.now()), true);
addEventListener('message', ({ data }) => data?.type === 'shown' && requestAnimationFrame(() => typed.shown.push(performance.now())), true);
`;

interface Typed {
  keys: number[];
  shown: number[];
}

const { browser, stop } = await startBrowser();
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.addInitScript(note);
  await page.goto(`${url}/emails/${optionAfter('--email') ?? 1}`);
  await page.getByLabel('Token').fill(process.env.POSTROAD_TOKEN ?? '');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('textbox', { name: /^Body/ }).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('\n\n');
  await page.waitForTimeout(1_000);
  await page.evaluate('typed.keys.length = typed.shown.length = 0');
  const count = Number(optionAfter('--keys') ?? 100);
  const text = 'A preview follows every key that is pressed. '.repeat(Math.ceil(count / 40));
  await page.keyboard.type(text.slice(0, count), { delay: apartMs });
  await page.waitForTimeout(1_000);
  const { keys, shown } = await page.evaluate<Typed>('typed');
  const waits = keys
    .map((key) => (shown.find((at) => at > key) ?? Number.POSITIVE_INFINITY) - key)
    .sort((one, other) => one - other);
  const at = (share: number) => Math.round(waits[Math.floor(waits.length * share)] ?? Number.NaN);
  process.stdout.write(
    `${waits.length} keys to preview: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, most ${at(0.999)} ms\n`,
  );
} finally {
  await stop();
}
