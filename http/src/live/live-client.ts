import type { Change } from '@postroad/core/platform/change-set';
import { limits } from '@postroad/core/platform/limits';

export interface LiveListener {
  told: (changes: readonly Change[]) => void;
  /** Changes may have been missed; whoever shows records should read them anew. */
  missed: () => void;
}

/** The change in one event of the stream; null for comments and for what is no change. */
function changeIn(event: string): Change | null {
  const data = event
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice('data:'.length))
    .join('');
  if (data === '') return null;
  try {
    const value = JSON.parse(data) as Partial<Change>;
    return typeof value.resource === 'string' ? (value as Change) : null;
  } catch {
    return null;
  }
}

async function readStream(body: ReadableStream<Uint8Array>, told: LiveListener['told']) {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const piece of body) {
    const events = (rest + decoder.decode(piece, { stream: true })).split('\n\n');
    // What has not ended is a part of an event, which no server of ours makes longer than this.
    rest = (events.pop() ?? '').slice(-limits.changesBytes);
    const changes = events.map(changeIn).filter((change) => change !== null);
    if (changes.length > 0) told(changes);
  }
}

async function follow(
  place: { url: string; token: string },
  listener: LiveListener,
  signal: AbortSignal,
): Promise<void> {
  const response = await fetch(`${place.url.replace(/\/+$/, '')}/api/v1/live`, {
    headers: { authorization: `Bearer ${place.token}`, accept: 'text/event-stream' },
    redirect: 'manual',
    signal,
  });
  if (!response.ok || response.body === null) return;
  listener.missed();
  await readStream(response.body, listener.told);
}

/**
 * Follows the live changes of a server (`GET /live`, EVENT-24) until it is told to stop, and
 * connects again after each break. `missed` is called whenever a connection begins, since nothing is
 * known of the time before it.
 */
export function followChanges(
  place: { url: string; token: string },
  listener: LiveListener,
): () => void {
  const stop = new AbortController();
  let pause: NodeJS.Timeout | undefined;
  const again = () => {
    if (stop.signal.aborted) return;
    const connected = follow(place, listener, stop.signal).catch(() => undefined);
    void connected.then(() => {
      pause = setTimeout(again, limits.liveRetryMs);
      pause.unref();
    });
  };
  again();
  return () => {
    stop.abort();
    clearTimeout(pause);
  };
}
