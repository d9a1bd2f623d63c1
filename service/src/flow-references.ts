import type { References } from '@postroad/core/flow/references';
import { listEmailStates } from '@postroad/store/email';
import { listFields } from '@postroad/store/field';
import { listTags } from '@postroad/store/tag';
import type { Tx } from '@postroad/store/transaction';

/** Everything a definition may refer to, as it stands in this transaction. */
export async function flowReferences(tx: Tx): Promise<References> {
  const fields = await listFields(tx);
  const tags = await listTags(tx);
  return {
    emails: await listEmailStates(tx),
    fields: new Map(fields.filter(({ active }) => active).map(({ key, type }) => [key, type])),
    tags: new Set(tags.map((tag) => tag.normalized)),
    tunables: new Map(),
  };
}
