import { useRead } from '../platform/reads.ts';
import { t } from '../platform/words.ts';
import type { Preview } from './use-preview.ts';

interface InboxLineProps {
  preview: Preview | null;
  /** As it is written, for where no preview is there yet. */
  subject: string;
  from: string | null;
}

/** The name that an inbox shows for a sender. */
function senderOf(address: string): string {
  const name = /^\s*"?([^"<]*?)"?\s*</.exec(address)?.[1]?.trim();
  return name === undefined || name === '' ? address.replace(/[<>]/g, '') : name;
}

/** Subject and pre-header as an inbox lists the mail: one line, as much as there is room for (CON2-04). */
export function InboxLine({ preview, subject, from }: InboxLineProps) {
  const profile = useRead('get_profile', {}).data?.profile;
  const sender = senderOf(from ?? profile?.default_from_address ?? '');
  return (
    <section class="inbox" aria-label={t('email.inInbox')}>
      <span class="inbox-letter" aria-hidden="true">
        {sender.slice(0, 1).toUpperCase()}
      </span>
      <span class="inbox-from">{sender}</span>
      <p class="inbox-words">
        <strong>{(preview?.subject ?? subject) || t('email.noSubject')}</strong>
        {preview !== null && preview.pre_header !== '' && (
          <span class="quiet-text"> {preview.pre_header}</span>
        )}
      </p>
    </section>
  );
}
