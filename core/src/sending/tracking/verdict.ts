import { limits } from '../../platform/limits.ts';

/** One request for the pixel or a link of a mail, or a provider's report of one. */
export interface Hit {
  kind: 'open' | 'click';
  /** Identifies the link within the mail; null for the pixel. */
  link: number | null;
  /** Milliseconds since 1970. */
  at: number;
  /** A HEAD request. */
  head: boolean;
  /** Its headers announced a prefetch. */
  prefetch: boolean;
  /** Null if a provider reports none; it then counts as human. */
  userAgent: string | null;
  /** Null for our own pixel or link. */
  provider: string | null;
}

/** Only `human` counts. */
export const verdictNames = [
  'human',
  'head',
  'prefetch',
  'robot',
  'mail_proxy',
  'too_soon',
  'all_links',
] as const;
export type Verdict = (typeof verdictNames)[number];

/** Raise it with every change of the rules: hits judged by older rules are judged again. */
export const verdictRules = 1;

/** Programs that identify themselves: crawlers, link scanners, chat previews, libraries. */
const robots =
  /bot\b|bot\/|crawl|spider|slurp|scan|monitor|probe|valid|preview|fetch|headless|phantom|puppeteer|playwright|selenium|curl|wget|python|java\/|okhttp|go-http|http-?client|libwww|perl|ruby|axios|undici|guzzle|winhttp|powershell|postman|facebookexternalhit|whatsapp|telegram|skypeuri|embedly|safelinks|barracuda|proofpoint|mimecast|symantec|messagelabs|trendmicro|trend micro|fireeye|trellix|sophos|forcepoint|websense|ironport|kaspersky|bitdefender|zscaler|cloudmark|vade|virustotal|urlscan|google-safety|apac-/i;

/**
 * Apple's Mail Privacy Protection loads every image of a mail on its own and sends only this. The
 * proxies of Gmail and Yahoo load images when a person opens the mail, so they count.
 */
const mailProxy = /^Mozilla\/5\.0$/;

/** Judges one request by itself. `sentAt` is null while unknown. */
export function judgeAlone(hit: Hit, sentAt: number | null): Verdict {
  if (hit.head) return 'head';
  if (hit.prefetch) return 'prefetch';
  const agent = hit.userAgent?.trim() ?? null;
  if (agent !== null) {
    if (mailProxy.test(agent)) return 'mail_proxy';
    if (agent === '' || robots.test(agent)) return 'robot';
  }
  // A person needs time to notice the mail; a scanner on its way does not.
  if (sentAt !== null && hit.at - sentAt < limits.trackingTooSoonMs) return 'too_soon';
  return 'human';
}

/**
 * Whether the clicks around it are on too many links for a person. An open among them may be from
 * somebody else.
 */
function inBurst(hit: Hit, clicks: readonly Hit[]): boolean {
  const around = clicks.filter(
    ({ at, provider, userAgent }) =>
      provider === hit.provider &&
      Math.abs(at - hit.at) <= limits.trackingBurstMs &&
      (hit.kind === 'click' || userAgent === hit.userAgent),
  );
  const links = new Set(around.map(({ link }) => link));
  return links.size >= limits.trackingBurstLinks;
}

/** Judges all requests of one mail, in order; a later one can change earlier verdicts. */
export function judgeHits(hits: readonly Hit[], sentAt: number | null): Verdict[] {
  const clicks = hits.filter(({ kind }) => kind === 'click');
  return hits.map((hit) => {
    const alone = judgeAlone(hit, sentAt);
    return alone === 'human' && inBurst(hit, clicks) ? 'all_links' : alone;
  });
}

/** Whether the headers announce a request made in advance of a person. */
export function isPrefetch(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): boolean {
  const names = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];
  return names.some((name) => /prefetch|prerender|preview/i.test(String(headers[name] ?? '')));
}
