import type { ShownCopy } from '@postroad/core/subscribers/pages/page-copy';
import type { SubscriptionPage } from '@postroad/service/subscribers/subscription-page';

export type PageTab = 'unsubscribe' | 'preferences';

/** The result of the request that led to this page. */
export type PageOutcome = 'resubscribed' | 'saved' | 'stale' | 'refused' | 'incomplete' | null;

/** The data of a hosted page. */
export interface HostedView {
  subscription: SubscriptionPage;
  copy: ShownCopy;
  links: PageLinks;
  tab: PageTab;
  outcome: PageOutcome;
  /** Selections that could not be saved, by the id of the toggle. */
  selected: ReadonlyMap<string, boolean>;
}

/** Relative URLs of the pages of one token; they work below any path prefix of a proxy. */
export interface PageLinks {
  page: string;
  tab(tab: PageTab): string;
  done(tab: PageTab, outcome: 'resubscribed' | 'saved'): string;
  resubscribe: string;
  preferences: string;
}

/** `below` is whether the page is served below the token's own URL. */
export function pageLinks(token: string, below: boolean): PageLinks {
  const page = `${below ? '../' : ''}${token}`;
  return {
    page,
    tab: (tab) => `${page}?tab=${tab}`,
    done: (tab, outcome) => `${page}?tab=${tab}&done=${outcome}`,
    resubscribe: `${page}/resubscribe`,
    preferences: `${page}/preferences`,
  };
}
