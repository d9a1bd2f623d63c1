import { answersAlike } from './three-surfaces.ts';

const fields = [{ name: 'first_name', label: 'First name', type: 'text', required: true }];

answersAlike([
  { name: 'list_forms' },
  { name: 'get_form', input: { form_key: 'nowhere' } },
  { name: 'create_form', input: { key: 'join', name: 'Join us', fields, tags: ['news'] } },
  { name: 'create_form', input: { key: 'join', fields: [{ ...fields[0], name: 'nothing' }] } },
  { name: 'update_form', input: { form_key: '999999', enabled: false } },
  { name: 'delete_form', input: { form_key: 'nowhere' } },
]);
