/** Every topic of describe_schema in the order of the index, with its content in one line. */
export const topicLines = {
  index: 'Topics, one line each',
  flow: 'A flow and its definition: keys, ids, arms, limits; a whole flow; part goals',
  steps: 'Step types; part is a step type',
  trigger:
    'What starts a flow: an event with match on its details, a renewal, a date, a schedule or a segment; part is a type',
  renewal: 'A flow that starts before subscriptions renew; part skipped: why some are not reminded',
  conditions: 'Conditions of if_else, their keys, operators and groups; part is a condition type',
  segments: 'A segment: a named condition, whom it means, how it is written',
  duration: 'How long a delay or a gate waits',
  theme: 'Theme variables with their types and defaults, theme tags of layouts',
  settings: 'The settings by dotted key, with defaults',
  send_windows: 'When emails may go out, and how many: send_windows, frequency caps',
  preferences: 'The hosted preferences page: toggles, conditions, actions',
  liquid: 'Variables, filters and tags of emails, buttons included',
  email: 'An email as it is created',
  events: 'An event as it is recorded',
  definitions: 'Everything authored as files: folders, formats, pull, diff, apply',
  issues: 'Codes of flow validation with meaning and fix; part is a code',
  limits: 'Bounds of what can be written',
} as const;

export type TopicName = keyof typeof topicLines;
export const topicNames = Object.keys(topicLines) as TopicName[];
