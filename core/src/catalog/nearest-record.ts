import { nearest } from '../platform/nearest.ts';
import type { Problem } from '../platform/problem.ts';
import { type Call, plainCall } from './call.ts';
import type { OperationName } from './catalog.ts';
import { inputSchemaOf } from './outline.ts';

/** Records addressed by key, with their list operations; keys are unique, and a page holds most. */
const lists = {
  theme: 'list_themes',
  flow: 'list_flows',
  email: 'list_emails',
  segment: 'list_segments',
  guard: 'list_guards',
  form: 'list_forms',
  component: 'list_components',
  field: 'list_fields',
  product: 'list_products',
} as const satisfies Record<string, OperationName>;

const most = 200;

/** Every key in the answer of a list; all lists call the member `key`. */
function keysIn(output: unknown): string[] {
  const rows = Object.values(output as Record<string, unknown>)
    .filter(Array.isArray)
    .flat();
  return rows.flatMap((row: unknown) => {
    const key = (row as { key?: unknown } | null)?.key;
    return typeof key === 'string' ? [key] : [];
  });
}

/**
 * The key that an unknown one most likely means, or null: for other problems, for ids, and if none
 * of the first 200 keys is close.
 */
export async function nearestRecord(problem: Problem, call: Call): Promise<string | null> {
  if (problem.code !== 'not_found') return null;
  const [, kind = '', address = ''] = /^There is no (\w+) "([^"]+)"\./.exec(problem.detail) ?? [];
  if (!(kind in lists) || /^\d+$/.test(address)) return null;
  const list = lists[kind as keyof typeof lists];
  const input = 'limit' in inputSchemaOf(list).properties ? { limit: most } : {};
  const { output } = await call(list, input, plainCall);
  return nearest(address, keysIn(output));
}
