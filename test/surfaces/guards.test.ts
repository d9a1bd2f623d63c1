import { answersAlike } from './three-surfaces.ts';

const condition = { type: 'has_tag', tag: 'vip' };

answersAlike([
  { name: 'list_guards' },
  { name: 'get_guard', input: { guard_key: 'nowhere' } },
  { name: 'create_guard', input: { key: 'vips', name: 'VIPs', condition, labels: ['promo'] } },
  { name: 'create_guard', input: { key: 'vips', condition: { type: 'has_tag' } } },
  { name: 'update_guard', input: { guard_key: '999999', enabled: false } },
  { name: 'delete_guard', input: { guard_key: 'nowhere' } },
]);
