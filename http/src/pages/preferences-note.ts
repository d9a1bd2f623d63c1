import type { HostedView, PageNews } from './hosted-view.ts';
import { html, type Markup, nothing } from './html.ts';
import { ofOperator, plainWithAddress, withAddress } from './shown-text.ts';

/** What stands above the toggles, and what the page is called by it. */
export interface Note {
  title: string;
  note: Markup;
}

const troubles = {
  stale: ['stale_headline', 'stale'],
  refused: ['refused_headline', 'refused'],
  incomplete: ['refused_headline', 'incomplete'],
} as const;

function isTrouble(news: PageNews): news is keyof typeof troubles {
  return news !== null && Object.hasOwn(troubles, news);
}

/** Whether they can choose at all, and what became of the last save. */
export function preferencesNote({ subscription, copy, links, news }: HostedView): Note {
  const { email, unsubscribed } = subscription.status;
  const title = copy.fixed('preferences_headline');
  if (unsubscribed) {
    const way = html`<a href="${links.tab('unsubscribe')}" data-tab="tab-unsubscribe">${copy.fixed('unlock')}</a>`;
    return { title, note: html`<div class="note">${copy.fixed('locked')}<br>${way}</div>\n` };
  }
  if (news === 'saved') {
    const saved = copy.preferences('success_message');
    return {
      title: plainWithAddress(saved, email),
      note: html`<p class="note good" role="status"${ofOperator(saved)}>${withAddress(saved, email)}</p>\n`,
    };
  }
  if (!isTrouble(news)) return { title, note: nothing };
  const [headline, text] = troubles[news];
  return {
    title: copy.fixed(headline),
    note: html`<div class="note" role="alert"><b>${copy.fixed(headline)}</b>${copy.fixed(text)}</div>\n`,
  };
}
