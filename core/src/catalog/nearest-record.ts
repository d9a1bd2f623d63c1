import { limits } from '../platform/limits.ts';
import { nearest } from '../platform/nearest.ts';
import { pathParameters } from '../platform/operations/operation.ts';
import type { Problem } from '../platform/problem.ts';
import { type Call, plainCall } from './call.ts';
import type { OperationName } from './catalog.ts';
import { inputSchemaOf, outlineOf } from './outline.ts';

/** Records that have a key, with their list operations; keys are unique, and a page holds most. */
const lists = {
  theme: 'list_themes',
  flow: 'list_flows',
  email: 'list_emails',
  layout: 'list_layouts',
  sequence: 'list_sequences',
  segment: 'list_segments',
  guard: 'list_guards',
  form: 'list_forms',
  component: 'list_components',
  field: 'list_fields',
  product: 'list_products',
} as const satisfies Record<string, OperationName>;

const most = 200;

/** Whether it can be a key that was misspelt; an id, and what is not spelt as keys are, is like none. */
function isKeyLike(address: string): boolean {
  return address.length < limits.keyChars && /^\w[\w-]*$/.test(address) && !/^\d+$/.test(address);
}

/** Every key in the answer of a list, with its record; all lists call the member `key`. */
function recordsIn(output: unknown): Map<string, { id?: unknown }> {
  const rows = Object.values(output as Record<string, unknown>)
    .filter(Array.isArray)
    .flat();
  return new Map(
    rows.flatMap((row: { key?: unknown; id?: unknown } | null) =>
      typeof row?.key === 'string' ? [[row.key, row] as const] : [],
    ),
  );
}

/**
 * The key that an unknown one most likely means, or null: for other problems, for ids, and if none
 * of the first 200 keys is close. Where the path of the operation takes ids of such records alone, it
 * is the id of that record; tools take keys of all.
 */
export async function nearestRecord(
  problem: Problem,
  call: Call,
  operation?: OperationName,
): Promise<string | null> {
  if (problem.code !== 'not_found') return null;
  const [, kind = '', address = ''] = /^There is no (\w+) "([^"]+)"\./.exec(problem.detail) ?? [];
  if (!(kind in lists) || !isKeyLike(address)) return null;
  const list = lists[kind as keyof typeof lists];
  const input = 'limit' in inputSchemaOf(list).properties ? { limit: most } : {};
  const { output } = await call(list, input, plainCall);
  const records = recordsIn(output);
  const near = nearest(address, records.keys());
  const inPath = operation === undefined ? [] : pathParameters(outlineOf(operation).path);
  return near !== null && inPath.includes(`${kind}_id`) ? String(records.get(near)?.id) : near;
}
