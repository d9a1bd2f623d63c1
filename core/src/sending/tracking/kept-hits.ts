import { limits } from '../../platform/limits.ts';
import { type Hit, judgeAlone } from './verdict.ts';

/**
 * The index at which to store a new request of one mail: after the existing ones if there is room,
 * null if it is not stored. For each link the first few and the last are stored, so that no flood
 * grows the table and a robot does not displace a person's last click.
 */
export function indexFor(held: readonly Hit[], hit: Hit, sentAt: number | null): number | null {
  const alike = [...held.entries()].filter(
    ([, { kind, link, provider }]) =>
      kind === hit.kind && link === hit.link && provider === hit.provider,
  );
  if (alike.length < limits.trackingHitsPerLink) {
    return held.length < limits.trackingHitsPerSend ? held.length : null;
  }
  const [index, last] = alike.reduce((a, b) => (b[1].at > a[1].at ? b : a));
  const isPerson = judgeAlone(hit, sentAt) === 'human';
  return isPerson || judgeAlone(last, sentAt) !== 'human' ? index : null;
}
