import { ValueError } from '../platform/issue.ts';
import { quoted } from '../platform/json.ts';
import { limits } from '../platform/limits.ts';
import { type SettingRule, trimmedText } from './setting-rule.ts';

/** Default copy of the unsubscribe page (SET-15, SET-16, SET-18, SET-19). */
export const unsubscribeCopy = {
  introduction: '{email} will stop getting all email from us.',
  status: 'Done',
  headline: "You're unsubscribed.",
  confirmation: "{email} won't get any more email from us.",
  button_text: 'Resubscribe',
  hint: 'Clicked by mistake? This puts you back.',
  resubscribed_status: 'Welcome back',
  resubscribed_headline: "You're subscribed again.",
  resubscribed_confirmation: '{email} will keep getting email from us.',
  resubscribed_button_text: 'Unsubscribe',
  resubscribed_hint: "Changed your mind again? One click and you're out.",
} as const;

/** The accent color of the pages (SET-17). */
const accentColor = '#2563eb';

/** One text of the page; a blank value restores its default (SET-20, SET-21). */
export function copyText(part: keyof typeof unsubscribeCopy): SettingRule<string> {
  const after = part.startsWith('resubscribed_') ? 'after resubscribing' : 'after unsubscribing';
  const when = part === 'introduction' ? 'before unsubscribing' : after;
  const about = unsubscribeCopy[part].includes('{email}') ? '; {email} is the address' : '';
  return {
    type: 'string',
    help: `Shown ${when}${about}. Blank restores the default.`,
    default: unsubscribeCopy[part],
    read: (value, { path }) => trimmedText(value, path, limits.unsubscribeCopyChars) || undefined,
  };
}

/** SET-17. */
export const buttonColor: SettingRule<string> = {
  type: 'string',
  help: 'Hex color of the button. Blank restores the default.',
  default: accentColor,
  read(value, { path }) {
    const color = trimmedText(value, path, limits.unsubscribeCopyChars);
    if (color === '') return undefined;
    if (/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(color)) return color;
    throw new ValueError(path, `must be a hex color such as ${accentColor}, not ${quoted(color)}.`);
  },
};

const fullUrl =
  /^https?:\/\/(?:[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}.-]*[\p{L}\p{N}\p{M}])?\.?|\[[0-9a-f:.]+\])(?::\d{1,5})?(?:[/?#][^\s\p{Cc}"<>\\^`]*)?$/iu;

/** Where the reader is redirected after unsubscribing, instead of the hosted page (SET-12). */
export const unsubscribePageUrl: SettingRule<string> = {
  type: 'string',
  help: 'Blank: the hosted page. A URL: where people land once unsubscribed, ?token=… added or for {token}; turns hosted preferences off.',
  default: '',
  read(value, { path }) {
    const url = trimmedText(value, path, limits.urlChars);
    if (url === '' || fullUrl.test(url)) return url;
    throw new ValueError(path, `must be blank or a full http or https URL, not ${quoted(url)}.`);
  },
};
