import type { MergeContext } from '@postroad/core/content/text/merge-context';
import type { ProfileRow } from '@postroad/store/account/instance';
import type { FreePerson } from '@postroad/store/people/person';
import type { Tx } from '@postroad/store/platform/transaction';

/** What `automation` stands for in a mail; null outside of renewal runs. */
export type Automation = MergeContext['automation'];

/** What a mail of a flow to a person would hold for it; flows hand it in. */
export type PreviewAutomation = (tx: Tx, flowId: number, personId: number) => Promise<Automation>;

export interface MergeParts {
  person: FreePerson;
  /** Tags by name. */
  tags: string[];
  event: { name: string; details: Record<string, unknown> } | null;
  /** Of a run that began for a renewal. */
  automation?: Automation;
  profile: ProfileRow;
  now: Date;
  unsubscribeUrl: string;
  preferencesUrl: string;
  mailingAddress: string;
}

/** What one mail is filled in with. */
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
    automation: parts.automation ?? null,
    unsubscribe_url: parts.unsubscribeUrl,
    preferences_url: parts.preferencesUrl,
    mailing_address: parts.mailingAddress,
    account: { name: profile.name, timezone: profile.timezone },
  };
}
