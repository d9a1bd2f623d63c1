import { answersAlike } from './three-surfaces.ts';

answersAlike([
  { name: 'get_settings' },
  {
    name: 'update_settings',
    input: {
      settings: {
        'sending.mailing_address': ' 1 Main Street ',
        send_windows: { rules: [{ days: [1, 2] }] },
        tunables: { pause: { amount: 3, unit: 'days' } },
      },
    },
  },
  { name: 'update_settings', input: { settings: {} } },
  { name: 'update_settings', input: { settings: { 'sending.maling_address': 'x' } } },
  {
    name: 'update_settings',
    input: { settings: { send_windows: { rules: [{ days: [7] }] }, tunables: 5 } },
  },
]);
