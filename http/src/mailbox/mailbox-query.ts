import { limits } from '@postroad/core/platform/limits';
import { type MailFilter, mailKinds } from '@postroad/service/app/mailbox';

/** What an address of the mailbox says: which mails are listed, and from where on. */
export interface MailboxQuery extends Omit<MailFilter, 'words'> {
  /** What was typed into the search. */
  text: string;
  /** Only mails before this id. */
  below: number | null;
}

function idOf(value: unknown): number | null {
  return typeof value === 'string' && /^[1-9]\d{0,14}$/.test(value) ? Number(value) : null;
}

/** Reads an address; what is no id and no kind is left out. */
export function readMailboxQuery(query: Readonly<Record<string, unknown>>): MailboxQuery {
  const { q, kind, email, source, below } = query;
  return {
    text: typeof q === 'string' ? q.trim().slice(0, limits.mailboxSearchChars).toWellFormed() : '',
    kind: mailKinds.find((one) => one === kind) ?? null,
    emailId: idOf(email),
    sourceId: idOf(source),
    below: idOf(below),
  };
}

/** The part of an address that `readMailboxQuery` reads, with its question mark; empty for all mail. */
export function mailboxQuery({ text, kind, emailId, sourceId, below }: MailboxQuery): string {
  const query = new URLSearchParams();
  for (const [name, value] of [
    ['q', text],
    ['kind', kind],
    ['email', emailId],
    ['source', sourceId],
    ['below', below],
  ] as const) {
    if (value !== null && value !== '') query.set(name, String(value));
  }
  return query.size === 0 ? '' : `?${query}`;
}

/** Which mails a query lists. */
export function filterOf({ text, kind, emailId, sourceId }: MailboxQuery): MailFilter {
  const words = text.toLowerCase().split(/\s+/u).filter(Boolean);
  return { words, kind, emailId, sourceId };
}
