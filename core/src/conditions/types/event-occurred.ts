import { type JsonObject, own, quoted } from '../../platform/json.ts';
import { limits } from '../../platform/limits.ts';
import type { EventOccurred } from '../condition.ts';
import { answerTo, type FactQuestion } from '../facts.ts';
import { checkName, checkWithinDays, unknownName, withinText } from '../leaf-keys.ts';
import { canonicalMatch, checkMatch } from '../match.ts';
import { isWithin, withinUntil } from '../within.ts';
import type { ConditionType } from './condition-type.ts';

/**
 * Without a match the last time is one index lookup; with one it is a search, and therefore
 * bounded.
 */
function questionOf({ event, match: asked, within_days }: EventOccurred): FactQuestion {
  const match = asked ?? null;
  const days = match === null ? null : (within_days ?? null);
  return { kind: 'event', event, match, days };
}

export const eventOccurred: ConditionType<EventOccurred> = {
  keys: ['event', 'match', 'within_days'],

  check(leaf, path) {
    return [
      ...checkName(leaf, path, 'event', 'the name of an event', limits.eventNameChars),
      ...(Object.hasOwn(leaf, 'match') ? checkMatch(leaf.match, `${path}.match`) : []),
      ...checkWithinDays(leaf, path),
    ];
  },

  references(leaf, path, { events }) {
    const name = own(leaf, 'event');
    if (typeof name !== 'string' || events.has(name)) return [];
    const message = `No event ${quoted(name)} has been seen yet.`;
    return [unknownName('condition_event_unknown', `${path}.event`, message, name, events)];
  },

  asks: (leaf) => [questionOf(leaf)],

  evaluate(leaf, facts, { now }) {
    const actual = answerTo(facts, questionOf(leaf));
    return { actual, result: isWithin(actual, leaf.within_days, now) };
  },

  changesAt: (leaf, facts) => withinUntil(answerTo(facts, questionOf(leaf)), leaf.within_days),

  summary(leaf) {
    const matching = own(leaf, 'match') === undefined ? '' : ' with matching details';
    return `the event ${quoted(own(leaf, 'event'))} occurred${matching}${withinText(leaf)}`;
  },

  canonical(leaf: JsonObject) {
    return Object.hasOwn(leaf, 'match') ? { ...leaf, match: canonicalMatch(leaf.match) } : leaf;
  },
};
