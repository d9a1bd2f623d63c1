import type { Arguments, Call } from '@postroad/core/catalog/call';
import type { OperationName } from '@postroad/core/catalog/catalog';
import { notFound } from '@postroad/core/platform/refusal';
import { readerOf } from '../reader.ts';
import { isArgument, type NamedRecord, ownNamesOf } from '../tools/argument-names.ts';

const isId = (text: string) => /^\d{1,15}$/.test(text);

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
    if (emails[0] === undefined) throw notFound('email', key);
    return emails[0].id;
  },
  async flow(flow_key, call) {
    return (await readerOf(call)('get_flow', { flow_key })).flow.id;
  },
};

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
    ownNamesOf(operation, entry[0]).length === 0 ? entry : ownArgument(operation, entry, call),
  );
  return Object.fromEntries(await Promise.all(entries));
}
