import { parseMailbox } from '../../people/address.ts';
import type { Issue } from '../../platform/issue.ts';

/** A mailbox of an email to store, trimmed and null if blank, or its fault. */
export function readMailbox(
  value: string | null,
  path: 'from_address' | 'reply_to' | 'from',
): { address: string | null; fault: null } | { address: null; fault: Issue } {
  const text = value?.trim() ?? '';
  if (text === '') return { address: null, fault: null };
  if (parseMailbox(text)) return { address: text, fault: null };
  const message = `${path} must be one address, as in hello@example.com or Name <hello@example.com>.`;
  return { address: null, fault: { path, code: 'address_invalid', message } };
}
