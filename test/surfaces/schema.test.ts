import { topicNames } from '@postroad/core/catalog/describe/topic-names';
import { answersAlike } from './three-surfaces.ts';

answersAlike([
  { name: 'describe_schema' },
  ...topicNames.map((topic) => ({ name: 'describe_schema' as const, input: { topic } })),
  { name: 'describe_schema', input: { topic: 'steps', part: 'if_else' } },
  { name: 'describe_schema', input: { topic: 'steps', part: 'if_els' } },
  { name: 'describe_schema', input: { topic: 'condition' } },
]);
