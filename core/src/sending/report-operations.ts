import { z } from 'zod';
import type { stats } from '../content/email-stats-operations.ts';
import { limits } from '../platform/limits.ts';
import { defineOperation } from '../platform/operations/operation.ts';
import { timestamp } from '../platform/operations/shapes.ts';
import { untrusted } from '../platform/operations/untrusted.ts';

/** What the rows of a report may be (REPORT-01). */
export const reportRows = [
  ...(['day', 'email', 'broadcast', 'flow', 'sequence'] as const),
  ...(['step', 'label', 'link', 'provider'] as const),
] as const;

export type ReportBy = (typeof reportRows)[number];

const mails = z.int();

/** A mail counts once for each figure, on the day on which that happened. */
const figures = {
  sent: mails.describe('Mails that the provider accepted'),
  delivered: mails.describe('Mails that the provider reported as arrived'),
  opened: mails.describe('Mails that a person opened, at the first time'),
  clicked: mails.describe('Mails in which a person clicked, at the first time'),
  bounced: mails.describe('Also mails refused at the hand-over since the address does not exist'),
  complained: mails,
  unsubscribed: mails.describe('Mails by whose link somebody left'),
  failed: mails,
  skipped: mails.describe('Mails that a rule stopped'),
  converted: mails.describe('Mails whose person reached a goal'),
  holdout: z.int().describe('Runs that ended on the holdout of a split'),
} satisfies Record<keyof z.output<typeof stats> | 'holdout', z.ZodInt>;

const date = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, 'A report covers whole days; write each as 2026-01-31.');

export const reportOperations = {
  get_report: defineOperation({
    noun: 'report',
    verb: 'get',
    summary:
      'Add up what became of mail, by day, email, broadcast, flow, sequence, step, label, link or provider.',
    method: 'GET',
    path: '/report',
    safety: 'read',
    mayLag: true,
    status: 200,
    input: z.strictObject({
      from: date
        .optional()
        .describe(
          `First day, in the account timezone; ${limits.statsDaysDefault} days in all if left out, ${limits.reportDays} at most`,
        ),
      to: date.optional().describe('Last day, counted in; today if left out'),
      by: z.enum(reportRows).default('day').describe('What each row is of'),
      limit: z
        .int()
        .min(1)
        .max(limits.reportRows)
        .optional()
        .describe(`Rows, ${limits.reportRows} by default and at most`),
    }),
    output: z.strictObject({
      rows: z
        .array(
          z.strictObject({
            key: z
              .string()
              .describe('Key of the record, else its id; the day, label, address or provider'),
            name: z.string().nullable().describe('Null: the record was deleted'),
            ...figures,
          }),
        )
        .describe('Days in order; else most sent first. Only where there was anything'),
      totals: z
        .strictObject(figures)
        .describe(
          'Sums of all rows, also of rows beyond limit: a mail with two labels is in it twice',
        ),
      more: z.literal(true).optional().describe('There are more rows than limit'),
    }),
  }),
  list_bounces: defineOperation({
    noun: 'report',
    verb: 'bounces',
    summary:
      'What bounced or was reported as spam, added up by the domain of the address, most first.',
    method: 'GET',
    path: '/report/bounces',
    safety: 'read',
    mayLag: true,
    status: 200,
    input: z.strictObject({
      days: z
        .int()
        .min(1)
        .max(limits.bounceDays)
        .optional()
        .describe(`Days back from now, ${limits.bounceDaysDefault} if left out`),
    }),
    output: z.strictObject({
      domains: z
        .array(
          z.strictObject({
            domain: z.string(),
            hard_bounced: mails.describe('Addresses that do not exist'),
            soft_bounced: mails.describe('Mailboxes that took this mail not'),
            complained: mails,
            last_at: timestamp,
            last_answer: untrusted(z.string())
              .nullable()
              .describe('What the mail server or the provider said the last time it said anything'),
          }),
        )
        .max(limits.bounceDomains)
        .describe('Without people who were erased'),
      more: z
        .literal(true)
        .optional()
        .describe(`There were more than the newest ${limits.bouncesCounted}, which are looked at`),
    }),
  }),
};
