import { answersAlike } from './three-surfaces.ts';

answersAlike([
  { name: 'get_profile' },
  { name: 'update_profile', input: { name: 'Acme', timezone: 'Europe/Berlin' } },
  { name: 'update_profile', input: { preview_person_id: 1 } },
  { name: 'update_profile', input: { preview_person_id: null } },
  { name: 'update_profile', input: { preview_person_id: 999_999 } },
  { name: 'update_profile', input: { timezone: 'Mars/Olympus' } },
]);
