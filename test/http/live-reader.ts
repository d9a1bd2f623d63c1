import type { Change } from '@postroad/core/platform/change-set';

export interface LiveReader {
  /**
   * The changes up to and including the first that `until` accepts. Throws if the stream ends
   * before.
   */
  changes(until: (change: Change) => boolean): Promise<Change[]>;
  /** Resolves when the server has ended the stream. */
  ended(): Promise<void>;
  stop(): void;
}

/** Reads GET /api/v1/live as a client does; resolves once every later change will arrive. */
export async function readLive(url: string, token: string): Promise<LiveReader> {
  const ending = new AbortController();
  const response = await fetch(`${url}/api/v1/live`, {
    headers: { authorization: `Bearer ${token}` },
    signal: ending.signal,
  });
  if (response.status !== 200 || response.body === null) throw new Error(await response.text());
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  /** The next block, or null at the end. */
  async function block(): Promise<string | null> {
    for (;;) {
      const end = text.indexOf('\n\n');
      if (end >= 0) {
        const found = text.slice(0, end);
        text = text.slice(end + 2);
        return found;
      }
      const { value, done } = await reader.read();
      if (done) return null;
      text += value;
    }
  }
  if (!(await block())?.startsWith(': '))
    throw new Error('The stream did not begin with a comment.');
  return {
    async changes(until) {
      const changes: Change[] = [];
      for (;;) {
        const next = await block();
        if (next === null) throw new Error(`The stream ended after ${JSON.stringify(changes)}.`);
        if (next.startsWith(':')) continue;
        const change = JSON.parse(/^data: (.*)$/.exec(next)?.[1] ?? '') as Change;
        changes.push(change);
        if (until(change)) return changes;
      }
    },
    async ended() {
      while ((await block()) !== null);
    },
    stop: () => ending.abort(),
  };
}
