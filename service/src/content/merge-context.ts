import type { MergeContext } from '@postroad/core/content/text/merge-context';
import type { ProfileRow } from '@postroad/store/account/profile';
import type { FreePerson } from '@postroad/store/people/person';
import type { Tx } from '@postroad/store/platform/transaction';

/** The value of `automation` in a mail; null outside renewal runs. */
export type Automation = MergeContext['automation'];

/** The value of `automation` in a mail of a flow to a person, or why there is none. */
export type PreviewBinding =
  | { automation: NonNullable<Automation>; unbound: null }
  | { automation: null; unbound: string };

/** Binds a renewal for a preview; the flows room provides it. */
export type PreviewAutomation = (
  tx: Tx,
  flowId: number,
  personId: number,
) => Promise<PreviewBinding>;

/** The values of one mail that are its own: the person, what led to it, and the moment. */
export interface MergeValues {
  person: Pick<FreePerson, 'id' | 'email' | 'first_name' | 'last_name' | 'timezone' | 'fields'>;
  /** Names of the tags. */
  tags: string[];
  event: { name: string; details: Record<string, unknown> } | null;
  /** Set for a message. */
  data?: MergeContext['data'];
  /** Set for a run that began for a renewal. */
  automation?: Automation;
  now: Date;
}

export interface MergeParts extends MergeValues {
  profile: Pick<ProfileRow, 'name' | 'timezone'>;
  unsubscribeUrl: string;
  preferencesUrl: string;
  confirmUrl?: string;
  mailingAddress: string;
}

/** The values with which one mail is rendered. */
export function mergeContext(parts: MergeParts): MergeContext {
  const { person, profile } = parts;
  return {
    now: parts.now.toISOString(),
    person: {
      id: person.id,
      email: person.email,
      first_name: person.first_name,
      last_name: person.last_name,
      timezone: person.timezone,
      fields: person.fields,
      tags: parts.tags,
    },
    event: parts.event,
    data: parts.data ?? null,
    automation: parts.automation ?? null,
    unsubscribe_url: parts.unsubscribeUrl,
    preferences_url: parts.preferencesUrl,
    ...(parts.confirmUrl !== undefined && { confirm_url: parts.confirmUrl }),
    mailing_address: parts.mailingAddress,
    account: { name: profile.name, timezone: profile.timezone },
  };
}
