import type { Change } from '@postroad/core/platform/change-set';
import { limits } from '@postroad/core/platform/limits';
import type { Presence } from '@postroad/core/platform/live/presence';
import { isLogPosition, type LogPosition } from '@postroad/core/platform/operations/log-position';
import { apiPrefix } from '@postroad/core/platform/operations/operation';
import { withoutEndSlashes } from '@postroad/core/platform/url';

export interface LiveListener {
  onChanges: (changes: readonly Change[]) => void;
  /** Changes may have been missed: records on display should be read again. */
  missed: () => void;
  /** The connection broke: nothing is heard until the next `missed`. */
  lost?: () => void;
  /** The server knows the caller no more; it is asked again all the same. */
  refused?: () => void;
  /** Lists that are read with this position have the changes that are reported next. */
  onPosition?: (position: LogPosition) => void;
  /** Somebody has a record open to edit it; only a page of the console hears of it. */
  onPresence?: (presence: Presence) => void;
}

export interface LiveServer {
  url: string;
  /** null: the session cookie of the browser that listens. */
  token: string | null;
}

/** The id of an event, which is a position where the service has a read replica. */
function positionIn(event: string): LogPosition | null {
  const [, id = ''] = /^id: ?(.*)$/m.exec(event) ?? [];
  return isLogPosition(id) ? id : null;
}

/** The data of one event of the stream; null for comments. */
function dataIn(event: string): object | null {
  const data = event
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice('data:'.length))
    .join('');
  if (data === '') return null;
  try {
    return Object(JSON.parse(data)) as object;
  } catch {
    return null;
  }
}

const isChange = (data: object): data is Change => 'resource' in data;
const isPresence = (data: object): data is Presence => 'editor' in data;

async function readStream(body: ReadableStream<Uint8Array>, listener: LiveListener) {
  const decoder = new TextDecoder();
  let rest = '';
  let isFirst = true;
  for await (const piece of body) {
    const events = (rest + decoder.decode(piece, { stream: true })).split('\n\n');
    // The rest is an unfinished event; our servers never send one longer than this.
    rest = (events.pop() ?? '').slice(-limits.changesBytes);
    for (const position of events.map(positionIn)) {
      if (position !== null) listener.onPosition?.(position);
    }
    // The stream begins with a comment, after which everything is to be read again.
    if (isFirst && events.length > 0) {
      isFirst = false;
      listener.missed();
    }
    const found = events.map(dataIn).filter((data) => data !== null);
    for (const presence of found.filter(isPresence)) listener.onPresence?.(presence);
    const changes = found.filter(isChange);
    if (changes.length > 0) listener.onChanges(changes);
  }
}

async function follow(
  server: LiveServer,
  listener: LiveListener,
  signal: AbortSignal,
): Promise<void> {
  const response = await fetch(`${withoutEndSlashes(server.url)}${apiPrefix}/live`, {
    headers: {
      accept: 'text/event-stream',
      ...(server.token === null ? {} : { authorization: `Bearer ${server.token}` }),
    },
    redirect: 'manual',
    signal,
  });
  if (response.status === 401) listener.refused?.();
  if (!response.ok || response.body === null) return;
  await readStream(response.body, listener);
}

/**
 * Follows the live changes of a server (`GET /live`, EVENT-24) until the returned function is
 * called, and reconnects after each break. Each new connection calls `missed`, since changes before
 * it are unknown.
 */
export function followChanges(server: LiveServer, listener: LiveListener): () => void {
  const stop = new AbortController();
  let pause: ReturnType<typeof setTimeout> | undefined;
  const again = () => {
    if (stop.signal.aborted) return;
    const connected = follow(server, listener, stop.signal).catch(() => undefined);
    void connected.then(() => {
      if (!stop.signal.aborted) listener.lost?.();
      pause = setTimeout(again, limits.liveRetryMs);
      // A process may end meanwhile; browsers number their timers.
      if (typeof pause === 'object') pause.unref();
    });
  };
  again();
  return () => {
    stop.abort();
    clearTimeout(pause);
  };
}
