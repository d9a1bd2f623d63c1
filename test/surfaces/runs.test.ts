import { answersAlike } from './three-surfaces.ts';

answersAlike([
  { name: 'get_run', input: ({ run_id }) => ({ run_id }) },
  { name: 'get_run', input: { run_id: 999 } },
  { name: 'cancel_run', input: ({ run_id }) => ({ run_id }) },
  { name: 'move_run', input: ({ run_id }) => ({ run_id, step: '1' }) },
  { name: 'move_run', input: ({ run_id }) => ({ run_id, step: '9-nowhere' }) },
  { name: 'retry_run', input: ({ run_id }) => ({ run_id }) },
]);
