import type { Call } from '@postroad/core/catalog/call';
import type { Change } from '@postroad/core/platform/change-set';
import { ResourceFeed } from '@postroad/mcp/resources/resource-feed';
import { expect, it } from 'vitest';

interface ChangeListener {
  onChanges: (changes: readonly Change[]) => void;
  missed: () => void;
}

/** A feed over two pages of flows, with its calls and whether it is subscribed. */
function feedOf({ failures = 0 } = {}) {
  const asked: string[] = [];
  const listeners = new Set<ChangeListener>();
  const call: Call = async (name, input) => {
    asked.push(name);
    if (name === 'list_themes') return { output: { themes: [{ id: 3, key: 'warm' }] } };
    if (name === 'list_emails') return { output: { emails: [{ id: 9 }, { id: 8 }] } };
    return input.cursor === undefined
      ? { output: { flows: [{ id: 7, key: 'welcome' }], next_cursor: 'x' } }
      : { output: { flows: [{ id: 6, key: 'old one' }], next_cursor: null } };
  };
  let failing = failures;
  const feed = new ResourceFeed(async (listener) => {
    if (failing > 0) {
      failing -= 1;
      throw new Error('The database is away.');
    }
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, call);
  const events: string[] = [];
  const listen = () =>
    feed.subscribe((event) => events.push('uri' in event ? event.uri : event.kind));
  const tell = async (...changes: Change[]) => {
    for (const { onChanges } of listeners) onChanges(changes);
    await new Promise(setImmediate);
    return events.splice(0);
  };
  return { asked, listeners, listen, tell, events };
}

it('notifies of a record by id and key, and looks its key up once', async () => {
  const { asked, listen, tell } = feedOf();
  listen();
  const uris = ['postroad://flows/7', 'postroad://flows/welcome'].flatMap((uri) => [
    uri,
    `${uri}/diagram`,
  ]);
  const updated = await tell({ resource: 'flows', id: 7, action: 'updated' });
  expect(updated.sort()).toEqual(uris.sort());
  await tell({ resource: 'flows', id: 6, action: 'updated' });
  expect(asked).toEqual(['list_flows', 'list_flows']);
  const deleted = await tell({ resource: 'flows', id: 6, action: 'deleted' });
  expect(deleted).toEqual(
    expect.arrayContaining(['postroad://flows/old%20one', 'resources_list_changed']),
  );
});

it.each<[string, Change, string[]]>([
  [
    'an email',
    { resource: 'emails', id: 9, action: 'created' },
    ['postroad://emails/9', 'postroad://emails/9/html', 'resources_list_changed'],
  ],
  [
    'themes of which several changed',
    { resource: 'themes', id: null, action: 'updated' },
    ['postroad://themes/3', 'postroad://themes/warm', 'resources_list_changed'],
  ],
  ['people', { resource: 'people', id: 1, action: 'created' }, []],
])('tells of %s', async (_what, change, expected) => {
  const { listen, tell } = feedOf();
  listen();
  expect((await tell(change)).sort()).toEqual(expected.sort());
});

it('listens to the service only while somebody listens to it', async () => {
  const { listeners, listen, events } = feedOf();
  const [first, second] = [listen(), listen()];
  expect(listeners.size).toBe(1);
  first();
  first();
  expect(listeners.size).toBe(1);
  for (const { missed } of listeners) missed();
  expect(events).toEqual(['resources_list_changed']);
  second();
  await new Promise(setImmediate);
  expect(listeners.size).toBe(0);
});

it('asks again for changes it could not listen to, though its first listener stays', async () => {
  const { listeners, listen, tell } = feedOf({ failures: 1 });
  const first = listen();
  await new Promise(setImmediate);
  expect(listeners.size).toBe(0);
  const second = listen();
  expect(listeners.size).toBe(1);
  const told = await tell({ resource: 'emails', id: 9, action: 'updated' });
  // Each of the two listeners hears of both addresses.
  expect(told.filter((uri) => uri === 'postroad://emails/9')).toHaveLength(2);
  first();
  second();
  await new Promise(setImmediate);
  expect(listeners.size).toBe(0);
});
