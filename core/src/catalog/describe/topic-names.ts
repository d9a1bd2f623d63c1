/** Every topic of describe_schema in the order of the index, with its content in one line. */
export const topicLines = {
  index: 'Topics, one line each',
  author: 'All that an ordinary flow needs: steps, trigger, conditions, durations, emails',
  flow: 'Every key of a flow, ids, versions; part goals or tests',
  steps: 'Step types; part is a step type',
  trigger: 'What starts a flow: an event with match; part is another type',
  renewal: 'Flows before subscriptions renew; part skipped: why some are not reminded',
  conditions: 'Types of conditions, groups; part is a type',
  segments: 'A named condition',
  duration: 'How long a delay or a gate waits',
  theme: 'Theme variables with defaults, theme tags of layouts',
  settings: 'Settings by dotted key, with defaults',
  send_windows: 'When emails may go out, and how many a person gets',
  preferences: 'The hosted preferences page and its toggles',
  liquid: 'Variables, filters and tags of emails; part tags, filters or renewal',
  email: 'An email as it is created',
  events: 'An event as it is recorded',
  definitions: 'Everything authored as files: pull, diff, apply',
  issues: 'Codes of flow validation; part errors, warnings or a code',
  limits: 'Bounds of what can be written',
} as const;

export type TopicName = keyof typeof topicLines;
export const topicNames = Object.keys(topicLines) as TopicName[];
