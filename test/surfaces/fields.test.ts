import { answersAlike } from './three-surfaces.ts';

answersAlike([
  { name: 'list_fields', input: { limit: 3 } },
  { name: 'get_field', input: { field_key: 'nowhere' } },
  { name: 'create_field', input: { key: 'seats', name: 'Seats', type: 'number' } },
  { name: 'create_field', input: { key: 'a', type: 'text' } },
  { name: 'update_field', input: { field_key: '999999', active: false } },
  { name: 'delete_field', input: { field_key: 'nowhere' } },
]);
