import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { useRead } from '../platform/reads.ts';
import { t } from '../platform/words.ts';
import { mayCall } from './contracts.ts';

export type Example = OperationOutput<'get_example'>['example'];

/** The example company, where the token may ask for it; undefined until it is known. */
export function useExample(): Example | undefined {
  return useRead('get_example', mayCall('get_example') ? {} : null).data?.example;
}

/** What lists are called by here, and the resource of the API where that is another word. */
const resources: Readonly<Record<string, string>> = { layouts: 'templates' };

/** Whether a record is of the example. */
export function isOfExample(
  example: Example | undefined,
  noun: string,
  { id, key }: Readonly<Record<string, unknown>>,
): boolean {
  const resource = resources[noun] ?? noun;
  const own = example?.records.find((one) => one.resource === resource);
  if (own === undefined) return false;
  if (typeof id !== 'number') return typeof key === 'string' && own.keys.includes(key);
  return own.first_id !== null && own.last_id !== null && id >= own.first_id && id <= own.last_id;
}

/** Marks a record of the example (TOUR-01). */
export function ExampleMark({ noun, record }: { noun: string; record: object }) {
  const example = useExample();
  if (!isOfExample(example, noun, { ...record })) return null;
  return <span class="badge example-mark">{t('exampleCompany.mark')}</span>;
}
