/** Texts of the pages and the mail of forms. `{email}` and `{form}` are filled in. */
export type FormText =
  | 'address'
  | 'required'
  | 'optional'
  | 'submit'
  | 'agree'
  | 'choose'
  | 'sent_headline'
  | 'sent'
  | 'done_headline'
  | 'done'
  | 'errors'
  | 'error_address'
  | 'error_required'
  | 'error_date'
  | 'error_number'
  | 'error_choice'
  | 'error_long'
  | 'confirm_headline'
  | 'confirm'
  | 'confirm_button'
  | 'expired_headline'
  | 'expired'
  | 'again'
  | 'gone_headline'
  | 'gone'
  | 'limited_headline'
  | 'limited'
  | 'unsent'
  | 'foreign_headline'
  | 'foreign'
  | 'mail_subject'
  | 'mail_intro'
  | 'mail_button'
  | 'mail_ignore';

/**
 * All of them in one language. Hyphens inside words are U+2011, where no line breaks, and French
 * punctuation follows U+00A0.
 */
export type FormCopy = Readonly<Record<FormText, string>>;
