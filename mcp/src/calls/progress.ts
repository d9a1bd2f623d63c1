import type { ServerContext } from '@modelcontextprotocol/server';

/**
 * Runs `work` and sends a progress notification every `everyMs` milliseconds if the client asked
 * for progress. Clients that wait for progress then do not time out during an import or an apply of
 * definitions.
 */
export async function withProgress<T>(
  context: ServerContext,
  everyMs: number,
  work: () => Promise<T>,
): Promise<T> {
  const progressToken = context.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return work();
  let progress = 0;
  const notify = () => {
    progress += 1;
    const message = `Running for ${Math.round((progress * everyMs) / 1_000)} s.`;
    const params = { progressToken, progress, message };
    void context.mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
  const timer = setInterval(notify, everyMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
