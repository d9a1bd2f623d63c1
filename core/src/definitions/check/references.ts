import type { Tunables } from '../../account/tunables.ts';
import type { EmailState } from '../../conditions/facts.ts';
import { isBlank } from '../../content/compile/blank.ts';
import type { References } from '../../flows/definition/references.ts';
import { isObject, own } from '../../platform/json.ts';
import type { Account } from '../records.ts';

/** Existing records that files do not define: those from people and events, and archived ones. */
export interface Surroundings {
  tags: ReadonlySet<string>;
  events: ReadonlySet<string>;
  /** Ids of archived emails, which have no file. */
  archivedEmails: readonly number[];
  /** The present moment; left out without an account. */
  now?: Date;
  /** Ids of segments by key; new ones are not known yet. */
  segmentIds: ReadonlyMap<string, number>;
  /** Webhook endpoints, which have no file; left out without an account. */
  endpoints?: NonNullable<References['endpoints']>;
}

/** The records that flows and conditions may refer to in this account. */
export function referencesTo(account: Account, around: Surroundings): References {
  const { field, email, sequence, flow, product, segment, form } = account;
  const ids = (records: readonly { id: number | null }[]) => records.flatMap(({ id }) => id ?? []);
  const archived: EmailState = { archived: true, blank: false, transactional: false };
  const emails = new Map(around.archivedEmails.map((id) => [id, archived]));
  for (const one of email) {
    const transactional = one.kind === 'transactional';
    const state = { archived: false, blank: isBlank(one), transactional };
    if (one.id !== null) emails.set(one.id, state);
  }
  const off = sequence.filter(({ enabled }) => !enabled);
  const tunables = (account.settings.tunables ?? {}) as Tunables;
  const toggles = togglesOf(account.settings['sending.subscription_preferences']);
  return {
    fields: new Map(field.filter(({ active }) => active).map(({ key, type }) => [key, type])),
    tags: around.tags,
    events: around.events,
    purposes: new Set(['marketing', ...form.map(({ purpose }) => purpose), ...toggles]),
    emails,
    sequences: new Set(ids(sequence)),
    flows: new Set(flow.map(({ key }) => key)),
    products: new Set(product.map(({ key }) => key)),
    // Negative ids belong to no record.
    segments: new Map(
      segment.map(({ key }, index) => [key, around.segmentIds.get(key) ?? -1 - index]),
    ),
    tunables: new Map(Object.entries(tunables)),
    sequencesOff: new Set(ids(off)),
    ...(around.now && { now: around.now }),
    ...(around.endpoints && { endpoints: around.endpoints }),
  };
}

/** The ids of preference toggles; takes any JSON, since settings are checked later. */
function togglesOf(preferences: unknown): string[] {
  const toggles = isObject(preferences) ? own(preferences, 'toggles') : [];
  if (!Array.isArray(toggles)) return [];
  return toggles.flatMap((toggle: unknown) => {
    const id = isObject(toggle) ? own(toggle, 'id') : null;
    return typeof id === 'string' ? [id] : [];
  });
}
