import { answersAlike } from './three-surfaces.ts';

const definition = { type: 'event_occurred', event: 'trial_began', within_days: 30 };
const broken = {
  all: [{ type: 'has_tag' }, { type: 'field', field: 'a', op: 'before', value: 1 }],
};

answersAlike([
  { name: 'list_segments' },
  { name: 'get_segment', input: { segment_key: 'nowhere' } },
  { name: 'preview_segment', input: { definition } },
  { name: 'preview_segment', input: { definition: broken } },
  { name: 'create_segment', input: { key: 'trials', name: 'In trial', definition } },
  { name: 'create_segment', input: { key: 'trials', definition: broken } },
  { name: 'update_segment', input: { segment_key: '999999', definition } },
  { name: 'delete_segment', input: { segment_key: 'nowhere' } },
  { name: 'list_segment_people', input: { segment_key: 'nowhere' } },
  { name: 'list_people', input: { segment: 'nowhere' } },
]);
