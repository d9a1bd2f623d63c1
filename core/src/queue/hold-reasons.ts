/** Why mail is held in the queue, as the queue shows it (contract §2, Queue). */
export const holdReasons = {
  flowPaused: 'Flow is paused',
  sequenceOff: 'Sequence is off',
  /** It goes out by itself once the window opens (QUEUE-09). */
  outsideWindow: 'Outside its send window',
} as const;

/** Why mail is never sent, as the queue and a person's timeline show it. */
export const skipReasons = {
  personDeleted: 'Person was deleted',
  unsubscribed: 'Unsubscribed',
  hardBounced: 'Hard-bounced',
  complained: 'Complained',
  /** As a step that comes due is passed over (contract §4.8), so is what waits in the queue. */
  emailArchived: 'Email is archived',
  emailBlank: 'Email is blank',
  /** SEQ-05. */
  receivedBefore: 'Received already (once_per_email)',
  broadcastCanceled: 'Broadcast was canceled',
  dismissed: 'Dismissed while uncertain',
  guarded: (key: string) => `Guard "${key}"`,
} as const;
