import type { OperationName, OperationRequest } from '@postroad/core/catalog/catalog';
import { isObject } from '@postroad/core/platform/json';
import { limits } from '@postroad/core/platform/limits';
import { nounWords } from '../operations/catalog-words.ts';
import { mayCall } from '../operations/contracts.ts';
import { addressOf, addressOfRecord } from '../operations/record-address.ts';
import { call } from '../platform/call.ts';
import { reads } from '../platform/reads.ts';
import { hasAll } from './find-by-name.ts';
import type { Hit } from './hit.ts';

interface List {
  list: OperationName;
  /** Where a row is shown, if not at an address of its own. */
  at?: (name: string) => string;
}

/** Lists whose records are found by any word; each is read once and kept while the palette is used. */
const lists: Readonly<Record<string, List>> = {
  flows: { list: 'list_flows' },
  emails: { list: 'list_emails' },
  broadcasts: { list: 'list_broadcasts' },
  sequences: { list: 'list_sequences' },
  segments: { list: 'list_segments' },
  guards: { list: 'list_guards' },
  forms: { list: 'list_forms' },
  tags: { list: 'list_tags', at: (tag) => `/people?tag=${encodeURIComponent(tag)}` },
  fields: { list: 'list_fields' },
  products: { list: 'list_products' },
  'event-types': {
    list: 'list_event_types',
    at: (name) => `/events?name=${encodeURIComponent(name)}`,
  },
  components: { list: 'list_components' },
  layouts: { list: 'list_layouts' },
  themes: { list: 'list_themes' },
  'webhook-endpoints': { list: 'list_webhook_endpoints' },
  tokens: { list: 'list_tokens', at: () => '/tokens' },
};

/** Pages that are read of each list, of the most rows each. */
const mostPages = 5;

const mostPeople = 6;
const mostRecords = 8;

async function peopleNamed(text: string): Promise<Hit[]> {
  if (!mayCall('list_people')) return [];
  const { people } = await call('list_people', { q: text, limit: mostPeople });
  return people.map(({ id, email, first_name, last_name }) => ({
    group: 'palette.people',
    title: [first_name, last_name].filter(Boolean).join(' ') || email,
    detail: email,
    address: addressOf('people', String(id)),
  }));
}

async function rowsOf(list: OperationName): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = [];
  let cursor: unknown = null;
  for (let page = 0; page < mostPages; page += 1) {
    const input = { limit: limits.pageMax, ...(cursor === null ? {} : { cursor }) };
    const answer: object = await call(list, input as OperationRequest<OperationName>);
    rows.push(...((Object.values(answer).find(Array.isArray) as unknown[]) ?? []).filter(isObject));
    cursor = (answer as { next_cursor?: unknown }).next_cursor ?? null;
    if (cursor === null) break;
  }
  return rows;
}

/** Everything that a row says in words: title, key, subject, description, labels. */
function saidBy(row: Readonly<Record<string, unknown>>): string {
  return Object.values(row)
    .flat()
    .filter((value) => typeof value === 'string')
    .join(' ');
}

async function namedIn(noun: string, { list, at }: List, words: readonly string[]): Promise<Hit[]> {
  if (!mayCall(list)) return [];
  const rows = await reads.fetchQuery({
    queryKey: [[noun], list, 'palette'],
    queryFn: () => rowsOf(list),
  });
  return rows.flatMap((row): Hit[] => {
    const title = String(row.name || row.title || row.subject || row.tag || row.key || '');
    const address = at === undefined ? addressOfRecord(noun, row) : at(title);
    if (address === null || title === '' || !hasAll(saidBy(row), words)) return [];
    return [{ group: 'palette.records', title, detail: nounWords(noun), address }];
  });
}

/** Those whose title has every word first. */
function titledFirst(hits: readonly Hit[], words: readonly string[]): Hit[] {
  const isTitled = ({ title }: Hit) => (hasAll(title, words) ? 0 : 1);
  return hits.toSorted((one, other) => isTitled(one) - isTitled(other));
}

/** People and records that have every word; what cannot be read is left out. */
export async function findRecords(text: string, words: readonly string[]): Promise<Hit[]> {
  const asked = [
    peopleNamed(text),
    ...Object.entries(lists).map(([noun, list]) => namedIn(noun, list, words)),
  ];
  const found = await Promise.all(asked.map((one) => one.catch(() => [])));
  const [people = [], ...records] = found;
  return [...people, ...titledFirst(records.flat(), words).slice(0, mostRecords)];
}
