import { createHmac } from 'node:crypto';
import type { ClaimedSend } from '@postroad/store/queue/send';

const oneClick: [name: string, value: string] = [
  'List-Unsubscribe-Post',
  'List-Unsubscribe=One-Click',
];
const senders = new WeakMap<Uint8Array, string>();

/**
 * The headers of a mail besides those of its message.
 *
 * Both headers of RFC 8058 §3, so that a mail client can unsubscribe with one POST. Mail to
 * subscribers, including mail of flows, is bulk mail to its receivers: `Precedence: bulk` keeps
 * automatic replies away (RFC 3834 §2). Transactional mail answers an act of its reader: it has neither,
 * and says by `Auto-Submitted` that no person wrote it (RFC 3834 §5). Feedback-ID lets Gmail count complaints by email and by
 * source. Its last field, of 5 to 15 characters, is the same in every mail of an installation. A
 * test gets neither.
 *
 * The link is of the person the mail is to. Where others get copies, one click would take that person out
 * in their place, so the link alone is there: it opens the page, which says whom it is about.
 */
export function mailHeaders(
  secretKey: Uint8Array,
  send: Pick<ClaimedSend, 'email_id' | 'source_kind' | 'source_id' | 'step_id'>,
  /** Null for transactional mail. */
  unsubscribe: string | null,
  hasCopies = false,
): [name: string, value: string][] {
  const headers: [string, string][] =
    unsubscribe === null
      ? [['Auto-Submitted', 'auto-generated']]
      : [['List-Unsubscribe', `<${unsubscribe}>`], ...(hasCopies ? [] : [oneClick])];
  const kind = send.source_kind;
  if (kind === 'test') return headers;
  const step = `step-${send.step_id ?? 0}`;
  const feedback = `email-${send.email_id ?? 0}:${kind}-${send.source_id ?? 0}:${step}:${senderOf(secretKey)}`;
  const all: [string, string][] = [...headers, ['Feedback-ID', feedback]];
  return unsubscribe === null ? all : [...all, ['Precedence', 'bulk']];
}

function senderOf(secretKey: Uint8Array): string {
  const known = senders.get(secretKey);
  if (known !== undefined) return known;
  const mark = createHmac('sha256', secretKey).update('feedback-id').digest('hex').slice(0, 12);
  const sender = `pr${mark}`;
  senders.set(secretKey, sender);
  return sender;
}
