import { contentInput } from '@postroad/core/content/email-operations';
import { invalid, Refusal } from '@postroad/core/platform/refusal';
import type { EmailContent, EmailRow } from '@postroad/store/content/email';
import { type EmailDraftRow, findEmailDraft } from '@postroad/store/content/email-draft';
import type { Tx } from '@postroad/store/platform/transaction';
import { contentAfter } from './email-content.ts';

/** The draft beside an email. Throws a 404 where there is none. */
export async function getEmailDraft(
  tx: Tx,
  emailId: number,
  lock?: 'for update',
): Promise<EmailDraftRow> {
  const draft = await findEmailDraft(tx, emailId, lock);
  if (draft) return draft;
  throw new Refusal('not_found', `Email ${emailId} has no draft. Save one first.`);
}

/** The email as it would be published. */
export function contentOfDraft(email: EmailRow, { content }: EmailDraftRow): EmailContent {
  return contentAfter(email, contentInput.parse(content));
}

/** Throws a 422 where content was sent beside `draft`. */
export function draftAlone(others: readonly unknown[], names: string): void {
  if (others.every((other) => other === undefined)) return;
  const message = `draft and ${names} exclude each other. Leave one of them out.`;
  throw invalid([{ path: 'draft', code: 'value_invalid', message }]);
}
