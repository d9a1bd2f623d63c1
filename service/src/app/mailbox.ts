import { open, readdir } from 'node:fs/promises';
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

/** A mail of the outbox as lists show it. */
export interface MailSummary {
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

const fileName = /^([1-9]\d{0,15})\.eml$/;

/** Ids of the mails in an outbox, newest first; none if the folder does not exist yet. */
export async function mailIds(outboxDir: string): Promise<number[]> {
  const names = await readdir(outboxDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names
    .flatMap((name) => fileName.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => b - a);
}

/** The message as written, one character for each octet; null if there is none with that id. */
export async function mailSource(outboxDir: string, id: number): Promise<string | null> {
  if (!Number.isSafeInteger(id) || id < 1) return null;
  try {
    const file = await open(join(outboxDir, `${id}.eml`));
    try {
      const buffer = Buffer.alloc(limits.mailboxMessageBytes);
      const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
      return buffer.toString('latin1', 0, bytesRead);
    } finally {
      await file.close();
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
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
    headers: entity.headers.map(([name, value]) => [name, headerText(value)]),
    html: bodies.get('text/html') ?? '',
    text: bodies.get('text/plain') ?? '',
  };
}

/** A page of the outbox, newest first, starting below an id. */
export async function listMail(
  outboxDir: string,
  below: number | null,
): Promise<{ mails: MailSummary[]; total: number; next: number | null }> {
  const ids = await mailIds(outboxDir);
  const from = below === null ? ids : ids.filter((id) => id < below);
  const mails: MailSummary[] = [];
  for (const id of from.slice(0, limits.mailboxPage)) {
    const source = await mailSource(outboxDir, id);
    if (source === null) continue;
    const { from: sender, to, subject, date } = readMail(id, source);
    mails.push({ id, from: sender, to, subject, date });
  }
  const last = mails.at(-1);
  const more = last !== undefined && from.length > limits.mailboxPage;
  return { mails, total: ids.length, next: more ? last.id : null };
}
