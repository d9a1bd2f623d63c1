import { quoted } from '../../platform/json.ts';
import type { StartFound } from '../triggers/trigger-type.ts';
import type { Verdict } from './eligibility.ts';
import { localTime } from './preview-row.ts';
import type { RenewalPlan } from './renewal-plan.ts';

const notReminded =
  'Read what the reason means in describe_schema renewal, part skipped, and correct the subscription with record_event.';

/** When a flow next reminds a person, or why it does not, of the verdicts about their subscriptions. */
export function nextReminder({ trigger }: RenewalPlan, verdicts: readonly Verdict[]): StartFound {
  const next = verdicts
    .flatMap((verdict) => (verdict.eligible ? [verdict.target.targetAt] : []))
    .sort((one, other) => one - other)[0];
  if (next !== undefined) {
    const at = localTime(new Date(next), trigger.timezone).slice(0, 16).replace('T', ' at ');
    return { said: `The flow starts for this person on ${at}, ${trigger.timezone}.`, fix: '' };
  }
  const reasons = new Set(verdicts.flatMap((verdict) => (verdict.eligible ? [] : verdict.reason)));
  const { product, interval } = trigger;
  return reasons.size > 0
    ? {
        said: `The person is not reminded of a renewal: ${[...reasons].join(', ')}.`,
        fix: notReminded,
      }
    : {
        said: `The person has no subscription of ${quoted(product)}, ${interval}.`,
        fix: 'Look at the product and interval of the subscriptions in list_subscriptions.',
      };
}
