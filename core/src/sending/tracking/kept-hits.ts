import { limits } from '../../platform/limits.ts';
import { type Hit, judgeAlone } from './verdict.ts';

/**
 * The index at which a new request of one mail is kept: behind those there are where it is one
 * more, null where it is not kept. Of the same link a few are kept, then the first and the last, so
 * that no flood grows the table and nobody's last click is forgotten for a robot's.
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
