import { answersAlike } from './three-surfaces.ts';

const definition = {
  trigger: { event: 'signed_up' },
  nodes: [{ type: 'exit_flow' }],
};

const waiting = {
  trigger: { event: 'signed_up' },
  nodes: [
    { id: 1, type: 'delay', name: 'Rest', duration: { amount: 2, unit: 'days' } },
    {
      ...{ id: 2, type: 'gate', name: 'Paid' },
      wait_for: { event: { name: 'paid', occurrence: 'next_occurrence' } },
    },
  ],
};

answersAlike([
  { name: 'list_flows' },
  { name: 'get_flow', input: ({ flow_key }) => ({ flow_key }) },
  { name: 'get_flow', input: { flow_key: 'nowhere' } },
  { name: 'create_flow', input: { key: 'second', name: 'Second', definition } },
  { name: 'update_flow', input: ({ flow_key }) => ({ flow_key, name: 'Renamed', labels: ['x'] }) },
  { name: 'validate_flow', input: ({ flow_key }) => ({ flow_key, definition }) },
  { name: 'activate_flow', input: ({ flow_key }) => ({ flow_key }) },
  { name: 'pause_flow', input: ({ flow_key }) => ({ flow_key }) },
  { name: 'pause_flow', input: { flow_key: 'nowhere' } },
  { name: 'delete_flow', input: ({ flow_key }) => ({ flow_key }) },
  { name: 'delete_flow', input: { flow_key: 'nowhere' } },
  {
    name: 'dry_run_flow',
    input: ({ flow_key, person }) => ({
      ...{ flow_key, person, definition },
      event: { name: 'signed_up', details: { plan: 'pro' } },
    }),
  },
  { name: 'dry_run_flow', input: ({ flow_key }) => ({ flow_key, person: 'nobody@example.com' }) },
  {
    name: 'dry_run_flow',
    input: ({ flow_key, person }) => ({
      ...{ flow_key, person, definition: waiting, past_waits: true },
      assume: [
        { step: '2-paid', outcome: 'met', event: { name: 'paid', details: { plan: 'pro' } } },
      ],
    }),
  },
  {
    name: 'dry_run_flow',
    input: ({ flow_key, person }) => ({
      ...{ flow_key, person, definition: waiting },
      assume: [{ step: '1-rest', outcome: 'met' }],
    }),
  },
  {
    name: 'dry_run_flow',
    input: ({ flow_key, person }) => ({
      ...{ flow_key, person },
      assume: [{ step: '1', outcome: 'waited', at: 'soon' }],
    }),
  },
  { name: 'list_flow_versions', input: ({ flow_key }) => ({ flow_key, limit: 1 }) },
  { name: 'get_flow_version', input: ({ flow_key, version_id }) => ({ flow_key, version_id }) },
  { name: 'get_flow_version', input: ({ flow_key }) => ({ flow_key, version_id: 999 }) },
  {
    name: 'save_flow_version',
    input: ({ flow_key }) => ({ flow_key, name: 'Kept', description: 'Before the change' }),
  },
  {
    name: 'diff_flow_versions',
    input: ({ flow_key, version_id }) => ({ flow_key, version_id, against: 'current' }),
  },
  { name: 'rollback_flow', input: ({ flow_key, version_id }) => ({ flow_key, version_id }) },
  { name: 'list_flow_runs', input: ({ flow_key }) => ({ flow_key, status: 'active', step: '1' }) },
  { name: 'list_flow_runs', input: ({ flow_key }) => ({ flow_key, step: 'nowhere' }) },
  { name: 'retry_parked_runs', input: ({ flow_key }) => ({ flow_key }) },
  { name: 'move_parked_runs', input: ({ flow_key }) => ({ flow_key, from: '9', to: '1' }) },
  { name: 'move_parked_runs', input: ({ flow_key }) => ({ flow_key, from: '1', to: '9' }) },
]);
