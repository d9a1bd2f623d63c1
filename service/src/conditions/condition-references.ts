import type { ConditionReferences } from '@postroad/core/conditions/facts';
import { listProductKeys } from '@postroad/store/billing/product';
import { listSegmentKeys } from '@postroad/store/conditions/segment';
import { listEmailStates } from '@postroad/store/content/email';
import { listEventNames } from '@postroad/store/events/event-type';
import { listFlowKeys } from '@postroad/store/flows/flow';
import { listPurposes } from '@postroad/store/people/consent';
import { listFields } from '@postroad/store/people/field';
import { listTags } from '@postroad/store/people/tag';
import type { Tx } from '@postroad/store/platform/transaction';
import { listSequenceNames } from '@postroad/store/sequences/sequence';

/** Everything a condition may refer to, in this transaction. */
export async function conditionReferences(tx: Tx): Promise<ConditionReferences> {
  const [fields, tags, events, emails, sequences, flows, products, segments, purposes] =
    await Promise.all([
      listFields(tx),
      listTags(tx),
      listEventNames(tx),
      listEmailStates(tx),
      listSequenceNames(tx, null),
      listFlowKeys(tx, null),
      listProductKeys(tx, null),
      listSegmentKeys(tx, null),
      listPurposes(tx),
    ]);
  return {
    fields: new Map(fields.filter(({ active }) => active).map(({ key, type }) => [key, type])),
    tags: new Set(tags.map((tag) => tag.normalized)),
    events: new Set(events),
    purposes: new Set(['marketing', ...purposes]),
    emails,
    sequences: new Set(sequences.map(({ id }) => id)),
    keys: {
      email: [...emails.values()].map(({ key }) => key),
      sequence: sequences.map(({ key }) => key),
    },
    flows: new Set(flows),
    products: new Set(products),
    segments: new Map(segments.map(({ key, id }) => [key, id])),
  };
}
