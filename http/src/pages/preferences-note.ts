import type { HostedView, PageOutcome } from './hosted-view.ts';
import { html, type Markup, nothing } from './html.ts';
import { customTextAttributes, emphasizeEmail, insertEmail } from './shown-text.ts';

/** The note above the toggles, and the title that it gives the page. */
export interface Note {
  title: string;
  note: Markup;
}

const failures = {
  stale: ['stale_headline', 'stale'],
  refused: ['refused_headline', 'refused'],
  incomplete: ['refused_headline', 'incomplete'],
} as const;

function isFailure(outcome: PageOutcome): outcome is keyof typeof failures {
  return outcome !== null && Object.hasOwn(failures, outcome);
}

/** Says why the toggles are locked, or the result of the last save. */
export function preferencesNote({ subscription, copy, links, outcome }: HostedView): Note {
  const { email, unsubscribed } = subscription.status;
  const title = copy.fixed('preferences_headline');
  if (unsubscribed) {
    const link = html`<a href="${links.tab('unsubscribe')}" data-tab="tab-unsubscribe">${copy.fixed('unlock')}</a>`;
    return { title, note: html`<div class="note">${copy.fixed('locked')}<br>${link}</div>\n` };
  }
  if (outcome === 'saved') {
    const saved = copy.preferences('success_message');
    return {
      title: insertEmail(saved, email),
      note: html`<p class="note good" role="status"${customTextAttributes(saved)}>${emphasizeEmail(saved, email)}</p>\n`,
    };
  }
  if (!isFailure(outcome)) return { title, note: nothing };
  const [headline, text] = failures[outcome];
  return {
    title: copy.fixed(headline),
    note: html`<div class="note" role="alert"><b>${copy.fixed(headline)}</b>${copy.fixed(text)}</div>\n`,
  };
}
