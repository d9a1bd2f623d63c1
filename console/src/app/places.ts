import { isOperation, nouns, outlineNamed } from '../operations/contracts.ts';
import { nounAddress, recordsAddress } from '../operations/record-address.ts';
import type { WordKey } from '../words/en.ts';

export interface NavItem {
  path: string;
  label: WordKey;
  /** Letter that goes there after g. */
  key?: string;
  /** A noun whose records are not below it. */
  noun?: string;
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
      { path: '/queue', label: 'nav.queue', key: 'q', noun: 'sends' },
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
      { path: '/settings', label: 'nav.settings', noun: 'tokens' },
      { path: '/operations', label: 'nav.operations', key: 'o' },
    ],
  },
];

export const places: readonly NavItem[] = navigation.flatMap((group) => group.places);

const isBelow = (path: string, place: string) =>
  place === '/' ? path === '/' : path === place || path.startsWith(`${place}/`);

const placeBelow = (path: string) => places.find((place) => isBelow(path, place.path));

/** The noun that an address is of: that of the operation of a form, or of records. */
function nounIn(path: string): string | undefined {
  const [, name = ''] = /^\/operations\/(\w+)$/.exec(path) ?? [];
  if (isOperation(name)) return outlineNamed(name).noun;
  return nouns.find((noun) => isBelow(path, recordsAddress(noun)));
}

/**
 * The place that an address belongs to; the form of an operation to that of its records. What has no
 * place of its own belongs to the list of everything.
 */
export function placeOf(path: string): NavItem | undefined {
  const noun = nounIn(path);
  if (noun === undefined) return placeBelow(path);
  return (
    places.find((place) => place.noun === noun) ??
    placeBelow(nounAddress(noun)) ??
    placeBelow('/operations')
  );
}
