import type { preferenceCopy } from '../../account/preferences.ts';
import type { unsubscribeCopy } from '../../account/unsubscribe-page.ts';

/** Texts of the service's own that no setting replaces. */
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
 * Everything the hosted pages say, in one language. `{email}` is the person's address (SET-23).
 * Hyphens inside of words are U+2011, at which no line ends, and French signs follow U+00A0.
 */
export interface PageCopy {
  /** Texts of the unsubscribe page, which an operator may replace. */
  page: Readonly<Record<keyof typeof unsubscribeCopy, string>>;
  /** Texts of the preferences, the same. */
  preferences: Readonly<Record<keyof typeof preferenceCopy, string>>;
  fixed: Readonly<Record<FixedText, string>>;
}
