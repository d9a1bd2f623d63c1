import { durationUnits } from '../../platform/duration.ts';
import { limits } from '../../platform/limits.ts';
import { errorsNamed, fieldOf, type Topic } from './topic.ts';

export const duration: Topic = {
  names: [],
  parts: [],
  text: () => ({
    rules: [
      'A duration is an object of exactly amount and unit, or of exactly setting, the name of a tunable of the settings.',
      `No duration is longer than ${limits.durationDaysMax} days. An amount of 0 does not wait.`,
      'A day is 24 hours, whatever a clock change does to it.',
      'A delay counts from the moment of arrival; a later edit does not move who waits already.',
      'expires_after of a gate is a duration too, or "never"; it counts from arrival, and an edit of it moves who waits.',
    ],
    fields: [
      fieldOf('amount', 'integer', `0 to ${limits.durationAmountMax}`, true),
      fieldOf('unit', durationUnits.join(' | '), 'Always plural', true),
      fieldOf('setting', 'string', 'Instead of both: a tunable'),
    ],
    example: { amount: 3, unit: 'days' },
    errors: errorsNamed('duration_malformed', 'tunable_unknown'),
    see: [],
  }),
};
