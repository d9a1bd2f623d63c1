import { z } from 'zod';
import { isObject, type JsonObject, own } from '../platform/json.ts';
import { limits } from '../platform/limits.ts';
import { newKey, textOrId, warning } from '../platform/operations/shapes.ts';
import { contentInput, emailContent } from './email-operations.ts';

/** A new email in the place where one of the library is named (AGT-16). */
export const newEmail = z.strictObject({
  key: newKey.optional(),
  ...contentInput.shape,
  subject: emailContent.subject,
});

export type NewEmailInput = z.output<typeof newEmail>;

/** The key or id of an email, or a new one. */
export const emailOrNew = z.union([textOrId(z.string().max(limits.keyChars)), newEmail]);

/** What a call made of the new emails in it. */
export const madeEmails = z
  .array(
    z.strictObject({
      path: z.string().describe('Where it was in the call'),
      id: z.int(),
      key: z.string(),
      warnings: z.array(warning),
    }),
  )
  .optional()
  .describe('Emails that were made of the new ones in the call');

/** What a flow sends as it is, in which nothing is an email. */
const sentAsIs: ReadonlySet<string> = new Set(['details', 'body']);

/** A copy of a definition, with each new email in a step replaced by what is made of it. */
function visited(
  value: unknown,
  path: string,
  replace: (email: JsonObject, path: string) => JsonObject,
): unknown {
  if (Array.isArray(value)) {
    return value.map((item, index) => visited(item, `${path}[${index}]`, replace));
  }
  if (!isObject(value)) return value;
  const { email, ...rest } = value;
  const isNew = own(value, 'type') === 'send_email' && isObject(email);
  return Object.fromEntries(
    Object.entries(isNew ? rest : value)
      .map(([key, one]): [string, unknown] => {
        const at = path === '' ? key : `${path}.${key}`;
        return [key, sentAsIs.has(key) ? one : visited(one, at, replace)];
      })
      .concat(isNew ? Object.entries(replace(email, `${path}.email`)) : []),
  );
}

/** The new emails in the steps of a definition, by their paths. */
export function newEmailsIn(definition: unknown): Map<string, unknown> {
  const found = new Map<string, unknown>();
  visited(definition, '', (email, path) => {
    found.set(path, email);
    return {};
  });
  return found;
}

/** The definition with the ids of emails that were made, by the paths of the new ones. */
export function withEmailIds(definition: JsonObject, ids: ReadonlyMap<string, number>): JsonObject {
  const named = visited(definition, '', (email, path) => {
    const id = ids.get(path);
    return id === undefined ? { email } : { email_id: id };
  });
  return isObject(named) ? named : definition;
}
