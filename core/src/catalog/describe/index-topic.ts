import { fieldOf, type Topic } from './topic.ts';
import { topicLines, topicNames } from './topic-names.ts';

export const index: Topic = {
  names: [],
  parts: [],
  text: () => ({
    rules: [
      'Call describe_schema with a topic before writing what it is about; do not guess names.',
      'Order of work: emails, then the flow that sends them, then validate_flow, then activate_flow.',
      'names in an answer are what this account has; complete is false where there are more.',
    ],
    fields: topicNames.map((topic) => fieldOf(topic, 'topic', topicLines[topic])),
    example: { topic: 'steps', part: 'if_else' },
    errors: [],
    see: ['describe_schema flow', 'describe_schema liquid'],
  }),
};
