import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { useRead } from '../platform/reads.ts';

type OwnField = OperationOutput<'list_fields'>['fields'][number];

/** The fields of this account, as far as a page of them has them, and what each is called. */
export function useOwnFields(): { fields: readonly OwnField[]; nameOf: (key: string) => string } {
  const fields = useRead('list_fields', { limit: 200 }).data?.fields ?? [];
  const names = new Map(fields.map(({ key, name }) => [key, name]));
  return { fields, nameOf: (key) => names.get(key) || key };
}
