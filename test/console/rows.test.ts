import {
  columnsOf,
  columnsShown,
  rowsMember,
  titleColumn,
} from '@postroad/console/operations/rows';
import { operationNamed, operationNames } from '@postroad/core/catalog/catalog';
import { contractSchemasOf } from '@postroad/core/catalog/contract-schemas';
import { isPaged } from '@postroad/core/platform/operations/listing';
import { expect, it } from 'vitest';

/** An export answers text, page by page. */
const lists = operationNames.filter(
  (name) => isPaged(operationNamed(name)) && operationNamed(name).answerStream === undefined,
);

it.each(lists)('CON-07 finds the rows in the answer of %s', (name) => {
  expect(rowsMember(contractSchemasOf(name).output)).not.toBeNull();
});

it('CON-07 says what is on and what is the default before when it was made', () => {
  const times = { created_at: '', updated_at: '' };
  const layout = { id: 1, key: 'k', name: 'n', ...times, theme: null, is_default: true };
  expect(columnsOf([layout]).slice(0, 4)).toEqual(['name', 'key', 'is_default', 'theme']);
  const endpoint = { id: 1, key: 'k', ...times, url: '', events: ['*'], enabled: true };
  expect(columnsOf([endpoint]).slice(0, 4)).toEqual(['key', 'url', 'events', 'enabled']);
});

it('CON-07 says of an endpoint whether it fails, and why it was disabled, beside whether it is on', () => {
  const state = { enabled: true, disabled_reason: null, failing_since: '' };
  const endpoint = { id: 1, key: 'k', created_at: '', url: '', events: ['*'], ...state };
  const shown = ['key', 'url', 'events', 'enabled', 'disabled_reason', 'failing_since'];
  expect(columnsOf([endpoint]).slice(0, columnsShown)).toEqual(shown);
});

it('CON-07 shows the telling members first and leaves out what no line holds', () => {
  const rows = [{ id: 1, revision: 2, definition: {}, status: 'live', name: 'Welcome', n: 3 }];
  expect(columnsOf(rows)).toEqual(['name', 'status', 'id', 'n']);
  expect(titleColumn(['id', 'status', 'name'])).toBe('name');
});
