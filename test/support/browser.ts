import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium as driver } from 'playwright-core';
import { root } from './repository.ts';
import { createRunDirectory } from './run-directory.ts';

export interface RunningBrowser {
  browser: Browser;
  stop(): Promise<void>;
}

/** The fonts of the package first, so that texts wrap alike on every machine. */
function fontsConf(unpacked: string, directory: string): string {
  const families = [
    ...['sans-serif', 'system-ui', 'Arial'].map((name) => [name, 'Open Sans']),
    ['monospace', 'DejaVu Sans Mono'],
  ];
  const aliases = families.map(
    ([name, family]) =>
      `<match target="pattern"><test name="family"><string>${name}</string></test><edit name="family" mode="assign" binding="strong"><string>${family}</string></edit></match>`,
  );
  return `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${unpacked}/fonts/fonts</dir><dir>/usr/share/fonts</dir><cachedir>${directory}/fonts-cache</cachedir>${aliases.join('')}</fontconfig>`;
}

/**
 * Sets environment variables while a function runs; the package reads them on import and when it
 * unpacks.
 */
async function withEnvironment<T>(values: Record<string, string>, run: () => Promise<T>) {
  const before = { ...process.env };
  Object.assign(process.env, values);
  try {
    return await run();
  } finally {
    for (const name of Object.keys(process.env)) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
  }
}

/**
 * The folder of the unpacked Chromium, which the files of a run and later runs share: unpacking takes
 * three seconds of a processor. The package adds the libraries that it needs only on Amazon Linux; any
 * Linux with glibc can use them.
 */
async function unpackedChromium(): Promise<string> {
  const { devDependencies } = JSON.parse(
    readFileSync(join(root, 'test', 'package.json'), 'utf8'),
  ) as {
    devDependencies: Record<string, string>;
  };
  const cache = join(root, 'node_modules', '.cache');
  const folder = join(cache, `chromium-${devDependencies['@sparticuz/chromium']}`);
  if (existsSync(folder)) return folder;
  await mkdir(cache, { recursive: true });
  const own = await mkdtemp(`${folder}-`);
  try {
    await withEnvironment({ TMPDIR: own, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' }, async () =>
      (await import('@sparticuz/chromium')).default.executablePath(),
    );
    await rename(own, folder);
  } catch (error) {
    await rm(own, { recursive: true, force: true });
    // Another process may have been first.
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

/**
 * Chromium from npm, with a directory of this run for what it writes. Throws if the browser cannot
 * start, since no test that needs it may pass without it.
 */
export async function startBrowser(): Promise<RunningBrowser> {
  const { path, remove } = createRunDirectory('browser');
  try {
    const unpacked = await unpackedChromium();
    const fonts = join(path, 'fonts.conf');
    writeFileSync(fonts, fontsConf(unpacked, path));
    const browser = await driver.launch({
      executablePath: join(unpacked, 'chromium'),
      args: [
        '--no-sandbox',
        '--no-zygote',
        '--disable-gpu',
        '--disable-quic',
        '--font-render-hinting=none',
      ],
      env: {
        HOME: path,
        TMPDIR: path,
        // The same clock on every machine.
        TZ: 'UTC',
        LD_LIBRARY_PATH: join(unpacked, 'al2023', 'lib'),
        FONTCONFIG_PATH: join(unpacked, 'fonts'),
        FONTCONFIG_FILE: fonts,
      },
    });
    const stop = async () => {
      await browser.close();
      await remove();
    };
    return { browser, stop };
  } catch (error) {
    await remove();
    throw error;
  }
}
