import type { ConditionLeaf } from '../condition.ts';
import { activeSubscription, purchased } from './about-product.ts';
import { completedFlow } from './completed-flow.ts';
import type { ConditionType } from './condition-type.ts';
import { consented } from './consented.ts';
import { email } from './email.ts';
import { clickedEmail, openedEmail, receivedEmail } from './email-touched.ts';
import { engaged } from './engaged.ts';
import { eventCount } from './event-count.ts';
import { eventOccurred } from './event-occurred.ts';
import { field } from './field.ts';
import { hasTag } from './has-tag.ts';
import { inSegment } from './in-segment.ts';
import { predicate } from './predicate.ts';
import { finishedSequence, startedSequence } from './sequence-reached.ts';
import { subscribedOn } from './subscribed-on.ts';
import { suppressed } from './suppressed.ts';
import { totalSpend } from './total-spend.ts';

/** Every condition type by its name in documents (spec, Conditions). */
export const conditionTypes = {
  email,
  field,
  has_tag: hasTag,
  suppressed,
  subscribed_on: subscribedOn,
  event_occurred: eventOccurred,
  event_count: eventCount,
  received_email: receivedEmail,
  opened_email: openedEmail,
  clicked_email: clickedEmail,
  engaged,
  consented,
  started_sequence: startedSequence,
  finished_sequence: finishedSequence,
  completed_flow: completedFlow,
  active_subscription: activeSubscription,
  purchased,
  total_spend: totalSpend,
  in_segment: inSegment,
  predicate,
} satisfies {
  [Type in ConditionLeaf['type']]: ConditionType<Extract<ConditionLeaf, { type: Type }>>;
};

// A leaf without errors has the shape that its type reads.
const byName: ReadonlyMap<unknown, ConditionType> = new Map(
  Object.entries(conditionTypes as unknown as Record<string, ConditionType>),
);

export function conditionType(name: unknown): ConditionType | null {
  return byName.get(name) ?? null;
}
