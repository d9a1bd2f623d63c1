import { limits } from '../../platform/limits.ts';

/** One request for the pixel or a link of a mail, or a provider's report of one. */
export interface Hit {
  kind: 'open' | 'click';
  /** Tells the links of one mail apart; null for the pixel. */
  link: number | null;
  /** Milliseconds since 1970. */
  at: number;
  /** Asked with HEAD. */
  head: boolean;
  /** Its headers said that nobody looks at it yet. */
  prefetch: boolean;
  /** Null where a provider names none; then it counts as a person's. */
  userAgent: string | null;
  /** Null: our own pixel or link. */
  provider: string | null;
}

/** Only what is `human` counts. */
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

/** Raised with every change of the rules: what was judged by older ones is judged again. */
export const verdictRules = 1;

/** Programs that say what they are: crawlers, link scanners, previews of chats, libraries. */
const robots =
  /bot\b|bot\/|crawl|spider|slurp|scan|monitor|probe|valid|preview|fetch|headless|phantom|puppeteer|playwright|selenium|curl|wget|python|java\/|okhttp|go-http|http-?client|libwww|perl|ruby|axios|undici|guzzle|winhttp|powershell|postman|facebookexternalhit|whatsapp|telegram|skypeuri|embedly|safelinks|barracuda|proofpoint|mimecast|symantec|messagelabs|trendmicro|trend micro|fireeye|trellix|sophos|forcepoint|websense|ironport|kaspersky|bitdefender|zscaler|cloudmark|vade|virustotal|urlscan|google-safety|apac-/i;

/**
 * Apple's Mail Privacy Protection loads every picture of a mail on its own, and says only this. The
 * proxies of Gmail and Yahoo load one when a person opens the mail, so they count.
 */
const mailProxy = /^Mozilla\/5\.0$/;

/** What one request shows by itself. `sentAt` is null while that is not known. */
export function judgeAlone(hit: Hit, sentAt: number | null): Verdict {
  if (hit.head) return 'head';
  if (hit.prefetch) return 'prefetch';
  const agent = hit.userAgent?.trim() ?? null;
  if (agent !== null) {
    if (mailProxy.test(agent)) return 'mail_proxy';
    if (agent === '' || robots.test(agent)) return 'robot';
  }
  // A reader has to hear of the mail first; a program that looks through mail on its way does not.
  if (sentAt !== null && hit.at - sentAt < limits.trackingTooSoonMs) return 'too_soon';
  return 'human';
}

/**
 * Whether the clicks around it are on so many links that no person followed them. An open among them
 * is of the same program, or of somebody else.
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

/** Verdicts on all requests of one mail, in their order; a later one can change what earlier ones are. */
export function judgeHits(hits: readonly Hit[], sentAt: number | null): Verdict[] {
  const clicks = hits.filter(({ kind }) => kind === 'click');
  return hits.map((hit) => {
    const alone = judgeAlone(hit, sentAt);
    return alone === 'human' && inBurst(hit, clicks) ? 'all_links' : alone;
  });
}

/** Whether the headers of a request say that it is made ahead of a person, if one ever comes. */
export function isPrefetch(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): boolean {
  const names = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];
  return names.some((name) => /prefetch|prerender|preview/i.test(String(headers[name] ?? '')));
}
