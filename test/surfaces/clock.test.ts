import { answersAlike } from './three-surfaces.ts';

answersAlike([
  { name: 'get_clock' },
  { name: 'move_clock', input: { advance: { amount: 0, unit: 'days' } } },
  { name: 'move_clock', input: { now: 'yesterday' } },
]);
