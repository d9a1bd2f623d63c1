import { z } from 'zod';
import { ownEmailSource, sourceEmailId, sourceEmailKey } from '../content/email-source.ts';
import { clickedLinks, stats } from '../content/email-stats-operations.ts';
import { emailOrNew, madeEmails } from '../content/new-email.ts';
import { limits } from '../platform/limits.ts';
import { expandable, expanded } from '../platform/operations/expanding.ts';
import { defineOperation } from '../platform/operations/operation.ts';
import {
  id,
  keyOrId,
  name,
  nextCursor,
  revision,
  rowsBy,
  textOrId,
  timestamp,
  warning,
} from '../platform/operations/shapes.ts';
import {
  experimentView,
  variantsInput,
  variantsView,
  winnerInput,
  winnerView,
} from './experiment-shapes.ts';

const broadcastStatuses = ['draft', 'scheduled', 'sending', 'paused', 'sent', 'canceled'] as const;

const count = z.int();

const finish = timestamp
  .nullable()
  .describe('When the last email is due at its pace, or at the rate of the mail provider');

const progress = z
  .strictObject({
    queued: count.describe('As recipients'),
    sent: count,
    failed: count,
    skipped: count,
    remaining: count.describe('Queued and not ended'),
    expected_finish_at: finish.describe(
      'When the last email is due; null while it is paused or goes into the queue, and once it is over',
    ),
  })
  .nullable()
  .describe('Null before it is sent');

const exclude = z.strictObject({
  broadcast_ids: z.array(id),
  segment_ids: z.array(id),
});

const excluded = z.strictObject({
  unsubscribed: count,
  hard_bounced: count,
  complained: count,
  by_broadcast: count.describe('Got an excluded broadcast, or are about to'),
  by_segment: count.describe('In an excluded segment'),
  guarded: count.describe('Skipped by a guard when their email comes due'),
});

const broadcast = z.strictObject({
  id,
  name: z.string(),
  status: z.enum(broadcastStatuses),
  segment_id: id.nullable().describe('Null: none chosen yet, or it was deleted since'),
  segment: z.strictObject({ id, key: z.string(), name: z.string() }).nullable(),
  email_source: z
    .enum(['scratch', 'copy', 'variants'])
    .describe('variants: it sends the emails of its variants, and email is the first of them'),
  email_id: id,
  email: z.strictObject({ id, title: z.string(), subject: z.string() }),
  variants: variantsView,
  winner: winnerView,
  experiment: experimentView,
  emails_per_hour: count.nullable().describe('Null: the default of the account'),
  exclude: exclude.describe('Who is left out although in the segment'),
  recheck_segment: z
    .boolean()
    .describe('Whether who left the segment when their email comes due is skipped'),
  send_at: timestamp
    .nullable()
    .describe('When it starts; with send_at_local, when clocks anywhere first show that time'),
  send_at_local: z
    .string()
    .nullable()
    .describe('The local time at which each recipient gets it, in their zone'),
  recipients: count.nullable().describe('Emails queued until now; null before it is sent'),
  progress,
  stats,
  started_at: timestamp.nullable(),
  finished_at: timestamp.nullable(),
  revision,
  created_at: timestamp,
  updated_at: timestamp,
});

const audience = z
  .strictObject({
    people: count.describe('In the segment now'),
    recipients: count.describe('Who would be queued: not suppressed or excluded'),
    eligible: count.describe('Of whom no guard stops the email'),
    excluded,
    expected_finish_at: finish.describe('When the last email would be due'),
    guards: z.array(z.strictObject({ id, key: z.string(), name: z.string(), people: count })),
    excluded_segments: z
      .array(z.strictObject({ id, key: z.string(), name: z.string(), people: count }))
      .describe('by_segment by the first excluded segment that somebody is in'),
  })
  .nullable()
  .describe(
    `Who would get it now, of a draft or scheduled one; null later, without a segment, and where counting took over ${limits.segmentCountMs / 1_000} s`,
  );

