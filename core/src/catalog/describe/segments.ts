import { limits } from '../../platform/limits.ts';
import { exampleCondition } from './conditions.ts';
import { contractFields } from './contract-fields.ts';
import { errorsNamed, type Topic } from './topic.ts';

export const segments: Topic = {
  names: ['segments', 'tags', 'fields', 'event_types'],
  parts: [],
  text: (names) => ({
    rules: [
      'A condition with a name; who is in it is worked out each time. preview_segment counts and shows people before you save.',
      'Suppressed people are in a segment too; sending leaves them out, and sendable counts the rest.',
      `Segments nest ${limits.segmentDepth} deep at most and never in a circle.`,
      'list_people narrows by segment; one that anything names cannot be deleted.',
    ],
    fields: contractFields('create_segment'),
    example: { name: 'Worth a letter', definition: exampleCondition(names) },
    errors: errorsNamed('segment_unknown', 'segment_cycle', 'segment_too_deep'),
    see: ['describe_schema conditions', 'preview_segment'],
  }),
};
