import { open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from '@postroad/core/platform/limits';
import {
  bodyText,
  contentTypeOf,
  headerOf,
  headerText,
  leavesOf,
  readEntity,
} from '@postroad/mail/message/message-reader';

/** What mail is sent by. Tests and confirmations have no source. */
export const mailKinds = ['flow', 'sequence', 'broadcast', 'message', 'other'] as const;
export type MailKind = (typeof mailKinds)[number];

/** Why a mail was sent, as its Feedback-ID says. Ids are null where there is no such record. */
export interface MailOrigin {
  kind: MailKind;
  emailId: number | null;
  /** The flow, sequence, broadcast or message. */
  sourceId: number | null;
}

/** A mail of the outbox as lists show it. */
export interface MailSummary extends MailOrigin {
  /** Id of the send, which is also the file name. */
  id: number;
  from: string;
  to: string;
  subject: string;
  /** The Date header, unparsed. */
  date: string;
}

export interface MailDetails extends MailSummary {
  /** Every header, unfolded and decoded. */
  headers: [name: string, value: string][];
  html: string;
  text: string;
}

/** Which mails a list shows; all of what is given has to fit. */
export interface MailFilter {
  /** In lower case; each is in a recipient, the subject or the text. */
  words: readonly string[];
  kind: MailKind | null;
  emailId: number | null;
  sourceId: number | null;
}

export interface MailPage {
  mails: MailSummary[];
  /** Mails in the outbox. */
  total: number;
  /** The id of the newest mail of all; 0 if there is none. */
  newest: number;
  /** Mails that were looked at for this page. */
  read: number;
  /** The list continues below this id; null at its end. */
  next: number | null;
}

const fileName = /^([1-9]\d{0,15})\.eml$/;
const feedbackForm = /^email-(\d{1,15}):(flow|sequence|broadcast|message)-(\d{1,15}):/;

interface KnownFolder {
  changedAtMs: number;
  ids: readonly number[];
}

const known = new Map<string, KnownFolder>();

function absent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

/**
 * Ids of the mails in an outbox, newest first; none if the folder does not exist yet. A folder that
 * has not changed for a while is not listed again, so that a page costs the same with many mails.
 */
async function mailIds(outboxDir: string): Promise<readonly number[]> {
  const folder = await stat(outboxDir).catch(absent);
  if (folder === null) return [];
  const last = known.get(outboxDir);
  if (last?.changedAtMs === folder.mtimeMs) return last.ids;
  const ids = (await readdir(outboxDir))
    .flatMap((name) => fileName.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => b - a);
  // A second change within a tick of the clock of the disk would leave the time as it is.
  if (Date.now() - folder.mtimeMs > limits.mailboxSettledMs) {
    known.set(outboxDir, { changedAtMs: folder.mtimeMs, ids });
  } else {
    known.delete(outboxDir);
  }
  return ids;
}

/**
 * The message as written, or its beginning, one character for each octet; null if there is none
 * with that id.
 */
export async function mailSource(
  outboxDir: string,
  id: number,
  bytes: number = limits.mailboxMessageBytes,
): Promise<string | null> {
  if (!Number.isSafeInteger(id) || id < 1) return null;
  const file = await open(join(outboxDir, `${id}.eml`)).catch(absent);
  if (file === null) return null;
  try {
    const { size } = await file.stat();
    const buffer = Buffer.allocUnsafe(Math.min(size, bytes));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await file.close();
  }
}

function originOf(feedback: string): MailOrigin {
  const [, email, kind, source] = feedbackForm.exec(feedback) ?? [];
  const idOf = (digits = '0') => Number(digits) || null;
  return {
    kind: mailKinds.find((one) => one === kind) ?? 'other',
    emailId: idOf(email),
    sourceId: idOf(source),
  };
}

/** Parses a stored mail. Never throws, whatever the file holds. */
export function readMail(id: number, source: string): MailDetails {
  const entity = readEntity(source);
  const bodies = new Map<string, string>();
  for (const leaf of leavesOf(entity)) {
    const { type } = contentTypeOf(leaf);
    if (!bodies.has(type)) bodies.set(type, bodyText(leaf));
  }
  const header = (name: string) => headerText(headerOf(entity, name) ?? '');
  return {
    ...{ id, from: header('from'), to: header('to'), subject: header('subject') },
    date: header('date'),
    ...originOf(header('feedback-id')),
    headers: entity.headers.map(([name, value]) => [name, headerText(value)]),
    html: bodies.get('text/html') ?? '',
    text: bodies.get('text/plain') ?? '',
  };
}

function fits(mail: MailDetails, { words, kind, emailId, sourceId }: MailFilter): boolean {
  if (kind !== null && mail.kind !== kind) return false;
  if (emailId !== null && mail.emailId !== emailId) return false;
  if (sourceId !== null && mail.sourceId !== sourceId) return false;
  if (words.length === 0) return true;
  const others = mail.headers.flatMap(([name, value]) =>
    name === 'cc' || name === 'x-envelope-to' ? [value] : [],
  );
  const said = [mail.to, ...others, mail.subject, mail.text || mail.html].join('\n').toLowerCase();
  return words.every((word) => said.includes(word));
}

function listed({ headers: _, html: __, text: ___, ...mail }: MailDetails): MailSummary {
  return mail;
}

/**
 * A page of the outbox, newest first, starting below an id. It reads so many mails at most, and
 * continues below the last that it has looked at, so that a search costs no more with many mails.
 */
export async function listMail(
  outboxDir: string,
  filter: MailFilter,
  below: number | null,
): Promise<MailPage> {
  const ids = await mailIds(outboxDir);
  const start = below === null ? 0 : ids.findIndex((id) => id < below);
  const rest = start < 0 ? [] : ids.slice(start, start + limits.mailboxSearched);
  const bytes = filter.words.length === 0 ? limits.mailboxHeadBytes : limits.mailboxSearchBytes;
  const mails: MailSummary[] = [];
  let read = 0;
  while (read < rest.length && mails.length < limits.mailboxPage) {
    const batch = rest.slice(read, read + limits.mailboxFilesAtOnce);
    const sources = await Promise.all(batch.map((id) => mailSource(outboxDir, id, bytes)));
    for (const [index, source] of sources.entries()) {
      if (mails.length === limits.mailboxPage) break;
      read += 1;
      if (source === null) continue;
      const mail = readMail(batch[index] ?? 0, source);
      if (fits(mail, filter)) mails.push(listed(mail));
    }
  }
  const more = start >= 0 && start + read < ids.length;
  const next = more ? (rest[read - 1] ?? null) : null;
  return { mails, total: ids.length, newest: ids[0] ?? 0, read, next };
}

/** Removes mails for good; those that are gone already are passed over. */
export async function removeMail(outboxDir: string, ids: readonly number[]): Promise<void> {
  for (let done = 0; done < ids.length; done += limits.mailboxFilesAtOnce) {
    const batch = ids.slice(done, done + limits.mailboxFilesAtOnce);
    await Promise.all(batch.map((id) => rm(join(outboxDir, `${id}.eml`), { force: true })));
  }
}

/** Removes every mail up to an id, and so none that came after the page was shown. */
export async function removeAllMail(outboxDir: string, newest: number): Promise<void> {
  const ids = await mailIds(outboxDir);
  await removeMail(
    outboxDir,
    ids.filter((id) => id <= newest),
  );
}
