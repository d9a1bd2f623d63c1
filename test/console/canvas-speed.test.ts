// @slow: starts Chromium, and looks at a busy canvas for seconds.
import { followChanges } from '@postroad/http/live/live-client';
import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { suite } from '../support/test-files.ts';
import { type ConsoleSite, go, startConsole } from './console-site.ts';

/** The processor of a phone of some years ago is as many times slower, by which the limits are set. */
const phone = 4;

/**
 * How many times slower Chromium makes the page. It does so by stopping it many times a millisecond, whose
 * price is chance where both cores are busy, so `npm test` reckons with the factor instead.
 */
const throttle = suite === 'all' ? phone : 1;

const steps = 200;
const updatesEachSecond = 60;

/** How long it is looked at, in seconds. */
const seconds = suite === 'all' ? 9 : 5;

/** How often it is painted. */
const paints = 5;

let site: ConsoleSite;
let page: Page;
let cdp: CDPSession;

/** Branches in branches beside waits, as flows are. */
function drawn(count: number): object[] {
  const list: object[] = [];
  for (let index = 0; list.length < count; index += 1) {
    list.push({ type: 'delay', name: `Rest ${index}`, duration: { amount: 1, unit: 'days' } });
  }
  return list;
}

function wide(): object[] {
  const condition = { type: 'has_tag', tag: 'vip' };
  const branches = Array.from({ length: 18 }, (_, index) => ({
    ...{ type: 'if_else', name: `Branch ${index}`, condition },
    ...{ then: drawn(5), else: drawn(5) },
  }));
  return [
    { type: 'delay', name: 'First', duration: { amount: 1, unit: 'days' } },
    ...branches,
    { type: 'exit_flow' },
  ];
}

beforeAll(async () => {
  site = await startConsole();
  const { invoke } = site.running;
  for (let index = 0; index < updatesEachSecond; index += 1) {
    const key = index === 0 ? 'big' : `other-${index}`;
    const nodes = index === 0 ? wide() : drawn(1);
    const definition = { trigger: { event: 'tick' }, nodes };
    await invoke('create_flow', { key, definition });
    await invoke('activate_flow', { flow_key: key });
  }
  page = await site.open('/flows/big');
  await page.locator('.canvas [role="treeitem"]').first().waitFor();
  cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: throttle });
  // The first time takes longer, whatever the machine.
  await slowness();
});

afterAll(() => site.stop());

/**
 * From a click on the way to the flow, which was read before, to the frame with all of it: by the clock,
 * and by the work of the page alone, which a busy machine does not stretch.
 */
async function paintMs(): Promise<{ clock: number; work: number }> {
  await go(page, '/flows');
  await page.getByRole('heading', { level: 1, name: 'Flows' }).waitFor();
  await page.locator('table').waitFor();
  const begun = await page.evaluate(() => {
    const { performance, requestAnimationFrame, document } = globalThis as unknown as PageWindow;
    globalThis.painted = new Promise((resolve) => {
      const look = () => {
        const isDrawn = document.querySelectorAll('.canvas [role="treeitem"]').length > 200;
        // The frame after this one shows it.
        requestAnimationFrame(isDrawn ? () => resolve(performance.now()) : look);
      };
      look();
    });
    return performance.now();
  });
  const before = await taskSeconds();
  await go(page, '/flows/big');
  const clock = (await page.evaluate(() => globalThis.painted)) - begun;
  return { clock, work: ((await taskSeconds()) - before) * 1_000 };
}

interface PageWindow {
  performance: {
    now(): number;
  };
  requestAnimationFrame(then: () => void): void;
  document: {
    querySelectorAll(selector: string): { length: number };
    createElement(name: string): PageElement;
    body: { append(element: PageElement): void };
  };
}

interface PageElement {
  attachShadow(options: { mode: 'open' }): { innerHTML: string };
  getBoundingClientRect(): unknown;
  remove(): void;
}

declare global {
  var painted: Promise<number>;
}

async function taskSeconds(): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
}

