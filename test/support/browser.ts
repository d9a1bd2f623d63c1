import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium as driver } from 'playwright-core';
import { createRunDirectory } from './run-directory.ts';

export interface RunningBrowser {
  browser: Browser;
  stop(): Promise<void>;
}

/** The run's own fonts first, so that texts wrap alike on every machine. */
function fontsConf(directory: string): string {
  const families = [
    ...['sans-serif', 'system-ui', 'Arial'].map((name) => [name, 'Open Sans']),
    ['monospace', 'DejaVu Sans Mono'],
  ];
  const aliases = families.map(
    ([name, family]) =>
      `<match target="pattern"><test name="family"><string>${name}</string></test><edit name="family" mode="assign" binding="strong"><string>${family}</string></edit></match>`,
  );
  return `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${directory}/fonts/fonts</dir><dir>/usr/share/fonts</dir><cachedir>${directory}/fonts-cache</cachedir>${aliases.join('')}</fontconfig>`;
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
 * Chromium from npm, unpacked into a directory of this run. The package adds the libraries that it
 * needs only on Amazon Linux; any Linux with glibc can use them. Throws if the browser cannot
 * start, since no test that needs it may pass without it.
 */
export async function startBrowser(): Promise<RunningBrowser> {
  const { path, remove } = createRunDirectory('browser');
  try {
    const executablePath = await withEnvironment(
      { TMPDIR: path, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' },
      async () => (await import('@sparticuz/chromium')).default.executablePath(),
    );
    writeFileSync(join(path, 'fonts', 'fonts.conf'), fontsConf(path));
    const browser = await driver.launch({
      executablePath,
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
        LD_LIBRARY_PATH: join(path, 'al2023', 'lib'),
        FONTCONFIG_PATH: join(path, 'fonts'),
        FONTCONFIG_FILE: join(path, 'fonts', 'fonts.conf'),
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
