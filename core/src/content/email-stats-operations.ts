import { z } from 'zod';
import { limits } from '../platform/limits.ts';
import { defineOperation } from '../platform/operations/operation.ts';
import { id } from '../platform/operations/shapes.ts';

const people = z.int();

/** Contract §2, Email stats: number of people. */
export const stats = z.strictObject({
  sent: people.describe('Accepted by the provider'),
  delivered: people.describe('Of which the provider reported that they arrived'),
  opened: people.describe('Bots left out'),
  clicked: people.describe('Bots left out'),
  bounced: people,
  complained: people,
  unsubscribed: people.describe('By a link of the mail, or by what mail clients show beside it'),
  failed: people,
  skipped: people.describe(
    'Not sent, since a guard, a suppression or an archived email prevented it',
  ),
  converted: people.describe('Who reached a goal'),
});

/** Beside stats that may count somebody more than once (COUNT-06). */
export const approximate = z
  .literal(true)
  .optional()
  .describe(`Mails in place of people: beyond ${limits.statsExactMails} mails nobody is counted`);

/** Stats of what may send somebody several mails. */
export const stepStats = stats.extend({ approximate });

/** How often each link of some mail was clicked. */
export const clickedLinks = z.array(
  z.strictObject({
    url: z.string().describe('As written in the email, with its merge values'),
    clicked: z.int().describe('Mails in which a person clicked it'),
  }),
);

const bound = z.string().max(limits.sendAtChars);

export const emailStatsOperations = {
  get_email_stats: defineOperation({
    noun: 'emails',
    verb: 'stats',
    summary:
      'Count the people an email was sent to, and those who opened, clicked or left, in all and by day.',
    method: 'GET',
    path: '/emails/:email_id/stats',
    safety: 'read',
    mayLag: true,
    heavy: true,
    status: 200,
    input: z.strictObject({
      email_id: id,
      from: bound
        .optional()
        .describe('A date in the account timezone, or a timestamp; all there is if left out'),
      to: bound.optional().describe('A date, which is counted in, or a timestamp, which is not'),
    }),
    output: z.strictObject({
      ...stats.shape,
      approximate,
      days: z
        .array(z.strictObject({ date: z.string(), ...stats.shape }))
        .describe(
          `Days of the account timezone on which there was anything, among the last ${limits.statsDays} before to, the first of them first; without from the last ${limits.statsDaysDefault}. Who opened or clicked counts on the first day of that`,
        ),
      links: clickedLinks.describe(
        `Links that were clicked, most clicked first, at most ${limits.emailLinksListed}; from and to count to the quarter of an hour`,
      ),
    }),
  }),
};
