import { locationOf } from '@postroad/core/content/text/link-url';
import { limits } from '@postroad/core/platform/limits';
import { type Hit, isPrefetch } from '@postroad/core/sending/tracking/verdict';
import type { AuthoredLink } from '@postroad/store/queue/figures';
import type { Counters } from '../../platform/counters.ts';
import type { HitBuffer } from './hit-buffer.ts';
import type { LinkSets } from './link-sets.ts';
import { linkKeyOf, readLinkToken, readMailToken } from './tracking-links.ts';

/** The parts of a tracking request that show who made it. */
export interface HitRequest {
  head: boolean;
  /** Names in lower case. */
  headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** The parts of the service that tracking needs. */
export interface HitDeps {
  acceptedKeys: readonly Uint8Array[];
  hits: HitBuffer;
  linkSets: LinkSets;
  counters: Counters;
}

function keep(
  deps: HitDeps,
  { head, headers }: HitRequest,
  about: { sendId: number; kind: Hit['kind']; link: number | null; authored: AuthoredLink | null },
): void {
  const userAgent = userAgentOf(String(headers['user-agent'] ?? ''));
  const prefetch = isPrefetch(headers);
  const heardAt = performance.now();
  const kept = deps.hits.add({ ...about, head, prefetch, userAgent, heardAt, provider: null });
  if (!kept) deps.counters.add('opens_and_clicks_dropped', 1);
}

/** One line that the database accepts. */
export function userAgentOf(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Bidi_Control}]+/gu, ' ').slice(0, limits.userAgentChars);
  return line.toWellFormed();
}

/** Processes a request for the pixel of a mail; false if no mail of this service has it. */
export function takeOpen(deps: HitDeps, token: string, request: HitRequest): boolean {
  const mail = readMailToken(deps.acceptedKeys, token);
  if (mail === null) return false;
  keep(deps, request, { sendId: mail.sendId, kind: 'open', link: null, authored: null });
  return true;
}

/**
 * Processes a request for a tracked link. Returns the target as a header carries it, or null if no
 * mail of this service has the link. Answers at once; the click is written later.
 */
export async function takeClick(
  deps: HitDeps,
  text: string,
  to: string | null,
  request: HitRequest,
): Promise<string | null> {
  const link = readLinkToken(deps.acceptedKeys, text, to);
  if (link === null) return null;
  const { sendId } = link;
  if ('url' in link) {
    const { authored } = link;
    keep(deps, request, { sendId, kind: 'click', link: linkKeyOf(link.url), authored });
    return locationOf(link.url);
  }
  const url = await deps.linkSets.urlOf(link.linkSet, link.number);
  if (url === null) return null;
  const authored = { set: link.linkSet, number: link.number };
  keep(deps, request, { sendId, kind: 'click', link: link.number, authored });
  return locationOf(url);
}
