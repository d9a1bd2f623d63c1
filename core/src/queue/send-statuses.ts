/** The statuses of mail: of the queue, then of the log. */
export const sendStatuses = [
  'scheduled',
  'holding',
  'sending',
  'uncertain',
  'sent',
  'failed',
  'skipped',
  'canceled',
] as const;
