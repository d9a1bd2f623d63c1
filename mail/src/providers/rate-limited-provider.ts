import type { Provider } from './provider.ts';
import { RateLimiter } from './rate-limiter.ts';

/** Wraps a provider so that it gets at most `perSecond` mails per second from this process. */
export function withRateLimit(provider: Provider, perSecond: number): Provider {
  const limiter = new RateLimiter(perSecond);
  return {
    name: provider.name,
    deduplicates: provider.deduplicates,
    concurrency: Math.max(1, Math.min(provider.concurrency, Math.ceil(perSecond))),
    pace: limiter,
    async send(message, mayProceed) {
      const wait = await limiter.acquire();
      if (wait === 0) return provider.send(message, mayProceed);
      const reason = `The rate limit of ${perSecond} mails a second is used up.`;
      return { kind: 'unreachable', reason };
    },
    async close() {
      limiter.close();
      await provider.close();
    },
  };
}
