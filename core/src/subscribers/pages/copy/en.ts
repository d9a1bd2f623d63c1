import { preferenceCopy } from '../../../account/preferences.ts';
import { unsubscribeCopy } from '../../../account/unsubscribe-page.ts';
import type { PageCopy } from '../page-text.ts';

export const en: PageCopy = {
  page: unsubscribeCopy,
  preferences: preferenceCopy,
  fixed: {
    confirm_headline: 'Unsubscribe from all email?',
    confirm_button: 'Unsubscribe',
    reason_question: 'Why are you leaving?',
    optional: 'optional',
    too_frequent: 'I get too many emails',
    not_relevant: 'The emails are not relevant to me',
    never_signed_up: 'I never signed up',
    other: 'Another reason',
    other_text: 'What is it?',
    tabs: 'Your subscription',
    preferences_headline: 'Your emails',
    locked: 'You are unsubscribed from all email. Resubscribe to change these choices.',
    unlock: 'Go to Resubscribe',
    stale_headline: 'These choices have changed',
    stale:
      'The list was changed after you opened this page, so nothing is saved yet. What you chose is filled in below. Look it over and save again.',
    refused_headline: 'Nothing was saved',
    refused:
      'These choices cannot be saved for you just now, so nothing was changed. Choose differently, or try again later.',
    incomplete: 'Part of the form did not arrive. Look over your choices and save again.',
    link_headline: 'This link does not work',
    link: 'It is incomplete or was changed on its way. Open it from the email again, or copy the whole address.',
    preview_headline: 'This is a preview',
    preview:
      'In an email that is sent, this link leads its reader to a page to unsubscribe or to choose.',
    busy_headline: 'Please try again in a moment',
    busy: 'This page is busy or under maintenance. Your link keeps working.',
    fault_headline: 'Something went wrong',
    fault: 'That is our fault, not yours. Please try again; your link keeps working.',
    reference: 'Reference',
    try_again: 'Try again',
  },
};
