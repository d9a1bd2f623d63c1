import { withoutEndSlashes } from '@postroad/core/platform/url';

/** The URL that opens the mailbox in a browser. */
export function mailboxAddress(url: string, key: string): string {
  return `${withoutEndSlashes(url)}/mailbox?key=${key}`;
}
