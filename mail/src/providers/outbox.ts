import { chmod, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { limits } from '@postroad/core/platform/limits';
import { streamOf } from '../message/attachment.ts';
import { mailboxesHeader } from '../message/header.ts';
import { errorCause } from './error-cause.ts';
import { type Outcome, type OutgoingMessage, type Provider, withheld } from './provider.ts';

export interface OutboxOptions {
  /** Created if it is missing. */
  dir: string;
}

/**
 * A provider that writes each message to `<send id>.eml` (contract §7, outbox). A file is complete
 * or absent: it is written under a temporary name in the same directory, synced and renamed. The
 * same send id overwrites its own file. Only the user of the service can read them (SEC-19): they hold
 * names, addresses and links that never expire.
 */
export function createOutbox({ dir }: OutboxOptions): Provider {
  const writing = new Set<Promise<Outcome>>();
  let closed = false;
  let isPrivate = false;

  async function deliver(message: OutgoingMessage): Promise<Outcome> {
    if (closed) return { kind: 'unreachable', reason: 'The outbox is closed.' };
    if (!Number.isSafeInteger(message.sendId) || message.sendId < 1) {
      return refusal('The send id is not a positive whole number.');
    }
    const name = `${message.sendId}.eml`;
    try {
      await mkdir(dir, { recursive: true, mode: 0o700 });
      if (!isPrivate) await makePrivate(dir);
      isPrivate = true;
      await write(dir, name, message);
      return { kind: 'accepted', providerId: name };
    } catch (error) {
      return {
        kind: 'unreachable',
        reason: `The outbox could not be written: ${errorCause(error)}.`,
      };
    }
  }

  return {
    name: 'outbox',
    deduplicates: true,
    concurrency: limits.outboxWrites,
    async send(message, mayProceed = () => true) {
      if (!mayProceed()) return withheld;
      const delivery = deliver(message);
      writing.add(delivery);
      const outcome = await delivery;
      writing.delete(delivery);
      return outcome;
    },
    async close() {
      closed = true;
      await Promise.all(writing);
    },
  };
}

function refusal(reason: string): Outcome {
  return { kind: 'refused', permanent: true, status: null, enhanced: null, reason };
}

/** Readers of blind copies are in no header of a mail, so its file says who would get one. */
function envelopeLine({ to, cc = [], bcc = [] }: OutgoingMessage): string {
  if (bcc.length === 0) return '';
  return mailboxesHeader('X-Envelope-To', [to, ...cc, ...bcc]);
}

let writes = 0;

const sticky = 0o1000;

/**
 * Takes the folder from other users, where it was there before. A sticky folder, such as /tmp, belongs
 * to everybody.
 */
async function makePrivate(dir: string): Promise<void> {
  const { mode } = await stat(dir);
  if ((mode & 0o077) === 0 || (mode & sticky) !== 0) return;
  // A folder of another user stays as it is; the files in it are private all the same.
  await chmod(dir, 0o700).catch(() => undefined);
}

async function write(dir: string, name: string, message: OutgoingMessage): Promise<void> {
  writes += 1;
  // Two processes may use the same directory, and one process may write the same id twice at once.
  const temporary = path.join(dir, `.${name}.${process.pid}-${writes}.tmp`);
  try {
    const file = await open(temporary, 'w', 0o600);
    try {
      await file.writeFile(envelopeLine(message), 'latin1');
      for await (const chunk of streamOf(message).read()) await file.writeFile(chunk);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path.join(dir, name));
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncDirectory(dir);
}

/**
 * Makes the rename survive a power cut if the platform can. The file itself is already in place.
 */
async function syncDirectory(dir: string): Promise<void> {
  const handle = await open(dir, 'r').catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
