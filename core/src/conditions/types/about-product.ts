import { activeStatuses } from '../../billing/status.ts';
import { own, quoted } from '../../platform/json.ts';
import { limits } from '../../platform/limits.ts';
import type { AboutProduct } from '../condition.ts';
import { answerTo, type FactQuestion, type FactValue } from '../facts.ts';
import { checkName, unknownName } from '../leaf-keys.ts';
import type { ConditionType } from './condition-type.ts';

function aboutProduct<Type extends string>(
  phrase: string,
  kind: 'subscription' | 'purchased',
  decide: (actual: FactValue) => boolean,
): ConditionType<AboutProduct<Type>> {
  const questionOf = ({ product }: AboutProduct<Type>): FactQuestion => ({ kind, product });
  return {
    keys: ['product'],
    check: (leaf, path) =>
      checkName(leaf, path, 'product', 'the key of a product', limits.keyChars),

    references(leaf, path, { products }) {
      const key = own(leaf, 'product');
      if (typeof key !== 'string' || products.has(key)) return [];
      const message = `There is no product ${quoted(key)}.`;
      return [unknownName('product_unknown', `${path}.product`, message, key, products)];
    },

    asks: (leaf) => [questionOf(leaf)],

    names: (leaf) => [{ kind: 'product', name: leaf.product }],

    evaluate(leaf, facts) {
      const actual = answerTo(facts, questionOf(leaf));
      return { actual, result: decide(actual) };
    },

    summary: (leaf) => `${phrase} ${quoted(own(leaf, 'product'))}`,
  };
}

export const activeSubscription = aboutProduct<'active_subscription'>(
  'has an active subscription to',
  'subscription',
  (status) => activeStatuses.some((active) => active === status),
);

export const purchased = aboutProduct<'purchased'>('has bought', 'purchased', (at) => at !== null);
