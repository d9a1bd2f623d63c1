import type { OperationInput } from '@postroad/core/catalog/catalog';
import { readMailbox } from '@postroad/core/content/compile/from-address';
import { invalid } from '@postroad/core/platform/refusal';
import type { EmailContent } from '@postroad/store/content/email';

function mailboxOf(value: string | null, path: 'from_address' | 'reply_to'): string | null {
  const { address, fault } = readMailbox(value, path);
  if (fault) throw invalid([fault]);
  return address;
}

/** The content after a write; fields that were not sent are unchanged (EMAIL-18). */
export function contentAfter(
  held: EmailContent,
  input: OperationInput<'create_email'>,
): EmailContent {
  return {
    title: input.title === undefined ? held.title : input.title || null,
    subject: input.subject ?? held.subject,
    pre_header: input.pre_header ?? held.pre_header,
    from_address:
      input.from_address === undefined
        ? held.from_address
        : mailboxOf(input.from_address, 'from_address'),
    reply_to: input.reply_to === undefined ? held.reply_to : mailboxOf(input.reply_to, 'reply_to'),
    body_markdown: input.body_markdown ?? held.body_markdown,
    translations: input.translations ?? held.translations,
    labels: input.labels ?? held.labels,
    layout_id: input.template_id === undefined ? held.layout_id : input.template_id,
    tracking: input.tracking ?? held.tracking,
    kind: input.kind ?? held.kind,
  };
}

/** Content under the names of the API. */
export function contentView({ layout_id, ...content }: EmailContent) {
  const { labels, tracking, kind, ...texts } = content;
  return { ...texts, labels, template_id: layout_id, tracking, kind };
}
