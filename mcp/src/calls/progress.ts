import type { ServerContext } from '@modelcontextprotocol/server';

/**
 * Does the work, and while it lasts tells a client that asked for it how long it has been going on.
 * Clients that wait for progress do not give up on an import or on definitions that take a while.
 * `everyMs` between two notifications.
 */
export async function withProgress<T>(
  context: ServerContext,
  everyMs: number,
  work: () => Promise<T>,
): Promise<T> {
  const progressToken = context.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return work();
  let progress = 0;
  const tell = () => {
    progress += 1;
    const message = `At work for ${Math.round((progress * everyMs) / 1_000)} s.`;
    const params = { progressToken, progress, message };
    void context.mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
  const timer = setInterval(tell, everyMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
