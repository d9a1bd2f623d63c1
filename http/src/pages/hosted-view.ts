import type { ShownCopy } from '@postroad/core/subscribers/pages/page-copy';
import type { SubscriptionPage } from '@postroad/service/subscribers/subscription-page';

export type PageTab = 'unsubscribe' | 'preferences';

/** What has just been done, or could not be. */
export type PageNews = 'resubscribed' | 'saved' | 'stale' | 'refused' | 'incomplete' | null;

/** Everything a hosted page is made of. */
export interface HostedView {
  subscription: SubscriptionPage;
  copy: ShownCopy;
  links: PageLinks;
  tab: PageTab;
  news: PageNews;
  /** What was selected and could not be saved, by the id of the toggle. */
  selected: ReadonlyMap<string, boolean>;
}

/** Addresses below one token, from where a page stands; they hold below any prefix of a proxy. */
export interface PageLinks {
  page: string;
  tab(tab: PageTab): string;
  done(tab: PageTab, news: 'resubscribed' | 'saved'): string;
  resubscribe: string;
  preferences: string;
}

/** `below` where the page answers one of the addresses below the token. */
export function pageLinks(token: string, below: boolean): PageLinks {
  const page = `${below ? '../' : ''}${token}`;
  return {
    page,
    tab: (tab) => `${page}?tab=${tab}`,
    done: (tab, news) => `${page}?tab=${tab}&done=${news}`,
    resubscribe: `${page}/resubscribe`,
    preferences: `${page}/preferences`,
  };
}
