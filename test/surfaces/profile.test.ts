import { answersAlike } from './three-surfaces.ts';

answersAlike([
  { name: 'get_profile' },
  { name: 'update_profile', input: { name: 'Acme', timezone: 'Europe/Berlin' } },
  { name: 'update_profile', input: { timezone: 'Mars/Olympus' } },
]);
