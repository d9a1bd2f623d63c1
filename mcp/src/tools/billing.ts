import type { Tool } from './tool.ts';

/** Tools of products and subscriptions. */
export const billingTools = [
  {
    name: 'list_products',
    toolset: 'people',
    description:
      'List products with active subscriptions; billing events register them. product_key: one.',
    asked: 'plans revenue',
    operation: { when: 'product_key', call: 'get_product', otherwise: 'list_products' },
    hints: { readOnly: true, openWorld: false },
  },
  {
    name: 'save_product',
    toolset: 'people',
    description: 'Create (new key) or rename a product.',
    operation: {
      create: 'create_product',
      update: 'update_product',
      by: 'product_key',
      keyAs: 'key',
    },
    hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  },
  {
    name: 'list_subscriptions',
    toolset: 'people',
    description: 'List subscriptions, newest first.',
    asked: 'billing plans trial ending churn revenue mrr paying customers canceled',
    operation: 'list_subscriptions',
    hints: { readOnly: true, openWorld: false },
  },
] as const satisfies readonly Tool[];
