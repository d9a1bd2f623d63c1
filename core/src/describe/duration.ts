import { DURATION_UNITS } from '../flow/duration.ts';
import { limits } from '../limits.ts';
import { errorsNamed, fieldOf, type Topic } from './topic.ts';

export const duration: Topic = {
  names: [],
  parts: [],
  text: () => ({
    rules: [
      'A duration is an object of exactly amount and unit; any other key is an error.',
      `No duration is longer than ${limits.durationDaysMax} days. An amount of 0 does not wait.`,
      'A day is 24 hours, whatever a clock change does to it.',
      'A person waits from the moment of arrival; a later edit does not move who waits already.',
    ],
    fields: [
      fieldOf('amount', 'integer', `0 to ${limits.durationAmountMax}`, true),
      fieldOf('unit', DURATION_UNITS.join(' | '), 'Always plural', true),
    ],
    example: { amount: 3, unit: 'days' },
    errors: errorsNamed('duration_malformed'),
    see: ['describe_schema steps'],
  }),
};
