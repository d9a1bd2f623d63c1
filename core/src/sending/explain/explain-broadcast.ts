import { type DeliveryReason, day } from './explain-reason.ts';

/** A broadcast of the email, and whether it reached or would reach the person. */
export interface BroadcastFact {
  id: number;
  name: string;
  status: 'draft' | 'scheduled' | 'sending' | 'paused' | 'sent' | 'canceled';
  /** When it is to reach the person, whose clock may decide that; null if it is not scheduled. */
  send_at: Date | null;
  /** Whether it queued an email for the person. */
  queued: boolean;
  /** Whether that email is still in the queue. */
  waiting: boolean;
  /** Whether it queued another variant for the person. */
  other_variant?: boolean;
  /** Whether the email of the person waits until a winner among its variants is decided. */
  winner_open?: boolean;
  /** Whether the person is in its segment now. */
  in_segment: boolean;
  /** By what it excludes the person now. */
  excluded_by: 'broadcast' | 'segment' | null;
  /** Whether that is checked again when the email comes due. */
  rechecks: boolean;
}

export interface BroadcastReasons {
  reasons: DeliveryReason[];
  /** When it will reach the person if nothing changes; null if it will not. */
  coming: Date | null;
  /** Id of a broadcast whose queued email will be skipped if nothing changes. */
  skips?: number;
}

/** Explains a broadcast to one person; the outcome of a queued email is explained by its send. */
export function broadcastReasons(broadcast: BroadcastFact): BroadcastReasons {
  const { id, name, status, send_at, queued, waiting, in_segment, rechecks } = broadcast;
  const { excluded_by } = broadcast;
  const what = `Broadcast ${id} "${name}"`;
  const said = (code: string, message: string, fix: string, coming: Date | null = null) => ({
    reasons: [{ code, message: `${what} ${message}`, fix }],
    coming,
  });
  const isRecipient = in_segment && excluded_by === null;
  const outside = in_segment ? exclusion(excluded_by) : ' The person is not in its segment now.';
  const join = isRecipient ? '' : 'Have the person match the segment before it is sent.';
  if (status === 'draft') {
    return said('broadcast_draft', `is a draft.${outside}`, 'Schedule it, or send it now.');
  }
  if (status === 'scheduled') {
    const when = send_at === null ? '' : ` for ${day(send_at)}`;
    const message = `is scheduled${when}, to everybody in its segment then.${outside}`;
    return said(
      'broadcast_scheduled',
      message,
      excluded_by ? leave : join,
      isRecipient ? send_at : null,
    );
  }
  if (!queued && broadcast.other_variant === true) {
    const message = 'compares variants, and the person gets another one of them.';
    return said('other_variant', message, '');
  }
  if (!queued && broadcast.winner_open === true) {
    const message = 'compares variants, and the person gets the one that wins.';
    return said('winner_open', message, '');
  }
  if (status === 'paused' && (waiting || !queued)) {
    const message = waiting
      ? 'is paused, and the email of the person waits.'
      : `is paused, and has nothing queued for the person yet.${outside}`;
    return said('broadcast_paused', message, 'Resume the broadcast, or cancel it.');
  }
  if (waiting && rechecks && excluded_by === 'segment') {
    const message = 'skips who is in a segment that it excludes, and the person is in one now.';
    return { ...said('segment_excluded', message, leave), skips: id };
  }
  if (waiting && rechecks && !in_segment) {
    const message = 'skips who left its segment, and the person is not in it now.';
    const again = 'Have the person match the segment before the email comes due.';
    return { ...said('segment_left', message, again), skips: id };
  }
  if (queued) return { reasons: [], coming: null };
  if (status === 'canceled') {
    return said('broadcast_canceled', 'was canceled before it reached the person.', '');
  }
  if (status === 'sending') {
    const message = `is being sent, and has nothing queued for the person yet.${outside}`;
    return said('broadcast_sending', message, '');
  }
  const left =
    'was sent without the person, who was not in its segment then, or suppressed, or excluded.';
  return said('broadcast_left_out', left, '');
}

const leave = 'Take what excludes the person out of exclude with update_broadcast.';

function exclusion(by: BroadcastFact['excluded_by']): string {
  if (by === null) return '';
  return by === 'segment'
    ? ' The person is in a segment that it excludes.'
    : ' The person got a broadcast that it excludes.';
}
