/** Why mail is on hold, as the queue shows it (contract §2, Queue). */
export const holdReasons = {
  flowPaused: 'Flow is paused',
  sequenceOff: 'Sequence is off',
  broadcastPaused: 'Broadcast is paused',
  /** Until a winner among the variants is decided (EXP-03). */
  winnerOpen: 'Waits for the winner of its variants',
  /** For moments, until its mail has the due times of the new pace. */
  paceChanging: 'Broadcast takes up its pace',
  /** Sent automatically once the window opens (QUEUE-09). */
  outsideWindow: 'Outside its send window',
  /** All due mail, while an operator holds sending (SENDCTL-04). */
  sendingHeld: (reason: string) => `Sending is held: ${reason}`,
  /** It goes out by itself once the profile or MAIL_FROM has one (SAFE-32). */
  noSender: 'No sender address is set',
} as const;

const sendingHeldPrefix = holdReasons.sendingHeld('');

/** The reason that the operator gave for holding all mail; null where that is not why mail is on hold. */
export function sendingHoldIn(reason: string | null): string | null {
  if (!reason?.startsWith(sendingHeldPrefix)) return null;
  return reason.slice(sendingHeldPrefix.length);
}

export const frequencyCapPrefix = 'Frequency cap: ';

/** CAP-03, of held and of skipped mail; `per` is a duration as shown. */
export function frequencyCapReason(max: number, per: string): string {
  return `${frequencyCapPrefix}${max} in ${per}`;
}

export function isFrequencyCapReason(reason: string | null): boolean {
  return reason?.startsWith(frequencyCapPrefix) ?? false;
}

/** Why mail is never sent, as the queue and the person's timeline show it. */
export const skipReasons = {
  personDeleted: 'Person was deleted',
  /** No mail leaves for the people of the example (TOUR-01). */
  example: 'Person of the example',
  unsubscribed: 'Unsubscribed',
  hardBounced: 'Hard-bounced',
  complained: 'Complained',
  /** A due step is skipped for this reason (contract §4.8), and so is queued mail. */
  emailArchived: 'Email is archived',
  emailBlank: 'Email is blank',
  /** SEQ-05. */
  receivedBefore: 'Received already (once_per_email)',
  /** A copy goes to somebody who must get none (MSG-10). */
  copySuppressed: (recipient: string) => `Copy to ${recipient}`,
  messageCanceled: 'Message was canceled',
  broadcastCanceled: 'Broadcast was canceled',
  dismissed: 'Dismissed while uncertain',
  /** The code that the preview of renewals has for it (SAFE-45). */
  renewalOver: (code: string) => `No reminder any more: ${code}`,
  /** GOAL-01. */
  goalReached: (goal: string) => `Goal reached: ${goal}`,
  /** SAFE-46. */
  leftSegment: 'Left the segment',
  inExcludedSegment: 'Is in an excluded segment',
  guarded: (key: string) => `Guard "${key}"`,
} as const;
