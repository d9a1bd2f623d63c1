import { answersAlike } from './three-surfaces.ts';

answersAlike([
  { name: 'list_layouts' },
  { name: 'get_layout', input: ({ layout_id }) => ({ layout_id }) },
  { name: 'get_layout', input: { layout_id: 999_999 } },
  { name: 'create_layout', input: { name: 'Plain', html: '<p>{{ content }}</p>' } },
  { name: 'create_layout', input: { name: 'Plain', html: '<p>no place</p>' } },
  { name: 'update_layout', input: ({ layout_id }) => ({ layout_id, css: 'p { color: red }' }) },
  { name: 'delete_layout', input: ({ layout_id }) => ({ layout_id }) },
  { name: 'delete_layout', input: { layout_id: 999_999 } },
]);
