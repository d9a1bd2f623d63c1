import { type Change, ChangeSet, decodeChanges } from '@postroad/core/platform/change-set';
import { limits } from '@postroad/core/platform/limits';
import type { Service } from '@postroad/service/app/service';
import { Notices } from '@postroad/service/platform/notices/notices';
import { PacedChanges } from '@postroad/service/platform/notices/paced-changes';
import { countMail } from '@postroad/service/queue/count-mail';
import { listenChanges } from '@postroad/store/platform/listen';
import { transaction } from '@postroad/store/platform/transaction';
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

describe('figures that move', () => {
  const counted = (resource: string, id: number | null): Change => {
    return { resource, id, action: 'counted' };
  };

  it('CON-09 are passed on at once, and then once a second, each record once', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const passed: { at: number; changes: Change[] }[] = [];
    const start = performance.now();
    const paced = new PacedChanges((changes) => {
      passed.push({ at: performance.now() - start, changes: changes.list() });
    });
    for (let at = 0; at < 2_500; at += 10) {
      paced.add([counted('flows', 1), counted('queue', null)]);
      if (at >= 1_500) paced.add([counted('flows', 2)]);
      vi.advanceTimersByTime(10);
    }
    const both = [counted('flows', 1), counted('queue', null)];
    const three = [counted('flows', 1), counted('flows', 2), counted('queue', null)];
    expect(passed).toEqual([
      { at: 0, changes: both },
      { at: 1_000, changes: both },
      { at: 2_000, changes: three },
    ]);
    paced.close();
    expect(passed.at(-1)?.changes).toEqual(three);
    vi.advanceTimersByTime(9_000);
    expect(passed).toHaveLength(4);
    paced.add([counted('emails', 1)]);
    expect(passed.at(-1)?.changes).toEqual([counted('emails', 1)]);
  });

  it('CON-09 are one change of each record in a batch of 10,000 mails, and one of the queue', () => {
    const set = new ChangeSet();
    const count = (resource: string, ids: Iterable<Change['id']>) => {
      for (const id of ids) set.add({ resource, id, action: 'counted' });
    };
    const mails = Array.from({ length: 10_000 }, (_, index) => ({
      ...{ email_id: 1 + (index % 2), source_id: 7 },
      source_kind: index % 2 === 0 ? 'broadcast' : 'flow',
    }));
    countMail({ work: { count } as never }, mails);
    expect(set.list().map(({ resource, id }) => [resource, id])).toEqual([
      ...[
        ['queue', null],
        ['sends', null],
        ['report', null],
      ],
      ...[
        ['emails', 1],
        ['emails', 2],
        ['broadcasts', 7],
        ['flows', 7],
      ],
    ]);
  });

  it('CON-09 a change of the record itself says more than one of its figures', () => {
    const set = new ChangeSet();
    set.add(counted('flows', 1));
    set.add({ resource: 'flows', id: 1, action: 'updated' });
    set.add(counted('flows', 1));
    expect(set.list()).toEqual([{ resource: 'flows', id: 1, action: 'updated' }]);
  });
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
      await transaction(here.database, {}, ({ sql }) => sql`select`);
    }
    vi.useRealTimers();
    expect(messages.length).toBeLessThanOrEqual(1_000 / limits.noticesEveryMs);
    await notices.close();
    const heard = () => messages.flat().map(({ id }) => id);
    // A statement that is slow lets changes gather, which are then one change of all of them.
    await expect.poll(() => heard().length === at || heard().includes(null)).toBe(true);
    const named = heard().filter((id) => id !== null);
    expect(named).toEqual([...new Set(named)].toSorted((a, b) => Number(a) - Number(b)));
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
