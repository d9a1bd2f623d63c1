import type { Arguments, Call } from '@postroad/core/catalog/call';
import type { OperationName } from '@postroad/core/catalog/catalog';
import { limits } from '@postroad/core/platform/limits';
import { notFound } from '@postroad/core/platform/refusal';
import { readerOf } from '../reader.ts';
import { isArgument, type NamedRecord, ownNamesOf } from '../tools/argument-names.ts';

const isId = (text: string) => /^\d{1,15}$/.test(text);

/** What may be a key rather than a number that is none. */
const isKey = (text: string) => /[a-z]/i.test(text) && text.length <= limits.keyChars;

/** The id of the only row of a list that was narrowed to a key. Throws a 404. */
function onlyRow(rows: readonly { id: number }[], kind: string, key: string): number {
  if (rows[0] === undefined) throw notFound(kind, key);
  return rows[0].id;
}

/** The id of a record by its key or address, at the price of one read. Throws a 404. */
const idOf: Record<NamedRecord, (name: string, call: Call) => Promise<number>> = {
  async person(person, call) {
    return (await readerOf(call)('get_person', { person })).person.id;
  },
  async segment(segment_key, call) {
    return (await readerOf(call)('get_segment', { segment_key })).segment.id;
  },
  async email(key, call) {
    const { emails } = await readerOf(call)('list_emails', { key, archived: true });
    return onlyRow(emails, 'email', key);
  },
  async flow(flow_key, call) {
    return (await readerOf(call)('get_flow', { flow_key })).flow.id;
  },
};

/** Arguments that name a record by its id alone, where agents send the key that answers show beside it. */
const idsAlone: Readonly<Record<string, (key: string, call: Call) => Promise<number>>> = {
  async layout_id(key, call) {
    return onlyRow((await readerOf(call)('list_layouts', { key })).templates, 'layout', key);
  },
  async sequence_id(key, call) {
    return onlyRow((await readerOf(call)('list_sequences', { key })).sequences, 'sequence', key);
  },
};

async function byOwnId([name, value]: [string, unknown], call: Call): Promise<[string, unknown]> {
  const idFor = Object.hasOwn(idsAlone, name) ? idsAlone[name] : undefined;
  return idFor !== undefined && typeof value === 'string' && isKey(value)
    ? [name, await idFor(value, call)]
    : [name, value];
}

async function ownArgument(
  operation: OperationName,
  [listed, value]: [string, unknown],
  call: Call,
): Promise<[string, unknown]> {
  const names = ownNamesOf(operation, listed);
  const byId = names.find((name) => name.endsWith('_id'));
  const byKey = names.find((name) => name.endsWith('_key'));
  const both = isArgument(operation, listed) ? listed : undefined;
  const text = typeof value === 'number' ? String(value) : value;
  // What is no name at all is left for the contract to refuse, or to take as a new record.
  if (typeof text !== 'string' || text === '') return [both ?? byKey ?? byId ?? listed, value];
  if (byId !== undefined && isId(text)) return [byId, Number(text)];
  const known = byKey ?? both;
  if (known !== undefined || byId === undefined) return [known ?? listed, text];
  return [byId, await idOf[listed as NamedRecord](text, call)];
}

/**
 * The arguments of a tool as those of one of its operations: a record that it takes by id alone is
 * looked up by its key or address. Throws a 404.
 */
export async function inOwnNames(
  operation: OperationName,
  input: Arguments,
  call: Call,
): Promise<Arguments> {
  const entries = Object.entries(input).map((entry) =>
    ownNamesOf(operation, entry[0]).length === 0
      ? byOwnId(entry, call)
      : ownArgument(operation, entry, call),
  );
  return Object.fromEntries(await Promise.all(entries));
}
