import { answersAlike } from './three-surfaces.ts';

answersAlike([
  { name: 'get_sending' },
  { name: 'hold_sending', input: { reason: 'A wrong link' } },
  { name: 'hold_sending', input: { reason: ' ' } },
  { name: 'get_sending' },
  { name: 'release_sending' },
]);
