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
  const fault =
    kind === 'transactional'
      ? {
          path: 'body_markdown',
          code: 'confirm_url_missing',
          why: 'does not hold {{ confirm_url }}',
        }
      : { path: 'kind', code: 'email_not_transactional', why: 'is a marketing email' };
  const message = `Email ${id} ${fault.why}, so the built-in mail confirms sign-ups in place of it: it is in use by ${holderNames(forms)}.`;
  return [{ path: fault.path, code: fault.code, message }];
}
