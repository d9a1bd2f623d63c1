import type { CallLimit } from '@postroad/service/account/call-limits';

/**
 * `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers-10): the limits that a call
 * counts for, what is left of each, and when all of it may be used again.
 */
export function rateHeaders(counted: readonly CallLimit[]): Record<string, string> {
  if (counted.length === 0) return {};
  const policies = counted.map(({ kind, rate: { burst, perSecond } }) => {
    return `"${kind}";q=${burst};w=${Math.ceil(burst / perSecond)}`;
  });
  const states = counted.map(({ kind, state: { remaining, resetSeconds } }) => {
    return `"${kind}";r=${remaining};t=${resetSeconds}`;
  });
  return { 'ratelimit-policy': policies.join(', '), ratelimit: states.join(', ') };
}
