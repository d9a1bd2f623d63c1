import { fieldOf, type Topic } from './topic.ts';
import { topicLines, topicNames } from './topic-names.ts';

export const index: Topic = {
  names: [],
  parts: [],
  text: () => ({
    rules: [
      'Ask for the topic before you write what it is about; do not guess names.',
      'An asterisk or required marks what must be there. names are what this account has, of some kinds the first.',
    ],
    fields: topicNames.map((topic) => fieldOf(topic, '', topicLines[topic])),
    example: { topic: 'steps', part: 'if_else' },
    errors: [],
    see: ['describe_schema author'],
  }),
};
