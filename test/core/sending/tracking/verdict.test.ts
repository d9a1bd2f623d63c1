import { limits } from '@postroad/core/platform/limits';
import { indexFor } from '@postroad/core/sending/tracking/kept-hits';
import {
  type Hit,
  isPrefetch,
  judgeHits,
  type Verdict,
} from '@postroad/core/sending/tracking/verdict';
import { expect, it } from 'vitest';

const sentAt = Date.parse('2026-03-01T12:00:00Z');
const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';

function hit(more: Partial<Hit> & { after?: number } = {}): Hit {
  const { after = 60_000, ...rest } = more;
  return {
    kind: 'click',
    link: 0,
    at: sentAt + after,
    head: false,
    prefetch: false,
    userAgent: chrome,
    provider: null,
    ...rest,
  };
}

const open = (more: Parameters<typeof hit>[0] = {}) => hit({ kind: 'open', link: null, ...more });

const agents: [verdict: Verdict, agent: string | null][] = [
  ['human', chrome],
  [
    'human',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
  ],
  [
    'human',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)',
  ],
  ['human', 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Thunderbird/128.1.0'],
  [
    'human',
    'Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 10.0; Microsoft Outlook 16.0.5266; ms-office; MSOffice 16)',
  ],
  // They load a picture when a person opens the mail.
  [
    'human',
    'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
  ],
  ['human', 'YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html'],
  [
    'human',
    'Mozilla/5.0 (Linux; Android 14; SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36',
  ],
  // A provider that tells of no program has looked at it itself.
  ['human', null],
  ['mail_proxy', 'Mozilla/5.0'],
  ['robot', ''],
  ['robot', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'],
  ['robot', 'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)'],
  [
    'robot',
    'Mozilla/5.0 (Windows NT 6.1; WOW64) AppleWebKit/534+ (KHTML, like Gecko) BingPreview/1.0b',
  ],
  ['robot', 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)'],
  ['robot', 'WhatsApp/2.23.20.0'],
  ['robot', 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)'],
  ['robot', 'Mozilla/5.0 (compatible; Barracuda Link Protect)'],
  ['robot', 'Mozilla/5.0 Proofpoint URL Defense'],
  ['robot', 'curl/8.5.0'],
  ['robot', 'python-requests/2.32.3'],
  ['robot', 'Go-http-client/2.0'],
  [
    'robot',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/126.0.0.0 Safari/537.36',
  ],
];

it.each(agents)('EVENT-21 takes for %s: %s', (verdict, userAgent) => {
  expect(judgeHits([open({ userAgent })], sentAt)).toEqual([verdict]);
});

const alone: [string, Partial<Hit> & { after?: number }, Verdict][] = [
  ['HEAD', { head: true }, 'head'],
  ['a prefetch', { prefetch: true }, 'prefetch'],
  ['a click at once', { after: limits.trackingTooSoonMs - 1 }, 'too_soon'],
  ['a click before the mail was accepted', { after: -1 }, 'too_soon'],
  ['a click in time', { after: limits.trackingTooSoonMs }, 'human'],
];

it.each(alone)('EVENT-21 leaves %s out where it shows by itself', (_, more, verdict) => {
  expect(judgeHits([hit(more)], sentAt)).toEqual([verdict]);
});

it('EVENT-21 counts what came while it is not known when the mail was accepted', () => {
  expect(judgeHits([hit({ after: 0 })], null)).toEqual(['human']);
});

it('EVENT-21 changes its mind on earlier clicks once all links are followed', () => {
  const clicks = [0, 1, 2].map((link) => hit({ link, after: 60_000 + link * 1_000 }));
  expect(judgeHits(clicks.slice(0, 2), sentAt)).toEqual(['human', 'human']);
  expect(judgeHits(clicks, sentAt)).toEqual(['all_links', 'all_links', 'all_links']);
  const later = hit({ link: 1, after: 3_600_000 });
  expect(judgeHits([...clicks, later], sentAt).at(-1)).toBe('human');
});

it('EVENT-21 takes an open beside a burst for the same program, and one link for no burst', () => {
  const clicks = [0, 1, 2].map((link) => hit({ link }));
  expect(judgeHits([open(), ...clicks], sentAt)[0]).toBe('all_links');
  expect(judgeHits([open({ userAgent: 'Other' }), ...clicks], sentAt)[0]).toBe('human');
  const same = [0, 1, 2].map((second) => hit({ link: 4, after: 60_000 + second }));
  expect(judgeHits(same, sentAt)).toEqual(['human', 'human', 'human']);
  // One click that we and the provider both count is no burst.
  const both = [0, 1].flatMap((link) => [hit({ link }), hit({ link: -link - 1, provider: 'ses' })]);
  expect(judgeHits(both, sentAt)).toEqual(Array(4).fill('human'));
});

it('keeps a bounded number of requests, and the last click of a person', () => {
  const held: Hit[] = [];
  const add = (more: Hit) => {
    const index = indexFor(held, more, sentAt);
    if (index !== null) held[index] = more;
    return index;
  };
  for (let at = 0; at < 100; at += 1) add(hit({ after: 10_000 + at }));
  expect(held).toHaveLength(limits.trackingHitsPerLink);
  expect(held.map(({ at }) => at - sentAt)).toEqual([10_000, 10_001, 10_002, 10_003, 10_099]);
  // A robot takes no person's index.
  expect(add(hit({ after: 20_000, userAgent: 'curl/8' }))).toBeNull();
  for (let link = 1; link < 500; link += 1) add(hit({ link }));
  expect(held).toHaveLength(limits.trackingHitsPerSend);
});

it('sees in the headers that nobody looks yet', () => {
  expect(isPrefetch({ 'sec-purpose': 'prefetch;prerender' })).toBe(true);
  expect(isPrefetch({ purpose: 'prefetch' })).toBe(true);
  expect(isPrefetch({ 'x-moz': 'prefetch' })).toBe(true);
  expect(isPrefetch({ accept: 'image/*' })).toBe(false);
});
