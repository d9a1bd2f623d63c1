// @suite all: times of a browser, which a busy machine makes longer.
import type { CDPSession } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ConsoleSite, startConsole, takeFaults } from './console-site.ts';

/** Milliseconds from the first byte asked for, with a processor four times slower (CON-03). */
const most = { paint: 1_000, usable: 2_000 };

/** The quickest of these says what the console takes; the others had to wait for other programs. */
const visits = 9;

interface Times {
  paint: number;
  usable: number;
}

let site: ConsoleSite;

beforeAll(async () => {
  site = await startConsole();
});

afterAll(async () => {
  expect(takeFaults()).toEqual([]);
  await site.stop();
});

/** Notes when the screen has its heading and its content, and the navigation can be used. */
const watch = `
  new MutationObserver((_, observer) => {
    const isThere = document.querySelector('main h1') && document.querySelector('.nav a')
      && document.querySelector('main :is(.card, .canvas)') && !document.querySelector('main > .quiet-text');
    if (!isThere) return;
    observer.disconnect();
    performance.mark('usable');
  }).observe(document, { childList: true, subtree: true });
`;

const times = `new Promise((resolve) => {
  const look = () => {
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    const [usable] = performance.getEntriesByName('usable');
    if (paint && usable) resolve({ paint: paint.startTime, usable: usable.startTime });
    else setTimeout(look, 20);
  };
  look();
})`;

async function visit(address: string): Promise<Times> {
  // A browser that has nothing of the console yet but its session.
  const page = await site.open('/operations');
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.addInitScript(watch);
  await page.goto(site.running.url + address);
  const measured = (await page.evaluate(times)) as Times;
  await page.context().close();
  return measured;
}

it.each(['/', '/flows/welcome', '/people'])(
  'CON-03 %s paints within 1 s and is usable within 2 s at fourfold throttle',
  async (address) => {
    const all: Times[] = [];
    for (let count = 0; count < visits; count += 1) all.push(await visit(address));
    const best = {
      paint: Math.min(...all.map(({ paint }) => paint)),
      usable: Math.min(...all.map(({ usable }) => usable)),
    };
    console.info(
      `${address}: paint ${Math.round(best.paint)} ms, usable ${Math.round(best.usable)} ms; ${all.map(({ paint, usable }) => `${Math.round(paint)}/${Math.round(usable)}`).join(' ')}`,
    );
    expect(best.paint).toBeLessThan(most.paint);
    expect(best.usable).toBeLessThan(most.usable);
  },
);
