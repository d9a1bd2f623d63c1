/** The URL that opens the mailbox in a browser. */
export function mailboxAddress(url: string, key: string): string {
  return `${url.replace(/\/+$/, '')}/mailbox?key=${key}`;
}
