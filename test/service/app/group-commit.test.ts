import { GroupCommit } from '@postroad/service/app/group-commit';
import { DatabaseUnavailable } from '@postroad/service/platform/database-unavailable';
import { describe, expect, it, vi } from 'vitest';

interface Written {
  items: number[];
  finish: () => void;
  fail: (error: Error) => void;
}

/** A group commit whose writes end when the test says so; an item counts as many rows as it says. */
function grouped(lanes: number) {
  const writes: Written[] = [];
  let heard: (() => void) | null = null;
  const group = new GroupCommit<number, string>({
    lanes,
    rowsOf: (rows) => rows,
    write: (items) =>
      new Promise((resolve, reject) => {
        writes.push({
          items,
          finish: () => resolve(items.map((item) => `${item}!`)),
          fail: reject,
        });
        heard?.();
      }),
  });
  return {
    add: (...items: number[]) => items.map((item) => group.add(item)),
    writes,
    /** Waits for the write of this number. */
    async write(number: number): Promise<Written> {
      for (;;) {
        const write = writes[number];
        if (write) return write;
        await new Promise<void>((resolve) => {
          heard = resolve;
        });
      }
    },
  };
}

describe('group commit', () => {
  it('writes the first at once, and together what arrives meanwhile', async () => {
    const { add, write } = grouped(1);
    const first = add(1);
    (await write(0)).finish();
    const second = add(1, 2);
    const third = add(3);
    expect((await write(1)).items).toEqual([1, 2, 3]);
    (await write(1)).finish();
    expect(await Promise.all([...first, ...second, ...third])).toEqual(['1!', '1!', '2!', '3!']);
  });

  it('opens another lane once enough waits, and not for a few', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { add, write, writes } = grouped(2);
    add(1);
    await write(0);
    add(1, 1, 100);
    await Promise.resolve();
    expect(writes).toHaveLength(1);
    add(100);
    expect((await write(1)).items).toEqual([1, 1, 100, 100]);
    vi.useRealTimers();
  });

  it('opens another lane for many small calls', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { add, write, writes } = grouped(2);
    add(1);
    await write(0);
    add(...Array.from({ length: 63 }, () => 1));
    await Promise.resolve();
    expect(writes).toHaveLength(1);
    add(1);
    expect((await write(1)).items).toHaveLength(64);
    vi.useRealTimers();
  });

  it('opens another lane for what waited long enough behind a write that hangs', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { add, write } = grouped(2);
    add(1);
    await write(0);
    add(2);
    await vi.advanceTimersByTimeAsync(10);
    expect((await write(1)).items).toEqual([2]);
    vi.useRealTimers();
  });

  it('bounds a group by its rows, and takes one that is larger alone', async () => {
    const { add, write } = grouped(1);
    add(1);
    await write(0);
    add(600, 600, 5_000, 300, 300);
    (await write(0)).finish();
    expect((await write(1)).items).toEqual([600]);
    (await write(1)).finish();
    expect((await write(2)).items).toEqual([600]);
    (await write(2)).finish();
    expect((await write(3)).items).toEqual([5_000]);
    (await write(3)).finish();
    expect((await write(4)).items).toEqual([300, 300]);
  });

  it('writes a group that fails one by one, so that only the one at fault fails', async () => {
    const { add, write } = grouped(1);
    add(1);
    await write(0);
    const answers = Promise.allSettled(add(2, 3, 4));
    (await write(0)).finish();
    (await write(1)).fail(new Error('together'));
    (await write(2)).finish();
    (await write(3)).fail(new Error('alone'));
    (await write(4)).finish();
    expect(await answers).toMatchObject([
      { status: 'fulfilled', value: '2!' },
      { status: 'rejected', reason: { message: 'alone' } },
      { status: 'fulfilled', value: '4!' },
    ]);
  });

  it('POOL-08 writes nothing again where the database does not answer, since it may be there', async () => {
    const { add, write, writes } = grouped(1);
    add(1);
    await write(0);
    const answers = Promise.allSettled(add(2, 3, 4));
    (await write(0)).finish();
    const away = new DatabaseUnavailable();
    (await write(1)).fail(away);
    expect(await answers).toEqual([1, 2, 3].map(() => ({ status: 'rejected', reason: away })));
    expect(writes).toHaveLength(2);
  });
});
