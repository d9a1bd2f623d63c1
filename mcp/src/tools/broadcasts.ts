import type { Tool } from './tool.ts';

/** Tools of broadcasts. */
export const broadcastTools = [
  {
    name: 'list_broadcasts',
    toolset: 'broadcasts',
    description: 'List broadcasts by status.',
    asked: 'campaigns newsletters blasts',
    operation: 'list_broadcasts',
    hints: { readOnly: true, openWorld: false },
  },
  {
    name: 'get_broadcast',
    toolset: 'broadcasts',
    description: 'Get one broadcast: email, segment, stats, and who would get it.',
    asked:
      'campaign newsletter results performance, experiment: which variant won, winner of an ab split test, which subject line worked better',
    operation: 'get_broadcast',
    hints: { readOnly: true, openWorld: false },
  },
  {
    name: 'save_broadcast',
    toolset: 'broadcasts',
    description:
      'Create a draft (email, email_source, or variants) or change name, segment, exclude, or pace even while sending.',
    asked:
      'campaign newsletter blast, experiment: ab split test of subject lines, choose the winner, throttle, copy or clone a broadcast, multivariate, warm up a domain slowly',
    operation: { create: 'create_broadcast', update: 'update_broadcast', by: 'broadcast_id' },
    arguments: {
      undescribed: ['email_source', 'emails_per_hour', 'exclude'],
      unlisted: ['variants', 'winner'],
    },
    hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  },
  {
    name: 'replace_broadcast_email',
    toolset: 'broadcasts',
    description: 'Swap the email of an unsent broadcast.',
    operation: 'replace_broadcast_email',
    hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  },
  {
    name: 'schedule_broadcast',
    toolset: 'broadcasts',
    description:
      "Schedule a draft, or move its time: in the account timezone, send_at_local in each person's.",
    asked: 'campaign newsletter later date time',
    operation: 'schedule_broadcast',
    arguments: { undescribed: ['send_at', 'send_at_local'] },
    hints: { readOnly: false, destructive: true, openWorld: true, idempotent: true },
  },
  {
    name: 'unschedule_broadcast',
    toolset: 'broadcasts',
    description: 'Return a scheduled broadcast to draft.',
    operation: 'unschedule_broadcast',
    hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  },
  {
    name: 'send_broadcast_now',
    toolset: 'broadcasts',
    description: 'Send to the whole segment now. Try dry_run first: it counts recipients.',
    asked: 'campaign newsletter blast',
    operation: 'send_broadcast_now',
    hints: { readOnly: false, destructive: true, idempotent: false, openWorld: true },
  },
  {
    name: 'pause_broadcast',
    toolset: 'broadcasts',
    description: 'Pause a broadcast that is sending; resume sends the rest.',
    operation: { when: 'resume', call: 'resume_broadcast', otherwise: 'pause_broadcast' },
    hints: { readOnly: false, destructive: true, idempotent: false, openWorld: true },
  },
  {
    name: 'cancel_broadcast',
    toolset: 'broadcasts',
    description: 'Cancel a broadcast and everything it queued.',
    asked: 'campaign newsletter stop abort',
    operation: 'cancel_broadcast',
    hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  },
  {
    name: 'delete_broadcast',
    toolset: 'broadcasts',
    description: 'Delete a draft or canceled broadcast.',
    operation: 'delete_broadcast',
    hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  },
] as const satisfies readonly Tool[];
