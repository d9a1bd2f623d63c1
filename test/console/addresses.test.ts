import { addressOfRecord, readById } from '@postroad/console/operations/record-address';
import { operationNamed, operationNames } from '@postroad/core/catalog/catalog';
import { contractSchemasOf } from '@postroad/core/catalog/contract-schemas';
import { pathParameters } from '@postroad/core/platform/operations/operation';
import { expect, it } from 'vitest';

it('CON-07 leads to each record by what the catalog reads it by', () => {
  const byId = operationNames
    .filter((name) => {
      const { verb, path } = operationNamed(name);
      const [parameter = ''] = pathParameters(path);
      const records = Object.values(contractSchemasOf(name).output.properties ?? {});
      const hasKey = records.some(({ properties = {} }) => 'key' in properties);
      return verb === 'get' && hasKey && parameter.endsWith('_id');
    })
    .map((name) => operationNamed(name).noun);
  expect(byId.toSorted()).toEqual([...readById].toSorted());
  expect(addressOfRecord('emails', { id: 7, key: 'news' })).toBe('/emails/7');
  expect(addressOfRecord('flows', { id: 7, key: 'news' })).toBe('/flows/news');
});
