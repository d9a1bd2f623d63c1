import type { Tunables } from '../account/tunables.ts';
import { isBlank } from '../content/compile/blank.ts';
import type { References } from '../flows/definition/references.ts';
import type { Account } from './records.ts';

/** What exists beside the tree: what people and events bring, and what is put away. */
export interface Surroundings {
  tags: ReadonlySet<string>;
  events: ReadonlySet<string>;
  /** Ids of emails that are archived, and so in no file. */
  archivedEmails: readonly number[];
  /** Ids of segments by key; those of new ones are not known yet. */
  segmentIds: ReadonlyMap<string, number>;
}

/** What flows and conditions may refer to once an account is as given. */
export function referencesTo(account: Account, around: Surroundings): References {
  const { field, email, sequence, flow, product, segment } = account;
  const ids = (records: readonly { id: number | null }[]) => records.flatMap(({ id }) => id ?? []);
  const emails = new Map(around.archivedEmails.map((id) => [id, { archived: true, blank: false }]));
  for (const one of email) {
    if (one.id !== null) emails.set(one.id, { archived: false, blank: isBlank(one) });
  }
  const off = sequence.filter(({ enabled }) => !enabled);
  const tunables = (account.settings.tunables ?? {}) as Tunables;
  return {
    fields: new Map(field.filter(({ active }) => active).map(({ key, type }) => [key, type])),
    tags: around.tags,
    events: around.events,
    emails,
    sequences: new Set(ids(sequence)),
    flows: new Set(flow.map(({ key }) => key)),
    products: new Set(product.map(({ key }) => key)),
    // Ids below zero belong to nothing.
    segments: new Map(
      segment.map(({ key }, index) => [key, around.segmentIds.get(key) ?? -1 - index]),
    ),
    tunables: new Map(Object.entries(tunables)),
    sequencesOff: new Set(ids(off)),
  };
}
