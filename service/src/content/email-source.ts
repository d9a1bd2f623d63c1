import type { emailSources } from '@postroad/core/content/email-source';
import { meant } from '@postroad/core/platform/issue';
import { nearest } from '@postroad/core/platform/nearest';
import { invalid } from '@postroad/core/platform/refusal';
import { lockContent } from '@postroad/store/content/content-lock';
import {
  type EmailContent,
  type EmailRow,
  findEmail,
  shareEmail,
} from '@postroad/store/content/email';
import { writeCompiles } from '@postroad/store/content/email-compile';
import { findIdsByKey, listKeys } from '@postroad/store/platform/record-key';
import type { Tx } from '@postroad/store/platform/transaction';
import { type Compile, compileSource } from './compile/compile-emails.ts';
import { transactionalRefusal } from './email-kind.ts';
import { getEmail } from './get-email.ts';
import { makeEmail } from './new-content.ts';
import type { CompileSource } from './render/render-job.ts';

/**
 * The part of a body that chooses the email to attach; the contract has checked that it names a
 * source.
 */
export interface EmailChoice {
  email_source: (typeof emailSources)[number];
  email_id?: number | undefined;
  /** Its key, in the place of the id. */
  email?: string | undefined;
  /** The title of a copy, in place of that of its source. */
  title?: string | undefined;
}

/** An empty email. */
export const blankEmail: EmailContent = {
  title: null,
  subject: '',
  pre_header: '',
  from_address: null,
  reply_to: null,
  body_markdown: '',
  translations: {},
  labels: [],
  layout_id: null,
  tracking: true,
  kind: 'marketing',
};

function idFault(code: string, message: string, at = '') {
  return invalid([{ path: `${at}email_id`, code, message }]);
}

/** The email of a key. Throws a 422 with the key that was most likely meant. */
async function namedByKey(key: string, tx: Tx, at: string): Promise<EmailRow> {
  // No key is a number.
  const id = /^\d{1,15}$/.test(key)
    ? Number(key)
    : (await findIdsByKey(tx, 'emails', [key])).get(key);
  const row = id === undefined ? null : await findEmail(tx, id);
  if (row) return row;
  const near = nearest(key, await listKeys(tx, 'emails'));
  const message = `There is no email "${key}". List the emails to find its key.`;
  throw invalid([meant({ path: `${at}email`, code: 'email_unknown', message }, near)]);
}

async function named(choice: EmailChoice, tx: Tx): Promise<EmailRow> {
  const row = await findNamedEmail(choice, tx);
  if (row) return row;
  throw idFault('required', `email_id is required with email_source ${choice.email_source}.`);
}

/**
 * The email of an id or a key; null where neither is given. Throws a 422 where there is none, whose path
 * begins with `at`.
 */
export async function findNamedEmail(
  { email_id, email }: Pick<EmailChoice, 'email_id' | 'email'>,
  tx: Tx,
  at = '',
): Promise<EmailRow | null> {
  if (email !== undefined) {
    if (email_id === undefined) return await namedByKey(email, tx, at);
    const message = 'email and email_id name the same email; send one of them.';
    throw invalid([{ path: `${at}email`, code: 'value_invalid', message }]);
  }
  if (email_id === undefined) return null;
  const row = await findEmail(tx, email_id);
  if (row) return row;
  throw idFault('email_unknown', `There is no email ${email_id}. List the emails to find it.`, at);
}

/** A blank email is made of none (SAFE-54). */
function refuseNamed({ email_id, email }: EmailChoice): void {
  if (email_id === undefined && email === undefined) return;
  const path = email_id === undefined ? 'email' : 'email_id';
  const message = `email_source scratch makes a blank email, so it takes no ${path}. Leave ${path} out, or use copy.`;
  throw invalid([{ path, code: 'key_unknown', message }]);
}

/** The content of a new row in the library; a copy keeps its subject (SOURCE-07, SOURCE-11). */
async function ownContent(tx: Tx, choice: EmailChoice): Promise<EmailContent> {
  if (choice.email_source === 'scratch') {
    refuseNamed(choice);
    return blankEmail;
  }
  const held = await named(choice, tx);
  const { title = held.title } = choice;
  const { subject, pre_header, from_address, reply_to, body_markdown } = held;
  const { translations, labels, layout_id, tracking, kind } = held;
  const words = { title, subject, pre_header, from_address, reply_to, body_markdown };
  return { ...words, translations, labels, layout_id, tracking, kind };
}

/** What attaching compiles, for `expect` of a handler; null if an email is shared. */
export async function sourceToAttach(tx: Tx, choice: EmailChoice): Promise<CompileSource | null> {
  if (choice.email_source === 'shared') return null;
  const content = await ownContent(tx, choice);
  return await compileSource(tx, content, content.layout_id);
}

/**
 * Locks an email that a holder will share, and returns its id. Throws a 422 if it is archived, whose path
 * begins with `at`, and a 409 if it is transactional (MSG-04). The caller holds the lock of the library.
 */
export async function shareNamed(tx: Tx, id: number, at = ''): Promise<number> {
  // A change of its kind either comes first and is seen, or finds it attached.
  await shareEmail(tx, id);
  const { archived_at, kind } = await getEmail(tx, id);
  if (kind === 'transactional') throw transactionalRefusal(id);
  if (archived_at === null) return id;
  throw idFault('email_archived', `Email ${id} is archived. Restore it, or copy it.`, at);
}

/**
 * Creates or finds the email that a holder will point at (SOURCE-04 to SOURCE-08), and returns its
 * id. Locks the library, so it must be called before any row is locked. Throws a 422 if `email_id`
 * names no email, an archived one to share, or one to copy that does not compile, and a 409 if it is
 * transactional (MSG-04).
 */
export async function attachEmail(tx: Tx, choice: EmailChoice, compile: Compile): Promise<number> {
  await lockContent(tx, 'shared');
  if (choice.email_source === 'shared') return await shareNamed(tx, (await named(choice, tx)).id);
  const content = await ownContent(tx, choice);
  if (content.kind === 'transactional') throw transactionalRefusal((await named(choice, tx)).id);
  const { compiled } = await compile(await compileSource(tx, content, content.layout_id));
  const { id } = await makeEmail(tx, content);
  await writeCompiles(tx, [{ email_id: id, compiled }]);
  return id;
}
