import type { ServerContext } from '@modelcontextprotocol/server';
import type { LookAtProgress } from '../tools/import-progress.ts';

/** By how much a notification is above the one before where no more is done: the protocol asks for growth. */
const least = 0.001;

/**
 * Runs `work` and sends a progress notification every `everyMs` milliseconds if the client asked
 * for progress. Clients that wait for progress then do not time out during an import or an apply of
 * definitions. `follow` begins to look at how far the work has come, where that can be seen (AGM-05).
 */
export async function withProgress<T>(
  context: ServerContext,
  everyMs: number,
  work: () => Promise<T>,
  follow?: () => Promise<LookAtProgress>,
): Promise<T> {
  const progressToken = context.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return work();
  const look = await follow?.().catch(() => undefined);
  let rounds = 0;
  let shown = 0;
  const notify = async () => {
    rounds += 1;
    const at = (await look?.().catch(() => null)) ?? null;
    if (isOver) return;
    shown = Math.max(shown + (look ? least : 1), at?.done ?? 0);
    const message = at?.message ?? `Running for ${Math.round((rounds * everyMs) / 1_000)} s.`;
    const total = at === null ? {} : { total: Math.max(at.total, shown) };
    const params = { progressToken, progress: shown, ...total, message };
    await context.mcpReq.notify({ method: 'notifications/progress', params });
  };
  let isOver = false;
  const timer = setInterval(() => void notify().catch(() => undefined), everyMs);
  try {
    return await work();
  } finally {
    isOver = true;
    clearInterval(timer);
  }
}
