import { Listener, type ListenHooks } from '@postroad/store/platform/connection/listener';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

type Client = ReturnType<ConstructorParameters<typeof Listener>[0]>;

/** A client of a server that is there, or away: then it closes before its statement fails. */
function client(isThere: boolean, hooks: ListenHooks): Client {
  const ask = async (statement: unknown): Promise<void> => {
    // A name within a statement is asked of the client too.
    if (isThere || !Array.isArray(statement)) return;
    hooks.onclose();
    await Promise.resolve();
    throw new Error('connect ECONNREFUSED');
  };
  return Object.assign(ask, { end: () => Promise.resolve() }) as unknown as Client;
}

it('POOL-08 asks once a second for a server that is away, for as long as it is', async () => {
  let isThere = true;
  const opened: ListenHooks[] = [];
  const listener = new Listener(
    (hooks) => {
      opened.push(hooks);
      return client(isThere, hooks);
    },
    () => undefined,
  );
  let missed = 0;
  await listener.hear('changes', { heard: () => undefined, missed: () => (missed += 1) });
  isThere = false;
  opened[0]?.onclose();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(opened.length).toBeGreaterThan(50);
  expect(opened.length).toBeLessThan(65);
  isThere = true;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(missed).toBe(1);
  expect(vi.getTimerCount()).toBe(0);
});
