import { withoutEndSlashes } from '../platform/url.ts';

/** The address that a sign-in link has; the code is behind it, where no server and no log sees it. */
export const signInPath = '/sign-in';

/** The address to which an application sends a browser, so that a person consents (OAUTH-02). */
export const authorizationPath = '/oauth/authorize';

/** The first part of every address that the console has, besides its start at `/`. */
export const consoleScreens = [
  ...['sign-in', 'flows', 'emails', 'layouts', 'components', 'themes', 'sequences'],
  ...['broadcasts', 'people', 'segments', 'guards', 'queue', 'renewals', 'reports', 'review'],
  ...['history', 'settings', 'operations', 'records', 'tokens', 'events'],
  ...['oauth', 'forms', 'webhooks-out'],
] as const;

/** The name of a screen, which is the first part of its addresses. */
export type ConsoleScreen = (typeof consoleScreens)[number];

/** The screen that a path belongs to: `start` for `/`, null for a path that the console does not have. */
export function consoleScreenOf(path: string): ConsoleScreen | 'start' | null {
  if (path === '/') return 'start';
  const [, first] = path.split('/');
  return consoleScreens.find((screen) => screen === first) ?? null;
}

/** Where to sign in on the way to a page of the mailbox, which is none of the console's screens. */
export function signInForMailbox(path: string): string {
  return `${signInPath}?${new URLSearchParams({ to: path })}`;
}

/** The page of the mailbox that a sign-in is for; null for any other, so that no link leads elsewhere. */
export function mailboxAfterSignIn(search: string): string | null {
  const to = new URLSearchParams(search).get('to') ?? '';
  const [before, first, mail = '1', ...more] = to.split('/');
  const isMail = Number.isInteger(Number(mail)) && more.length === 0;
  return before === '' && first === 'mailbox' && isMail ? to : null;
}

/** The link that signs in with a code. */
export function signInAddress(baseUrl: string, code: string): string {
  return `${withoutEndSlashes(baseUrl)}${signInPath}#${code}`;
}
