import type { FactValue } from '../../conditions/facts.ts';
import { compileMatch } from '../../conditions/match.ts';
import type { TriggeringEvent } from '../triggers/trigger-type.ts';
import { withSegments } from './later-answers.ts';
import { ownChange, withChange } from './own-change.ts';
import { type Answers, type Question, questionKey } from './question.ts';

/**
 * The answers as if the event had just been recorded, as the starting event of a run is: it becomes
 * the last event of its name, also the first if there was none, and is one more of them. An event that the service records
 * of a change of the person is that change, too.
 */
export function supposeEvent(
  answers: Answers,
  asked: readonly Question[],
  event: TriggeringEvent,
  now: Date,
): Answers {
  const known = new Map<string, FactValue>(answers.known);
  for (const question of withSegments(answers, asked)) {
    const { kind } = question;
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
