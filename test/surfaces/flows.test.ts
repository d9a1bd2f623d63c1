import { answersAlike } from './three-surfaces.ts';

const definition = {
  trigger: { event: 'signed_up' },
  nodes: [{ type: 'exit_flow' }],
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
]);
