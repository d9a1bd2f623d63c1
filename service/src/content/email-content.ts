import type { OperationInput } from '@postroad/core/catalog/catalog';
import type { Translation, Translations } from '@postroad/core/content/compile/email';
import { readMailbox } from '@postroad/core/content/compile/from-address';
import { languageTag, tidyTranslations } from '@postroad/core/content/compile/translations';
import { limits } from '@postroad/core/platform/limits';
import { invalid } from '@postroad/core/platform/refusal';
import type { EmailContent } from '@postroad/store/content/email';

function mailboxOf(value: string | null, path: 'from_address' | 'reply_to'): string | null {
  const { address, fault } = readMailbox(value, path);
  if (fault) throw invalid([fault]);
  return address;
}

/** Throws a 422 for a key that is no language, or the same as another, and for too many. */
function checkedTranslations(given: Translations): Record<string, Translation> {
  const fault = (path: string, message: string) =>
    invalid([{ path, code: 'value_invalid', message }]);
  const seen = new Set<string>();
  for (const language of Object.keys(given)) {
    const path = `translations.${language}`;
    const tag = languageTag(language);
    if (tag === null) {
      const message = `"${language}" is no language tag (BCP 47), such as de or pt-BR.`;
      throw fault(path, message);
    }
    if (seen.has(tag)) throw fault(path, `The language ${tag} is there twice.`);
    seen.add(tag);
  }
  const most = limits.emailLanguages;
  if (seen.size > most) throw fault('translations', `An email has at most ${most} translations.`);
  return tidyTranslations(given);
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
    translations:
      input.translations === undefined
        ? held.translations
        : checkedTranslations(input.translations),
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
