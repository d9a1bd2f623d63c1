// It starts Chromium.

import { stepTree } from '@postroad/console/flows/steps';
import { drawnTest } from '@postroad/console/flows/tests/drawn-test';
import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { testTree } from '@postroad/core/definitions/test-tree';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ConsoleSite, screenFindings, startConsole, takeFaults } from './console-site.ts';

let site: ConsoleSite;
let page: Page;

const definition = {
  trigger: { event: 'asked' },
  nodes: [
    { id: 1, name: 'Wait a day', type: 'delay', duration: { amount: 1, unit: 'days' } },
    {
      ...{ id: 2, name: 'Which subject?', type: 'split', seed: 'x' },
      arms: [
        { name: 'A', weight: 50, steps: [{ id: 3, name: 'Mark A', type: 'add_tag', tag: 'a' }] },
        { name: 'B', weight: 50, steps: [{ id: 4, name: 'Mark B', type: 'add_tag', tag: 'b' }] },
      ],
    },
    {
      ...{ id: 5, name: 'A gardener?', type: 'if_else' },
      condition: { type: 'has_tag', tag: 'gardener' },
      then: [{ id: 6, name: 'Greet', type: 'set_field', field: 'greeted', value: 'yes' }],
      else: [{ id: 7, name: 'Leave', type: 'exit_flow' }],
    },
    { id: 8, name: 'Tell them', type: 'fire_event', event: 'greeted' },
  ],
};

const test = {
  person: { tags: ['gardener'], splits: { '2': 'A' } },
  events: [{ at: '2026-03-02T09:00:00Z', name: 'asked' }],
  clock: '2026-03-02T09:00:00Z',
  expect: { path: ['1', '2', '3', '5', '6', '8'], ends: 'completed' as const },
};

beforeAll(async () => {
  site = await startConsole({ TEST_CLOCK: '1' });
  const { invoke } = site.running;
  await invoke('create_field', { key: 'greeted', type: 'string' });
  await invoke('create_flow', {
    ...{ key: 'trial', name: 'Trial', definition },
    tests: { gardener: test },
  });
  await invoke('activate_flow', { flow_key: 'trial' });
  for (let n = 0; n < 8; n += 1) {
    await invoke('record_event', { name: 'asked', email: `person${n}@example.com` });
  }
  await site.running.service.tick();
  page = await site.open('/flows/trial?layer=tests');
});

afterEach(() => expect(takeFaults()).toEqual([]));

afterAll(() => site.stop());

describe('CON2-12 tests of flows on the drawing', () => {
  it('CON2-12 draws the way of a test: the arms it takes and the end it reaches', async () => {
    const { files } = (await site.running.invoke('export_definitions', {})) as {
      files: Record<string, string>;
    };
    const [found] = testTree(files).tests;
    const nodes = stepTree(definition.nodes);
    const result = found?.result;
    if (result == null) throw new Error('The test did not run.');
    const drawn = drawnTest(nodes, result);
    expect([...drawn.reached]).toEqual([
      ...['nodes[0]', 'nodes[1]', 'nodes[1].arms[0].steps[0]', 'nodes[2]', 'nodes[2].then[0]'],
      'nodes[3]',
    ]);
    expect(drawn.lines).toContain('nodes[1].arms[0].steps out');
    expect(drawn.lines).toContain('nodes[2].then');
    expect(drawn.lines).not.toContain('nodes[2].else');
    expect(drawn.lines).toContain('end');
    expect(drawn.wrong.size).toBe(0);
  });

  it('CON2-12 runs tests as they are written, and marks the steps that differ', async () => {
    await page.getByText('1 test, which passes.').waitFor();
    const file = page.getByRole('textbox', { name: /^The file tests\/trial\/gardener\.yml/ });
    const text = await file.inputValue();
    await file.fill(text.replace('- gardener', '- other'));
    await page.getByText('1 test fails.').waitFor();
    const step = (name: string) => page.getByRole('treeitem', { name: new RegExp(`^${name}`) });
    await expect.poll(() => step('Leave').textContent()).toContain('Not expected');
    await expect.poll(() => step('Greet').textContent()).toContain('Expected');
    await page.getByText(/the run reaches "7-leave"/).waitFor();
    expect(await screenFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Expect what happened' }).click();
    await page.getByText('1 test, which passes.').waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect
      .poll(async () => {
        const { files } = (await site.running.invoke('export_definitions', {
          prefix: 'tests/',
        })) as { files: Record<string, string> };
        return files['tests/trial/gardener.yml'];
      })
      .toMatch(/- other[\s\S]*7-leave[\s\S]*ends: exited/);
  });

  it('CON2-12 adds a test from what happens, by keyboard', async () => {
    await page.getByRole('textbox', { name: 'Name of a new test' }).fill('plain');
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: /^The file tests\/trial\/plain\.yml/ }).waitFor();
    await page.getByRole('button', { name: 'Expect what happened' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('2 tests, and all pass.').waitFor();
    await page.setViewportSize({ width: 320, height: 900 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await screenFindings(page, { colours: true })).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByText('1 test, which passes.').waitFor();
  });

  it('CON2-12 shows on each arm of an experiment how many got it, and their share', async () => {
    await page.getByRole('link', { name: 'People', exact: true }).last().click();
    await site.running.invoke('move_clock', { advance: { amount: 2, unit: 'days' } });
    const { flow } = (await site.running.invoke('get_flow', {
      flow_key: 'trial',
    })) as OperationOutput<'get_flow'>;
    const arms = flow.steps.find(({ id }) => id === 2)?.arms ?? [];
    expect(arms.map(({ people }) => people).reduce((sum, one) => sum + one, 0)).toBe(8);
    for (const { name, people } of arms) {
      const text = `${name} · ${people} (${Math.round((people * 100) / 8)} %)`;
      await page.getByRole('treeitem', { name: text }).waitFor();
    }
    expect(await screenFindings(page)).toEqual([]);
  });
});