const address = { broadcast_id: id };
const segmentChoice = {
  segment_id: id.optional().describe('Everybody in it when it is sent'),
  segment: textOrId(keyOrId).optional().describe('Its key, in place of segment_id'),
};
const pace = z
  .int()
  .min(1)
  .max(limits.broadcastEmailsPerHour)
  .nullable()
  .describe('null: account default');
const recheck = z
  .boolean()
  .nullable()
  .describe(
    'Skip who left the segment meanwhile. null: if it reads what a preference toggle writes',
  );
const excludedIds = z.array(z.int().min(1)).max(limits.broadcastExclusions).optional();
const exclusions = z
  .strictObject({ broadcast_ids: excludedIds, segment_ids: excludedIds })
  .describe(
    'Not to who got one of these broadcasts, or has it in the queue, or is in one of these segments. Replaces both lists; {} clears',
  );
const emailChoice = {
  email_source: ownEmailSource,
  email_id: sourceEmailId,
  email: sourceEmailKey,
};
const sendTime = z.string().min(1).max(limits.sendAtChars);
const answer = z.strictObject({ broadcast });
const written = z.strictObject({ broadcast, emails: madeEmails });
/** What a call that sends says of whom it reaches; each is null where counting took too long. */
const reach = {
  recipients: count
    .nullable()
    .describe(
      `People it goes to, as counted now; null where counting took over ${limits.segmentCountMs / 1_000} s`,
    ),
  excluded: excluded.nullable().describe('People of its segment who do not get it, by reason'),
  expected_finish_at: finish,
};
const warnings = z.array(warning);

