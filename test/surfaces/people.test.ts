import { answersAlike } from './three-surfaces.ts';

answersAlike([
  { name: 'list_people', input: { q: 'ada', limit: 2 } },
  { name: 'get_person', input: ({ person }) => ({ person }) },
  { name: 'get_person', input: { person: 'nobody@example.com' } },
]);
