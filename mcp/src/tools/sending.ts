import type { Tool } from './tool.ts';

/** Tools of queued, sent and failed mail. */
export const sendingTools = [
  {
    name: 'send_test_email',
    toolset: 'emails',
    description: 'Send one email, marked as a test, to one address.',
    operation: 'send_test_email',
    arguments: { undescribed: ['to', 'draft'], unlisted: ['language'] },
    hints: { readOnly: false, destructive: false, idempotent: false, openWorld: true },
    aliases: ['test_send'],
  },
  {
    name: 'list_queue',
    toolset: 'people',
    description: 'List emails about to send or held, and why; overdue: whether work is late.',
    asked: 'currently queued outgoing mail stuck pending delayed',
    operation: { when: 'overdue', call: 'list_overdue', otherwise: 'list_queue' },
    arguments: { unlisted: ['email', 'source', 'source_id'] },
    hints: { readOnly: true, openWorld: false },
  },
  {
    name: 'list_sends',
    toolset: 'people',
    description: 'List mail, queued and sent as one, newest first.',
    asked: 'log of sent emails, delivery log, did somebody get the mail, what a customer received',
    operation: 'list_sends',
    arguments: {
      undescribed: ['broadcast_id', 'since', 'until'],
      unlisted: ['sort'],
    },
    hints: { readOnly: true, openWorld: false },
  },
  {
    name: 'get_send',
    toolset: 'people',
    description: 'Get one mail; content: what it said, exactly as sent.',
    asked: 'see the mail exactly as sent',
    operation: { when: 'content', call: 'get_send_content', otherwise: 'get_send' },
    hints: { readOnly: true, openWorld: false },
  },
  {
    name: 'explain_delivery',
    toolset: 'people',
    description:
      'Why a person did or did not get (receive) an email, or, without email, which flows they are in: every check, in order.',
    asked:
      'did somebody get the mail, why no mail, missing, not arrived, never received, not delivered, debug',
    operation: 'explain_delivery',
    hints: { readOnly: true, openWorld: false },
  },
  {
    name: 'retry_send',
    toolset: 'people',
    description:
      'Send an uncertain email again, which the person may then get twice; dismiss closes it instead.',
    operation: { when: 'dismiss', call: 'dismiss_send', otherwise: 'retry_send' },
    hints: { readOnly: false, destructive: true, idempotent: false, openWorld: true },
  },
  {
    name: 'retry_failed_sends',
    toolset: 'people',
    description:
      'Send failed emails again, oldest first; dismiss closes uncertain ones. dry_run counts.',
    asked: 'smtp failure outage, resend failed mail, bounced provider down',
    operation: {
      when: 'dismiss',
      call: 'dismiss_uncertain_sends',
      otherwise: 'retry_failed_sends',
    },
    arguments: {
      undescribed: ['source', 'reason', 'include_uncertain'],
      unlisted: ['person', 'source_id', 'since', 'include_failed'],
    },
    hints: { readOnly: false, destructive: true, idempotent: false, openWorld: true },
  },
  {
    name: 'get_sending',
    toolset: 'people',
    description: 'Whether mail goes out: hold, queue, rate, and due mail by priority.',
    asked: 'throughput rate limit speed paused is mail held',
    operation: 'get_sending',
    hints: { readOnly: true, openWorld: false },
  },
  {
    name: 'get_report',
    toolset: 'emails',
    description: 'Report mail by day, email, flow and more: sent, opened, clicked.',
    asked:
      'statistics analytics conversion converted open rate, click rate, performance of campaigns, engagement, last month, metrics dashboard unsubscribes bounces complaints, holdout group, revenue',
    operation: 'get_report',
    arguments: { undescribed: ['by'] },
    hints: { readOnly: true, openWorld: false },
  },
  {
    name: 'get_queue_reasons',
    toolset: 'people',
    description: 'Why mail waits or failed: reasons with how many mails have each.',
    asked: 'why is mail held stuck delayed',
    operation: 'get_queue_reasons',
    hints: { readOnly: true, openWorld: false },
  },
  {
    name: 'list_bounces',
    toolset: 'emails',
    description: 'Bounces and complaints by the domain of the address.',
    asked: 'hard bounces, spam complaints, deliverability problems, reputation, blocked, gmail',
    operation: 'list_bounces',
    hints: { readOnly: true, openWorld: false },
  },
  {
    name: 'hold_sending',
    toolset: 'people',
    description: 'Stop all mail at once; release lets it go again.',
    asked: 'emergency stop, kill switch, panic, pause or resume sending everything, freeze',
    operation: { when: 'release', call: 'release_sending', otherwise: 'hold_sending' },
    arguments: { undescribed: ['reason'] },
    hints: { readOnly: false, destructive: true, idempotent: false, openWorld: true },
  },
] as const satisfies readonly Tool[];
