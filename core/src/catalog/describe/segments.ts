import { limits } from '../../platform/limits.ts';
import { exampleCondition } from './conditions.ts';
import { contractFields } from './contract-fields.ts';
import { errorsNamed, type Topic } from './topic.ts';

export const segments: Topic = {
  names: ['segments', 'tags', 'fields', 'event_types'],
  parts: [],
  text: (names) => ({
    rules: [
      'A segment is a condition with a name; who is in it is worked out each time it is asked.',
      'Try a definition with preview_segment, which counts and shows people, then save it.',
      'Suppressed people are in a segment too; sending leaves them out, and sendable counts the rest.',
      'Conditions name a segment by key or id, {"type": "in_segment", "segment": …}; a key never changes.',
      `Segments nest ${limits.segmentDepth} deep at most and never in a circle.`,
      'list_people narrows by segment; one that anything names cannot be deleted.',
    ],
    fields: contractFields('create_segment'),
    example: { name: 'Worth a letter', definition: exampleCondition(names) },
    errors: errorsNamed('segment_unknown', 'segment_cycle', 'segment_too_deep'),
    see: ['describe_schema conditions', 'preview_segment', 'list_segments'],
  }),
};
