import { answersAlike } from './three-surfaces.ts';

answersAlike([
  { name: 'list_tags' },
  { name: 'list_tags', input: { q: 'vip', limit: 1 } },
  { name: 'list_tags', input: { cursor: '!' } },
]);
