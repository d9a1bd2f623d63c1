import { describeSchema, namesFor } from '@postroad/core/catalog/describe/describe-schema';
import type { AccountNames, NameKind } from '@postroad/core/catalog/describe/topic';
import { limits } from '@postroad/core/platform/limits';
import { listProductKeys } from '@postroad/store/billing/product';
import { listSegmentKeys } from '@postroad/store/conditions/segment';
import { listEmailTitles } from '@postroad/store/content/email';
import { listThemes } from '@postroad/store/content/theme';
import { listEventTypes } from '@postroad/store/events/event-type';
import { listFlowKeys } from '@postroad/store/flows/flow';
import { listFields } from '@postroad/store/people/field';
import { listTagNames } from '@postroad/store/people/tag';
import type { Tx } from '@postroad/store/platform/transaction';
import { listSequenceNames } from '@postroad/store/sequences/sequence';
import { type Handlers, read } from '../platform/handler.ts';

const limit = limits.describeNames;

/** One query for each kind. The default theme and the newest emails come first. */
const load: { [Kind in NameKind]: (tx: Tx) => Promise<AccountNames[Kind]> } = {
  event_types: async (tx) =>
    (await listEventTypes(tx, { q: null, after: 0, limit })).map(({ name }) => name),
  fields: async (tx) =>
    (await listFields(tx))
      .filter(({ active }) => active)
      .slice(0, limit)
      .map(({ key, type }) => ({ key, type })),
  tags: (tx) => listTagNames(tx, limit),
  themes: async (tx) => (await listThemes(tx)).slice(0, limit).map(({ key }) => key),
  emails: (tx) => listEmailTitles(tx, limit),
  flows: (tx) => listFlowKeys(tx, limit),
  products: (tx) => listProductKeys(tx, limit),
  segments: async (tx) => (await listSegmentKeys(tx, limit)).map(({ key }) => key),
  sequences: async (tx) =>
    (await listSequenceNames(tx, limit)).map(({ id, name }) => ({ id, title: name })),
};

export const schemaHandlers: Pick<Handlers, 'describe_schema'> = {
  describe_schema: read(async ({ topic = 'index', part = null }, { tx }) => {
    const names: AccountNames = {
      ...{ event_types: [], fields: [], tags: [], themes: [], emails: [] },
      ...{ flows: [], products: [], segments: [], sequences: [] },
    };
    const wanted = namesFor(topic, part);
    const put = async <Kind extends NameKind>(kind: Kind) => {
      names[kind] = await load[kind](tx);
    };
    for (const kind of wanted) await put(kind);
    return describeSchema(topic, part, names);
  }),
};
