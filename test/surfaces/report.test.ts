import { answersAlike } from './three-surfaces.ts';

answersAlike([
  { name: 'get_report' },
  { name: 'get_report', input: { by: 'step', from: '2026-01-01', to: '2026-12-31' } },
  { name: 'get_report', input: { by: 'link', limit: 1 } },
  { name: 'get_report', input: { by: 'colour' } },
  { name: 'get_report', input: { from: '2026-12-31', to: '2026-01-01' } },
]);
