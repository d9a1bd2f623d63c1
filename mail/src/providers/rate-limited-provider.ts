import type { Provider } from './provider.ts';
import { Pacer } from './rate-limiter.ts';

/** The same provider, given no more than so many mails a second. */
export function withPace(provider: Provider, perSecond: number): Provider {
  const pacer = new Pacer(perSecond);
  return {
    name: provider.name,
    deduplicates: provider.deduplicates,
    concurrency: Math.max(1, Math.min(provider.concurrency, Math.ceil(perSecond))),
    async send(message) {
      const wait = await pacer.turn();
      if (wait === 0) return provider.send(message);
      const reason = `The rate limit of ${perSecond} mails a second is used up.`;
      return { kind: 'unreachable', reason };
    },
    async close() {
      pacer.close();
      await provider.close();
    },
  };
}
