import { answersAlike } from './three-surfaces.ts';

answersAlike([
  { name: 'get_example' },
  { name: 'load_example', input: { ends_at: '2199-01-01T00:00:00Z' } },
  { name: 'remove_example' },
]);
