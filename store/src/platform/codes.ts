import { clientAuthMethods } from '@postroad/core/account/oauth/oauth-client';
import { emailKinds } from '@postroad/core/content/compile/email';
import { outcomes } from '@postroad/core/flows/interpreter/run';
import { namedKinds } from '@postroad/core/platform/record-name';
import { verdictNames } from '@postroad/core/sending/tracking/verdict';
import { pageLanguages } from '@postroad/core/subscribers/pages/page-copy';
import { testType, webhookTypes } from '@postroad/core/webhooks/webhook-types';

const sourceKinds = ['flow', 'sequence', 'broadcast', 'test', 'message'] as const;
const mailKinds = ['flow', 'sequence', 'broadcast', 'message'] as const;
const figures = [
  ...(['sent', 'delivered', 'opened', 'clicked', 'bounced'] as const),
  ...(['complained', 'unsubscribed', 'failed', 'skipped', 'converted'] as const),
] as const;
const liveSubjects = [
  'flow',
  'sequence',
  'broadcast',
  'test',
  'message',
  'tag',
  'product',
] as const;
const liveMeasures = [
  ...(['queued', 'windowed', 'holding', 'uncertain'] as const),
  ...(['inside', 'parked', 'people', 'active', 'passed'] as const),
] as const;
const engagementKinds = ['open', 'click'] as const;

/**
 * The values of every column that holds a code. Each column has a CHECK with the same values:
 * `test/store/platform/codes.test.ts` compares the two and rejects other values in statements. A
 * new value needs a migration that replaces the CHECK.
 */
export const codes = {
  'api_tokens.created_by_kind': ['environment', 'token', 'local'],
  'broadcasts.email_source': ['scratch', 'copy', 'variants'],
  'broadcasts.experiment_status': ['sampling', 'decided', 'undecided'],
  'broadcasts.status': ['draft', 'scheduled', 'sending', 'paused', 'sent', 'canceled'],
  'changes.action': ['created', 'updated', 'deleted', 'done'],
  'changes.actor_kind': ['environment', 'token', 'local', 'engine'],
  'changes.surface': ['http', 'mcp', 'cli', 'console', 'engine', 'submission'],
  'consents.kind': ['given', 'confirmed', 'withdrawn', 'imported'],
  'content_references.kind': ['component', 'theme'],
  'draft_tests.kind': emailKinds,
  'email_engagements.kind': engagementKinds,
  'emails.kind': emailKinds,
  'fields.type': ['string', 'number', 'boolean', 'date'],
  'figure_changes.figure': [...figures, 'holdout'],
  'figure_changes.source_kind': mailKinds,
  'figure_days.source_kind': mailKinds,
  'figure_months.source_kind': mailKinds,
  'figure_quarters.source_kind': mailKinds,
  'figure_totals.source_kind': mailKinds,
  'figure_waits.figure': figures,
  'flow_versions.kind': ['checkpoint', 'activation', 'edit'],
  'flows.run_policy': ['single_run', 'repeat'],
  'flows.status': ['draft', 'live', 'paused'],
  'import_errors.left_out': ['row', 'cell'],
  'imports.format': ['csv', 'ndjson'],
  'imports.status': ['receiving', 'working', 'done', 'failed', 'canceled'],
  'live_count_changes.measure': liveMeasures,
  'live_count_changes.subject': liveSubjects,
  'live_counts.measure': liveMeasures,
  'live_counts.subject': liveSubjects,
  'oauth_clients.auth_method': clientAuthMethods,
  'oauth_clients.kind': ['registered', 'document'],
  'oauth_codes.granted_by_kind': ['environment', 'token', 'local'],
  'opt_outs.status': ['waiting', 'given_up'],
  'past_sends.source_kind': mailKinds,
  'past_sends.status': ['sent', 'failed', 'skipped'],
  'payments.kind': ['purchase', 'payment', 'refund'],
  'recompiles.subject': ['theme', 'layout', 'component'],
  'record_references.kind': namedKinds,
  'restored_runs.source_kind': ['flow', 'sequence'],
  'run_steps.outcome': [...outcomes, 'canceled', 'moved', 'retried'],
  /** A `frozen` run came due while its flow was paused; a pause thus reads its backlog once. */
  'runs.status': ['active', 'completed', 'exited', 'parked', 'frozen', 'canceled'],
  'send_feedback.kind': ['delivered', 'soft_bounced', 'hard_bounced', 'complained'],
  'send_log.source_kind': sourceKinds,
  'sending_control.held_by_kind': ['environment', 'token', 'local'],
  'send_log.status': ['sent', 'failed', 'skipped', 'canceled'],
  'sends.source_kind': sourceKinds,
  'taggings.status': ['working', 'done', 'failed', 'canceled'],
  /** The outcome of an `uncertain` mail is unknown. Mail that is handed over is in `in_hand` too. */
  'sends.status': ['scheduled', 'holding', 'uncertain'],
  'sign_up_marks.kind': ['mail', 'post', 'proof'],
  'sign_ups.language': pageLanguages,
  'sequence_steps.delay_unit': ['minutes', 'hours', 'days', 'weeks'],
  'sequence_steps.status': ['draft', 'active'],
  'sequences.repeat_mode': ['resend_all', 'once_per_email', 'single_run'],
  'subscriptions.status': [
    ...['active', 'trialing', 'past_due', 'inactive', 'paused', 'unpaid', 'incomplete'],
    ...['incomplete_expired', 'cancelled', 'ended', 'unknown'],
  ],
  'tracking_hits.kind': engagementKinds,
  'tracking_hits.verdict': verdictNames,
  'trigger_refusals.reason': ['inside', 'ran_before', 'paused'],
  'webhook_deliveries.status': ['waiting', 'delivered', 'failed', 'canceled'],
  'webhook_deliveries.type': [...webhookTypes, testType],
  'webhook_endpoints.disabled_reason': ['gone', 'failing'],
} as const satisfies Record<string, readonly string[]>;

/** The values of one column as a type: `Code<'runs.status'>`. */
export type Code<Column extends keyof typeof codes> = (typeof codes)[Column][number];

/** The kind of record that queued a send. */
export type SourceKind = Code<'sends.source_kind'>;
/** The status of a queued send as it is shown; a `sending` one has a committed attempt. */
export type LiveSendStatus = Code<'sends.status'> | 'sending';
/** The same, or that of an ended one. */
export type SendStatus = LiveSendStatus | Code<'send_log.status'>;
export type RunStatus = Code<'runs.status'>;
