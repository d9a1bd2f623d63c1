const sourceKinds = ['flow', 'sequence', 'broadcast', 'test'] as const;
const engagementKinds = ['open', 'click'] as const;

/**
 * The words of every column that holds one of a few words. Each of these columns has a CHECK with the
 * same words: `test/store/platform/codes.test.ts` compares the two, and reads every statement for words that
 * are not here. A new word needs a migration that replaces the CHECK.
 */
export const codes = {
  'api_tokens.scope': ['read', 'write'],
  'broadcasts.email_source': ['scratch', 'copy'],
  'broadcasts.status': ['draft', 'scheduled', 'sending', 'sent', 'canceled'],
  'content_references.kind': ['component', 'theme'],
  'email_engagements.kind': engagementKinds,
  'fields.type': ['string', 'number', 'boolean', 'date'],
  'flow_versions.kind': ['checkpoint', 'activation', 'edit'],
  'flows.run_policy': ['single_run', 'repeat'],
  'flows.status': ['draft', 'live', 'paused'],
  'imports.format': ['csv', 'ndjson'],
  'imports.status': ['receiving', 'working', 'done', 'failed', 'canceled'],
  'opt_outs.status': ['waiting', 'given_up'],
  'payments.kind': ['purchase', 'payment', 'refund'],
  'recompiles.subject': ['theme', 'layout', 'component'],
  'run_steps.outcome': [
    'ran',
    'branched',
    'waiting',
    'released',
    'exited',
    'skipped',
    'parked',
    'canceled',
    'moved',
    'retried',
  ],
  /** `frozen` came due while its flow was paused, so that the backlog of a pause is read once. */
  'runs.status': ['active', 'completed', 'exited', 'parked', 'frozen', 'canceled'],
  'send_feedback.kind': ['delivered', 'soft_bounced', 'hard_bounced', 'complained'],
  'send_log.source_kind': sourceKinds,
  'send_log.status': ['sent', 'failed', 'skipped', 'canceled'],
  'sends.source_kind': sourceKinds,
  /** `sending` has its attempt committed; what became of an `uncertain` one is not known. */
  'sends.status': ['scheduled', 'claimed', 'sending', 'holding', 'uncertain'],
  'sequence_steps.delay_unit': ['minutes', 'hours', 'days', 'weeks'],
  'sequence_steps.status': ['draft', 'active'],
  'sequences.repeat_mode': ['resend_all', 'once_per_email', 'single_run'],
  'subscriptions.status': ['active', 'trialing', 'past_due', 'inactive', 'cancelled', 'ended'],
  'tracking_hits.kind': engagementKinds,
  'tracking_hits.verdict': [
    'human',
    'head',
    'prefetch',
    'robot',
    'mail_proxy',
    'too_soon',
    'all_links',
  ],
  'trigger_refusals.reason': ['inside', 'ran_before', 'paused'],
} as const satisfies Record<string, readonly string[]>;

/** The words of one column as a type: `Code<'runs.status'>`. */
export type Code<Column extends keyof typeof codes> = (typeof codes)[Column][number];

/** Where a send comes from. */
export type SourceKind = Code<'sends.source_kind'>;
/** Of a send that is in the queue, or has ended. */
export type SendStatus = Code<'sends.status'> | Code<'send_log.status'>;
export type RunStatus = Code<'runs.status'>;
