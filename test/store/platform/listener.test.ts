import { listenChanges, notify } from '@postroad/store/platform/listen';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { databaseKind, type OpenTestDatabase, openTestDatabase } from '../../support/database.ts';

let opened: OpenTestDatabase;

beforeEach(async () => {
  opened = await openTestDatabase();
});
afterEach(() => opened.drop());

const shared = databaseKind() === 'postgres' ? ['PostgreSQL'] : [];

/** Remembers what it heard, and answers the next of it. */
function ear() {
  const said: string[] = [];
  let next: (() => void) | null = null;
  const tell = (what: string) => {
    said.push(what);
    next?.();
  };
  return {
    heard: (payload: string) => tell(payload),
    missed: () => tell('missed'),
    said: () => said,
    async until(what: string): Promise<string[]> {
      while (!said.includes(what)) await new Promise<void>((resolve) => (next = resolve));
      return said.splice(0);
    },
  };
}

const tell = (changes: string) => notify(opened.database, { signals: [], changes, missed: false });

it.each(shared)('on %s hears what is announced, in order', async () => {
  const mine = ear();
  const stop = await listenChanges(opened.database, mine);
  await tell('one');
  await tell('two');
  expect(await mine.until('two')).toEqual(['one', 'two']);
  stop();
  const other = ear();
  await listenChanges(opened.database, other);
  await tell('three');
  expect(await other.until('three')).toEqual(['three']);
  expect(mine.said()).toEqual([]);
});

it.each(shared)('on %s says that it may have missed something, and hears again', async () => {
  const mine = ear();
  await listenChanges(opened.database, mine);
  for (const round of ['first', 'second']) {
    // Otherwise its last statement is a question whether the server is there, if it was just looked for.
    await opened.database.listener?.caughtUp();
    const ended = await opened.database.pool`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query = 'select'`;
    expect(ended).toHaveLength(1);
    expect(await mine.until('missed')).toEqual(['missed']);
    await tell(round);
    expect(await mine.until(round)).toEqual([round]);
  }
});

it.each(shared)(
  'NOTE-03 on %s hears that a process died which may not have announced all',
  async () => {
    const mine = ear();
    await listenChanges(opened.database, mine);
    await notify(opened.database, { signals: [], changes: null, missed: true });
    expect(await mine.until('missed')).toEqual(['missed']);
  },
);

it('has nothing to hear where there is one process only', async () => {
  const alone = databaseKind() === 'embedded';
  expect(opened.database.listener === null).toBe(alone);
});
