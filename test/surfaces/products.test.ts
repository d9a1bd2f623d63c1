import { answersAlike } from './three-surfaces.ts';

answersAlike([
  { name: 'list_products' },
  { name: 'get_product', input: { product_key: 'nowhere' } },
  { name: 'create_product', input: { key: 'team', name: 'Team plan' } },
  { name: 'create_product', input: { key: 'no key' } },
  { name: 'update_product', input: { product_key: 'nowhere', name: ' ' } },
  { name: 'delete_product', input: { product_key: 'nowhere' } },
  { name: 'list_subscriptions', input: ({ person }) => ({ person, status: 'active' }) },
  { name: 'list_subscriptions', input: { status: 'gone' } },
]);
