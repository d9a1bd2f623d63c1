import { type Change, ChangeSet, decodeChanges } from '@postroad/core/platform/change-set';
import { limits } from '@postroad/core/platform/limits';
import type { Service } from '@postroad/service/app/service';
import { Notices } from '@postroad/service/platform/notices/notices';
import { listenChanges } from '@postroad/store/platform/listen';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { databaseKind } from '../../support/database.ts';
import { openTestService, type TestService } from '../../support/service.ts';

let here: TestService;
let there: Service;

beforeAll(async () => {
  here = await openTestService();
  if (databaseKind() === 'postgres') there = await here.another();
});
afterAll(async () => {
  await there?.close();
  await here.close();
});
afterEach(() => {
  vi.useRealTimers();
});

/** The embedded database has one process, which needs no notices. */
const shared = databaseKind() === 'postgres' ? ['PostgreSQL'] : [];

describe.each(shared)('notices of a process on %s', () => {
  const created = (id: number): ChangeSet => {
    const set = new ChangeSet();
    set.add({ resource: 'events', id, action: 'created' });
    return set;
  };

  /** Each message that arrives, and how often one said that a process died. */
  async function ears() {
    const messages: Change[][] = [];
    let missed = 0;
    const stop = await listenChanges(here.database, {
      heard: (text) => messages.push(decodeChanges(text) ?? []),
      missed: () => {
        missed += 1;
      },
    });
    return { messages, missed: () => missed, stop };
  }

  const quiet = { debug() {}, info() {}, warn() {}, error() {} } as never;

  it('NOTE-01, NOTE-04 sends at most one statement each 50 ms, also at 2,000 changes a second', async () => {
    const { messages, stop } = await ears();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const notices = new Notices(here.database, quiet);
    let at = 0;
    for (let part = 0; part < 199; part += 1) {
      for (let each = 0; each < 10; each += 1) notices.tell(created(++at));
      await vi.advanceTimersByTimeAsync(5);
      // The statement needs the time of this machine.
      await here.database.pool`select`;
    }
    vi.useRealTimers();
    expect(messages.length).toBeLessThanOrEqual(1_000 / limits.noticesEveryMs);
    await notices.close();
    await expect.poll(() => messages.flat().length).toBe(at);
    expect(messages.flat().map(({ id }) => id)).toEqual(
      Array.from({ length: at }, (_, n) => n + 1),
    );
    stop();
  });

  it('NOTE-02 tells what is still kept when it stops, and nothing of a dry run', async () => {
    const { messages, stop } = await ears();
    const other = await here.another();
    const actor = here.actor;
    const make = (name: string, dryRun: boolean) =>
      other.invoke('create_theme', { name }, { actor, surface: 'http', dryRun });
    await make('First', false);
    await make('Dry', true);
    await make('Second', false);
    await other.close();
    await expect.poll(() => messages.flat().length).toBe(2);
    expect(messages.flat().map(({ resource, action }) => `${resource} ${action}`)).toEqual([
      'themes created',
      'themes created',
    ]);
    stop();
  });

  it('NOTE-03 every process hears of a process that died, since it may not have announced its last changes', async () => {
    let missed = 0;
    const stop = await here.service.onChange({
      onChanges: () => undefined,
      missed: () => {
        missed += 1;
      },
    });
    await here.database.pool`
      insert into leases (token, process, expires_at)
      values (gen_random_uuid(), 'killed', now() - interval '1 second')`;
    await there.tick();
    await expect.poll(() => missed).toBe(1);
    stop();
  });

  it('NOTE-03 a process that stays has a lease before it serves, and gives it back', async () => {
    const leases = async () => (await here.database.pool`select from leases`).length;
    const before = await leases();
    const staying = await here.another();
    await staying.holdLease();
    expect(await leases()).toBe(before + 1);
    await staying.close();
    expect(await leases()).toBe(before);
  });
});
