import type { preferenceCopy } from '../../account/preferences.ts';
import type { unsubscribeCopy } from '../../account/unsubscribe-page.ts';

/** Texts that no setting replaces. */
export type FixedText =
  | 'confirm_headline'
  | 'confirm_button'
  | 'reason_question'
  | 'optional'
  | 'too_frequent'
  | 'not_relevant'
  | 'never_signed_up'
  | 'other'
  | 'other_text'
  | 'tabs'
  | 'preferences_headline'
  | 'locked'
  | 'unlock'
  | 'stale_headline'
  | 'stale'
  | 'refused_headline'
  | 'refused'
  | 'incomplete'
  | 'link_headline'
  | 'link'
  | 'preview_headline'
  | 'preview'
  | 'busy_headline'
  | 'busy'
  | 'fault_headline'
  | 'fault'
  | 'reference'
  | 'try_again';

/**
 * All texts of the hosted pages in one language. `{email}` is the person's address (SET-23).
 * Hyphens inside words are U+2011, where no line breaks, and French punctuation follows U+00A0.
 */
export interface PageCopy {
  /** Texts of the unsubscribe page, which an operator may replace. */
  page: Readonly<Record<keyof typeof unsubscribeCopy, string>>;
  /** Texts of the preferences, which an operator may replace. */
  preferences: Readonly<Record<keyof typeof preferenceCopy, string>>;
  fixed: Readonly<Record<FixedText, string>>;
}
