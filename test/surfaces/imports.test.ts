import { answersAlike } from './three-surfaces.ts';

const content = 'email,first_name\nimported@example.com,Ada\nnobody,Eve\n';

answersAlike([
  { name: 'import_people', input: { content, mapping: { first_name: 'fields.called' } } },
  { name: 'import_people', input: { content: 'first_name\nAda\n' } },
  { name: 'import_people', input: { content, format: 'cvs' } },
  { name: 'list_imports' },
  { name: 'get_import', input: { import_id: 999_999 } },
  { name: 'list_import_errors', input: { import_id: 999_999 } },
  { name: 'cancel_import', input: { import_id: 999_999 } },
  { name: 'export_people', input: { format: 'csv', q: 'ada' } },
  { name: 'export_people', input: { limit: 1 } },
]);
