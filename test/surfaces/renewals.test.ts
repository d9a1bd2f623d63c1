import { answersAlike } from './three-surfaces.ts';

const trigger = {
  type: 'subscription_renewal_approaching',
  product: 'team',
  interval: 'yearly',
  days_before: 14,
  local_time: '09:00',
  timezone: 'Asia/Kathmandu',
};

answersAlike([
  { name: 'preview_renewal_approaching', input: ({ flow_key }) => ({ flow_key }) },
  {
    name: 'preview_renewal_approaching',
    input: ({ flow_key }) => ({ flow_key, definition: { trigger }, limit: 1 }),
  },
  {
    name: 'preview_renewal_approaching',
    input: ({ flow_key }) => ({
      flow_key,
      definition: { trigger: { ...trigger, days_before: 367 } },
    }),
  },
  { name: 'preview_renewal_approaching', input: { flow_key: 'nowhere' } },
]);
