import { profileFaults } from '@postroad/core/account/profile';
import { invalid } from '@postroad/core/platform/refusal';
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
    const errors = profileFaults(input);
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