export const broadcastOperations = {
  list_broadcasts: defineOperation({
    noun: 'broadcasts',
    verb: 'list',
    summary: 'List broadcasts by status.',
    method: 'GET',
    path: '/broadcasts',
    safety: 'read',
    mayLag: true,
    status: 200,
    input: z.strictObject({ status: z.enum(broadcastStatuses).optional(), ...rowsBy('-id', 'id') }),
    output: z.strictObject({ broadcasts: z.array(broadcast), next_cursor: nextCursor }),
  }),
  get_broadcast: defineOperation({
    noun: 'broadcasts',
    verb: 'get',
    summary: 'Get one broadcast: email, segment, stats, and who would get it.',
    method: 'GET',
    path: '/broadcasts/:broadcast_id',
    safety: 'read',
    heavy: true,
    revised: 'broadcasts',
    status: 200,
    expands: {
      segment: {
        operation: 'get_segment',
        argument: 'segment_key',
        isText: true,
        from: ['broadcast', 'segment_id'],
      },
      email: { operation: 'get_email', argument: 'email_id', from: ['broadcast', 'email_id'] },
    },
    input: z.strictObject({ ...address, ...expandable('segment', 'email') }),
    output: z.strictObject({
      broadcast: z.strictObject({
        ...broadcast.shape,
        audience,
        links: clickedLinks.describe(
          `Links of its mail that were clicked, most clicked first, at most ${limits.emailLinksListed}`,
        ),
      }),
      ...expanded,
    }),
  }),
  create_broadcast: defineOperation({
    noun: 'broadcasts',
    verb: 'create',
    summary:
      'Create a broadcast as a draft, with an email of its own (a blank one or a copy) or with variants to compare.',
    method: 'POST',
    path: '/broadcasts',
    safety: 'add',
    scope: 'draft',
    revised: 'broadcasts',
    status: 201,
    input: z.strictObject({
      name,
      ...segmentChoice,
      ...emailChoice,
      email: emailOrNew.optional().describe('Its key, in place of email_id; or a new email'),
      email_source: ownEmailSource.optional().describe('Needed without variants and a new email'),
      variants: variantsInput.optional(),
      winner: winnerInput.optional(),
      emails_per_hour: pace.optional(),
      exclude: exclusions.optional(),
      recheck_segment: recheck.optional(),
    }),
    output: written,
  }),
  update_broadcast: defineOperation({
    noun: 'broadcasts',
    verb: 'update',
    summary:
      'Change the name of a broadcast, its segment, exclusions and variants until it is sent, its pace and recheck_segment until it ends.',
    method: 'PATCH',
    path: '/broadcasts/:broadcast_id',
    safety: 'replace',
    revised: 'broadcasts',
    status: 200,
    input: z.strictObject({
      ...address,
      name: name.optional(),
      ...segmentChoice,
      email: emailOrNew.optional().describe('A new email, in place of the one that it has'),
      variants: variantsInput.optional(),
      winner: winnerInput.optional(),
      emails_per_hour: pace.optional(),
      exclude: exclusions.optional(),
      recheck_segment: recheck.optional(),
    }),
    output: written,
  }),
  delete_broadcast: defineOperation({
    noun: 'broadcasts',
    verb: 'delete',
    summary: 'Delete a draft or canceled broadcast.',
    method: 'DELETE',
    path: '/broadcasts/:broadcast_id',
    safety: 'remove',
    revised: 'broadcasts',
    status: 200,
    input: z.strictObject(address),
    output: z.strictObject({ deleted: z.literal(true) }),
  }),
  replace_broadcast_email: defineOperation({
    noun: 'broadcasts',
    verb: 'replace-email',
    summary: 'Swap the email of a draft or scheduled broadcast; variants are dropped for it.',
    method: 'POST',
    path: '/broadcasts/:broadcast_id/replace_email',
    safety: 'replace',
    revised: 'broadcasts',
    status: 200,
    input: z.strictObject({ ...address, ...emailChoice }),
    output: answer.extend({ warnings }),
  }),
  schedule_broadcast: defineOperation({
    noun: 'broadcasts',
    verb: 'schedule',
    summary:
      'Schedule a draft, or give a scheduled one another time: send_at, in the account timezone without an offset, or send_at_local, in the timezone of each person.',
    method: 'POST',
    path: '/broadcasts/:broadcast_id/schedule',
    safety: 'send',
    revised: 'broadcasts',
    status: 200,
    input: z.strictObject({
      ...address,
      send_at: sendTime.optional().describe('Any datetime, not past'),
      send_at_local: sendTime
        .optional()
        .describe(
          'In place of send_at, without an offset: when clocks of each person show it, and at once where they did today',
        ),
    }),
    output: z.strictObject({ broadcast, ...reach, warnings }),
  }),
  unschedule_broadcast: defineOperation({
    noun: 'broadcasts',
    verb: 'unschedule',
    summary: 'Return a scheduled broadcast to draft.',
    method: 'POST',
    path: '/broadcasts/:broadcast_id/unschedule',
    safety: 'replace',
    revised: 'broadcasts',
    status: 200,
    input: z.strictObject(address),
    output: answer,
  }),
  send_broadcast_now: defineOperation({
    noun: 'broadcasts',
    verb: 'send-now',
    summary: 'Send to the whole segment now. Try dry_run first: it returns the recipient count.',
    method: 'POST',
    path: '/broadcasts/:broadcast_id/send_now',
    safety: 'send',
    revised: 'broadcasts',
    status: 200,
    input: z.strictObject(address),
    output: z.strictObject({ broadcast, ...reach, warnings }),
  }),
  pause_broadcast: defineOperation({
    noun: 'broadcasts',
    verb: 'pause',
    summary:
      'Pause a broadcast that is sending: after the answer none of its mail is handed over until it is resumed.',
    method: 'POST',
    path: '/broadcasts/:broadcast_id/pause',
    safety: 'replace',
    revised: 'broadcasts',
    status: 200,
    input: z.strictObject(address),
    output: answer,
  }),
  resume_broadcast: defineOperation({
    noun: 'broadcasts',
    verb: 'resume',
    summary: 'Resume a paused broadcast with who is left, at its pace from now on.',
    method: 'POST',
    path: '/broadcasts/:broadcast_id/resume',
    safety: 'send',
    revised: 'broadcasts',
    status: 200,
    input: z.strictObject(address),
    output: answer,
  }),
  cancel_broadcast: defineOperation({
    noun: 'broadcasts',
    verb: 'cancel',
    summary: 'Cancel a broadcast and everything it queued.',
    method: 'POST',
    path: '/broadcasts/:broadcast_id/cancel',
    safety: 'replace',
    revised: 'broadcasts',
    status: 200,
    input: z.strictObject(address),
    output: answer,
  }),
};
