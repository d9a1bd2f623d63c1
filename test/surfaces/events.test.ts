import { answersAlike } from './three-surfaces.ts';

const event = { email: 'grace@example.com', name: 'signed_up', details: { plan: 'pro', seats: 3 } };

answersAlike([
  { name: 'record_event', input: event },
  { name: 'record_events', input: { events: [event, { email: 'no address', name: 'signed_up' }] } },
  { name: 'record_events', input: { events: [] } },
  { name: 'list_events', input: ({ person }) => ({ person }) },
  { name: 'list_event_types', input: {} },
]);
