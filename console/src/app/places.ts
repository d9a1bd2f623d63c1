import type { WordKey } from '../words/en.ts';

export interface NavItem {
  path: string;
  label: WordKey;
  /** Letter that goes there after g. */
  key?: string;
}

interface Group {
  label: WordKey | null;
  places: readonly NavItem[];
}

/** The main navigation, in groups. */
export const navigation: readonly Group[] = [
  { label: null, places: [{ path: '/', label: 'nav.now', key: 'n' }] },
  {
    label: 'nav.groupRun',
    places: [
      { path: '/flows', label: 'nav.flows', key: 'f' },
      { path: '/sequences', label: 'nav.sequences' },
      { path: '/broadcasts', label: 'nav.broadcasts', key: 'b' },
      { path: '/records/messages', label: 'noun.messages' },
      { path: '/queue', label: 'nav.queue', key: 'q' },
      { path: '/renewals', label: 'nav.renewals' },
    ],
  },
  {
    label: 'nav.groupPeople',
    places: [
      { path: '/people', label: 'nav.people', key: 'p' },
      { path: '/segments', label: 'nav.segments', key: 's' },
      { path: '/guards', label: 'nav.guards' },
      { path: '/forms', label: 'noun.forms' },
    ],
  },
  {
    label: 'nav.groupWrite',
    places: [
      { path: '/emails', label: 'nav.emails', key: 'e' },
      { path: '/layouts', label: 'nav.layouts' },
      { path: '/components', label: 'nav.components' },
      { path: '/themes', label: 'nav.themes' },
    ],
  },
  {
    label: 'nav.groupWatch',
    places: [
      { path: '/reports', label: 'nav.reports', key: 'r' },
      { path: '/webhooks-out', label: 'noun.webhook-endpoints' },
      { path: '/review', label: 'nav.review' },
      { path: '/history', label: 'nav.history', key: 'h' },
      { path: '/settings', label: 'nav.settings' },
      { path: '/operations', label: 'nav.operations', key: 'o' },
    ],
  },
];

export const places: readonly NavItem[] = navigation.flatMap((group) => group.places);

/** Whether an address is at a place or below it. */
export function isAt(path: string, place: string): boolean {
  return place === '/' ? path === '/' : path === place || path.startsWith(`${place}/`);
}
