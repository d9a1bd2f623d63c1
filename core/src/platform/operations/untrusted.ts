import type { z } from 'zod';

/** The keyword of marked schemas, in the OpenAPI document too. */
export const untrustedKeyword = 'x-untrusted';

/**
 * Marks a member of an answer as text from outside the account's operators: what subscribers,
 * sending applications and mail providers wrote (AGT-05). Agents get it under `untrusted`. Addresses,
 * event names and tags are not marked, because records are asked for by them.
 */
export function untrusted<Schema extends z.ZodType>(schema: Schema): Schema {
  return schema.meta({ [untrustedKeyword]: true });
}

/** The keyword of members that are from outside where a member beside them is null. */
export const untrustedWithoutKeyword = 'x-untrusted-without';

/** Marks a member that is text from outside where `member` beside it is null, and ours otherwise. */
export function untrustedWithout<Schema extends z.ZodType>(member: string, schema: Schema): Schema {
  return schema.meta({ [untrustedWithoutKeyword]: member });
}
