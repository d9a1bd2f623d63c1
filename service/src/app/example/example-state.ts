import { exampleResources } from '@postroad/core/account/example-operations';
import type { OperationOutput } from '@postroad/core/catalog/catalog';
import {
  type ExampleRow,
  findExample,
  readUse,
  takenKeys,
} from '@postroad/store/account/example/example-state';
import { countExample } from '@postroad/store/account/example/remove-example';
import type { Tx } from '@postroad/store/platform/transaction';
import { flows, guards, segments } from './automation.ts';
import { component, fields, products } from './content.ts';

const noIds = { emails: {}, sequences: {} } as unknown as Parameters<typeof flows>[0];
const keysOf = (records: readonly { key: string }[]) => records.map(({ key }) => key);

/** The keys that the example gives to its records. */
const keys = {
  flows: keysOf(flows(noIds)),
  segments: keysOf(segments),
  guards: keysOf(guards),
  components: [component.key],
  products: keysOf(products),
  fields: keysOf(fields),
};

/** Why the example cannot be loaded; null where it can. */
export async function whyNotLoadable(tx: Tx): Promise<string | null> {
  if ((await findExample(tx)) !== null) return 'The example is loaded already.';
  const use = await readUse(tx);
  if (use.people) return 'The account has people, and the example is for an empty one.';
  if (use.mail) return 'The account has sent mail, and the example is for an empty one.';
  const [taken] = await takenKeys(tx, keys);
  if (taken === undefined) return null;
  return `The account has a ${taken.noun} "${taken.key}" already, as the example does. Delete it first.`;
}

export type Example = OperationOutput<'get_example'>['example'];
type Resource = Example['records'][number]['resource'];

/** The API calls layouts templates. */
const tableOf = (resource: Resource) => (resource === 'templates' ? 'layouts' : resource);

export async function countsOf(tx: Tx, row: ExampleRow) {
  const counts = await countExample(tx, row, exampleResources.map(tableOf));
  return exampleResources.map((resource) => ({
    resource,
    count: counts.get(tableOf(resource)) ?? 0,
  }));
}

export async function exampleView(tx: Tx): Promise<Example> {
  const row = await findExample(tx);
  if (row === null) {
    const loadable = (await whyNotLoadable(tx)) === null;
    return { status: 'absent', loaded_at: null, loadable, records: [] };
  }
  const records = (await countsOf(tx, row)).map(({ resource, count }) => {
    const [first_id, last_id] = row.id_ranges[tableOf(resource)] ?? [null, null];
    const keys = resource === 'fields' ? row.field_keys : [];
    return { resource, count, first_id, last_id, keys };
  });
  const loadedAt = row.loaded_at.toISOString();
  return { status: 'loaded', loaded_at: loadedAt, loadable: false, records };
}

/** Clients read again whatever they show. */
export function tellAll(tx: Tx): void {
  const resources = ['people', 'flows', 'sequences', 'broadcasts', 'emails', 'segments', 'guards'];
  const others = ['templates', 'themes', 'components', 'products', 'fields', 'tags', 'queue'];
  for (const resource of [...resources, ...others, 'sends', 'events', 'imports']) {
    tx.work.tell({ resource, id: null, action: 'updated' });
  }
}
