import type { z } from 'zod';
import { parseMailbox } from '../people/address.ts';
import type { Issue } from '../platform/issue.ts';
import { isTimezone } from '../platform/timestamp.ts';
import { parseUrl } from '../platform/url.ts';
import type { profileOperations } from './profile-operations.ts';

type ProfileValues = z.output<typeof profileOperations.update_profile.input>;

/** Links start with it, so it is an origin with an optional path and nothing else. */
export function isBaseUrl(value: string): boolean {
  const url = parseUrl(value);
  if (url === null) return false;
  const { protocol, search, hash, username } = url;
  return (
    (protocol === 'http:' || protocol === 'https:') &&
    search === '' &&
    hash === '' &&
    username === ''
  );
}

/** What is wrong with values for the profile; those that are left out are not looked at. */
export function profileFaults(input: ProfileValues): Issue[] {
  const errors: Issue[] = [];
  const refuse = (path: string, message: string) =>
    errors.push({ path, code: 'value_invalid', message });
  if (input.timezone !== undefined && !isTimezone(input.timezone)) {
    refuse(
      'timezone',
      `"${input.timezone}" is not an IANA time zone. Use a name such as Europe/Lisbon.`,
    );
  }
  if (input.default_from_address !== undefined && !parseMailbox(input.default_from_address)) {
    refuse('default_from_address', 'default_from_address must be an address, or Name <address>.');
  }
  if (input.reply_to && !parseMailbox(input.reply_to)) {
    refuse('reply_to', 'reply_to must be an address, or Name <address>.');
  }
  if (input.base_url !== undefined && input.base_url !== null && !isBaseUrl(input.base_url)) {
    refuse('base_url', 'base_url must be an http or https address without query or fragment.');
  }
  return errors;
}
