import type { OperationInput } from '@postroad/core/catalog/catalog';
import { parseMailbox } from '@postroad/core/people/address';
import type { Issue } from '@postroad/core/platform/issue';
import { invalid } from '@postroad/core/platform/refusal';
import { isTimezone } from '@postroad/core/platform/timestamp';
import {
  type RevisedProfileRow,
  readRevisedProfile,
  writeProfile,
} from '@postroad/store/account/profile';
import { lockPeopleShared } from '@postroad/store/people/person';
import type { Tx } from '@postroad/store/platform/transaction';
import { type Handlers, read, transaction } from '../platform/handler.ts';
import type { AccountFacts } from './account-facts.ts';
import { defaultSender, type SenderConfig } from './sender.ts';

/** Links start with it, so it is an origin with an optional path and nothing else. */
function isBaseUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, search, hash, username } = new URL(value);
  return (
    (protocol === 'http:' || protocol === 'https:') &&
    search === '' &&
    hash === '' &&
    username === ''
  );
}

function faults(input: OperationInput<'update_profile'>): Issue[] {
  const errors: Issue[] = [];
  const refuse = (path: string, message: string) =>
    errors.push({ path, code: 'value_invalid', message });
  if (input.timezone !== undefined && !isTimezone(input.timezone)) {
    refuse(
      'timezone',
      `${input.timezone} is not an IANA time zone. Use a name such as Europe/Lisbon.`,
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

/** Prevents the person from being deleted until the profile refers to them. */
async function requirePerson(tx: Tx, id: number): Promise<void> {
  if ((await lockPeopleShared(tx, [id])).has(id)) return;
  const message = `There is no person ${id}. List the people to find the right id.`;
  throw invalid([{ path: 'preview_person_id', code: 'person_unknown', message }]);
}

/** The parts of the service that saving the profile needs. */
export interface ProfileDeps {
  facts: Pick<AccountFacts, 'sendTimesChanged'>;
  config: Pick<SenderConfig, 'mailFrom'>;
}

/** With the sender that mail has, MAIL_FROM too. */
function shownProfile(
  config: ProfileDeps['config'],
  { settings_revision: _, ...profile }: RevisedProfileRow,
) {
  return { ...profile, default_from_address: defaultSender(config, profile) };
}

export const profileHandlers: Pick<Handlers<ProfileDeps>, 'get_profile' | 'update_profile'> = {
  get_profile: read(async (_input, { tx, deps }) => {
    return { profile: shownProfile(deps.config, await readRevisedProfile(tx)) };
  }),
  update_profile: transaction(async (input, { tx, deps }) => {
    const errors = faults(input);
    if (errors.length > 0) throw invalid(errors);
    if (input.preview_person_id) await requirePerson(tx, input.preview_person_id);
    const before = await readRevisedProfile(tx, 'for update');
    const { reply_to = before.reply_to, ...rest } = input;
    const after = { ...before, ...definedOnly(rest), reply_to: reply_to || null };
    const profile = { ...after, revision: await writeProfile(tx, after) };
    // Send windows follow the clock of the new zone.
    const moved = profile.timezone !== before.timezone;
    // Mail without a sender waits as mail outside its window does.
    const named = profile.default_from_address !== before.default_from_address;
    if (moved || named) await deps.facts.sendTimesChanged.publish(tx);
    return { profile: shownProfile(deps.config, profile) };
  }),
};

/** Fields left out are unchanged. */
function definedOnly<T extends object>(input: T): { [Key in keyof T]: Exclude<T[Key], undefined> } {
  const entries = Object.entries(input).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Key in keyof T]: Exclude<T[Key], undefined> };
}