/** Seconds that `slowness` takes unslowed on the machine on which the limits were measured. */
const usual = 0.26 / phone;

/**
 * How many times slower than that one the machine is now, as beside other work; at least 1. What it does
 * is like painting, which memory that others use slows too, and out of reach of the styles of the console.
 */
async function slowness(): Promise<{ clock: number; work: number }> {
  const before = await taskSeconds();
  const clock = await page.evaluate(() => {
    const { performance, document } = globalThis as unknown as PageWindow;
    const begun = performance.now();
    const host = document.createElement('div');
    const root = host.attachShadow({ mode: 'open' });
    document.body.append(host);
    for (let list = 0; list < 20; list += 1) {
      const row =
        '<div style="display:flex;gap:4px;padding:2px;border:1px solid"><b>Step</b><span>waits for a day</span></div>';
      root.innerHTML = row.repeat(50);
      host.getBoundingClientRect();
    }
    host.remove();
    return (performance.now() - begun) / 1_000;
  });
  const work = (await taskSeconds()) - before;
  console.log(`fixed work took ${work.toFixed(3)} s, ${clock.toFixed(3)} s by the clock`);
  return { clock: Math.max(1, clock / usual), work: Math.max(1, work / usual) };
}

/** The value that so many others are below of. */
function ranked(values: readonly number[], rank: number): number {
  return values.toSorted((a, b) => a - b)[rank] ?? Number.NaN;
}

const median = (values: readonly number[]) => ranked(values, Math.floor(values.length / 2));

it('CANVAS-08 paints 200 steps in under 300 ms', async () => {
  expect(await page.locator('.canvas .step').count()).toBeGreaterThan(steps);
  const looks: { clock: number; work: number }[] = [];
  const slower: { clock: number; work: number }[] = [];
  for (let look = 0; look < paints; look += 1) {
    looks.push(await paintMs());
    slower.push(await slowness());
  }
  for (const by of ['clock', 'work'] as const) {
    // The least of it: other work can only add to it.
    const taken = ranked(
      looks.map((one) => one[by]),
      0,
    );
    const most = (300 / phone) * median(slower.map((one) => one[by]));
    console.log(`paint in ms by ${by}: ${taken.toFixed(0)}, at most ${most.toFixed(0)}`);
    expect(taken).toBeLessThan(most);
  }
});

let attempts = 0;

it('CANVAS-08 takes 60 live updates a second with under a tenth of a core', async () => {
  attempts += 1;
  const live = page.locator('.canvas [data-path="nodes[0]"]');
  const { url, token } = site.running;
  const flows = new Set<string>();
  let updates = 0;
  const stop = followChanges(
    { url, token },
    {
      onChanges: (changes) => {
        for (const { resource, id } of changes) {
          updates += 1;
          if (resource === 'flows') flows.add(String(id));
        }
      },
      missed: () => undefined,
    },
  );
  const work: number[] = [];
  const slower: number[] = [];
  const begun = performance.now();
  for (let second = 0; second < seconds; second += 1) {
    const before = await taskSeconds();
    await site.running.invoke('record_event', {
      email: `tick-${attempts}-${second}@example.com`,
      name: 'tick',
    });
    await site.running.invoke('move_clock', { advance: { amount: 0, unit: 'minutes' } });
    const next = begun + (second + 1) * 1_000;
    await page.waitForTimeout(Math.max(500, next - performance.now()));
    work.push((await taskSeconds()) - before);
    slower.push((await slowness()).work);
  }
  // By updates and not by the clock, which a busy machine stretches. Other work and code that is compiled
  // add to a second, and one may have none, if its updates come late.
  const share = ranked(work, 1) / (updates / seconds / updatesEachSecond);
  const most = (0.1 / phone) * median(slower);
  console.log(`updates take ${share.toFixed(4)} of a core, at most ${most.toFixed(4)}`);
  stop();
  expect(flows.size).toBe(updatesEachSecond);
  await live.getByText(`${attempts * seconds} people`).waitFor();
  expect(share).toBeLessThan(most);
});
