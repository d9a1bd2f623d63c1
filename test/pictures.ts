import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startBrowser } from './support/browser.ts';
import { root } from './support/repository.ts';
import { everyConstruct, sampleHtml } from './support/sample-mail.ts';

const usage = `Renders the welcome email in the default layout as a phone and a desktop show it, light and dark.
  --out <directory>  where the pictures go; docs/images when left out
  --every            a mail with every construct instead, to look a change of the layout over
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
const html = sampleHtml(args.includes('--every') ? everyConstruct : undefined);
const { browser, stop } = await startBrowser();
try {
  for (const width of [360, 800]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await browser.newPage({ viewport: { width, height: 200 }, colorScheme });
      await page.route('**', (route) => route.abort());
      await page.setContent(html);
      const path = join(directory, `default-layout-${width}-${colorScheme}.png`);
      await page.screenshot({ path, fullPage: true });
      await page.close();
      process.stdout.write(`${path}\n`);
    }
  }
} finally {
  await stop();
}
