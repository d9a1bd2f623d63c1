import { canonicalMatch, checkMatch, compileMatch, missedBy } from '../../conditions/match.ts';
import { awaitedNameFault } from '../../events/event.ts';
import type { ValidationIssue } from '../../platform/issue.ts';
import { type JsonObject, own, quoted } from '../../platform/json.ts';
import { limits } from '../../platform/limits.ts';
import { hasMoreCharacters } from '../../platform/octets.ts';
import { report } from '../validate/codes.ts';
import { eventUnknown } from '../validate/event-unknown.ts';
import type { TriggerMatch, TriggerType } from './trigger-type.ts';

const satisfied = { matched: true, reason: 'The event matches the trigger.' };

/** Most events that match nothing are asked for no reason, so it is made when it is read. */
function unsatisfied(match: unknown, details: JsonObject): TriggerMatch {
  return {
    matched: false,
    get reason() {
      const missed = missedBy(match, details);
      return `The details of the event do not satisfy the match${missed === null ? '' : `: ${missed}`}.`;
    },
  };
}

/** Starts a flow on an event: exact name, then `match` on its details (TRIG-04). */
export const eventTrigger: TriggerType = {
  keys: ['event', 'match', 'label', 'ignore_historical'],

  check(trigger, path) {
    const found: ValidationIssue[] = [];
    const malformed = (key: string, needs: string) => {
      const message = `"${key}" of the trigger is ${needs}, not ${quoted(own(trigger, key))}.`;
      const fix = `Write ${needs} in "${key}" of the trigger.`;
      found.push(report('trigger_key_malformed', `${path}.${key}`, message, fix));
    };
    const fault = awaitedNameFault(own(trigger, 'event'), '"event" of the trigger');
    if (fault !== null) {
      const fix = 'Write the name of an event in "event" of the trigger.';
      found.push(report('trigger_key_malformed', `${path}.event`, fault, fix));
    }
    const match = own(trigger, 'match');
    if (match !== undefined) found.push(...checkMatch(match, `${path}.match`));
    const label = own(trigger, 'label') ?? '';
    if (typeof label !== 'string' || hasMoreCharacters(label, limits.nameChars))
      malformed('label', 'text');
    const historical = own(trigger, 'ignore_historical') ?? true;
    if (typeof historical !== 'boolean') malformed('ignore_historical', 'true or false');
    return found;
  },

  references: (trigger, path, { references }) =>
    eventUnknown(own(trigger, 'event'), `${path}.event`, references.events),

  canonical(trigger) {
    const entries = Object.entries(trigger).flatMap(([key, value]): [string, unknown][] => {
      if (key === 'match') return [[key, canonicalMatch(value)]];
      const blank = value === null || (typeof value === 'string' && value.trim() === '');
      const optional = key === 'label' || key === 'ignore_historical';
      return blank && optional ? [] : [[key, value]];
    });
    return Object.fromEntries(entries);
  },

  compile(trigger) {
    const name = own(trigger, 'event');
    const match = own(trigger, 'match');
    const satisfies = match === undefined ? () => true : compileMatch(match);
    // Only a plain false admits backfilled events (TRIG-05).
    const ignoresHistorical = own(trigger, 'ignore_historical') !== false;
    return (event) => {
      if (typeof name !== 'string' || event.name !== name) {
        const reason = `The flow starts on ${quoted(name)}, not on ${quoted(event.name)}.`;
        return { matched: false, reason };
      }
      if (event.historical && ignoresHistorical) {
        const reason = 'The event is historical, and the trigger ignores historical events.';
        return { matched: false, reason };
      }
      return satisfies(event.details) ? satisfied : unsatisfied(match, event.details);
    };
  },

  summary(trigger) {
    const event = own(trigger, 'event');
    const label = own(trigger, 'label');
    const condition = own(trigger, 'match') === undefined ? '' : ' with matching details';
    return {
      type: 'event',
      event: typeof event === 'string' ? event : null,
      label: typeof label === 'string' ? label : null,
      summary: typeof event === 'string' ? `On ${event}${condition}` : 'No event chosen',
    };
  },
};
