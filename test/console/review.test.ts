// It starts Chromium.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { lineDiff, withGaps } from '@postroad/console/account/review/line-diff';
import { baseOf, definitionPaths, readTree } from '@postroad/console/account/review/tree-files';
import { isManagedPath, managedPaths } from '@postroad/core/definitions/paths';
import fc from 'fast-check';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createRunDirectory } from '../support/run-directory.ts';
import { type ConsoleSite, go, screenFindings, startConsole, takeFaults } from './console-site.ts';

const folder = createRunDirectory('review');
let site: ConsoleSite;
let page: Page;

interface Exported {
  files: Record<string, string>;
}

function write(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder.path, path)), { recursive: true });
    writeFileSync(join(folder.path, path), text);
  }
}

beforeAll(async () => {
  site = await startConsole();
  const { invoke } = site.running;
  await invoke('create_segment', {
    ...{ key: 'readers', name: 'Readers' },
    definition: { type: 'has_tag', tag: 'newsletter' },
  });
  await invoke('record_event', { name: 'asked', email: 'maya@example.com' });
  await invoke('create_flow', {
    ...{ key: 'trial', name: 'Trial' },
    definition: {
      trigger: { event: 'asked' },
      nodes: [{ name: 'Mark', type: 'add_tag', tag: 'asked' }],
    },
  });
  const { files } = (await invoke('export_definitions', {})) as Exported;
  const flow = files['flows/trial.json']?.replace('"Mark"', '"Mark them"') ?? '';
  write({
    ...files,
    'flows/trial.json': flow,
    'segments/readers.json':
      files['segments/readers.json']?.replace('Readers', 'All readers') ?? '',
    'segments/new.json':
      '{"key": "new", "name": "New", "definition": {"type": "has_tag", "tag": "fresh"}}\n',
    'README.md': '# Ours\n',
  });
  page = await site.open('/review');
});

afterEach(() => expect(takeFaults()).toEqual([]));

afterAll(async () => {
  await site.stop();
  folder.remove();
});

const chosen = (text: string) => ({ path: `ours/${text}`, text: async () => `text of ${text}` });

describe('CON2-10 a folder of definitions', () => {
  it('CON2-10 takes the paths that definitions have, and no others', () => {
    const samples = managedPaths().map((pattern) => pattern.replaceAll('*', 'a-name'));
    for (const path of [...samples, 'layouts/a.html', 'README.md', 'flows/a/b.json', 'x/a.json']) {
      const isTaken = definitionPaths.some((pattern) => pattern.test(path));
      expect(isTaken, path).toBe(isManagedPath(path));
    }
  });

  it('CON2-10 finds the definitions wherever they are in the folder, and leaves the rest alone', async () => {
    const files = ['README.md', 'mail/flows/a.json', 'mail/settings.yml', 'mail/notes.txt'].map(
      chosen,
    );
    expect(await readTree('ours', files, 'https://here.example')).toEqual({
      name: 'ours',
      files: {
        'flows/a.json': 'text of mail/flows/a.json',
        'settings.yml': 'text of mail/settings.yml',
      },
      base: null,
      others: 2,
    });
  });

  it('CON2-10 knows of the last pull from this service alone', () => {
    const entry = { 'flows/a.json': { revision: 3, hash: 'x' } };
    const text = JSON.stringify({
      server: 'https://there.example',
      records: {},
      others: { 'https://here.example/': entry },
    });
    expect(baseOf(text, 'https://here.example')).toEqual(entry);
    expect(baseOf(text, 'https://elsewhere.example')).toBeNull();
    expect(baseOf('no JSON', 'https://here.example')).toBeNull();
  });

  it('CON2-10 says of every line whether it stays, goes or comes', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 });
    fc.assert(
      fc.property(text, text, (before, after) => {
        const written = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('');
        const lines = lineDiff(written(before), written(after));
        const side = (left: string) =>
          lines.filter(({ kind }) => kind !== left).map((line) => line.text);
        expect(side('added')).toEqual(before);
        expect(side('removed')).toEqual(after);
        const shown = withGaps(lines);
        const gaps = shown.filter(({ kind }) => kind === 'gap');
        const left = gaps.reduce((sum, gap) => sum + Number(gap.text), 0);
        expect(shown.length - gaps.length + left).toBe(lines.length);
      }),
    );
  });
});

describe('CON2-10 review', () => {
  it('CON2-10 compares a folder with the account, tries changed flows, and stores it once approved', async () => {
    await page.locator('input[type="file"]').setInputFiles(folder.path);
    const card = (name: string) => page.locator('.change').filter({ hasText: name });
    await card('segments/new.json').getByText('New', { exact: true }).first().waitFor();
    await card('segments/readers.json').getByText('Lines').click();
    await card('segments/readers.json').getByText('"name": "All readers"').waitFor();
    await card('segments/readers.json').getByText('"name": "Readers"').waitFor();
    await page.getByRole('heading', { name: 'Rehearsals' }).waitFor();
    await page.getByText('maya@example.com, with asked').waitFor();
    expect(await screenFindings(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 900 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole('button', { name: 'Approve and store 3 records' }).click();
    await page.getByText('3 records are stored.').waitFor();
    const { segment } = (await site.running.invoke('get_segment', { segment_key: 'readers' })) as {
      segment: { name: string };
    };
    expect(segment.name).toBe('All readers');
  });

  it('CON2-10 undoes what was stored in the history', async () => {
    await go(page, '/history');
    await page
      .getByRole('button', { name: /^Undo: .*readers/i })
      .first()
      .click();
    await expect
      .poll(async () => {
        const answer = await site.running.invoke('get_segment', { segment_key: 'readers' });
        return (answer as { segment: { name: string } }).segment.name;
      })
      .toBe('Readers');
  });

  it('CON2-10 says what keeps a folder from being stored, and at which line', async () => {
    write({ 'segments/new.json': '{"key": "new", "name": \n' });
    await go(page, '/review');
    await page.locator('input[type="file"]').setInputFiles(folder.path);
    await page.getByText(/segments\/new\.json:\d+/).waitFor();
    expect(
      await page.getByRole('button', { name: /^Approve and store|^Nothing to store/ }).isDisabled(),
    ).toBe(true);
  });
});
