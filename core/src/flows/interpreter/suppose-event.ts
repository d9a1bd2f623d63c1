import { type MoneyEvent, readMoneyEvent } from '../../billing/money-event.ts';
import type { FactValue } from '../../conditions/facts.ts';
import { compileMatch } from '../../conditions/match.ts';
import { ZoneClock } from '../../platform/zone-clock.ts';
import type { TriggeringEvent } from '../triggers/trigger-type.ts';
import { withSegments } from './later-answers.ts';
import { ownChange, withChange } from './own-change.ts';
import { type Answers, type Question, questionKey } from './question.ts';

/**
 * The answers as if the event had just been recorded, as the starting event of a run is: it becomes
 * the last event of its name, also the first if there was none, and is one more of them. An event that the service records
 * of a change of the person is that change, too, and one about money is the purchase, the payment or
 * the subscription that it tells of.
 */
export function supposeEvent(
  answers: Answers,
  asked: readonly Question[],
  event: TriggeringEvent,
  now: Date,
): Answers {
  const known = new Map<string, FactValue>(answers.known);
  // Of the times in it, which a zone could change, no condition asks.
  const money = readMoneyEvent(event.name, event.details, now, new ZoneClock('UTC'));
  for (const question of withSegments(answers, asked)) {
    const { kind } = question;
    if (money !== null) supposeMoney(known, { answers, question }, money, now);
    if (kind !== 'event' && kind !== 'event_ever' && kind !== 'event_count') continue;
    if (question.event !== event.name) continue;
    if (question.match !== null && !compileMatch(question.match)(event.details)) continue;
    const key = questionKey(question);
    if (kind === 'event_count') known.set(key, Number(answers.known.get(key) ?? 0) + 1);
    else if (kind === 'event' || (known.get(key) ?? null) === null) {
      known.set(key, now.toISOString());
    }
  }
  const change = ownChange(event);
  const supposed = { ...answers, known };
  return change === null ? supposed : withChange(supposed, change);
}

/** Answers a question about money as if the event were the first of its external id. */
function supposeMoney(
  known: Map<string, FactValue>,
  { answers, question }: { answers: Answers; question: Question },
  money: MoneyEvent,
  now: Date,
): void {
  const key = questionKey(question);
  if (money.of === 'subscription') {
    const { product, patch } = money;
    const isAbout = question.kind === 'subscription' && question.product === product?.key;
    if (isAbout && patch.status !== undefined) known.set(key, patch.status);
    return;
  }
  const { kind, product, amount_cents } = money;
  if (question.kind === 'purchased') {
    if (kind === 'purchase' && question.product === product?.key) known.set(key, now.toISOString());
  } else if (question.kind === 'spend') {
    // Asked by several conditions, it counts once.
    const before = Number(answers.known.get(key) ?? 0);
    known.set(key, before + (kind === 'refund' ? -amount_cents : amount_cents));
  }
}
