import { z } from 'zod';
import { limits } from '../limits.ts';
import { isTimestamp, timestampFault } from '../timestamp.ts';
import { readOrigin } from '../url.ts';

/** Schemas that several contracts share. */

export const id = z.int().min(1).describe('Numeric id');

/** Counts the changes of a record (REV-01). */
export const revision = z.int().min(1).describe('Grows with each change; if_revision names it');

/** What somebody who publishes a draft looked at. */
export const draftSeen = z
  .int()
  .min(1)
  .optional()
  .describe('Revision of the draft that you looked at; another is refused');

/** ISO 8601 with offset. */
export const timestamp = z.string().describe('ISO 8601 timestamp with offset');

/** The moment in the argument `key` of a query. */
export function timeBound(key: string) {
  return z.string().refine(isTimestamp, {
    error: ({ input }) => `${key} ${timestampFault(String(input))}`,
  });
}

/** The origin of a page, kept as browsers say it, since they are compared as texts. */
export function origin(fault: string) {
  return z
    .string()
    .max(limits.originChars)
    .overwrite((text) => readOrigin(text) ?? text)
    .refine((text) => readOrigin(text) !== null, fault);
}

export const name = z.string().trim().min(1).max(limits.nameChars);

/** A key that the caller chooses; never a number, since records can also be addressed by id. */
export const newKey = z
  .string()
  .max(limits.keyChars)
  .regex(
    /^[a-z0-9]+(?:[-_][a-z0-9]+)*$/,
    'key takes lowercase letters, digits, single - or _ between them.',
  )
  .refine(
    (key) => !/^\d+$/.test(key),
    'key must not be a number, since records are also addressed by id.',
  );

/** A key, or the numeric id of the record. */
export const keyOrId = z.string().min(1).max(limits.keyChars).describe('Key or id');

/** Text that may be a numeric id; a body may contain the number itself. */
export function textOrId(text: z.ZodString) {
  return z.union([text, z.int().min(1).transform(String)]);
}

export const page = {
  limit: z
    .int()
    .min(1)
    .max(limits.pageMax)
    .optional()
    .describe(`Rows to answer, ${limits.pageDefault} by default, ${limits.pageMax} at most`),
  cursor: z.string().max(limits.cursorChars).optional().describe('next_cursor of the page before'),
};

/** A page whose rows may be narrowed to some of their members (LEFT-09). */
export const rows = {
  ...page,
  fields: z
    .array(z.string().max(limits.answerFieldsChars))
    .max(limits.answerFields)
    .transform((entries) => entries.flatMap((entry) => entry.split(',')).map((one) => one.trim()))
    .optional()
    .describe('Members of each row to answer, such as id,name; all by default'),
};

/**
 * The same for a list that an index gives in each of these orders, the first by default.
 */
export function rowsBy<Order extends string>(...orders: readonly [Order, ...Order[]]) {
  const [first] = orders;
  return {
    ...rows,
    sort: z
      .enum(orders)
      .default(first)
      .describe(`${first} by default; a hyphen before it is descending`),
  };
}

export const nextCursor = z
  .string()
  .nullable()
  .describe('Cursor of the next page, null on the last');

/** Labels replace the whole set; blanks and duplicates are dropped (FLOW-07). */
export const labels = z
  .array(z.string().max(limits.labelChars))
  .max(limits.labelsPerRecord)
  .transform((entries) => [
    ...new Set(entries.map((entry) => entry.trim()).filter((entry) => entry !== '')),
  ])
  .describe('Replaces the whole set; [] clears');

/** What sends emails now, so that a change of them reaches people (AGT-08). */
export const liveMail = z
  .strictObject({
    flows: z.int().describe('Live ones with a step or condition that names it'),
    sequences: z.int().describe('That are on'),
    broadcasts: z.int().describe('Scheduled, being sent or paused'),
    forms: z.int().describe('That are on and confirm sign-ups with it'),
    people_inside: z.int().describe('In these flows and sequences'),
    queued_mail: z
      .int()
      .describe(`Mail that goes out changed; at most ${limits.holdersCounted} are counted`),
  })
  .describe('What sends it now; not there where nothing does');

export type LiveMail = z.output<typeof liveMail>;

/** The emails that a change of a theme, layout or component recompiles (AGT-13). */
export const reaches = z
  .strictObject({
    count: z.int(),
    emails: z
      .array(z.strictObject({ id, title: z.string() }))
      .describe(`The first ${limits.usersListed}: those in use, then archived ones, newest first`),
    live: liveMail.optional(),
  })
  .describe('Emails that look otherwise by this change; not there where none is recompiled');

export type Reaches = z.output<typeof reaches>;

/** Background work after saving a theme, layout or component that many emails use. */
export const recompiling = z
  .strictObject({
    total: z.int().describe('Emails the last save reached'),
    done: z.int(),
    failed: z.int().describe('Emails that no longer compile; mail of them waits'),
    failures: z
      .array(z.strictObject({ id, name: z.string(), message: z.string() }))
      .describe(`Why, for the first ${limits.recompileFailuresListed}`),
  })
  .describe(
    `There while emails are recompiled in the background, as more than ${limits.recompileAtOnce} are; none is sent before`,
  );

export type Recompiling = z.output<typeof recompiling>;

export const jsonObject = z.record(z.string(), z.unknown());

/** `limit` of a query; the contract refuses a larger one than there may be (SAFE-53). */
export function pageLimit(limit: number | undefined): number {
  return limit ?? limits.pageDefault;
}

/** What is stored as it is, and may not be what was meant. */
export const warning = z.strictObject({
  path: z.string(),
  code: z.string(),
  message: z.string(),
  fix: z.string().optional().describe('What to do next'),
  did_you_mean: z.string().optional().describe('The known name nearest to an unknown one'),
});
