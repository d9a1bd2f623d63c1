import { logFields } from '@postroad/service/platform/observing/log-fields';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RealServer, startReal } from '../http/real-server.ts';
import { projectTree } from '../support/repository.ts';
import { readPage } from './guide.ts';
import { followPage } from './reader.ts';

// @database postgres: the metrics and the commands are the same on both.

let server: RealServer;

beforeAll(async () => {
  server = await startReal();
});

afterAll(() => server.stop());

const guide = 'docs/guides/observing.md';

/** The first cells of a table of the guide, by the heading of that column. */
function namesUnder(heading: string): string[] {
  const page = readPage(guide);
  const from = page.search(new RegExp(`^\\| ${heading} +\\|`, 'm'));
  const [table = ''] = page.slice(from).split('\n\n', 1);
  return [...table.matchAll(/^\| `(\w+)` +\|/gm)].map(([, name = '']) => name);
}

it('OBS-01 the guide has every name of the log, in order', () => {
  expect(namesUnder('name')).toEqual(Object.keys(logFields));
});

it('OBS-06 the guide has every check', () => {
  const page = readPage(guide);
  const [table = ''] = page.slice(page.search(/^\| check +\|/m)).split('\n\n', 1);
  const listed = [...table.matchAll(/^\| (`[^|]+`) +\|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/\w+/g)].map(([name]) => name),
  );
  const made = [...projectTree()].flatMap(([path, text]) =>
    path.startsWith('service/src/app/checks/')
      ? [...text.matchAll(/resultsOf\('(\w+)'\)/g)].map(([, name = '']) => name)
      : [],
  );
  expect(made.length).toBeGreaterThan(15);
  expect(listed.toSorted()).toEqual([...new Set(made)].toSorted());
});

it('OBS-04 the guide has every metric, and no other', async () => {
  const { text } = await server.ask('GET', '/metrics', { token: null });
  const named = [...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name = '']) => name);
  expect(namesUnder('metric').toSorted()).toEqual(named.toSorted());
});

it('the guide to observing works word for word', { timeout: 300_000 }, async () => {
  const { said } = await followPage(guide);
  const [, checked = '', kept = '', scraped = ''] = said;
  expect(checked).toMatch(/^warn {2}The key that signs links/m);
  expect(kept).toMatch(/^x-request-id: order-1234/im);
  expect(scraped).toMatch(/^postroad_queue_sends\{status="scheduled"\} 0$/m);
});
