import type { EmailKind } from '@postroad/core/content/compile/email';
import { holdsConfirmLink } from '@postroad/core/content/text/confirm-link';
import type { Issue } from '@postroad/core/platform/issue';
import type { Tx } from '@postroad/store/platform/transaction';
import { holderNames, recordHolders } from '../platform/record-holders.ts';

/** Warns that forms send their built-in mail in place of an email that cannot confirm (FORM-08). */
export async function confirmWarnings(
  tx: Tx,
  id: number,
  { kind, body_markdown: body }: { kind: EmailKind; body_markdown: string },
): Promise<Issue[]> {
  if (kind === 'transactional' && holdsConfirmLink(body)) return [];
  const users = await recordHolders(tx, { kind: 'email', ids: [id] }, { every: true });
  const forms = users.filter((user) => user.kind === 'form');
  if (forms.length === 0) return [];
  const isMarketing = kind === 'marketing';
  const link = '{{ confirm_url }}';
  const why = isMarketing
    ? `Email ${id} is a marketing email, so the built-in mail confirms sign-ups in its place.`
    : `Email ${id} does not hold ${link}, so the built-in mail confirms sign-ups in its place.`;
  const message = `${why} Email ${id} is in use by ${holderNames(forms)}.`;
  return [
    isMarketing
      ? { path: 'kind', code: 'email_not_transactional', message }
      : { path: 'body_markdown', code: 'confirm_url_missing', message },
  ];
}
