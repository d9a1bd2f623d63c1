import { preferences } from '@postroad/core/account/preferences';
import { settingsWith } from '@postroad/core/account/settings';
import { shownCopy } from '@postroad/core/subscribers/pages/page-copy';
import { hostedPage } from '@postroad/http/pages/hosted-page';
import { type HostedView, pageLinks } from '@postroad/http/pages/hosted-view';

const settings = settingsWith(
  new Map<string, unknown>([
    ['sending.subscription_preferences', { ...preferences.default, enabled: true }],
    ['sending.unsubscribe_page.button_color', '#1f6f54'],
  ]),
);

const toggles = [
  {
    id: 'newsletter',
    label: 'The weekly newsletter',
    description: 'New beans, recipes and stories from the roastery, each Thursday morning.',
    on: true,
  },
  { id: 'offers', label: 'Offers', description: 'At most twice a month.', on: false },
  { id: 'tastings', label: 'Tastings near you', description: null, on: true },
];

/** The hosted page of a coffee roaster's subscriber, in one of its states. */
export function samplePage(state: Partial<HostedView> & { unsubscribed?: boolean }): string {
  const { unsubscribed = false, ...view } = state;
  return hostedPage({
    subscription: {
      status: { email: 'ada@example.com', unsubscribed, unsubscribed_at: null, reason: null },
      account_name: 'Acme Coffee Roasters',
      settings,
      preferences: { revision: 'sample', toggles },
    },
    copy: shownCopy('en', settings),
    links: pageLinks('sample', false),
    tab: 'unsubscribe',
    outcome: null,
    selected: new Map(),
    ...view,
  }).html;
}
