import { parseMailbox } from '../../people/address.ts';
import type { Issue } from '../../platform/issue.ts';

/** The from address of an email to store, trimmed and null if blank, or its fault. */
export function readFromAddress(
  value: string | null,
): { address: string | null; fault: null } | { address: null; fault: Issue } {
  const text = value?.trim() ?? '';
  if (text === '') return { address: null, fault: null };
  if (parseMailbox(text)) return { address: text, fault: null };
  const message =
    'from_address must be one address, as in hello@example.com or Name <hello@example.com>.';
  return { address: null, fault: { path: 'from_address', code: 'address_invalid', message } };
}
