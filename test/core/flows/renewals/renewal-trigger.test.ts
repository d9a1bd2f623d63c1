import { normalise } from '@postroad/core/flows/definition/normalise';
import { review } from '@postroad/core/flows/definition/review';
import { compileTrigger, triggerSummary } from '@postroad/core/flows/definition/trigger';
import { isRenewalTrigger, planRenewals } from '@postroad/core/flows/renewals/renewal-plan';
import type { ValidationContext } from '@postroad/core/flows/validate/pass';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nothingKnown } from '../../conditions/known.ts';
import { anyJson } from '../arbitraries.ts';

const trigger = {
  type: 'subscription_renewal_approaching',
  product: 'pro',
  interval: 'yearly',
  days_before: 14,
  local_time: '09:00',
  timezone: 'Europe/Paris',
};
const context: ValidationContext = {
  flowKey: 'renewal',
  held: null,
  runPolicy: 'repeat',
  references: {
    ...nothingKnown,
    products: new Set(['pro']),
    tunables: new Map(),
    sequencesOff: new Set(),
  },
};
const definitionOf = (changed: object) => ({
  trigger: { ...trigger, ...changed },
  nodes: [{ type: 'exit_flow' }],
});
const errors = (changed: object, more: Partial<ValidationContext> = {}) =>
  review(definitionOf(changed), { ...context, ...more }).validation.errors.map(
    ({ code, path }) => `${code} ${path}`,
  );

describe('a renewal trigger', () => {
  it('RENEW-01, RENEW-07, RENEW-08 is valid, with its two optional keys or without', () => {
    expect(errors({})).toEqual([]);
    expect(errors({ repeat: true, label: 'Before it renews' })).toEqual([]);
  });

  it.each<[string, string, unknown[]]>([
    ['RENEW-02', 'product', [undefined, null, '', 7, 'x'.repeat(81)]],
    ['RENEW-03', 'interval', [undefined, null, 'weekly', 'Monthly', 1]],
    ['RENEW-04, LIM-02', 'days_before', [undefined, null, -1, 367, 1.5, '3', Number.NaN]],
    ['RENEW-05', 'local_time', [undefined, null, '24:00', '9:00', '09:60', '09:00:00', 9]],
    ['RENEW-06', 'timezone', [undefined, null, '', 'Mars/Olympus', '+02:00', 5, ['UTC']]],
    ['RENEW-07', 'repeat', ['yes', 1, {}]],
    ['RENEW-08', 'label', [7, 'x'.repeat(201)]],
  ])('%s reports %s with its path where it is not valid', (_clause, key, values) => {
    for (const value of values) {
      expect(errors({ [key]: value })).toEqual([`trigger_key_malformed trigger.${key}`]);
    }
  });

  it.each<[string, object]>([
    ['RENEW-04, LIM-02', { days_before: 0 }],
    ['RENEW-04, LIM-02', { days_before: 366 }],
    ['RENEW-05', { local_time: '00:00' }],
    ['RENEW-05', { local_time: '23:59' }],
    ['RENEW-06', { timezone: 'Asia/Kathmandu' }],
  ])('%s takes %j', (_clause, changed) => {
    expect(errors(changed)).toEqual([]);
  });

  it('VAL-08 names a product that exists', () => {
    const { validation } = review(definitionOf({ product: 'pros' }), context);
    expect(validation.errors).toEqual([
      expect.objectContaining({ code: 'product_unknown', path: 'trigger.product', node: '' }),
    ]);
    expect(validation.errors[0]?.fix).toContain('"pro"');
  });

  it('RENEW-07 repeats only in a flow whose run_policy is repeat', () => {
    const single = { runPolicy: 'single_run' } as const;
    const mismatch = ['renewal_policy_mismatch trigger.repeat'];
    expect(errors({}, single)).toEqual(mismatch);
    expect(errors({ repeat: true }, single)).toEqual(mismatch);
    expect(errors({ repeat: false }, single)).toEqual([]);
    expect(errors({ repeat: false })).toEqual([]);
  });

  it.each(['event', 'match', 'ignore_historical', 'run_policy', '__proto__x'])(
    'RENEW-09, RENEW-10 is refused with the key %s',
    (key) => {
      const { refusals } = normalise(definitionOf({ [key]: 'signed_up' }), null);
      expect(refusals.map(({ path }) => path)).toEqual([`definition.trigger.${key}`]);
    },
  );

  it('is stored with its keys in order, without blank optional ones', () => {
    const { definition } = normalise(
      {
        trigger: {
          label: ' ',
          repeat: null,
          ...Object.fromEntries(Object.entries(trigger).reverse()),
        },
      },
      null,
    );
    expect(JSON.stringify(definition.trigger)).toBe(JSON.stringify(trigger));
  });

  it('RENEW-01 is on no event, not even one of its name', () => {
    const event = { name: trigger.type, details: {}, historical: false };
    expect(compileTrigger(trigger)(event).matched).toBe(false);
  });

  it('says what it waits for', () => {
    expect(triggerSummary({ ...trigger, label: 'Yearly' })).toEqual({
      type: trigger.type,
      product: 'pro',
      label: 'Yearly',
      summary: '14 days before pro (yearly) renews, at 09:00 Europe/Paris',
    });
    expect(triggerSummary({ ...trigger, days_before: 0 }).summary).toMatch(/^On the day pro/);
    expect(triggerSummary({ type: trigger.type }).product).toBeNull();
  });

  it('never throws, whatever was sent', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom(...Object.keys(trigger), 'repeat'), anyJson),
        (sent) => {
          const given = { ...sent, type: trigger.type };
          const { validation } = review({ trigger: given, nodes: [] }, context);
          const valid = validation.errors.every(({ code }) => !code.startsWith('trigger_'));
          expect(isRenewalTrigger(given)).toBe(true);
          expect(planRenewals(given) !== null).toBe(valid);
          triggerSummary(given);
        },
      ),
    );
  });
});
