import type { OperationName, OperationRequest } from '@postroad/core/catalog/catalog';
import { isObject } from '@postroad/core/platform/json';
import { nounWords } from '../operations/catalog-words.ts';
import { mayCall } from '../operations/contracts.ts';
import { addressOf, recordName } from '../operations/record-address.ts';
import { call } from '../platform/call.ts';
import { reads } from '../platform/reads.ts';
import type { Hit } from './hit.ts';

/** Lists whose records are found by name; each is read once and kept while the palette is used. */
const lists = {
  flows: 'list_flows',
  emails: 'list_emails',
  broadcasts: 'list_broadcasts',
  sequences: 'list_sequences',
  segments: 'list_segments',
  guards: 'list_guards',
  components: 'list_components',
  layouts: 'list_layouts',
  themes: 'list_themes',
} as const satisfies Record<string, OperationName>;

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

async function namedIn(
  noun: string,
  list: OperationName,
  words: readonly string[],
): Promise<Hit[]> {
  if (!mayCall(list)) return [];
  const answer = await reads.fetchQuery({
    queryKey: [[noun], list, 'palette'],
    queryFn: () => call(list, { limit: 200 } as OperationRequest<OperationName>),
  });
  const rows = Object.values(answer).find(Array.isArray) as unknown[] | undefined;
  return (rows ?? []).filter(isObject).flatMap((row): Hit[] => {
    const title = String(row.name ?? row.title ?? row.key ?? '');
    const key = typeof row.key === 'string' ? row.key : '';
    const name = recordName(row);
    const text = `${title} ${key} ${String(row.subject ?? '')}`.toLowerCase();
    if (name === null || !words.every((word) => text.includes(word))) return [];
    return [
      { group: 'palette.records', title, detail: nounWords(noun), address: addressOf(noun, name) },
    ];
  });
}

/** People and records whose name has every word; what cannot be read is left out. */
export async function findRecords(text: string, words: readonly string[]): Promise<Hit[]> {
  const asked = [
    peopleNamed(text),
    ...Object.entries(lists).map(([noun, list]) => namedIn(noun, list, words)),
  ];
  const found = await Promise.all(asked.map((one) => one.catch(() => [])));
  const [people = [], ...records] = found;
  return [...people, ...records.flat().slice(0, mostRecords)];
}
