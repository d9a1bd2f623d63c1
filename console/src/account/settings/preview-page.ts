import type { Settings } from '@postroad/core/account/settings';
import { type PageLanguage, shownCopy } from '@postroad/core/subscribers/pages/page-copy';
import { hostedParts } from '@postroad/http/pages/hosted-parts';
import type { HostedView } from '@postroad/http/pages/hosted-view';
import { pageMarkup } from '@postroad/http/pages/page-markup';
import { pageStyle } from '@postroad/http/pages/page-style';

/** The states of the page that can be looked at. */
export const pageStates = ['unsubscribe', 'preferences', 'unsubscribed', 'resubscribed'] as const;

export type PageState = (typeof pageStates)[number];

interface Preview {
  settings: Settings;
  sender: string;
  state: PageState;
  language: PageLanguage;
}

/** Somebody who reads the page. */
const reader = 'maya@example.com';

const noLinks: HostedView['links'] = {
  ...{ page: '', resubscribe: '', preferences: '' },
  ...{ tab: () => '', done: () => '' },
};

/** The page as a reader sees it, drawn by what serves it; its links and forms lead nowhere. */
export function previewPage({ settings, sender, state, language }: Preview): string {
  const { enabled, toggles } = settings['sending.subscription_preferences'];
  const isHosted = enabled && settings['sending.unsubscribe_page_url'] === '';
  const shown = toggles.map(({ id, label, description }, index) => ({
    ...{ id, label, description: description ?? null },
    on: index === 0,
  }));
  const unsubscribed = state === 'unsubscribed';
  const parts = hostedParts({
    subscription: {
      status: { email: reader, unsubscribed, unsubscribed_at: null, reason: null },
      account_name: sender,
      settings,
      preferences: isHosted ? { revision: '', toggles: shown } : null,
    },
    copy: shownCopy(language, settings),
    links: noLinks,
    tab: state === 'preferences' ? 'preferences' : 'unsubscribe',
    outcome: state === 'resubscribed' ? 'resubscribed' : null,
    selected: new Map(),
  });
  const html = pageMarkup(parts, pageStyle(settings['sending.unsubscribe_page.button_color']));
  return html.replaceAll(' href=""', '');
}
